import { isDomain } from "./hostname.js";
import { isIpv4, isIpv6 } from "./ip.js";

export {
  isDate,
  isDateTime,
  isDateTimeLocal,
  isDuration,
  isHttpDate,
  isTime,
  isTimeLocal,
} from "./dates.js";
export { isHostname, isIdnHostname } from "./hostname.js";
export { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from "./uri.js";
export { isIpv4, isIpv4Cidr, isIpv6, isIpv6Cidr } from "./ip.js";

const localPart = /* @__PURE__ */ localPartPattern("", "");
const wideLocalPart = /* @__PURE__ */ localPartPattern("\\u{80}-\\u{10ffff}", "u");
const wideDomain = /* @__PURE__ */ wideDomainPattern();

/** A function, so that bundlers can drop the pattern if it is not used. */
function localPartPattern(more: string, flags: string): RegExp {
  const atoms = `[A-Za-z\\d!#$%&'*+/=?^_\`{|}~${more}-]`;
  return new RegExp(
    `^(?:${atoms}+(?:\\.${atoms}+)*|"(?:[ !#-\\[\\]-~${more}]|\\\\[ -~])*")$`,
    flags,
  );
}

function wideDomainPattern(): RegExp {
  // What is not to be seen, but for joiners, and what other readers take for a dot.
  const hidden = "[\\p{Cc}\\p{Cs}\\p{Co}\\p{Z}\\u3002\\uff0e\\uff61]|(?![\\u200c\\u200d])\\p{Cf}";
  const label = `(?!-)(?:[A-Za-z\\d-]|(?!${hidden})[\\u{80}-\\u{10ffff}])+(?<!-)`;
  return new RegExp(`^${label}(?:\\.${label})*$`, "u");
}

/** `Mailbox` of RFC 5321, as long as section 4.5.3.1.3 lets it be: `joe@example.com`. */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf("@");
  const domain = text.slice(at + 1);
  if (at < 1 || at > 64 || !localPart.test(text.slice(0, at))) return false;
  return domain.startsWith("[") ? isAddressLiteral(domain) : isDomain(domain);
}

/** `Mailbox` of RFC 6531: an email address with letters of any script. */
export function isIdnEmail(text: string): boolean {
  const at = text.lastIndexOf("@");
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || new TextEncoder().encode(local).length > 64 || !wideLocalPart.test(local))
    return false;
  return domain.startsWith("[")
    ? isAddressLiteral(domain)
    : domain.length <= 253 && wideDomain.test(domain);
}

function isAddressLiteral(domain: string): boolean {
  if (!domain.endsWith("]")) return false;
  const address = domain.slice(1, -1);
  return /^IPv6:/i.test(address) ? isIpv6(address.slice(5)) : isIpv4(address);
}

const uuidPattern = /^[\dA-Fa-f]{8}-(?:[\dA-Fa-f]{4}-){3}[\dA-Fa-f]{12}$/;

/** RFC 9562, of any version. */
export function isUuid(text: string): boolean {
  return text.length === 36 && uuidPattern.test(text);
}

const jsonPointerPattern = /^(?:\/(?:[^/~]|~[01])*)*$/;

/** RFC 6901. */
export function isJsonPointer(text: string): boolean {
  return jsonPointerPattern.test(text);
}

const relativeJsonPointerPattern = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^/~]|~[01])*)*)$/;

/** The draft "Relative JSON Pointers", as JSON Schema 2020-12 refers to it. */
export function isRelativeJsonPointer(text: string): boolean {
  return relativeJsonPointerPattern.test(text);
}

/** ECMA-262, by code points. */
export function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}

const base64Pattern = /^[A-Za-z\d+/]*={0,2}$/;
const base64UrlPattern = /^[A-Za-z\d_-]*={0,2}$/;

/** RFC 4648, section 4, with padding. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && base64Pattern.test(text);
}

/** RFC 4648, section 5; the padding may be left out. */
export function isBase64Url(text: string): boolean {
  if (!base64UrlPattern.test(text)) return false;
  return text.endsWith("=") ? text.length % 4 === 0 : text.length % 4 !== 1;
}

/** One character. */
export function isCharacter(text: string): boolean {
  return text.length === 1 || (text.length === 2 && (text.codePointAt(0) ?? 0) > 0xffff);
}

const mediaRangePattern =
  /^(?:\*\/\*|[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)(?:[ \t]*;[ \t]*[\w!#$%&'*+.^`|~-]+=(?:[\w!#$%&'*+.^`|~-]+|"(?:[^"\\]|\\.)*"))*$/;

/** RFC 9110, section 12.5.1. */
export function isMediaRange(text: string): boolean {
  return mediaRangePattern.test(text);
}

export function isInt8(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= -128 && (value as number) <= 127;
}

export function isInt16(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= -32768 && (value as number) <= 32767;
}

export function isInt32(value: unknown): value is number {
  return typeof value === "number" && (value | 0) === value;
}

export function isUint8(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255;
}

export function isUint16(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 65535;
}

export function isUint32(value: unknown): value is number {
  return typeof value === "number" && value >>> 0 === value;
}

/** As far as numbers are exact. */
export function isUint64(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** In the range of a 32-bit float; more digits are allowed. */
export function isFloat(value: number): boolean {
  return Math.abs(value) <= 3.4028234663852886e38;
}
