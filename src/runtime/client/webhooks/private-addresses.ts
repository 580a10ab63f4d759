/** Throws if a URL refers, or may refer, to this machine or a private network. */
export async function refusePrivate(
  address: string,
  options: {
    readonly allowPrivate?: boolean | undefined;
    readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
  },
): Promise<void> {
  if (options.allowPrivate === true) return;
  const { hostname, username, password } = new URL(address);
  const host = hostname.replace(/^\[|\]$|\.$/g, "").toLowerCase();
  const found = isAddress(host) ? [] : ((await options.resolve?.(host)) ?? []);
  if (username !== "" || password !== "" || isPrivateName(host) || [host, ...found].some(isPrivate))
    throw new RangeError("A callback may not go to this machine, or into a private network.");
}

function isAddress(host: string): boolean {
  return host.includes(":") || /^\d+(?:\.\d+){3}$/.test(host);
}

/** Host names that are not public (RFC 6761, 6762, 8375); one without a dot belongs to a local network. */
function isPrivateName(host: string): boolean {
  if (isAddress(host)) return false;
  return !host.includes(".") || /\.(?:localhost|local|internal|home\.arpa)$/.test(host);
}

/** Addresses that are not public (RFC 6890), in IPv4 and IPv6. `URL` has normalized their spelling. */
function isPrivate(host: string): boolean {
  if (host.includes(":")) return isPrivate6(host);
  const [a = 0, b = 0, c = 0] = host.split(".").map(Number);
  if (!isAddress(host)) return false;
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true;
  if (a === 100) return b >= 64 && b < 128;
  if (a === 169) return b === 254;
  if (a === 172) return b >= 16 && b < 32;
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2));
  if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100);
  return a === 203 && b === 0 && c === 113;
}

/** Public IPv6 addresses are in `2000::/3`, except tunnels to IPv4 (6to4, Teredo), which may lead anywhere. */
function isPrivate6(host: string): boolean {
  return !/^[23][\da-f]{3}:/.test(host) || /^2002:|^2001:(?:0?:|:|db8:)/.test(host);
}
