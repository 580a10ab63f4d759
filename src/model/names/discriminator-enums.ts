import { change } from "../change.js";
import type { NamedSchema, Schema } from "../types.js";
import { schemasIn } from "../walks/children.js";
import { reachable } from "../../common/collections.js";

/**
 * Shows the member by which a discriminator's mapping chooses a schema as an enum of the values that are mapped to it, as
 * orval does, in types alone: a discriminator never changes what is valid. A member that lists its values itself is
 * left as it is, and so are schemas that others extend, which may say more of it.
 */
export function addDiscriminatorEnums(schemas: readonly NamedSchema[]): void {
  const members = new Map<Schema, Map<string, Set<string>>>();
  const extended = new Set<Schema>();
  for (const schema of reachable<Schema>(schemas, schemasIn)) {
    for (const base of schema.keywords.allOf ?? []) extended.add(base);
    const { discriminator } = schema.keywords;
    for (const [value, target] of discriminator?.cases ?? []) {
      if (!discriminator?.mapped.has(value)) continue;
      const byName = members.get(target) ?? new Map<string, Set<string>>();
      const values = byName.get(discriminator.property) ?? new Set();
      members.set(target, byName.set(discriminator.property, values.add(value)));
    }
  }
  for (const [schema, byName] of members)
    if (schema.name !== undefined && !extended.has(schema)) showMembers(schema, byName);
}

function showMembers(schema: Schema, byName: ReadonlyMap<string, ReadonlySet<string>>): void {
  const changed = new Map(schema.keywords.properties);
  for (const [name, values] of byName) {
    const member = changed.get(name);
    if (!member || (member.name === undefined && member.keywords.enum)) continue;
    const { source } = member;
    const prose = member.keywords.prose && { prose: member.keywords.prose };
    const shown: Schema = {
      source,
      name: undefined,
      keywords: { types: ["string"], enum: [...values], ...prose },
    };
    const keywords = member.name === undefined ? member.keywords : { ref: member };
    changed.set(name, { source, name: undefined, keywords, shown });
  }
  if (changed.size > 0) change(schema, { keywords: { ...schema.keywords, properties: changed } });
}
