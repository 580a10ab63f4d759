const ipv4Pattern = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Four decimal numbers, RFC 2673, section 3.2. */
export function isIpv4(text: string): boolean {
  return ipv4Pattern.test(text);
}

/** Matches what is not allowed in an IPv6 address; groups are counted separately. */
const noIpv6Pattern = /^:[^:]|[^:]:$|::(?::|.*::)|[^\dA-Fa-f:]|[^:]{5}/;

/** RFC 4291, section 2.2; without a zone. */
export function isIpv6(text: string): boolean {
  const last = text.slice(text.lastIndexOf(":") + 1);
  // An IPv4 address at the end is as long as two groups.
  const whole = isIpv4(last) ? text.replace(last, "0:0") : text;
  const count = whole.match(/[^:]+/g)?.length ?? 0;
  return !noIpv6Pattern.test(whole) && (whole.includes("::") ? count <= 7 : count === 8);
}

/** RFC 4632, section 3.1: an address and the length of its prefix, up to 32 bits. */
export function isIpv4Cidr(text: string): boolean {
  return isNetwork(text, isIpv4, 32);
}

/** RFC 4291, section 2.3: an address and the length of its prefix, up to 128 bits. */
export function isIpv6Cidr(text: string): boolean {
  return isNetwork(text, isIpv6, 128);
}

function isNetwork(text: string, isAddress: (text: string) => boolean, bits: number): boolean {
  const slash = text.indexOf("/");
  const length = text.slice(slash + 1);
  if (slash < 0 || !/^(?:0|[1-9]\d{0,2})$/.test(length) || Number(length) > bits) return false;
  return isAddress(text.slice(0, slash));
}
