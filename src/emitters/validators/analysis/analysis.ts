import { cyclesOf, remembered } from "../../../common/collections.js";
import { assertNoMore } from "../../../model/keywords.js";
import type { JsonType, Keywords, Schema } from "../../../model/types.js";
import { hasSchemas, schemasIn } from "../../../model/walks/children.js";
import { listedValues, together, typesOf } from "../../../model/walks/values.js";
import type { Kind } from "../code/site.js";
import { pascalCase } from "../../../model/names/naming.js";

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

/** All that JSON has. A `bigint` or a `date` is there only where a schema asks for one. */
export const kinds: readonly Kind[] = ["null", "boolean", "number", "string", "array", "object"];

export function kindOfType(type: JsonType): Kind {
  return type === "integer" ? "number" : type;
}

export function kindOfValue(value: unknown): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as "boolean" | "number" | "bigint" | "string" | "object";
}

/** True if a part of `allOf` is written inline: it has no name, and no list of values, which would be compared twice. */
export function isMerged({ keywords, name }: Schema): boolean {
  return name === undefined && !keywords.enum && !keywords.const;
}

export type Tag = string | number | boolean | null;
type Scalar = Tag | bigint;

export function isScalar(value: unknown): value is Scalar {
  return typeof value !== "object" || value === null;
}

/** The members that are asked for in several of the places that hold together with a schema. */
export const membersAskedTwice = remembered((schema: Schema): ReadonlySet<string> => {
  const once = new Set<string>();
  const twice = new Set<string>();
  for (const { keywords } of together(schema))
    for (const name of keywords.properties?.keys() ?? []) (once.has(name) ? twice : once).add(name);
  return twice;
});

const anyKind: ReadonlySet<Kind> = new Set<Kind>([...kinds, "bigint", "date"]);

const knownTypes = new WeakMap<Schema, ReadonlySet<JsonType>>();

/** The kinds that a schema may let through: never less than it does. */
export const kindsOf = remembered((schema: Schema): ReadonlySet<Kind> => {
  const found = new Set([...typesOf(schema, knownTypes)].map(kindOfType));
  return new Set([...anyKind].filter((kind) => found.has(kind)));
}, anyKind);

function both<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...a].filter((item) => b.has(item)));
}

/** True if `undefined`, the value of an absent member, certainly fails the test of a schema. */
export const refusesUndefined: (schema: Schema) => boolean = remembered(({ keywords }) => {
  const { nothing, types, enum: list, const: only, ref, allOf = [], anyOf, oneOf } = keywords;
  if (nothing || types || list || only) return true;
  if (ref && refusesUndefined(ref)) return true;
  if (allOf.some(refusesUndefined)) return true;
  return [anyOf, oneOf].some((branches) => branches?.every(refusesUndefined));
}, false);

/** True if every keyword applies to one type only, so that `undefined` passes without a test. */
export function passesUndefined({ keywords }: Schema): boolean {
  return inPlace.every((keyword) => keywords[keyword] === undefined);
}

const inPlace = [
  "nothing",
  "types",
  "enum",
  "const",
  "ref",
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
] as const;

/** The members that an object must have and that have one of a few plain values: what unions are told apart by. */
export const tagsOf = remembered((schema: Schema): ReadonlyMap<string, readonly Tag[]> => {
  const required = new Set<string>();
  const values = new Map<string, readonly Tag[]>();
  for (const { keywords } of together(schema)) {
    for (const name of keywords.required ?? []) required.add(name);
    for (const [name, property] of keywords.properties ?? []) {
      const listed = plainValues(property);
      if (listed?.every(isTag) && !values.has(name)) values.set(name, listed);
    }
  }
  return new Map([...values].filter(([name]) => required.has(name)));
}, new Map());

function isTag(value: Scalar): value is Tag {
  return typeof value !== "bigint";
}

function plainValues(schema: Schema): readonly Scalar[] | undefined {
  for (const { keywords } of together(schema)) {
    const values = listedValues(keywords);
    if (values?.every(isScalar)) return values;
  }
  return undefined;
}

