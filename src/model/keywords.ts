import type { Keywords } from "./types.js";

/** Limits of a number. */
export const boundKeywords = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
] as const;

/** All that is said of a number. */
export const numberKeywords = [...boundKeywords, "multipleOf"] as const;

/** Limits of how long a text or a list is, and of how many members an object has. */
export const sizeKeywords = [
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const;

/** All keywords that count. */
export const countKeywords = [...sizeKeywords, "minContains", "maxContains"] as const;

/** Keywords that restrict no value (JSON Schema 2020-12 validation, section 9), and what is kept beside them. */
export const annotations: ReadonlySet<string> = new Set<keyof Keywords>([
  "default",
  "deprecated",
  "examples",
  "extensions",
  "prose",
  "readOnly",
  "writeOnly",
]);

/** Keywords that assert no more than the schemas in them or the keywords beside them do. */
export const assertNoMore: ReadonlySet<string> = new Set([
  ...annotations,
  ...([
    "ref",
    "allOf",
    "anyOf",
    "oneOf",
    "if",
    "then",
    "else",
    "minContains",
    "maxContains",
    "contentEncoding",
    "contentMediaType",
    "contentSchema",
    "discriminator",
  ] satisfies (keyof Keywords)[]),
]);
