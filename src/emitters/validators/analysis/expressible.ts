import { boundKeywords, sizeKeywords } from "../../../model/keywords.js";
import type { JsonType, Keywords, Schema } from "../../../model/types.js";
import type { EmitOptions } from "../../emitter.js";
import { listedValues } from "../../../model/walks/values.js";
import { type Cycles, isScalar, isTrivial, kindsOf } from "./analysis.js";
import { formatTests, isDigits } from "../code/formats.js";
import { keywordsOf } from "../keywords/index.js";
/** The least and the most that something may be. */
export const limitKeywords = [...boundKeywords, ...sizeKeywords] as const;

/** The keywords that data can say; what has others is left to code. */
const expressible: ReadonlySet<keyof Keywords> = new Set<keyof Keywords>([
  "enum",
  "const",
  "format",
  "pattern",
  ...limitKeywords,
  "items",
  "uniqueItems",
  "properties",
  "required",
  "additionalProperties",
  "ref",
  "allOf",
  "anyOf",
  "oneOf",
]);

/** To look at literals that are nested deeper is too much for TypeScript. */
const deepest = 40;

const known = new WeakMap<Schema, boolean>();

/**
 * True if a schema can be written as data, up to the named ones that it refers to. Trying the branches of a union at
 * each level of a value takes time without end, so that is left to code, which remembers.
 */
export function isExpressible(schema: Schema, cycles: Cycles): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const answer = isExpressibleWithin(schema, [], cycles);
  known.set(schema, answer);
  return answer;
}

/** `within`: the schemas without a name that lead here; one that leads back to itself has no end as data. */
function isExpressibleWithin(schema: Schema, within: readonly Schema[], cycles: Cycles): boolean {
  if (isTrivial(schema)) return true;
  const { keywords } = schema;
  if (keywords.nothing) return false;
  if (within.length > deepest || within.includes(schema)) return false;
  const asked = keywordsOf(schema).flatMap(({ names }) => names);
  return (
    asked.every((keyword) => expressible.has(keyword) || keywords[keyword] === undefined) &&
    (keywords.types ?? []).every(isTypeOfJson) &&
    hasSaidValues(keywords) &&
    hasSaidFormat(keywords) &&
    hasSaidNames(keywords) &&
    (areDistinguishedByType(keywords) || !cycles.has(schema)) &&
    partsOf(keywords).every(
      (part) => part.name !== undefined || isExpressibleWithin(part, [...within, schema], cycles),
    )
  );
}

function isTypeOfJson(type: JsonType): boolean {
  return type !== "bigint" && type !== "date";
}

/** Values that are compared, and not the one that `type` excludes. */
function hasSaidValues(keywords: Keywords): boolean {
  const values = listedValues(keywords) ?? [];
  const isExcluded = keywords.const !== undefined && values.length === 0;
  return !isExcluded && values.every((value) => isScalar(value) && typeof value !== "bigint");
}

/** A test of the format is for values of one type. */
function hasSaidFormat(keywords: Keywords): boolean {
  const { format = "", types = [] } = keywords;
  if (!formatTests.has(format)) return !isDigits(keywords);
  const isInt64OfText = types.includes("string") && /^u?int64$/.test(format);
  return types.filter((type) => type !== "null").length === 1 && !isInt64OfText;
}

/** With assertions for other members, required ones must be among the named. */
function hasSaidNames({
  additionalProperties,
  properties,
  required = new Set(),
}: Keywords): boolean {
  if (!additionalProperties || isTrivial(additionalProperties)) return true;
  return [...required].every((name) => properties?.has(name));
}

/** True if the type of a value selects the branch of a union. */
function areDistinguishedByType({ anyOf = [], oneOf = [] }: Keywords): boolean {
  return [anyOf, oneOf].every((branches) => {
    const kinds = branches.flatMap((branch) => [...kindsOf(branch)]);
    return kinds.length === new Set(kinds).size;
  });
}

function partsOf(keywords: Keywords): readonly Schema[] {
  const { additionalProperties, allOf, anyOf, items, oneOf, properties, ref } = keywords;
  const isClosed = additionalProperties?.keywords.nothing === true;
  return [
    ...(properties?.values() ?? []),
    ...[allOf, anyOf, oneOf].flatMap((list) => list ?? []),
    ...[ref, items, isClosed ? undefined : additionalProperties].flatMap((one) => one ?? []),
  ];
}

/** The format of a schema, where it is one that is tested. */
export function testedFormat(
  { format = "", types = [] }: Keywords,
  formats: EmitOptions["formats"],
): string | undefined {
  if (formats === "annotate" && format !== "int64") return undefined;
  const on = formatTests.get(format)?.on;
  const isOn = types.some((type) => (type === "integer" ? "number" : type) === on);
  return isOn ? format : undefined;
}
