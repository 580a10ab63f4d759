/** Separators of the words of a name, invisible characters among them. */
const separators = /(?:[^\p{L}\p{M}\p{N}]|\p{Default_Ignorable_Code_Point})+/u;

/**
 * `pageSize` for "page_size", `xRequestId` for "X-Request-ID". A name that begins small and is one word stays as it is; so do
 * `_` and `$` at the beginning, and a name of which no identifier can be made, or one that all objects have.
 */
export function memberName(text: string): string {
  const [start = ""] = /^[$_]*/.exec(text) ?? [];
  const [first = "", ...others] = text
    .slice(start.length)
    .split(separators)
    .filter((word) => word !== "");
  const name = start + lowered(first) + others.map(capitalized).join("");
  const isName = /^[$_]*\p{ID_Start}\p{ID_Continue}*$/u.test(name) && name !== "__proto__";
  return isName && name !== "then" && !(name in Object.prototype) ? name : text;
}

/** `id` for "ID", `htmlParser` for "HTMLParser". */
function lowered(word: string): string {
  if (/^\p{Lu}/u.test(word) && word === word.toUpperCase()) return word.toLowerCase();
  return word.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}/u, (start) => start.toLowerCase());
}

/** `Id` for "ID", `RateLimit` for "rateLimit". */
function capitalized(word: string): string {
  const [first = "", ...rest] = word;
  const others = rest.join("");
  return first.toUpperCase() + (word === word.toUpperCase() ? others.toLowerCase() : others);
}
