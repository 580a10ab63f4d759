import { change } from "../change.js";
import type { NamedSchema, Schema } from "../types.js";
import { schemasIn } from "../walks/children.js";

/**
 * Shows the member by which a discriminator's mapping chooses a schema as an enum of the values that are mapped to it, as
 * orval does, in types alone: a discriminator never changes what is valid. A member that lists its values itself is
 * left as it is, and so is one of which a schema that extends this one says more.
 */
export function showChosen(schemas: readonly NamedSchema[]): void {
  const members = new Map<Schema, Map<string, Set<string>>>();
  const heirs = new Map<Schema, Schema[]>();
  const all = new Set<Schema>(schemas);
  // What is added is gone through, too.
  for (const schema of all) {
    for (const child of schemasIn(schema)) all.add(child);
    for (const base of schema.keywords.allOf ?? [])
      heirs.set(base, [...(heirs.get(base) ?? []), schema]);
    const { discriminator } = schema.keywords;
    for (const [value, target] of discriminator?.cases ?? []) {
      if (!discriminator?.mapped.has(value)) continue;
      const byName = members.get(target) ?? new Map<string, Set<string>>();
      const values = byName.get(discriminator.property) ?? new Set();
      members.set(target, byName.set(discriminator.property, values.add(value)));
    }
  }
  for (const [schema, byName] of members)
    for (const [name, values] of byName)
      if (schema.name !== undefined && !isNarrowed(schema, name))
        showMember(schema, name, [...values]);

  /** Whether what extends a schema says more of a member. */
  function isNarrowed(schema: Schema, name: string, seen = new Set<Schema>()): boolean {
    if (seen.has(schema)) return false;
    seen.add(schema);
    return (heirs.get(schema) ?? []).some(
      (heir) => members.has(heir) || declares(heir, name) || isNarrowed(heir, name, seen),
    );
  }
}

/** In itself, or in a part without a name. */
function declares({ keywords: { allOf = [], properties } }: Schema, name: string): boolean {
  return (
    properties?.has(name) === true ||
    allOf.some((part) => part.name === undefined && declares(part, name))
  );
}

function showMember(schema: Schema, name: string, values: readonly string[]): void {
  const { properties } = schema.keywords;
  const member = properties?.get(name);
  if (!properties || !member || (member.name === undefined && member.keywords.enum)) return;
  const { source } = member;
  const prose = member.keywords.prose && { prose: member.keywords.prose };
  const shown: Schema = {
    source,
    name: undefined,
    keywords: { types: ["string"], enum: values, ...prose },
  };
  const keywords = member.name === undefined ? member.keywords : { ref: member };
  const changed = new Map(properties).set(name, { source, name: undefined, keywords, shown });
  change(schema, { keywords: { ...schema.keywords, properties: changed } });
}
