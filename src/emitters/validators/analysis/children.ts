import { remembered } from "../../../diagnostics/collections.js";
import { hasSchemas } from "../../../model/walks/children.js";
import { pascalCase } from "../../../model/names/naming.js";
import type { Schema } from "../../../model/types.js";
import { cyclesOf } from "../../../diagnostics/graph.js";

export interface Child {
  readonly schema: Schema;
  /** A word for the place: `Owner` for the property `owner`, `Item` for `items`. */
  readonly step: string;
}

const noChildren: readonly Child[] = [];

/** The schemas that a schema consists of, in the order of the keywords below; `$ref` comes last. */
export const childrenOf = remembered((schema: Schema): readonly Child[] =>
  hasSchemas(schema) ? find(schema) : noChildren,
);

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

/** The number of the cycle that a schema is in, which others in it have too; a schema in none has no number. */
export type Cycles = ReadonlyMap<Schema, number>;

/** Numbers the cycles of schemas that lead to each other. */
export function findCycles(roots: readonly Schema[]): Cycles {
  const found = cyclesOf(roots, (schema) => childrenOf(schema).map((child) => child.schema));
  return new Map(found.flatMap((members, cycle) => [...members].map((member) => [member, cycle])));
}

/** So many members at most are looked at by one function: compilers give up on longer ones. */
const maximumMembers = 300;

/** The members of a very large object as schemas of a part of them each; none where there is no need. */
export function partsOfMembers(schema: Schema): readonly Schema[] {
  const count = schema.keywords.properties?.size ?? 0;
  return count <= maximumMembers ? [] : divided(schema);
}

const divided = remembered(({ keywords, source }: Schema): readonly Schema[] => {
  const members = [...(keywords.properties ?? [])];
  const required = keywords.required ?? new Set<string>();
  const parts: Schema[] = [];
  for (let start = 0; start < members.length; start += maximumMembers) {
    const some = members.slice(start, start + maximumMembers);
    const names = some.map(([name]) => name).filter((name) => required.has(name));
    parts.push({
      source,
      name: undefined,
      keywords: { types: ["object"], properties: new Map(some), required: new Set(names) },
    });
  }
  return parts;
});
