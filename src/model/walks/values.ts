import { reachable, remembered } from "../../common/collections.js";
import { isSame } from "../../common/json.js";
import { sameValueParts, sureParts } from "./children.js";
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
  return new Set(
    order.filter((type) => covers(a, type) && covers(b, type) && (a.has(type) || b.has(type))),
  );
}

/** True where `types` has the type or a wider one. */
export function covers(types: ReadonlySet<JsonType>, type: JsonType): boolean {
  return types.has(type) || (type === "integer" && types.has("number"));
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

/** An object of which nothing is known but that it is one. */
export function isOpen(schema: Schema): boolean {
  if (schema.keywords.types?.includes("object") !== true) return false;
  const found = new Set([schema]);
  for (const one of found) {
    if (saysMore(one)) return false;
    for (const part of sameValueParts(one)) found.add(part);
  }
  return true;
}

/** True for what says more of an object than that it is one, by itself. */
function saysMore({ keywords }: Schema): boolean {
  const { additionalProperties: others, patternProperties, properties, required } = keywords;
  const { const: only, enum: values } = keywords;
  if (properties ?? patternProperties ?? required ?? values ?? only) return true;
  return others !== undefined && Object.keys(others.keywords).length > 0;
}

/** No members but those that are named. */
export function isClosed({ additionalProperties, patternProperties }: Keywords): boolean {
  return additionalProperties?.keywords.nothing === true && !patternProperties;
}

/** True if the value is a `Date` in memory. */
export function isDate({ keywords: { types } }: Schema): boolean {
  return types?.includes("date") === true;
}
