import { backtracksWithoutEnd, faultOf, flagsOf } from "../../common/patterns.js";
import type { Source } from "../../common/source.js";
import {
  type LoadContext,
  child,
  children,
  entriesOf,
  follow,
  inPlaceSubschemas,
} from "../context.js";
import { closest } from "../../common/closest.js";
import type { Located } from "../document.js";
import { plainPattern } from "../grammar/patterns.js";
import { itemMeant, types, typesIn, typesMeant } from "../grammar/types.js";
import { asObject, canonical, isObject } from "../../common/json.js";
import { limitedTypes } from "../../common/keywords.js";
import { below } from "../../common/pointers.js";
import type { JsonObject } from "../../common/json.js";
import { checkDiscriminator, propertiesOf } from "./discriminators.js";
import type { PropertiesCache } from "./discriminators.js";
import { quote, show } from "../grammar/words.js";
import { checkNumbers, checkValues } from "./values.js";

/** Schemas: keywords that contradict each other or their own values. */
export function checkSchemas(context: LoadContext): void {
  const caches: Caches = { properties: new Map(), parts: undefined };
  const parameters = context.version < "3.0" ? ["Parameter", "Items2", "Header"] : [];
  for (const kind of ["Schema", ...parameters]) {
    for (const schema of context.walker.all(kind)) checkSchema(schema, context, caches);
  }
}

interface Caches {
  readonly properties: PropertiesCache;
  /** Of `besideOthers`, when that was asked for. */
  parts: ReadonlySet<unknown> | undefined;
}

/** Lists that must not be empty (JSON Schema 2020-12, sections 10.2.1 and 10.3.1.1). */
const combinations = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;

function checkSchema(schema: Located, context: LoadContext, caches: Caches): void {
  const value = asObject(schema.value);
  const { type, pattern, required, properties } = value;
  const old = context.version < "3.1";
  if (type !== undefined) checkTypes(schema, type, context);
  checkEffects(schema, context);
  if (type === "array" && old && value["items"] === undefined) {
    context.diagnostics.report("array-without-items", below(schema.source, "type"), {});
  }
  if (Array.isArray(value["items"])) {
    context.diagnostics.report("tuple-items", below(schema.source, "items"), {});
  }
  for (const keyword of combinations) {
    const list = value[keyword];
    if (Array.isArray(list) && list.length === 0)
      context.diagnostics.report("no-schemas", below(schema.source, keyword), { keyword });
  }
  if (typeof pattern === "string") {
    checkPattern(pattern, false, below(schema.source, "pattern"), context);
  }
  if (value["patternProperties"] !== undefined) {
    for (const [key, { source }] of entriesOf(child(schema, "patternProperties"))) {
      checkPattern(key, true, source, context);
    }
  }
  if (Array.isArray(required) && (isObject(properties) || value["additionalProperties"] === false))
    checkRequired(schema, required, context, caches);
  if (hasValues(value)) {
    checkValues(schema, value, context);
    checkNumbers(schema, context);
    checkEmptiness(schema, value, context);
    for (const [low, high] of bounds) checkBounds(schema, value, low, high, context);
  }
  if (isObject(value["discriminator"])) checkDiscriminator(schema, context, caches.properties);
}

function checkTypes(schema: Located, type: unknown, { version, diagnostics }: LoadContext): void {
  const list = Array.isArray(type) ? children(child(schema, "type")) : [child(schema, "type")];
  for (const item of list) {
    if (typeof item?.value !== "string") continue;
    if (types.includes(item.value)) {
      if (item.value !== "null" || version >= "3.1" || Array.isArray(type)) continue;
      diagnostics.report("wrong-version", item.source, {
        subject: "the type null",
        problem: "needs OpenAPI 3.1",
        version,
        hint: "Write `nullable: true` beside another type; or change to OpenAPI 3.1.",
        marks: "value",
      });
      continue;
    }
    if (item.value === "file" && version < "3.0") continue;
    const meant = typesMeant(item.value);
    const listed = itemMeant(item.value);
    const [first = "no type at all", another] = meant ?? [];
    const only = listed === undefined ? first : `array, and ${listed} as the type of items`;
    diagnostics.report("schema-type", item.source, {
      type: item.value,
      taken: meant && (another === undefined ? only : `[${meant.join(", ")}]`),
      suggestion: closest(item.value, types),
    });
  }
}

