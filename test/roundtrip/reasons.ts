/** What HTTP, or a style that a description asks for, has no way to write. A reason that is never met is one too many. */
export const reasons = {
  "an empty list is not written": "RFC 6570, section 2.3: a list without items is undefined",
  "null is not written": "RFC 6570, section 2.3: null is undefined",
  "an empty object is not written": "RFC 6570, section 2.3",
  "a list of one empty text looks like an empty list": "`a=` without explode",
  "a delimiter in a value is not told from one between values":
    "where nothing is percent-encoded: headers, parts, and dots in the style label",
  "a path has no empty or dotted segments": "RFC 3986, section 3.3",
  "a header has no such letters":
    "RFC 9110, section 5.5: no control characters, no space at its ends, bytes",
  "a text is not told from a number": "where a schema lets both through",
  "a value in a style has no parts of its own": "RFC 6570, section 2.3: lists and maps of texts",
  "two values side by side are not told apart": "OpenAPI 3.1, section 4.8.8: RFC 6570 only expands",
  "fetch sends no body with GET or HEAD": "the Fetch standard, section 5.4, Request(), step 37",
  "fetch has no such method": "the Fetch standard, section 2.2.1: forbidden methods",
  "node:http reads no such method":
    "RFC 9110, section 9.1: a server knows the methods that it knows",
  "there is one Authorization header": "RFC 9110, section 11.6.2: two schemes cannot both be in it",
  "no request meets a scheme that is not known": "OpenAPI 3.1, section 4.8.30: each is declared",
  "another path has this text": "OpenAPI 3.1, section 4.8.8.2: concrete paths are matched first",
  "another path is the same":
    "OpenAPI 3.1, section 4.8.8.2: such templates are identical and invalid",
  "a redirect is followed":
    "the Fetch standard, section 4.4, HTTP-redirect fetch: where it has a Location",
  "an event without data is none": "the HTML standard, section 9.2.6: it is not dispatched",
  "an event has no such field":
    "the HTML standard, section 9.2.6: `retry` is digits, an empty `event` none",
  "a path has no query or fragment": "RFC 3986, section 3.3: `?` and `#` end it",
  "HTTP has this header for itself":
    "the Fetch standard, section 2.2.2; RFC 9110, sections 8.4 and 8.6",
  "a list of one is not told from a value":
    "RFC 6570, section 3.2.8: where a schema lets both through",
  "only objects are in a deepObject": "OpenAPI 3.1, section 4.8.12.4",
  "a style writes the type that it is for": "RFC 6570, section 2.3: a text, a list or a map",
  "members of two objects are side by side": "RFC 6570, section 3.2.8: names of members alone",
  "an integer is too great to be exact": "RFC 8259, section 6: up to 2^53 - 1 all agree upon it",
} as const;

export type Reason = keyof typeof reasons;

/** Those for which a client sends nothing; with the others, a part of a value is lost, or is not told from another. */
export const refused: ReadonlySet<Reason> = new Set([
  "a delimiter in a value is not told from one between values",
  "a path has no empty or dotted segments",
  "a value in a style has no parts of its own",
  "a header has no such letters",
  "a list of one empty text looks like an empty list",
]);
