import { pushTo, reachable, remembered } from "../../common/collections.js";
import { matches } from "../../common/patterns.js";
import type { Keywords, Schema } from "../types.js";
import { sureParts } from "./children.js";
import { together } from "./values.js";

/** The members of an object, by name and otherwise. */
export interface Members {
  readonly properties: ReadonlyMap<string, Schema>;
  /** Of members that have other names, by the pattern of these. */
  readonly patterns: ReadonlyMap<string, Schema>;
  /** Of all others; undefined: nothing is said of any. */
  readonly rest: Schema | undefined;
}

/** The members over all parts and branches of a schema: of each, what any of them says. */
export function membersOf(schema: Schema): Members {
  const all = [...inPlace(schema)].map(({ keywords }) => keywords);
  const names = new Set(all.flatMap(({ properties }) => [...(properties?.keys() ?? [])]));
  const patterns = new Set(all.flatMap((one) => [...(one.patternProperties?.keys() ?? [])]));
  const inOrder = (keys: ReadonlySet<string>, said: ReadonlyMap<string, Schema>) =>
    new Map(
      [...keys].flatMap((key) => {
        const one = said.get(key);
        return one ? [[key, one]] : [];
      }),
    );
  return {
    properties: inOrder(
      names,
      saidOf(schema, "properties", (keywords) => named(names, keywords)),
    ),
    patterns: inOrder(
      patterns,
      saidOf(schema, "patterns", ({ patternProperties }) => patternProperties),
    ),
    rest:
      restOf(schema, ({ additionalProperties }) => additionalProperties) ??
      restOf(schema, ({ unevaluatedProperties }) => unevaluatedProperties),
  };
}

/** What the keywords of one part say of members that have names. */
function named(names: ReadonlySet<string>, keywords: Keywords): Said {
  const { properties, patternProperties, additionalProperties } = keywords;
  if (!patternProperties && !additionalProperties) return properties;
  const ofName = (name: string): readonly Schema[] => {
    const own = properties?.get(name);
    const matching = [...(patternProperties ?? [])].flatMap(([pattern, schema]) =>
      matches(pattern, name) ? [schema] : [],
    );
    const said = [...(own ? [own] : []), ...matching];
    return said.length === 0 && additionalProperties ? [additionalProperties] : said;
  };
  return new Map([...names].map((name) => [name, ofName(name)]));
}

function restOf(
  schema: Schema,
  own: (keywords: Keywords) => Schema | undefined,
): Schema | undefined {
  const said = saidOf(schema, "", (keywords) => {
    const rest = own(keywords);
    return rest && new Map([["rest", rest]]);
  });
  return said.get("rest");
}

/** Schemas of the items of a list: the first ones by index, and the rest. */
export interface Items {
  readonly first: readonly (Schema | undefined)[];
  readonly rest: Schema | undefined;
}

/** The items of a list, as `membersOf` has members. */
export function itemsOf(schema: Schema): Items {
  let count = 0;
  for (const { keywords } of inPlace(schema))
    count = Math.max(count, keywords.prefixItems?.length ?? 0);
  const said = saidOf(schema, "items", ({ prefixItems, items }) =>
    byIndex(count, (index) => prefixItems?.[index] ?? items),
  );
  const others = saidOf(schema, "items", ({ unevaluatedItems }) =>
    byIndex(count, () => unevaluatedItems),
  );
  const at = (index: number): Schema | undefined =>
    said.get(String(index)) ?? others.get(String(index));
  return { first: Array.from({ length: count }, (_, index) => at(index)), rest: at(count) };
}

function byIndex(count: number, own: (index: number) => Schema | undefined): Said {
  const said = new Map<string, Schema>();
  for (let index = 0; index <= count; index++) {
    const one = own(index);
    if (one) said.set(String(index), one);
  }
  return said;
}

/** A schema, and all that may hold for the same value. */
function inPlace(first: Schema): ReadonlySet<Schema> {
  return reachable([first], (schema) => [...sureParts(schema), ...choicesOf(schema).flat()]);
}

/** Schemas of which some may hold, in groups. */
function choicesOf({ keywords }: Schema): readonly (readonly Schema[])[] {
  const { anyOf = [], oneOf = [], then, else: other, dependentSchemas, discriminator } = keywords;
  const conditional = [then, other].filter((one) => one !== undefined);
  const dependent = [...(dependentSchemas?.values() ?? [])].map((one) => [one]);
  const heirs = [...(discriminator?.cases.values() ?? [])];
  return [anyOf, oneOf, conditional, ...dependent, heirs].filter(({ length }) => length > 0);
}

