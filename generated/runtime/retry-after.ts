/**
 * Milliseconds that a response asks to wait: `retry-after-ms`, `Retry-After` in seconds or as a date
 * (RFC 9110, section 10.2.3), or `X-RateLimit-Reset` when `X-RateLimit-Remaining` is 0. Undefined
 * when it asks for nothing, or for a moment that is past.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  // The earlier of the two clocks: a clock that is ahead must not make us come back too soon.
  const date = Date.parse(headers.get("date") ?? "");
  const start = date < now ? date : now;
  const after = headers.get("retry-after") ?? "";
  const waits = [
    seconds(headers.get("retry-after-ms")) / 1000,
    seconds(after),
    (Date.parse(after.replace(/( GMT)?$/, " GMT")) - start) / 1000,
    headers.get("x-ratelimit-remaining") === "0"
      ? untilReset(seconds(headers.get("x-ratelimit-reset")), start)
      : NaN,
  ];
  const wait = waits.find((value) => value > 0);
  return wait === undefined ? undefined : Math.ceil(wait * 1000);
}

function seconds(text: string | null): number {
  return /^\d+(\.\d+)?$/.test(text ?? "") ? Number(text) : NaN;
}

/** Services send the moment (in seconds or milliseconds since 1970), or the seconds until it. */
function untilReset(value: number, now: number): number {
  if (value < 1e9) return value;
  return (value < 1e11 ? value : value / 1000) - now / 1000;
}
