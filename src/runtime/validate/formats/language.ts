const languagePattern =
  /^(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?$/i;
const privatePattern = /^x(?:-[a-z\d]{1,8})+$/i;
/** Registered before there was a syntax. */
const irregularPattern =
  /^(?:en-gb-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(?:be-fr|be-nl|ch-de))$/i;

/** `Language-Tag` of RFC 5646, by its syntax: `de-AT`. */
export function isLanguage(text: string): boolean {
  return languagePattern.test(text) || privatePattern.test(text) || irregularPattern.test(text);
}
