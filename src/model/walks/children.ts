import type { Discriminator, Keywords, Schema } from "../types.js";

/** Keywords whose value is a schema, but for `$ref` and its kin. */
export const singleSchemas = [
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
  "contentSchema",
] as const;
/** Keywords whose value is a list of schemas. */
export const listsOfSchemas = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
/** Keywords whose value is a map of schemas. */
export const mapsOfSchemas = ["properties", "patternProperties", "dependentSchemas"] as const;

const singles = ["ref", ...singleSchemas] as const;

const ofSchemas: ReadonlySet<string> = new Set<string>([
  ...singles,
  ...listsOfSchemas,
  ...mapsOfSchemas,
]);

/** False for most schemas. */
export function hasSchemas({ keywords }: Schema): boolean {
  for (const keyword in keywords) if (ofSchemas.has(keyword)) return true;
  return false;
}

const none: readonly Schema[] = [];

/** The keywords of a schema, with other schemas in the place of those that it consists of. */
export function withChildren({ keywords }: Schema, change: (child: Schema) => Schema): Keywords {
  const result: { -readonly [K in keyof Keywords]: Keywords[K] } = { ...keywords };
  for (const keyword of singles) {
    const child = keywords[keyword];
    if (child) result[keyword] = change(child);
  }
  for (const keyword of listsOfSchemas) {
    const children = keywords[keyword];
    if (children) result[keyword] = children.map(change);
  }
  for (const keyword of mapsOfSchemas) {
    const children = keywords[keyword];
    if (children)
      result[keyword] = new Map([...children].map(([key, child]) => [key, change(child)]));
  }
  return result;
}

/** A discriminator with other schemas in the place of those that it chooses from. */
export function withCases(
  discriminator: Discriminator,
  change: (schema: Schema) => Schema,
): Discriminator {
  const cases = [...discriminator.cases].map(([value, one]) => [value, change(one)] as const);
  return { ...discriminator, cases: new Map(cases) };
}

/** The schemas that a schema consists of, each as often as it stands there. */
export function schemasIn(schema: Schema): readonly Schema[] {
  if (!hasSchemas(schema)) return none;
  const { keywords } = schema;
  const found: Schema[] = [];
  for (const keyword of singles) {
    const child = keywords[keyword];
    if (child) found.push(child);
  }
  for (const keyword of listsOfSchemas) for (const one of keywords[keyword] ?? []) found.push(one);
  for (const keyword of mapsOfSchemas)
    for (const one of keywords[keyword]?.values() ?? []) found.push(one);
  return found;
}

/** The schemas that hold for the same value as a schema, but for conditions: its `$ref` and branches. */
export function sameValueParts(schema: Schema): readonly Schema[] {
  const { anyOf = [], oneOf = [] } = schema.keywords;
  return [...sureParts(schema), ...anyOf, ...oneOf];
}

/** Those of them that hold whatever the value is: not one that is chosen. */
export function sureParts({ keywords: { ref, allOf = [] } }: Schema): readonly Schema[] {
  return [...(ref ? [ref] : []), ...allOf];
}

/** The schemas that hold for the same value on a condition, and those that are the condition. */
export function conditionalParts({ keywords }: Schema): readonly Schema[] {
  const { if: condition, then, else: otherwise, dependentSchemas } = keywords;
  return [condition, then, otherwise, ...(dependentSchemas?.values() ?? [])].filter(
    (one) => one !== undefined,
  );
}
