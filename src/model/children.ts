import type { Keywords, Schema } from "./types.js";

/** The keywords of a schema, with other schemas in the place of those that it consists of. */
export function withChildren({ keywords }: Schema, change: (child: Schema) => Schema): Keywords {
  const result: { -readonly [K in keyof Keywords]: Keywords[K] } = { ...keywords };
  for (const keyword of singles) {
    const child = keywords[keyword];
    if (child) result[keyword] = change(child);
  }
  for (const keyword of lists) {
    const children = keywords[keyword];
    if (children) result[keyword] = children.map(change);
  }
  for (const keyword of maps) {
    const children = keywords[keyword];
    if (children)
      result[keyword] = new Map([...children].map(([key, child]) => [key, change(child)]));
  }
  return result;
}

/** The schemas that a schema consists of, each as often as it stands there. */
export function schemasIn({ keywords }: Schema): readonly Schema[] {
  const found: Schema[] = [];
  for (const keyword of singles) {
    const child = keywords[keyword];
    if (child) found.push(child);
  }
  if (keywords.dynamicRef) found.push(keywords.dynamicRef.initial);
  for (const keyword of lists) found.push(...(keywords[keyword] ?? []));
  for (const keyword of maps) found.push(...(keywords[keyword]?.values() ?? []));
  return found;
}

const singles = [
  "ref",
  "not",
  "if",
  "then",
  "else",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "items",
  "unevaluatedItems",
  "contains",
] as const;
const lists = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
const maps = ["properties", "patternProperties", "dependentSchemas"] as const;
