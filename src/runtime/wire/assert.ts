/** Throws unless `holds`, without quoting the value: that may be long, or a secret. */
export function assert(holds: boolean, what: string, why = "is invalid"): void {
  if (!holds) throw new TypeError(`${what} ${why}`);
}

/** Rejects a delimiter in a value that its style does not encode, since other values would arrive. */
export const DELIMITED = "holds a delimiter of its style, which cannot be escaped";

/** Rejects a part of a path that URL parsers drop or resolve, so that another operation would be called. */
export const DOTS = "is empty, . or ..";

/** Rejects a lone surrogate, which would be sent as another character. */
export function assertWellFormed(text: string, what: string): void {
  assert(!loneSurrogate.test(text), what);
}

const loneSurrogate = /* @__PURE__ */ new RegExp("\\p{Cs}", "u");
