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

function groupsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}
