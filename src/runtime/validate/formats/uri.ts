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

/** The grammar of RFC 3986, appendix A, after `start`; the group captures an IPv6 address. */
function pattern(start: string, more = "", moreInQuery = ""): RegExp {
  const plain = "-\\w.~!$&'()*+,;=";
  const some = (letters: string): string => `(?:[${plain}${more}${letters}]|%[\\dA-Fa-f]{2})*`;
  const address = `\\[(?:([\\dA-Fa-f:.]*)|[vV][\\dA-Fa-f]+\\.[${plain}:]+)\\]`;
  const authority = `//(?:${some(":")}@)?(?:${address}|${some("")})(?::\\d*)?(?=[/?#]|$)`;
  const query = `(?:\\?${some(`:@/?${moreInQuery}`)})?`;
  const path = `(?:${authority}|(?!//))${some(":@/")}`;
  return new RegExp(`^${start}${path}${query}(?:#${some(":@/?")})?$`, "u");
}

const scheme = "[A-Za-z][A-Za-z\\d+.-]*:";
const noScheme = "(?![^/?#]*:)";
const relativeUri = /* @__PURE__ */ pattern(noScheme);
const iri = /* @__PURE__ */ pattern(scheme, wide, wideQuery);
const relativeIri = /* @__PURE__ */ pattern(noScheme, wide, wideQuery);

function matches(pattern: RegExp, text: string): boolean {
  const found = pattern.exec(text);
  return found !== null && (found[1] === undefined || isHost(`[${found[1]}]`));
}

/** Without `URL.canParse`, which browsers have since 2023. */
function isHost(text: string): boolean {
  try {
    return Boolean(new URL(`http://${text}`));
  } catch {
    return false;
  }
}

/** Matches most URIs without parsing their parts. */
const common =
  /^https?:\/\/[\w.-]+(?::\d*)?(?:\/[\w.~!$&'()*+,;=:@/-]*)?(?:\?[\w.~!$&'()*+,;=:@/?-]*)?$/;

/** `pattern(scheme)` as a literal, which makes bundles smaller: most apps need no other pattern. */
// prettier-ignore
const uri = /^[A-Za-z][A-Za-z\d+.-]*:(?:\/\/(?:(?:[-\w.~!$&'()*+,;=:]|%[\dA-Fa-f]{2})*@)?(?:\[(?:([\dA-Fa-f:.]*)|[vV][\dA-Fa-f]+\.[-\w.~!$&'()*+,;=:]+)\]|(?:[-\w.~!$&'()*+,;=]|%[\dA-Fa-f]{2})*)(?::\d*)?(?=[/?#]|$)|(?!\/\/))(?:[-\w.~!$&'()*+,;=:@/]|%[\dA-Fa-f]{2})*(?:\?(?:[-\w.~!$&'()*+,;=:@/?]|%[\dA-Fa-f]{2})*)?(?:#(?:[-\w.~!$&'()*+,;=:@/?]|%[\dA-Fa-f]{2})*)?$/;

/** RFC 3986, with a scheme. */
export function isUri(text: string): boolean {
  return common.test(text) || matches(uri, text);
}

/** RFC 3986, with or without a scheme. */
export function isUriReference(text: string): boolean {
  return isUri(text) || matches(relativeUri, text);
}

/** RFC 3987, with a scheme. */
export function isIri(text: string): boolean {
  return matches(iri, text);
}

/** RFC 3987, with or without a scheme. */
export function isIriReference(text: string): boolean {
  return matches(iri, text) || matches(relativeIri, text);
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
