const ipv4Pattern =
  /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/** Four decimal numbers, RFC 2673, section 3.2. */
export function isIpv4(text: string): boolean {
  return ipv4Pattern.test(text);
}

/** RFC 4291, section 2.2; without a zone. */
export function isIpv6(text: string): boolean {
  if (text.length < 2 || text.length > 45) return false;
  const [head = "", tail, ...more] = text.split("::");
  if (more.length > 0) return false;
  const isShort = tail !== undefined;
  const groups = [...groupsOf(head), ...groupsOf(tail ?? "")];
  let count = groups.length;
  for (const [index, group] of groups.entries()) {
    if (/^[\dA-Fa-f]{1,4}$/.test(group)) continue;
    if (index < groups.length - 1 || !isIpv4(group) || (isShort && tail === "")) return false;
    count++;
  }
  return isShort ? count <= 7 : count === 8;
}

/** RFC 4632, section 3.1: an address, and how many of its 32 bits are the network's. */
export function isIpv4Cidr(text: string): boolean {
  return isNetwork(text, isIpv4, 32);
}

/** RFC 4291, section 2.3: an address, and how many of its 128 bits are the network's. */
export function isIpv6Cidr(text: string): boolean {
  return isNetwork(text, isIpv6, 128);
}

function isNetwork(text: string, isAddress: (text: string) => boolean, bits: number): boolean {
  const slash = text.indexOf("/");
  const length = text.slice(slash + 1);
  if (slash < 0 || !/^(?:0|[1-9]\d{0,2})$/.test(length) || Number(length) > bits) return false;
  return isAddress(text.slice(0, slash));
}

function groupsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}
