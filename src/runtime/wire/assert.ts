/** Throws, without quoting the value: that may be long, or a secret. */
export function refuse(isWrong: boolean, what: string, why = "is invalid"): void {
  if (isWrong) throw new TypeError(`${what} ${why}`);
}

/** A text that its style leaves as it is cannot have the delimiter in it, or other values would arrive. */
export const DELIMITED = "holds a delimiter of its style, which cannot be escaped";

/** Refuses half of a surrogate pair, which has no bytes, and would be sent as another character. */
export function refuseHalves(text: string, what: string): void {
  refuse(/\p{Cs}/u.test(text), what);
}