/** Keywords about a schema as a whole, which limit nothing. */
export const annotations: ReadonlySet<string> = new Set([
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "externalDocs",
  "xml",
  "nullable",
]);

export function constrains(schema: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(schema).some((key) => !annotations.has(key) && !key.startsWith("x-"));
}

/** A name in `required` that no properties declare; what a schema is combined with may declare it, unless it refuses others. */
function checkRequired(
  schema: Located,
  required: readonly unknown[],
  context: LoadContext,
  caches: Caches,
): void {
  const properties = asObject(asObject(schema.value)["properties"]);
  // Most names are there, so that nothing is made ready for those that are not.
  if (required.every((name) => typeof name === "string" && Object.hasOwn(properties, name))) return;
  const declared = propertiesOf(schema, context);
  const names = Object.keys(properties).filter((other) => !required.includes(other));
  for (const [index, name] of required.entries()) {
    if (typeof name !== "string" || Object.hasOwn(properties, name)) continue;
    const isRefused = refuses(schema, name, declared);
    if (!isRefused && declared?.has(name)) continue;
    const suggestion = name.length < 4 ? undefined : closest(name, names);
    const mayBeElsewhere = (): boolean =>
      !declared || (caches.parts ??= besideOthers(context)).has(schema.value);
    if (!isRefused && suggestion === undefined && mayBeElsewhere()) continue;
    const source = { ...schema.source, pointer: `${schema.source.pointer}/required/${index}` };
    const details = { property: name, suggestion, isRefused };
    context.diagnostics.report("required-unknown", source, details);
  }
}

/** True if a schema lets no object have a member that its properties do not name. */
function refuses(
  { value }: Located,
  name: string,
  declared: ReadonlySet<string> | undefined,
): boolean {
  const { additionalProperties, unevaluatedProperties, patternProperties } = asObject(value);
  return additionalProperties === false
    ? patternProperties === undefined
    : unevaluatedProperties === false && declared?.has(name) === false;
}

/** The schemas beside which others declare properties of the same value, references followed. */
function besideOthers(context: LoadContext): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  const addParts = (node: Located): void => {
    for (const part of inPlaceSubschemas(node, context)) {
      const schema = follow(part.schema, context.documents);
      if (found.has(schema.value)) continue;
      found.add(schema.value);
      addParts(schema);
    }
  };
  for (const schema of context.walker.all("Schema"))
    if (declaring.some((key) => child(schema, key))) addParts(schema);
  return found;
}

const declaring = ["properties", "allOf", "dependentSchemas", "if"];

function checkPattern(
  written: string,
  isKey: boolean,
  source: Source,
  { diagnostics }: LoadContext,
): void {
  const pattern = plainPattern(written);
  if (pattern !== written) {
    const details = { pattern: quote(written), taken: quote(pattern), isKey };
    diagnostics.report("pattern-notation", source, details);
  }
  if (backtracksWithoutEnd(pattern))
    diagnostics.report("pattern-backtracks", source, { pattern: quote(pattern), isKey });
  if (flagsOf(pattern) !== undefined) return;
  const fault = faultOf(pattern, "") ?? faultOf(pattern, "u") ?? "";
  const problem = fault.slice(fault.lastIndexOf(": ") + 2).toLowerCase();
  diagnostics.report("invalid-pattern", source, { pattern: quote(pattern), problem, isKey });
}

const bounds = [
  ["minimum", "maximum"],
  ["exclusiveMinimum", "maximum"],
  ["minimum", "exclusiveMaximum"],
  ["exclusiveMinimum", "exclusiveMaximum"],
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
  ["minContains", "maxContains"],
] as const;

/** The keywords with values and numbers, which most schemas have none of. */
const withValues: ReadonlySet<string> = new Set([
  ...["enum", "const", "default", "multipleOf"],
  ...bounds.flat(),
]);

function hasValues(value: JsonObject): boolean {
  for (const keyword in value) if (withValues.has(keyword)) return true;
  return false;
}

