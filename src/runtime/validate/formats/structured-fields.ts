const stringPattern = /^"(?:[ !#-[\]-~]|\\["\\])*"$/;
const tokenPattern = /^[A-Za-z*][\w!#$%&'*+.^`|~:/-]*$/;
const binaryPattern = /^:[A-Za-z\d+/]*={0,2}:$/;

/** A string of RFC 9651, with its quotes: `"Rex"`. */
export function isSfString(text: string): boolean {
  return stringPattern.test(text);
}

/** A token of RFC 9651: `gzip`. */
export function isSfToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** A byte sequence of RFC 9651: `:aGVsbG8=:`. */
export function isSfBinary(text: string): boolean {
  return binaryPattern.test(text);
}

/** A boolean of RFC 9651: `?1`. */
export function isSfBoolean(text: string): boolean {
  return text === "?0" || text === "?1";
}

/** An integer of RFC 9651: at most 15 digits. */
export function isSfInteger(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) < 1e15;
}

/** A decimal of RFC 9651: at most 12 digits before the point, and three behind it. */
export function isSfDecimal(value: number): boolean {
  return Math.abs(value) < 1e12 && Math.round(value * 1000) / 1000 === value;
}
