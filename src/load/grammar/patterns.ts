import { createRequire } from "node:module";
import { faultOf } from "../../common/patterns.js";

const require = createRequire(import.meta.url);

/**
 * The pattern in the notation of ECMA-262: `^a$` for `/^a$/`, as NestJS and Laravel write it, which no text matches with
 * the slashes. One that is not of ECMA-262 with code points is read as other languages have it: `\Aa\z`, `(?i)a`,
 * `[[:alpha:]]`, `(?P<x>a)`, `\x{41}`, `\pL`, `\p{Han}`, `\Q.\E`.
 */
export function plainPattern(written: string): string {
  const [, inner = "", flags = ""] = /^\/(.*)\/([dgimsuvy]*)$/s.exec(written) ?? [];
  const isDelimited = inner.startsWith("^") || /(?:^|[^\\])(?:\\\\)*\$$/.test(inner);
  const pattern = isDelimited ? inner : written;
  const plain = faultOf(pattern, "u") === undefined ? pattern : translated(pattern);
  const source = plain.replace(/^(\^?)\(\?i\)/, "$1");
  const hasFlag = source !== plain || (isDelimited && flags.includes("i"));
  return hasFlag ? withBothCases(source, plain) : plain;
}

/** Parts that other languages write in another way; backslashes, and brackets of a set, so that these are not misread. */
const parts =
  /\\Q(?<literal>[^\\]*(?:\\(?!E)[^\\]*)*)(?:\\E|$)|\\x\{(?<code>[\da-fA-F]{1,6})\}|\\(?<is>[pP])(?:(?<property>[CLMNPSZ])|\{(?:Is)?(?<name>[A-Za-z_]+)\})|\\(?<escaped>[^])|\[:(?<not>\^?)(?<set>[a-z]+):\]|\(\?P(?<group>[<=])|(?<bracket>[[\]])/g;

/** Sets of POSIX, as what stands between brackets. */
const posixSets = new Map([
  ["alnum", "a-zA-Z0-9"],
  ["alpha", "a-zA-Z"],
  ["ascii", "\\x00-\\x7F"],
  ["blank", " \\t"],
  ["cntrl", "\\x00-\\x1F\\x7F"],
  ["digit", "0-9"],
  ["graph", "!-~"],
  ["lower", "a-z"],
  ["print", " -~"],
  ["punct", "!-\\/:-@\\[-`{-~"],
  ["space", "\\s"],
  ["upper", "A-Z"],
  ["word", "\\w"],
  ["xdigit", "0-9a-fA-F"],
]);

const anchors = new Map([
  ["A", "^"],
  ["Z", "$"],
  ["z", "$"],
]);

/** What only a pattern that is read by code points can have. */
const byCodePoints = /\\[pPu]\{/;

function translated(pattern: string): string {
  const plain = replaceParts(pattern, false);
  // With escapes that only the older rules have, `\p{L}` would be a `p` in braces.
  const isMisread = byCodePoints.test(plain) && faultOf(plain, "u") !== undefined;
  return isMisread ? replaceParts(pattern, true) : plain;
}

function replaceParts(pattern: string, dropsNeedless: boolean): string {
  let isSet = false;
  return pattern.replace(parts, (part: string, ...rest: unknown[]) => {
    const found = rest.at(-1) as Readonly<Record<string, string | undefined>>;
    const { literal, code, is = "", property, name, escaped, not, set, group, bracket } = found;
    if (literal !== undefined) return literal.replace(/[$()*+.?[\\\]^{|}/]/g, "\\$&");
    if (code !== undefined) return `\\u{${code}}`;
    if (property !== undefined) return `\\${is}{${property}}`;
    if (name !== undefined) return propertyOf(part, is, name, isSet);
    if (escaped !== undefined) {
      if (dropsNeedless && isNeedless(escaped, isSet)) return escaped;
      return (isSet ? undefined : anchors.get(escaped)) ?? part;
    }
    if (set !== undefined) return (isSet && not === "" ? posixSets.get(set) : undefined) ?? part;
    if (group !== undefined) return group === "<" ? "(?<" : part;
    isSet = bracket === "[";
    return part;
  });
}

/** Where ECMA-262 has no such property, `\p{Han}` is a script, and `\p{Punct}` a set of POSIX. */
function propertyOf(part: string, is: string, name: string, isSet: boolean): string {
  if (faultOf(part, "u") === undefined) return part;
  const script = `\\${is}{Script=${name}}`;
  if (faultOf(script, "u") === undefined) return script;
  const set = posixSets.get(name.toLowerCase());
  if (set === undefined || (isSet && is === "P")) return part;
  return isSet ? set : `[${is === "P" ? "^" : ""}${set}]`;
}

/** True for the escape of a character that stands for itself without it. */
function isNeedless(escaped: string, isSet: boolean): boolean {
  return escaped === "-" ? !isSet : /[^a-zA-Z0-9$()*+./?[\\\]^{|}]/.test(escaped);
}

/** `[Aa]` for `a`: a pattern in JSON Schema has no flags. */
function withBothCases(source: string, otherwise: string): string {
  const { JS } = require("refa") as typeof import("refa");
  try {
    const unicode = byCodePoints.test(source);
    const parser = JS.Parser.fromLiteral({ source, flags: unicode ? "iu" : "i" });
    const { expression } = parser.parse({ backreferences: "throw" });
    return JS.toLiteral(expression, { flags: { ignoreCase: false, unicode } }).source;
  } catch {
    return otherwise;
  }
}
