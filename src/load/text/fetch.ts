export interface FetchLimits {
  /** Milliseconds for everything together. */
  readonly timeout: number;
  readonly maxBytes: number;
}

export type Fetched =
  | { readonly bytes: Uint8Array; /** After redirects. */ readonly address: string }
  | { readonly reason: string };

const maximumRedirects = 5;

/** Gets a file over http(s). Each redirect must be let through by `mayFollow`, and gets its own headers. Never throws. */
export async function fetchText(
  url: URL,
  limits: FetchLimits,
  mayFollow: (url: URL) => boolean,
  headersFor: (url: URL) => Readonly<Record<string, string>> = () => ({}),
): Promise<Fetched> {
  const signal = AbortSignal.timeout(limits.timeout);
  try {
    let next = url;
    for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
      // `fetch` takes none, and would quote it.
      if (next.username || next.password) return { reason: "it holds a user name or a password" };
      const response = await fetch(next, {
        redirect: "manual",
        signal,
        headers: {
          accept: "application/yaml, application/json, text/yaml, */*;q=0.5",
          ...headersFor(next),
        },
      });
      if (response.status < 300 || response.status > 399) {
        if (response.ok) return await readBody(response, next, limits.maxBytes);
        await response.body?.cancel();
        return { reason: `the server says ${response.status}` };
      }
      await response.body?.cancel();
      const location = response.headers.get("location");
      if (!location || !URL.canParse(location, next)) {
        return { reason: `the server says ${response.status}, but not where to look instead` };
      }
      next = new URL(location, next);
      if (!/^https?:$/.test(next.protocol) || !mayFollow(next)) {
        // No more than that: the rest of an address may be a secret.
        const place = /^https?:$/.test(next.protocol)
          ? next.origin
          : `an address with ${next.protocol}`;
        return { reason: `it redirects to ${place}, which \`remote\` does not allow` };
      }
    }
    return { reason: `it redirects more than ${maximumRedirects} times` };
  } catch (error) {
    if (signal.aborted) return { reason: `no answer within ${limits.timeout / 1000} s` };
    const { cause } = error as { cause?: { code?: string; message?: string } };
    return { reason: cause?.code ?? cause?.message ?? (error as Error).message };
  }
}

async function readBody(response: Response, url: URL, maxBytes: number): Promise<Fetched> {
  const tooLarge = { reason: `it is larger than ${maxBytes.toLocaleString("en")} bytes` };
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel();
      return tooLarge;
    }
    chunks.push(value);
  }
  url.hash = "";
  return { bytes: Buffer.concat(chunks), address: url.href };
}
