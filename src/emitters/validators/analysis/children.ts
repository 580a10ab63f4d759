import { hasSchemas } from "../../../model/walks/children.js";
import { pascalCase } from "../../../model/names/naming.js";
import type { Schema } from "../../../model/types.js";
import { partsOfMembers } from "./division.js";

export interface Child {
  readonly schema: Schema;
  /** A word for the place: `Owner` for the property `owner`, `Item` for `items`. */
  readonly step: string;
}

const known = new WeakMap<Schema, readonly Child[]>();
const noChildren: readonly Child[] = [];

/** The schemas that a schema consists of, in the order of the keywords below; `$ref` comes last. */
export function childrenOf(schema: Schema): readonly Child[] {
  const found = known.get(schema);
  if (found) return found;
  const children = hasSchemas(schema) ? find(schema) : noChildren;
  known.set(schema, children);
  return children;
}

function find(schema: Schema): readonly Child[] {
  const { keywords } = schema;
  const children: Child[] = [];
  const one = (step: string, schema: Schema | undefined): void => {
    if (schema) children.push({ schema, step });
  };
  const list = (step: string, schemas: readonly Schema[] | undefined): void => {
    schemas?.forEach((schema, index) => children.push({ schema, step: `${step}${index + 1}` }));
  };
  const map = (
    step: (key: string) => string,
    schemas: ReadonlyMap<string, Schema> | undefined,
  ): void => {
    if (schemas) for (const [key, schema] of schemas) children.push({ schema, step: step(key) });
  };
  map((key) => pascalCase(key).replace(/^_/, "") || "Property", keywords.properties);
  map(() => "Match", keywords.patternProperties);
  one("Value", keywords.additionalProperties);
  one("Rest", keywords.unevaluatedProperties);
  one("Key", keywords.propertyNames);
  map((key) => `With${pascalCase(key)}`, keywords.dependentSchemas);
  list("Item", keywords.prefixItems);
  one("Item", keywords.items);
  one("RestItem", keywords.unevaluatedItems);
  one("Contained", keywords.contains);
  list("Part", keywords.allOf);
  list("Option", keywords.anyOf);
  list("Option", keywords.oneOf);
  one("Excluded", keywords.not);
  one("If", keywords.if);
  one("Then", keywords.then);
  one("Else", keywords.else);
  const { ref } = keywords;
  if (ref) one(pascalCase(ref.source.pointer.split("/").at(-1) ?? "") || "Base", ref);
  list("Members", partsOfMembers(schema));
  return children;
}
