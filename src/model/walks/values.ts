import { matches } from "../../diagnostics/patterns.js";
import { remembered } from "../../diagnostics/collections.js";
import { isSame } from "../../diagnostics/json.js";
import { sureParts } from "./children.js";
import { reachable } from "../../diagnostics/graph.js";
import type { JsonType, Keywords, Schema } from "../types.js";

/** In the order in which a text is tried for them. */
const order: readonly JsonType[] = [
  "boolean",
  "integer",
  "bigint",
  "number",
  "date",
  "null",
  "string",
  "array",
  "object",
];

/** All but `integer`, which `number` covers. */
const anyType: ReadonlySet<JsonType> = new Set(order.filter((type) => type !== "integer"));

/** Results for schemas, which must not change; one that leads to itself finds what is there meanwhile. */
type Known = WeakMap<Schema, ReadonlySet<JsonType>>;

/** The types that a schema may let through: never less than it does. */
export function typesOf(schema: Schema, known: Known = new WeakMap()): ReadonlySet<JsonType> {
  return typesBy(schema, known, statedTypes);
}

/** The types that a schema means, as a text is tried for them one by one; undefined where it says nothing of them. */
export function meantTypes(schema: Schema): readonly JsonType[] | undefined {
  const types = typesBy(
    schema,
    new WeakMap(),
    (keywords) => statedTypes(keywords) ?? implied(keywords),
  );
  const isAny = [...anyType].every((type) => types.has(type));
  if (isAny) return undefined;
  return order.filter((one) => types.has(one) && !(one === "integer" && types.has("number")));
}

type OfKeywords = (keywords: Keywords) => ReadonlySet<JsonType> | undefined;

/** Not by recursion, since branches may lead as far as references do. */
function typesBy(first: Schema, known: Known, ofKeywords: OfKeywords): ReadonlySet<JsonType> {
  const begun = new Set<Schema>();
  const waiting = [first];
  for (let schema = waiting.at(-1); schema; schema = waiting.at(-1)) {
    if (begun.delete(schema)) {
      waiting.pop();
      known.set(schema, typesWith(schema, known, ofKeywords));
    } else if (known.get(schema)) waiting.pop();
    else {
      begun.add(schema);
      known.set(schema, anyType);
      for (const { keywords } of together(schema))
        for (const one of branchesOf(keywords).flat()) if (!known.get(one)) waiting.push(one);
    }
  }
  return known.get(first) ?? anyType;
}

/** The types of a schema, given those of its branches. */
function typesWith(schema: Schema, known: Known, ofKeywords: OfKeywords): ReadonlySet<JsonType> {
  let left = anyType;
  for (const { keywords } of together(schema)) {
    const types = ofKeywords(keywords);
    if (types) left = both(left, types);
    for (const branches of branchesOf(keywords))
      left = both(left, new Set(branches.flatMap((one) => [...(known.get(one) ?? anyType)])));
  }
  return left;
}

/** A schema, and all that holds for the same value because of `$ref` and `allOf`. */
export function together(first: Schema): ReadonlySet<Schema> {
  return reachable([first], sureParts);
}

function branchesOf({ anyOf, oneOf, if: condition, then, else: other }: Keywords): Schema[][] {
  const ofCondition = condition && then && other ? [then, other] : undefined;
  return [anyOf, oneOf, ofCondition].flatMap((branches) => (branches ? [[...branches]] : []));
}

function statedTypes(keywords: Keywords): ReadonlySet<JsonType> | undefined {
  if (keywords.nothing) return new Set();
  const values = listedValues(keywords);
  return values ? new Set(values.map(typeOfValue)) : keywords.types && new Set(keywords.types);
}

/** Schemas without a type mean what their other keywords speak of. */
function implied(keywords: Keywords): ReadonlySet<JsonType> | undefined {
  const isOf = (names: readonly (keyof Keywords)[]): boolean =>
    names.some((name) => keywords[name] !== undefined);
  const types: JsonType[] = [...(isOf(ofLists) ? (["array"] as const) : [])];
  if (isOf(ofObjects)) types.push("object");
  return types.length > 0 ? new Set(types) : undefined;
}

const ofLists = ["items", "prefixItems", "unevaluatedItems"] as const;
const ofObjects = [
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
] as const;

function both(a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  const has = (types: ReadonlySet<JsonType>, type: JsonType): boolean =>
    types.has(type) || (type === "integer" && types.has("number"));
  return new Set(
    order.filter((type) => has(a, type) && has(b, type) && (a.has(type) || b.has(type))),
  );
}

/** The values that `enum` and `const` leave; undefined: there is neither. */
export function listedValues({
  types,
  enum: list,
  const: only,
}: Keywords): readonly unknown[] | undefined {
  const values =
    only && list
      ? list.filter((value) => isSame(value, only.value))
      : (list ?? (only && [only.value]));
  return types ? values?.filter((value) => isOfTypes(value, types)) : values;
}

const typesOfPossible: Known = new WeakMap();

/**
 * False where types, `enum` and `const` leave no value: the compiler has `never` for it. Only for emitters: until the model is
 * complete, a schema may change.
 */