/** Subschemas that apply to members or items, by the name of the member or the index of the item. */
type Said = ReadonlyMap<string, Schema | readonly Schema[]> | undefined;

/**
 * Of each member or item of the values of a schema, one schema for what all its parts say of it; `own` finds that in the
 * keywords of each part. It is made once for each schema, since several branches may lead to the same one.
 */
function saidOf(
  schema: Schema,
  what: string,
  own: (keywords: Keywords) => Said,
): ReadonlyMap<string, Schema> {
  const ofPart = remembered<Schema, Lists>(
    (part) =>
      merged([
        listsOf(own(part.keywords)),
        ...choicesOf(part).map((group, index) =>
          eitherOf(part, `${what}/${index}`, new Set(group.map(ofAll))),
        ),
      ]),
    new Map(),
  );
  const ofAll: (one: Schema) => Lists = remembered<Schema, Lists>(
    (one) => merged([...together(one)].map(ofPart)),
    new Map(),
  );
  const all = new Map<string, Schema>();
  for (const [key, schemas] of ofAll(schema)) {
    const found = joined(schema, `${what}/${key}`, "allOf", schemas);
    if (found) all.set(key, found);
  }
  return all;
}

/** The same, where all schemas of a list hold. */
type Lists = ReadonlyMap<string, readonly Schema[]>;

function listsOf(said: Said): Lists {
  const lists = new Map<string, Schema[]>();
  for (const [key, one] of said ?? [])
    for (const schema of [one].flat()) if (!schema.keywords.nothing) pushTo(lists, key, schema);
  return lists;
}

function merged(all: readonly Lists[]): Lists {
  const [first = new Map(), ...others] = all.filter(({ size }) => size > 0);
  if (others.length === 0) return first;
  const lists = new Map<string, Set<Schema>>();
  for (const one of [first, ...others])
    for (const [key, schemas] of one) {
      const known = lists.get(key);
      if (!known) lists.set(key, new Set(schemas));
      else for (const schema of schemas) known.add(schema);
    }
  return new Map(Array.from(lists, ([key, schemas]) => [key, [...schemas]]));
}

/** What each of several branches says stands once, beside what they differ in: `(a & x) | (b & x)` is `(a | b) & x`. */
function eitherOf(part: Schema, what: string, branches: ReadonlySet<Lists>): Lists {
  const byKey = new Map<string, (readonly Schema[])[]>();
  for (const branch of branches) for (const [key, schemas] of branch) pushTo(byKey, key, schemas);
  return new Map(
    Array.from(byKey, ([key, lists]) => [key, oneOrOther(part, `${what}/${key}`, lists)]),
  );
}

function oneOrOther(
  part: Schema,
  what: string,
  lists: readonly (readonly Schema[])[],
): readonly Schema[] {
  const [first = new Set<Schema>(), ...others] = lists.map((list) => new Set(list));
  const common = new Set([...first].filter((one) => others.every((other) => other.has(one))));
  const rests = [first, ...others].map((all) => [...all].filter((one) => !common.has(one)));
  if (rests.some(({ length }) => length === 0)) return [...common];
  const different = joined(
    part,
    what,
    "anyOf",
    rests.map((rest, index) => joined(part, `${what}/${index}`, "allOf", rest)),
  );
  return [...common, ...(different ? [different] : [])];
}

/** Schemas that a joined one is made of, and how often they stand in it. */
const madeOf = new WeakMap<
  Schema,
  { readonly parts: ReadonlySet<Schema>; readonly count: number }
>();

/** Branches that lead to the same parts in many ways are joined as these parts. */
const mostParts = 100;

/** One schema for several. Its place is not one of the description, since it stands nowhere in it. */
function joined(
  { source }: Schema,
  what: string,
  keyword: "allOf" | "anyOf",
  schemas: readonly (Schema | undefined)[],
): Schema | undefined {
  const all = new Set(schemas.filter((one) => one !== undefined));
  const [first] = all;
  if (!first || all.size === 1) return first;
  const made = [...all].map((one) => madeOf.get(one) ?? { parts: new Set([one]), count: 1 });
  const parts = new Set(made.flatMap((one) => [...one.parts]));
  const count = made.reduce((sum, one) => sum + one.count, 0);
  const isFlat = keyword === "anyOf" && count > mostParts;
  const schema: Schema = {
    source: { ...source, pointer: `${source.pointer}/~${keyword}/${what}` },
    name: undefined,
    keywords: { [keyword]: [...(isFlat ? parts : all)] },
  };
  madeOf.set(schema, { parts, count: isFlat ? parts.size : count });
  return schema;
}
