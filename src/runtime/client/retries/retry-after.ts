/**
 * Milliseconds that a response asks to wait: `retry-after-ms`, `Retry-After` in seconds or as a date
 * (RFC 9110, section 10.2.3), or `X-RateLimit-Reset` when `X-RateLimit-Remaining` is 0. Undefined
 * when it does not ask to wait, or only until a time in the past.
 */
export function retryAfter(headers: Headers, now: number): number | undefined {
  const text = (name: string): string => headers.get(name) ?? "";
  const number = (name: string): number => Number(/^[\d.]+$/.exec(text(name)) ?? NaN);
  const date = Date.parse(text("date"));
  // The earlier of the two clocks, so that one that is ahead does not make the retry too early; a clock that
  // is off by a day is ignored.
  const start = Math.abs(date - now) < 864e5 ? Math.min(now, date) : now;
  // Services send the Unix time (in seconds or milliseconds), or the seconds until then.
  const reset = number("x-ratelimit-reset");
  const wait = [
    number("retry-after-ms"),
    number("retry-after") * 1000,
    Date.parse(text("retry-after").replace(/( GMT)?$/, " GMT")) - start,
    text("x-ratelimit-remaining") === "0"
      ? (reset < 1e11 ? reset * 1000 : reset) - (reset < 1e9 ? 0 : start)
      : NaN,
  ].find((milliseconds) => milliseconds > 0);
  return wait && Math.ceil(wait);
}
