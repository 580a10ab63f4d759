/**
 * Keywords that have an effect on values of some types alone, and these types (JSON Schema 2020-12 validation, section 6;
 * core, section 10.3).
 */
export const limitedTypes: ReadonlyMap<string, readonly string[]> = new Map(
  (
    [
      [
        ["number", "integer"],
        ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
      ],
      [["string"], ["minLength", "maxLength", "pattern"]],
      [["array"], ["minItems", "maxItems", "uniqueItems", "items", "prefixItems", "contains"]],
      [
        ["object"],
        ["minProperties", "maxProperties", "properties", "patternProperties", "required"],
      ],
    ] as const
  ).flatMap(([types, keywords]) => keywords.map((keyword) => [keyword, types] as const)),
);
