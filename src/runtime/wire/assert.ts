/** Throws unless `holds`, without quoting the value: that may be long, or a secret. */
export function assert(holds: boolean, what: string, why = "is invalid"): void {
  if (!holds) throw new TypeError(`${what} ${why}`);
}

/** A text that its style leaves as it is cannot have the delimiter in it, or other values would arrive. */
export const DELIMITED = "holds a delimiter of its style, which cannot be escaped";

/** Rejects half of a surrogate pair, which has no bytes, and would be sent as another character. */
export function assertWellFormed(text: string, what: string): void {
  assert(!/\p{Cs}/u.test(text), what);
}