/** True if no value is valid for both schemas; false if that is unknown. */
export function areDisjoint(a: Schema, b: Schema): boolean {
  const common = [...both(kindsOf(a), kindsOf(b))];
  if (common.length === 0) return true;
  const [left, right] = [plainValues(a), plainValues(b)];
  if (left && right) return !left.some((value) => right.includes(value));
  if (common.length > 1 || common[0] !== "object") return false;
  const tags = tagsOf(b);
  return [...tagsOf(a)].some(([name, values]) => {
    const others = tags.get(name);
    return others !== undefined && !values.some((value) => others.includes(value));
  });
}

/** True if every value is valid. */
export const isTrivial: (schema: Schema) => boolean = unlessRefused(schemasIn, (schema, passes) =>
  passesAll(schema.keywords, passes),
);

/**
 * A question that is answered with yes until something speaks against it. All that a schema leads to is judged at once, and
 * those that use one whose answer turns out to be no are judged again, so that no answer depends on where the walk began.
 */
export function unlessRefused(
  partsOf: (schema: Schema) => readonly Schema[],
  isSo: (schema: Schema, others: (part: Schema) => boolean) => boolean,
): (schema: Schema) => boolean {
  const known = new WeakMap<Schema, boolean>();
  const judge = (first: Schema): void => {
    const users = new Map<Schema, Schema[]>([[first, []]]);
    for (const user of users.keys())
      for (const schema of partsOf(user)) {
        if (known.has(schema)) continue;
        const others = users.get(schema);
        if (others) others.push(user);
        else users.set(schema, [user]);
      }
    const refused = new Set<Schema>();
    const others = (schema: Schema): boolean => known.get(schema) ?? !refused.has(schema);
    // Schemas without references are last, and are judged first.
    let round: Iterable<Schema> = [...users.keys()].reverse();
    for (let isDone = false; !isDone;) {
      const next = new Set<Schema>();
      for (const schema of round) {
        if (refused.has(schema) || isSo(schema, others)) continue;
        refused.add(schema);
        for (const user of users.get(schema) ?? []) next.add(user);
      }
      isDone = next.size === 0;
      round = next;
    }
    for (const schema of users.keys()) known.set(schema, !refused.has(schema));
  };
  return (schema) => {
    if (!known.has(schema)) judge(schema);
    return known.get(schema) === true;
  };
}

/** True if keywords assert nothing, given the same for their subschemas. */
export function passesAll(keywords: Keywords, isTrivial: (child: Schema) => boolean): boolean {
  if (alwaysAsserts(keywords)) return false;
  if ((keywords.required?.size ?? 0) > 0 || (keywords.minProperties ?? 0) > 0) return false;
  if ((keywords.minItems ?? 0) > 0 || (keywords.minLength ?? 0) > 0) return false;
  if (keywords.contains && (keywords.minContains !== 0 || keywords.maxContains !== undefined))
    return false;
  if ([...(keywords.dependentRequired?.values() ?? [])].some((names) => names.length > 0))
    return false;
  if (keywords.anyOf && !keywords.anyOf.some(isTrivial)) return false;
  if (keywords.oneOf && !(keywords.oneOf.length === 1 && keywords.oneOf.every(isTrivial)))
    return false;
  const {
    additionalProperties,
    items,
    propertyNames,
    ref,
    unevaluatedItems,
    unevaluatedProperties,
  } = keywords;
  const children = [
    ref,
    additionalProperties,
    unevaluatedProperties,
    propertyNames,
    items,
    unevaluatedItems,
    ...(keywords.allOf ?? []),
    ...(keywords.prefixItems ?? []),
    ...(keywords.properties?.values() ?? []),
    ...(keywords.patternProperties?.values() ?? []),
    ...(keywords.dependentSchemas?.values() ?? []),
    ...(keywords.if ? [keywords.then, keywords.else] : []),
  ];
  return children.every((child) => child === undefined || isTrivial(child));
}

/** Keywords that may assert nothing, as `passesAll` finds out. Any other asserts something, also one that is new. */
const mayPassAll: ReadonlySet<string> = new Set([
  ...assertNoMore,
  ...([
    "required",
    "minProperties",
    "properties",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "minItems",
    "prefixItems",
    "items",
    "unevaluatedItems",
    "contains",
    "minLength",
  ] satisfies (keyof Keywords)[]),
]);

function alwaysAsserts(keywords: Keywords): boolean {
  for (const keyword in keywords)
    if (!mayPassAll.has(keyword) && keywords[keyword as keyof Keywords] !== undefined) return true;
  return false;
}
