import { matches } from "../../common/patterns.js";
import { pushTo, remembered } from "../../common/collections.js";
import { isExactInt64 } from "../../model/passes/int64.js";
import type { JsonType, Keywords, Schema } from "../../model/types.js";
import { canonical } from "../../common/json.js";
import { lastToken } from "../../common/pointers.js";
import { covers, typeOfValue } from "../../model/walks/values.js";

/** Schemas that all hold for the same value; none: anything is allowed. */
export type Together = readonly Schema[];

/** `oneOf` or `anyOf`, without a branch that is only there for null. */
export interface Choice {
  readonly kind: "oneOf" | "anyOf";
  readonly branches: readonly Schema[];
  readonly owner: Schema;
}

/** Schemas taken together, `$ref` and `allOf` followed, so that the same constraints written in another way are the same. */
export interface Constraints {
  /** All schemas that hold, the first ones first. */
  readonly parts: Together;
  readonly nothing: boolean;
  /** But for null; undefined where none is named. */
  readonly types: ReadonlySet<JsonType> | undefined;
  readonly nullable: boolean;
  /** Neither types nor values nor branches are named. */
  readonly free: boolean;
  /** But for null, by their canonical text. */
  readonly values: ReadonlyMap<string, unknown> | undefined;
  readonly choices: readonly Choice[];
  /** A choice has one branch beside null, which is among the parts. */
  readonly hasLone: boolean;
  readonly properties: ReadonlyMap<string, Together>;
  readonly required: ReadonlySet<string>;
  readonly patternProperties: ReadonlyMap<string, Together>;
  /** Of properties that are not listed; undefined when some part allows none. */
  readonly others: Together | undefined;
}

interface Conjunct {
  readonly schema: Schema;
  /** False for the only branch beside null. */
  readonly judgesNull: boolean;
}

const constraintsOfOne = remembered((schema: Schema) => makeShape([schema]));

/** The constraints of schemas that hold together. */
export function constraintsOf(together: Together): Constraints {
  const [only] = together;
  return only && together.length === 1 ? constraintsOfOne(only) : makeShape(together);
}

/** The constraints of schemas that hold together, in which a choice with one branch is a choice. */
export function constraintsWithLone(together: Together): Constraints {
  return makeShape(together, true);
}

/** The only choice is between values, so that it says the same as an `enum` of them. */
export function withListedValues(constraints: Constraints): Constraints {
  const [choice, ...others] = constraints.choices;
  if (!choice || others.length > 0) return constraints;
  const lists = choice.branches.map((branch) => [...(valuesAlone(branch) ?? [])]);
  const values = new Map(lists.flat());
  // What two branches of `oneOf` have is refused.
  const isPlain = choice.kind === "anyOf" || values.size === lists.flat().length;
  if (!isPlain || lists.some((list) => list.length === 0)) return constraints;
  return { ...constraints, values, types: admittedTypes(constraints), choices: [] };
}

const besideValues: ReadonlySet<string> = new Set([
  "types",
  "const",
  "enum",
  "prose",
  "examples",
  "deprecated",
]);

/** The values of a schema that says nothing else. */
function valuesAlone(branch: Schema): Constraints["values"] {
  const isAlone = Object.keys(branch.keywords).every((keyword) => besideValues.has(keyword));
  return isAlone ? constraintsOf([branch]).values : undefined;
}

function makeShape(together: Together, keepsLone = false): Constraints {
  const found = new Map<Schema, Conjunct>();
  const choices: Choice[] = [];
  const collected: Collected = { found, choices, lone: keepsLone ? choices : [] };
  for (const schema of together) collect({ schema, judgesNull: true }, collected);
  const parts = [...found.values()];
  const schemas = parts.map(({ schema }) => schema);
  const values = valuesOf(schemas);
  const types = typesOf(schemas, values);
  return {
    parts: schemas,
    nothing: schemas.some(({ keywords }) => keywords.nothing),
    types: types && new Set([...types].filter((type) => type !== "null")),
    nullable:
      parts.every(({ schema, judgesNull }) => !judgesNull || letsNull(schema)) &&
      [...new Set([...choices, ...collected.lone])].every(choosesNull),
    free: !types && choices.length === 0,
    values: values && new Map([...values].filter(([, value]) => value !== null)),
    choices,
    hasLone: collected.lone !== choices && collected.lone.length > 0,
    properties: propertiesOf(schemas),
    required: new Set(schemas.flatMap(({ keywords }) => [...(keywords.required ?? [])])),
    patternProperties: mergeMaps(schemas, "patternProperties"),
    others: othersOf(schemas),
  };
}

