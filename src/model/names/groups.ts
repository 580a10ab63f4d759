import type { Source } from "../../common/source.js";
import { below } from "../../common/pointers.js";
import type { Schema } from "../types.js";
import { reachable } from "../../common/collections.js";

/** Schemas that hold for the same values, so that the members of these have the same names in code. */
export class Group {
  /** By their names on the wire. */
  readonly members = new Map<string, Member>();
  /** Of members that are not named. */
  others: Group | undefined;
  items: Group | undefined;
  /** Of each schema that says something of all members but those that it names itself. */
  readonly rests: Rest[] = [];
  /** Set where it has become one with another group. */
  parent: Group | undefined;
}

interface Member {
  readonly group: Group;
  /** The place where it is first named. */
  readonly source: Source;
}

interface Rest {
  readonly named: ReadonlySet<string>;
  readonly group: Group;
}

/**
 * Finds groups of schemas by congruence: what `$ref`, `allOf`, `anyOf` and `oneOf` say of one value is one group, and then so are
 * the members of one name in it, its other members, and its items. Which branch a value takes never counts. Keywords that do
 * not show in types are left out. All is found by `finish`.
 */
export class Groups {
  readonly #bySchema = new Map<Schema, Group>();
  readonly #unread: Schema[] = [];
  readonly #unequal: (readonly [Group, Group])[] = [];
  /** Those that have `rests`. */
  readonly #open = new Set<Group>();

  of(schema: Schema): Group {
    const known = this.#bySchema.get(schema);
    if (known) return root(known);
    const group = new Group();
    this.#bySchema.set(schema, group);
    this.#unread.push(schema);
    return group;
  }

  /** One of what is no schema. */
  alone(): Group {
    return new Group();
  }

  /** Makes one of two groups, and of all that follows from it. */
  unite(one: Group, other: Group): void {
    this.#unequal.push([one, other]);
  }

  member(owner: Group, name: string, source: Source): Group {
    const { members } = root(owner);
    const known = members.get(name);
    if (known) return root(known.group);
    const group = new Group();
    members.set(name, { group, source });
    return group;
  }

  /** A stream has items without being a list. */
  items(owner: Group): Group {
    return root((root(owner).items ??= new Group()));
  }

  finish(): void {
    for (;;) {
      const schema = this.#unread.pop();
      const pair = schema ? undefined : this.#unequal.pop();
      if (schema) this.#read(schema);
      else if (pair) this.#merge(root(pair[0]), root(pair[1]));
      else if (!this.#applyRests()) return;
    }
  }

  #read(schema: Schema): void {
    const { keywords, source } = schema;
    const group = this.of(schema);
    const members = below(source, "properties");
    const { ref, allOf = [], anyOf = [], oneOf = [], properties, required } = keywords;
    for (const part of [ref, ...allOf, ...anyOf, ...oneOf])
      if (part) this.unite(group, this.of(part));
    for (const [name, one] of properties ?? [])
      this.unite(this.member(group, name, below(members, name)), this.of(one));
    for (const name of required ?? []) this.member(group, name, source);
    if (keywords.discriminator) this.member(group, keywords.discriminator.property, source);
    const { additionalProperties, patternProperties, prefixItems = [], items } = keywords;
    for (const one of [...prefixItems, items]) if (one) this.unite(this.items(group), this.of(one));
    const rest = [additionalProperties, ...(patternProperties?.values() ?? [])];
    for (const one of rest) if (one) this.#addRest(group, one, new Set(properties?.keys()));
  }

  #addRest(owner: Group, schema: Schema, named: ReadonlySet<string>): void {
    const group = this.of(schema);
    const of = root(owner);
    of.others ??= new Group();
    this.unite(of.others, group);
    of.rests.push({ named, group });
    this.#open.add(of);
  }

  /** The smaller one is emptied into the larger one. */
  #merge(one: Group, other: Group): void {
    if (one === other) return;
    const isLarger = one.members.size + one.rests.length >= other.members.size + other.rests.length;
    const [into, from] = isLarger ? [one, other] : [other, one];
    from.parent = into;
    if (this.#open.delete(from)) this.#open.add(into);
    for (const [name, member] of from.members) {
      const known = into.members.get(name);
      if (known) this.unite(known.group, member.group);
      else into.members.set(name, member);
    }
    for (const rest of from.rests) into.rests.push(rest);
    for (const place of ["others", "items"] as const) {
      const [mine, its] = [into[place], from[place]];
      if (mine && its) this.unite(mine, its);
      else into[place] = mine ?? its;
    }
    from.members.clear();
  }

  /** Applies a schema's other members to the members that only another schema of the same value names. */
  #applyRests(): boolean {
    for (const { members, rests } of this.#open)
      for (const { named, group } of rests) {
        const others = [...members].filter(
          ([name, member]) => !named.has(name) && root(member.group) !== root(group),
        );
        if (others.length === 0 || !hasNames(group)) continue;
        for (const [, member] of others) this.unite(member.group, group);
      }
    return this.#unequal.length > 0;
  }
}

/** The group that a group has become a part of. */
export function root(group: Group): Group {
  let last = group;
  while (last.parent) last = last.parent;
  // Later questions have a shorter way.
  for (let one = group; one.parent && one.parent !== last;) {
    const next = one.parent;
    one.parent = last;
    one = next;
  }
  return last;
}

/** True where there are members with names, at any depth. */
function hasNames(group: Group): boolean {
  const reached = reachable([root(group)], ({ members, others, items }) =>
    members.size > 0 ? [] : rootsOf([others, items]),
  );
  return [...reached].some(({ members }) => members.size > 0);
}

/** All groups that groups lead to. */
export function groupsBelow(groups: readonly Group[]): ReadonlySet<Group> {
  return reachable(groups.map(root), ({ members, others, items }) =>
    rootsOf([...[...members.values()].map(({ group }) => group), others, items]),
  );
}

function rootsOf(groups: readonly (Group | undefined)[]): readonly Group[] {
  return groups.flatMap((one) => (one ? [root(one)] : []));
}
