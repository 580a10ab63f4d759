import { isIpv6 } from "./ip.js";

const wide = /* @__PURE__ */ wideLetters();
const wideQuery = /* @__PURE__ */ wideQueryLetters();

function wideLetters(): string {
  const planes = Array.from({ length: 14 }, (_, plane) => {
    const high = (plane + 1).toString(16);
    return `\\u{${high}${plane === 13 ? "1000" : "0000"}}-\\u{${high}fffd}`;
  });
  return `\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}${planes.join("")}`;
}

function wideQueryLetters(): string {
  return `${wide}\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{ffffd}\\u{100000}-\\u{10fffd}`;
}

interface Patterns {
  readonly absolute: RegExp;
  readonly relative: RegExp;
}

/** The grammar of RFC 3986, appendix A; the host between brackets is `host`, to be looked at apart. */
function patterns(more: string, moreInQuery: string): Patterns {
  const percent = "%[\\dA-Fa-f]{2}";
  const plain = `A-Za-z\\d\\-._~!$&'()*+,;=${more}`;
  const segments = `(?:[${plain}:@/]|${percent})*`;
  const user = `(?:(?:[${plain}:]|${percent})*@)?`;
  const host = `(?:\\[(?<host>[\\dA-Fa-fvV:.!$&'()*+,;=\\w~-]*)\\]|(?:[${plain}]|${percent})*)`;
  const authority = `//${user}${host}(?::\\d*)?(?:/${segments})?`;
  const query = `(?:\\?(?:[${plain}${moreInQuery}:@/?]|${percent})*)?`;
  const fragment = `(?:#(?:[${plain}:@/?]|${percent})*)?`;
  const scheme = "[A-Za-z][A-Za-z\\d+.-]*:";
  return {
    absolute: new RegExp(`^${scheme}(?:${authority}|(?!//)${segments})${query}${fragment}$`, "u"),
    relative: new RegExp(
      `^(?:${authority}|(?!//)(?![^/?#]*:)${segments})${query}${fragment}$`,
      "u",
    ),
  };
}

const uri = /* @__PURE__ */ patterns("", "");
const iri = /* @__PURE__ */ patterns(wide, wideQuery);

function matches(pattern: RegExp, text: string): boolean {
  const found = pattern.exec(text);
  if (!found) return false;
  const host = found.groups?.["host"];
  return host === undefined || isIpv6(host) || /^v[\dA-Fa-f]+\.[\w~!$&'()*+,;=:.-]+$/i.test(host);
}

/** Most of the URIs that there are, told without a look at their parts. */
const common =
  /^https?:\/\/[\w.-]+(?::\d*)?(?:\/[\w.~!$&'()*+,;=:@/-]*)?(?:\?[\w.~!$&'()*+,;=:@/?-]*)?$/;

/** RFC 3986, with a scheme. */
export function isUri(text: string): boolean {
  return common.test(text) || matches(uri.absolute, text);
}

/** RFC 3986, with or without a scheme. */
export function isUriReference(text: string): boolean {
  return isUri(text) || matches(uri.relative, text);
}

/** RFC 3987, with a scheme. */
export function isIri(text: string): boolean {
  return matches(iri.absolute, text);
}

/** RFC 3987, with or without a scheme. */
export function isIriReference(text: string): boolean {
  return matches(iri.absolute, text) || matches(iri.relative, text);
}

const uriTemplate = /* @__PURE__ */ uriTemplatePattern();

function uriTemplatePattern(): RegExp {
  const letter = "(?:[\\w]|%[\\dA-Fa-f]{2})";
  const variable = `${letter}(?:\\.?${letter})*(?::[1-9]\\d{0,3}|\\*)?`;
  const plain = `[!#$&-;=?-\\[\\]_a-z~${wideQuery}]|%[\\dA-Fa-f]{2}`;
  return new RegExp(`^(?:${plain}|\\{[+#./;?&]?${variable}(?:,${variable})*\\})*$`, "u");
}

/** RFC 6570, of any level. */
export function isUriTemplate(text: string): boolean {
  return uriTemplate.test(text);
}