interface Collected {
  readonly found: Map<Schema, Conjunct>;
  readonly choices: Choice[];
  /** Those with one branch, which is a part as well, unless this is the list of all choices. */
  readonly lone: Choice[];
}

function collect(part: Conjunct, collected: Collected): void {
  const { schema, judgesNull } = part;
  const { found, choices, lone } = collected;
  if (found.has(schema)) return;
  found.set(schema, part);
  const { ref, allOf = [] } = schema.keywords;
  for (const next of [ref, ...allOf]) if (next) collect({ schema: next, judgesNull }, collected);
  for (const kind of ["oneOf", "anyOf"] as const) {
    const all = schema.keywords[kind];
    if (!all) continue;
    const branches = all.filter((branch) => !isNull(branch) && !branch.keywords.nothing);
    const [first, ...others] = branches;
    const isLone = first !== undefined && others.length === 0;
    (isLone ? lone : choices).push({ kind, branches, owner: schema });
    if (isLone && lone !== choices)
      collect({ schema: first, judgesNull: judgesNull && all.length === 1 }, collected);
  }
}

/** Keywords that may refuse null beside a type that lets it through. */
const judging = ["ref", "allOf", "anyOf", "oneOf", "not", "if"] as const;

function isNull({ keywords }: Schema): boolean {
  const { types, enum: values } = keywords;
  if (judging.some((keyword) => keywords[keyword] !== undefined)) return false;
  return types !== undefined
    ? types.length === 1 && types[0] === "null"
    : (values?.length === 1 && values[0] === null) || keywords.const?.value === null;
}

/** With `oneOf`, null has to be let through by one branch and no other. */
function choosesNull({ kind, owner }: Choice): boolean {
  const all = owner.keywords[kind] ?? [];
  if (kind === "anyOf") return all.some((branch) => isNull(branch) || admitsNull(branch));
  return all.filter((branch) => isNull(branch) || admitsNull(branch)).length === 1;
}

const asked = new Set<Schema>();

/** Asks of a branch; one that leads to itself says nothing. */
function askedOnce<T>(branch: Schema, ask: (branch: Constraints) => T, otherwise: T): T {
  if (asked.has(branch)) return otherwise;
  asked.add(branch);
  try {
    return ask(constraintsOf([branch]));
  } finally {
    asked.delete(branch);
  }
}

function admitsNull(branch: Schema): boolean {
  return askedOnce(branch, ({ nullable }) => nullable, false);
}

/** The types that are left, but for null, those of the branches taken into account; undefined: all. */
export function admittedTypes({ choices, types }: Constraints): Constraints["types"] {
  let left = types;
  for (const { branches } of choices) {
    const all = branches.map((branch) =>
      askedOnce<Constraints["types"]>(branch, admittedTypes, undefined),
    );
    const own = new Set(all.flatMap((one) => (one ? [...one] : [])));
    if (all.includes(undefined)) continue;
    left = left ? bothOf(own, left) : own;
  }
  return left;
}

function bothOf(own: ReadonlySet<JsonType>, others: ReadonlySet<JsonType>): Set<JsonType> {
  return new Set([...own, ...others].filter((type) => covers(own, type) && covers(others, type)));
}

function letsNull({ keywords }: Schema): boolean {
  const { enum: values, nothing } = keywords;
  const types = namedTypes(keywords);
  if (nothing || (types && !types.includes("null"))) return false;
  if (values && !values.includes(null)) return false;
  return !keywords.const || keywords.const.value === null;
}

