/** `noun` with its article; null has none. */
export function withArticle(noun: string): string {
  if (/^null\b/.test(noun)) return noun;
  return /^(?:[aeiou]|xml\b)/i.test(noun) ? `an ${noun}` : `a ${noun}`;
}

/** `a, b or c`. */
export function listing(values: readonly string[]): string {
  if (values.length < 2) return values.join("");
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}

/** The order of two texts for `sort`, which is the same on every machine: by code unit. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
