import type { Source } from "../../common/source.js";
import { asObject, isObject } from "../../common/json.js";
import { below } from "../../common/pointers.js";
import {
  type LoadContext,
  follow,
  versionOf,
  type InPlaceSubschema,
  inPlaceSubschemas,
} from "../context.js";
import type { Located } from "../document.js";
import { isNullable, typesIn } from "../grammar/types.js";
import { refOf } from "../grammar/walk.js";

/** The types that a schema lets through, and the `type` that says so. */
interface Limit {
  readonly types: readonly string[];
  readonly place: Source;
}

/** Deeper than that, no schemas that were written by hand refer to each other. */
const deepest = 50;

/** Schemas that hold for the same value, by `allOf` or beside a `$ref`, have a type in common. */
export function checkCombined(context: LoadContext): void {
  const known = new Map<unknown, Limit | undefined>();

  /** Undefined where any type is let through, or none: that is reported where it comes about. */
  const limitOf = (schema: Located | undefined, depth = 0): Limit | undefined => {
    if (!isObject(schema?.value) || depth > deepest) return undefined;
    if (known.has(schema.value)) return known.get(schema.value);
    known.set(schema.value, undefined);
    const version = versionOf(schema, context);
    const isNull = isNullable(schema.value, version);
    // Before 3.1, nothing beside a reference counts.
    const isAlone = version < "3.1" && refOf(schema.value) !== undefined;
    const parts = inPlaceSubschemas(schema, context);
    const limitsBy = (keyword: InPlaceSubschema["keyword"]): readonly (Limit | undefined)[] =>
      parts
        .filter((part) => part.keyword === keyword)
        .map((part) => limitOf(part.schema, depth + 1));
    // What stands beside a reference is what is marked.
    const limits = [
      ...limitsBy("$ref"),
      ...(isAlone ? [] : [ownLimit(schema, isNull), ...limitsBy("allOf")]),
    ];
    const taken = isNullOrPart(schema, context) ? `anyOf: [{ type: "null" }, …]` : undefined;
    const whole = common(limits, isNull, taken, context);
    known.set(schema.value, whole);
    return whole;
  };
  for (const schema of context.walker.all("Schema")) {
    const { allOf } = asObject(schema.value);
    if (Array.isArray(allOf) || refOf(schema.value) !== undefined) limitOf(schema);
    const refusal = refusalOfNull(schema, (part) => limitOf(part), context);
    if (refusal) context.diagnostics.report("null-refused", below(schema.source, "type"), refusal);
  }
}

/**
 * `type: "null"` beside one schema in allOf that has another type, as Swashbuckle writes a nullable reference from OpenAPI 3.1
 * on: it is meant to be null or that, since by the letter, no value is valid.
 */
export function isNullOrPart(
  schema: Located,
  { documents, origins }: Pick<LoadContext, "documents" | "origins">,
): boolean {
  const { type, allOf } = asObject(schema.value);
  if (!Array.isArray(allOf) || allOf.length !== 1 || typesIn(type).join() !== "null") return false;
  const list = origins.member(schema, "allOf");
  const part = list && origins.member(list, 0);
  const members = asObject(part && follow(part, documents).value);
  const types = typesIn(members["type"]);
  return types.length > 0 && !types.includes("null") && members["nullable"] !== true;
}

/** What refuses the null that is one of the types of a schema, of those keywords beside `type` that say what a value may be. */
function refusalOfNull(
  schema: Located,
  limitOf: (schema: Located) => Limit | undefined,
  context: LoadContext,
): { readonly keyword: string; readonly place: Source } | undefined {
  const { type, ...others } = asObject(schema.value);
  const types = typesIn(type);
  const version = versionOf(schema, context);
  if (!types.includes("null") || types.length === 1 || isNullable(others, version))
    return undefined;
  const isAlone = version < "3.1" && refOf(others) !== undefined;
  const parts = isAlone ? [] : inPlaceSubschemas(schema, context);
  const refuses = (keyword: string): boolean => {
    if (keyword === "enum" || keyword === "const") return !isAlone && namesNoNull(others, keyword);
    const all = parts.filter((part) => part.keyword === keyword);
    const refusing = all.filter(({ schema: part }) => {
      const members = asObject(part.value);
      if (isNullable(members, versionOf(part, context))) return false;
      if (namesNoNull(members, "enum") || namesNoNull(members, "const")) return true;
      return limitOf(part)?.types.includes("null") === false;
    });
    const isEach = keyword === "anyOf" || keyword === "oneOf";
    return refusing.length > 0 && (!isEach || refusing.length === all.length);
  };
  const keyword = ["enum", "const", "$ref", "allOf", "anyOf", "oneOf"].find(refuses);
  return keyword === undefined ? undefined : { keyword, place: below(schema.source, keyword) };
}

function namesNoNull(
  schema: Readonly<Record<string, unknown>>,
  keyword: "enum" | "const",
): boolean {
  const { [keyword]: said } = schema;
  return keyword === "enum"
    ? Array.isArray(said) && !said.includes(null)
    : said !== undefined && said !== null;
}

function ownLimit({ value, source }: Located, isNull: boolean): Limit | undefined {
  const types = typesIn(asObject(value)["type"]);
  if (types.length === 0) return undefined;
  const all = types.includes("number") ? [...types, "integer"] : types;
  return { types: isNull ? [...all, "null"] : all, place: below(source, "type") };
}

function common(
  limits: readonly (Limit | undefined)[],
  isNull: boolean,
  taken: string | undefined,
  { diagnostics }: LoadContext,
): Limit | undefined {
  let whole: Limit | undefined;
  for (const limit of limits) {
    if (!limit) continue;
    const before: Limit = whole ?? limit;
    const types = before.types.filter((type) => limit.types.includes(type));
    whole = { types, place: limit.place };
    if (types.length > 0) continue;
    // Null is let through all the same.
    if (!isNull) {
      // What is read otherwise is marked where that is written.
      const [at, other] = taken === undefined ? [limit, before] : [before, limit];
      const details = { types: show(at), others: show(other), place: other.place, taken };
      diagnostics.report("impossible-types", at.place, details);
    }
    return undefined;
  }
  return whole;
}

/** Each integer is a number. */
function show({ types }: Limit): string {
  return types.filter((type) => type !== "integer" || !types.includes("number")).join(" or ");
}