function valuesOf(schemas: Together): ReadonlyMap<string, unknown> | undefined {
  let found: ReadonlyMap<string, unknown> | undefined;
  for (const { keywords } of schemas) {
    const { enum: values, const: constant } = keywords;
    for (const list of [values, constant && [constant.value]]) {
      if (!list) continue;
      const own = new Map(list.map((value) => [canonical(value), value]));
      const before = found;
      found = before ? new Map([...own].filter(([text]) => before.has(text))) : own;
    }
  }
  return found;
}

/** JSON type of a value, independent of its type in memory. */
function jsonTypeOf(type: JsonType, isInt64: boolean): JsonType {
  if (type === "date") return "string";
  return type === "bigint" || (isInt64 && type === "string") ? "integer" : type;
}

/** Of bytes, as 3.0 writes them, there are none: from 3.1 on, a schema says nothing of those. */
function namedTypes({ format, types }: Keywords): readonly JsonType[] | undefined {
  return format === "binary" ? undefined : types;
}

function typesOf(
  schemas: Together,
  values: ReadonlyMap<string, unknown> | undefined,
): ReadonlySet<JsonType> | undefined {
  let found: ReadonlySet<JsonType> | undefined;
  const isInt64 = schemas.some(isExactInt64);
  for (const { keywords } of schemas) {
    const types = namedTypes(keywords);
    if (!types) continue;
    const own = new Set(types.map((type) => jsonTypeOf(type, isInt64)));
    found = found ? bothOf(own, found) : own;
  }
  return (
    found ??
    (values &&
      new Set([...values.values()].map((value) => jsonTypeOf(typeOfValue(value), isInt64))))
  );
}

function mergeMaps(
  schemas: Together,
  keyword: "properties" | "patternProperties",
): ReadonlyMap<string, Together> {
  const found = new Map<string, Schema[]>();
  for (const { keywords } of schemas)
    for (const [name, schema] of keywords[keyword] ?? []) pushTo(found, name, schema);
  return found;
}

/**
 * The schemas of properties by name. A part that has no word for one says of it what its `additionalProperties` say;
 * where those let nothing through, there is no such property.
 */
function propertiesOf(schemas: Together): ReadonlyMap<string, Together> {
  const named = mergeMaps(schemas, "properties");
  return new Map(
    [...named].flatMap(([name, own]) => {
      const others = schemas.flatMap(({ keywords }) => {
        const { properties, patternProperties, additionalProperties } = keywords;
        const isNamed = properties?.has(name) ?? false;
        const fits = [...(patternProperties?.keys() ?? [])].some(
          (text) => matches(text, name) !== false,
        );
        return isNamed || fits ? [] : (additionalProperties ?? []);
      });
      const isRefused = others.some(({ keywords }) => keywords.nothing);
      return isRefused ? [] : [[name, [...own, ...others]] as const];
    }),
  );
}

function othersOf(schemas: Together): Together | undefined {
  const found: Schema[] = [];
  for (const { keywords } of schemas) {
    // With `additionalProperties`, none is left that `unevaluatedProperties` beside it could be about.
    const other = keywords.additionalProperties ?? keywords.unevaluatedProperties;
    if (other?.keywords.nothing) return undefined;
    if (other && Object.keys(other.keywords).length > 0) found.push(other);
  }
  return found;
}

/** The first part that has a keyword. */
export function partWith(constraints: Constraints, keyword: keyof Keywords): Schema | undefined {
  return constraints.parts.find(({ keywords }) => keywords[keyword] !== undefined);
}

/** Name of a schema in messages: its key in the components, else its name in code. */
export function titleOf({ source, name }: Schema): string | undefined {
  if (name === undefined) return undefined;
  return /^\/(components\/schemas|definitions)\/[^/]+$/.test(source.pointer)
    ? lastToken(source.pointer)
    : name;
}
