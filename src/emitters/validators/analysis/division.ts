import type { Schema } from "../../../model/types.js";

/** So many members at most are looked at by one function: compilers give up on longer ones. */
const maximumMembers = 300;

const known = new WeakMap<Schema, readonly Schema[]>();

/** The members of a very large object as schemas of a part of them each; none where there is no need. */
export function partsOfMembers(schema: Schema): readonly Schema[] {
  const properties = schema.keywords.properties ?? new Map<string, Schema>();
  if (properties.size <= maximumMembers) return [];
  const parts = known.get(schema) ?? divided(schema, [...properties]);
  known.set(schema, parts);
  return parts;
}

function divided(
  { keywords, source }: Schema,
  members: readonly (readonly [string, Schema])[],
): readonly Schema[] {
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
}