export const isPossible: (schema: Schema) => boolean = remembered(
  (schema) => typesOf(schema, typesOfPossible).size > 0 && hasValue(schema),
  true,
);

function hasValue(schema: Schema): boolean {
  const all = [...together(schema)].map(({ keywords }) => keywords);
  const [values] = all.flatMap((keywords) => [listedValues(keywords) ?? []]).filter(hasItems);
  if (values && !values.some((value) => mayBe(schema, value))) return false;
  return all.every((keywords) =>
    branchesOf(keywords).every((branches) => branches.some(isPossible)),
  );
}

function hasItems(list: readonly unknown[]): boolean {
  return list.length > 0;
}

/** As far as `enum` and `const` say. */
function mayBe(schema: Schema, value: unknown, seen = new Set<Schema>()): boolean {
  if (seen.has(schema)) return true;
  seen.add(schema);
  return [...together(schema)].every(
    ({ keywords }) =>
      (listedValues(keywords)?.some((one) => isSame(one, value)) ?? true) &&
      branchesOf(keywords).every((branches) => branches.some((one) => mayBe(one, value, seen))),
  );
}

/** Also for integers where numbers are allowed. */
export function isOfTypes(value: unknown, types: readonly JsonType[]): boolean {
  const type = typeOfValue(value);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

export function typeOfValue(value: unknown): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof Date) return "date";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "boolean" | "bigint" | "string" | "object";
}

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
  const each = (
    what: string,
    keys: ReadonlySet<string>,
    own: (key: string) => (keywords: Keywords) => readonly (Schema | undefined)[],
  ): ReadonlyMap<string, Schema> =>
    new Map(
      [...keys].flatMap((key) => {
        const found = saidOf(schema, `${what}/${key}`, own(key));
        return found ? [[key, found]] : [];
      }),
    );
  return {
    properties: each("properties", names, (name) => (keywords) => named(name, keywords)),
    patterns: each("patterns", patterns, (pattern) => ({ patternProperties }) => [
      patternProperties?.get(pattern),
    ]),
    rest:
      saidOf(schema, "rest", ({ additionalProperties }) => [additionalProperties]) ??
      saidOf(schema, "rest", ({ unevaluatedProperties }) => [unevaluatedProperties]),
  };
}

function named(
  name: string,
  { properties, patternProperties, additionalProperties }: Keywords,
): readonly (Schema | undefined)[] {
  const own = properties?.get(name);
  const matching = [...(patternProperties ?? [])].flatMap(([pattern, schema]) =>
    matches(pattern, name) ? [schema] : [],
  );
  return own || matching.length > 0 ? [own, ...matching] : [additionalProperties];
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
  const at = (index: number): Schema | undefined =>
    saidOf(schema, `items/${index}`, ({ prefixItems, items }) => [prefixItems?.[index] ?? items]) ??
    saidOf(schema, `items/${index}`, ({ unevaluatedItems }) => [unevaluatedItems]);
  return { first: Array.from({ length: count }, (_, index) => at(index)), rest: at(count) };
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

/**
 * One schema for what all parts of a schema say of a member or an item of its values, which `own` finds in the keywords of
 * each part; undefined if they say nothing. It is made once for each schema, since several branches may lead to the same one.
 */
function saidOf(
  schema: Schema,
  what: string,
  own: (keywords: Keywords) => readonly (Schema | undefined)[],
): Schema | undefined {
  const ofPart = remembered(
    (part: Schema): readonly Schema[] => [
      ...own(part.keywords).flatMap((one) => (one && !one.keywords.nothing ? [one] : [])),
      ...choicesOf(part).flatMap((group, index) =>
        eitherOf(part, `${what}/${index}`, group.map(of)),
      ),
    ],
    [],
  );
  const of = (one: Schema): readonly Schema[] => allOf(one);
  const allOf = remembered(
    (one: Schema): readonly Schema[] => [...new Set([...together(one)].flatMap(ofPart))],
    [],
  );
  return joined(schema, what, "allOf", of(schema));
}

/** What each of several branches says stands once, beside what they differ in: `(a & x) | (b & x)` is `(a | b) & x`. */
function eitherOf(
  part: Schema,
  what: string,
  branches: readonly (readonly Schema[])[],
): readonly Schema[] {
  const [first = new Set<Schema>(), ...others] = [...new Set(branches)]
    .filter(({ length }) => length > 0)
    .map((branch) => new Set(branch));
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

/** An object of which nothing is known but that it is one. */
export function isOpen({ keywords }: Schema): boolean {
  const { additionalProperties: others, patternProperties, properties, required, types } = keywords;
  const isKnown = properties ?? patternProperties ?? required ?? keywords.enum ?? keywords.const;
  if (types?.includes("object") !== true || isKnown) return false;
  return others === undefined || Object.keys(others.keywords).length === 0;
}

/** True if the value is a `Date` in memory. */
export function isDate({ keywords: { types } }: Schema): boolean {
  return types?.includes("date") === true;
}
