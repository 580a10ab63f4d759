import type { JsonType, Keywords, Schema } from "../../model/types.js";
import type { Kind } from "./site.js";

export const kinds: readonly Kind[] = ["null", "boolean", "number", "string", "array", "object"];

export function kindOfType(type: JsonType): Kind {
  return type === "integer" ? "number" : type;
}

export function kindOfValue(value: unknown): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as "boolean" | "number" | "string" | "object";
}

/** Whether a value is of one of the types. */
export function isOfTypes(value: unknown, types: readonly JsonType[]): boolean {
  return types.some((type) =>
    type === "integer" ? Number.isInteger(value) : type === kindOfValue(value),
  );
}

/** The values that `enum` and `const` leave; undefined: there is neither. */
export function listedValues({ types, enum: list, const: only }: Keywords): readonly unknown[] | undefined {
  const values = only && list ? list.filter((value) => isSame(value, only.value)) : (list ?? (only && [only.value]));
  return types ? values?.filter((value) => isOfTypes(value, types)) : values;
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, sorted(member)]);
}

type Scalar = string | number | boolean | null;

export function isScalar(value: unknown): value is Scalar {
  return typeof value !== "object" || value === null;
}

/** A schema, and all that holds in the same place because of `$ref` and `allOf`. */
function* together(schema: Schema, seen = new Set<Schema>()): Generator<Schema> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield schema;
  const { ref, allOf = [] } = schema.keywords;
  for (const part of ref ? [ref, ...allOf] : allOf) yield* together(part, seen);
}

/** The kinds that a schema may let through: never less than it does. */
export function kindsOf(schema: Schema, seen: ReadonlySet<Schema> = new Set()): ReadonlySet<Kind> {
  let left: ReadonlySet<Kind> = new Set(kinds);
  if (seen.has(schema)) return left;
  const inside = new Set([...seen, schema]);
  for (const { keywords } of together(schema)) {
    const values = listedValues(keywords);
    if (keywords.nothing) left = new Set();
    if (values) left = both(left, new Set(values.map(kindOfValue)));
    else if (keywords.types) left = both(left, new Set(keywords.types.map(kindOfType)));
    for (const branches of [keywords.anyOf, keywords.oneOf]) {
      if (branches) left = both(left, new Set(branches.flatMap((branch) => [...kindsOf(branch, inside)])));
    }
  }
  return left;
}

function both<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  return new Set([...a].filter((item) => b.has(item)));
}

/** Whether `undefined`, as what an absent member gives, is certain to fail the test of a schema. */
export function refusesUndefined(schema: Schema, seen: ReadonlySet<Schema> = new Set()): boolean {
  if (seen.has(schema)) return false;
  const inside = new Set([...seen, schema]);
  const { nothing, types, enum: list, const: only, ref, allOf = [], anyOf, oneOf } = schema.keywords;
  if (nothing || types || list || only) return true;
  if (ref && refusesUndefined(ref, inside)) return true;
  if (allOf.some((part) => refusesUndefined(part, inside))) return true;
  return [anyOf, oneOf].some((branches) => branches?.every((branch) => refusesUndefined(branch, inside)));
}

/** The members that an object must have and that have one of a few plain values: what unions are told apart by. */
export function tagsOf(schema: Schema): ReadonlyMap<string, readonly Scalar[]> {
  const required = new Set<string>();
  const values = new Map<string, readonly Scalar[]>();
  for (const { keywords } of together(schema)) {
    for (const name of keywords.required ?? []) required.add(name);
    for (const [name, property] of keywords.properties ?? []) {
      const listed = plainValues(property);
      if (listed && !values.has(name)) values.set(name, listed);
    }
  }
  return new Map([...values].filter(([name]) => required.has(name)));
}

function plainValues(schema: Schema): readonly Scalar[] | undefined {
  for (const { keywords } of together(schema)) {
    const values = listedValues(keywords);
    if (values?.every(isScalar)) return values;
  }
  return undefined;
}

/** Whether no value can be let through by both schemas; false where that is not plain to see. */
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

/** Whether every value passes. */
export function isTrivial(schema: Schema, seen: ReadonlySet<Schema> = new Set()): boolean {
  if (seen.has(schema)) return true;
  const inside = new Set([...seen, schema]);
  const trivial = (child: Schema | undefined): boolean => child === undefined || isTrivial(child, inside);
  const { keywords } = schema;
  if (alwaysSaying.some((keyword) => keywords[keyword] !== undefined)) return false;
  if ((keywords.required?.size ?? 0) > 0 || (keywords.minProperties ?? 0) > 0) return false;
  if ((keywords.minItems ?? 0) > 0 || (keywords.minLength ?? 0) > 0) return false;
  if (keywords.contains && (keywords.minContains !== 0 || keywords.maxContains !== undefined)) return false;
  if ([...(keywords.dependentRequired?.values() ?? [])].some((names) => names.length > 0)) return false;
  if (keywords.anyOf && !keywords.anyOf.some(trivial)) return false;
  if (keywords.oneOf && !(keywords.oneOf.length === 1 && keywords.oneOf.every(trivial))) return false;
  const children = [
    ...(keywords.allOf ?? []),
    ...(keywords.prefixItems ?? []),
    ...(keywords.properties?.values() ?? []),
    ...(keywords.patternProperties?.values() ?? []),
    ...(keywords.dependentSchemas?.values() ?? []),
    ...(keywords.if ? [keywords.then, keywords.else] : []),
  ];
  const single = ["ref", "additionalProperties", "unevaluatedProperties", "propertyNames", "items", "unevaluatedItems"] as const;
  return children.every(trivial) && single.every((keyword) => trivial(keywords[keyword]));
}

const alwaysSaying = [
  "nothing",
  "dynamicRef",
  "types",
  "enum",
  "const",
  "not",
  "maxProperties",
  "maxItems",
  "uniqueItems",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const;
