import { pascalCase } from "../../model/naming.js";
import type { Schema } from "../../model/types.js";
import { partsOfMembers } from "./division.js";

export interface Child {
  readonly schema: Schema;
  /** A word for the place: `Owner` for the property `owner`, `Item` for `items`. */
  readonly step: string;
}

/** The schemas that a schema consists of, in the order of the keywords below; `$ref` comes last. */
export function childrenOf(schema: Schema): readonly Child[] {
  const { keywords } = schema;
  const one = (step: string, schema: Schema | undefined): Child[] =>
    schema ? [{ schema, step }] : [];
  const list = (step: string, schemas: readonly Schema[] = []): Child[] =>
    schemas.map((schema, index) => ({ schema, step: `${step}${index + 1}` }));
  const map = (
    step: (key: string) => string,
    schemas: ReadonlyMap<string, Schema> = new Map(),
  ): Child[] => [...schemas].map(([key, schema]) => ({ schema, step: step(key) }));
  return [
    ...map((key) => pascalCase(key).replace(/^_/, "") || "Property", keywords.properties),
    ...map(() => "Match", keywords.patternProperties),
    ...one("Value", keywords.additionalProperties),
    ...one("Rest", keywords.unevaluatedProperties),
    ...one("Key", keywords.propertyNames),
    ...map((key) => `With${pascalCase(key)}`, keywords.dependentSchemas),
    ...list("Item", keywords.prefixItems),
    ...one("Item", keywords.items),
    ...one("RestItem", keywords.unevaluatedItems),
    ...one("Contained", keywords.contains),
    ...list("Part", keywords.allOf),
    ...list("Option", keywords.anyOf),
    ...list("Option", keywords.oneOf),
    ...one("Excluded", keywords.not),
    ...one("If", keywords.if),
    ...one("Then", keywords.then),
    ...one("Else", keywords.else),
    ...one(
      pascalCase(keywords.ref?.source.pointer.split("/").at(-1) ?? "") || "Base",
      keywords.ref,
    ),
    ...list("Members", partsOfMembers(schema)),
  ];
}