function checkBounds(
  schema: Located,
  value: JsonObject,
  low: string,
  high: string,
  { diagnostics }: LoadContext,
): void {
  const lower = value[low];
  const upper = value[high];
  if (typeof lower !== "number" || typeof upper !== "number" || lower < upper) return;
  const isEqual = lower === upper;
  if (isEqual && !excludes(value, low) && !excludes(value, high)) return;
  const place = below(schema.source, low);
  const details = { lower: `${low} ${lower}`, upper: `${high} ${upper}`, isEqual, place };
  diagnostics.report("impossible-bounds", below(schema.source, high), details);
}

/** True for a limit that is not allowed itself; in OpenAPI 3.0 and before, that is said beside it. */
function excludes(value: JsonObject, limit: string): boolean {
  const beside = `exclusive${limit.charAt(0).toUpperCase()}${limit.slice(1)}`;
  return limit.startsWith("exclusive") || value[beside] === true;
}

/** Keywords that no value satisfies, or that mean nothing. */
function checkEmptiness(
  schema: Located,
  { enum: list, multipleOf }: JsonObject,
  { diagnostics }: LoadContext,
): void {
  const report = (subject: string, value: string, allowed: string, hint: string): void => {
    const details = { subject, value, allowed, hint };
    diagnostics.report("bad-value", below(schema.source, subject), details, "warning");
  };
  if (Array.isArray(list) && list.length === 0)
    report("enum", "empty", "a list of values", "Add the values; as it is, no value is valid.");
  if (typeof multipleOf !== "number" || multipleOf > 0) return;
  const hint =
    multipleOf < 0
      ? `Write ${-multipleOf}; it is read as that.`
      : "Correct it, or remove it; as it is, no number is valid.";
  report("multipleOf", String(multipleOf), "a number above 0", hint);
}

const ends: ReadonlyMap<string, string> = new Map([
  ["string", "Length"],
  ["array", "Items"],
  ["object", "Properties"],
]);

/** Keywords beside a `type` that has no values which they limit, and items that are in a list twice. */
function checkEffects(schema: Located, context: LoadContext): void {
  const value = asObject(schema.value);
  for (const keyword of ["type", "enum", "required"]) checkRepeated(schema, keyword, context);
  const types = typesIn(value["type"]).filter((type) => type !== "null");
  const [type] = types;
  if (type === undefined || value["type"] === "file") return;
  for (const [keyword, limited] of limitedTypes) {
    if (limited.some((one) => types.includes(one)) || !isLimit(value, keyword)) continue;
    const instead = types.length === 1 ? insteadOf(keyword, type, value) : undefined;
    const details = { keyword, type: types.join(" or "), instead };
    context.diagnostics.report("no-effect", below(schema.source, keyword), details);
  }
}

/** False for one that is not there, and where its value says no more than that. */
function isLimit(value: JsonObject, keyword: string): boolean {
  const limit = value[keyword];
  if (limit === undefined || limit === false || limit === 0) return false;
  // Some tools write it beside every type.
  if (keyword === "uniqueItems") return false;
  // Of a property itself, as in JSON Schema's draft 3.
  return keyword !== "required" || (Array.isArray(limit) && limit.length > 0);
}

/** `maxLength` for `maximum` beside a string. */
function insteadOf(keyword: string, type: string, value: JsonObject): string | undefined {
  const [, end, of = ""] = /^(min|max)(imum|Length|Items|Properties)$/.exec(keyword) ?? [];
  const word = type === "number" || type === "integer" ? "imum" : ends.get(type);
  const instead = end === undefined || word === undefined ? undefined : end + word;
  return instead === undefined || of === word || instead in value ? undefined : instead;
}

function checkRepeated(schema: Located, keyword: string, { diagnostics }: LoadContext): void {
  const list = child(schema, keyword);
  if (!Array.isArray(list?.value)) return;
  const seen = new Set<string>();
  const repeated = children(list).filter((item) => {
    const text = canonical(item.value);
    return seen.has(text) || !seen.add(text);
  });
  const [first] = repeated;
  if (!first) return;
  const details = { keyword, value: show(first.value), others: repeated.length - 1 };
  diagnostics.report("repeated-item", first.source, details);
}
