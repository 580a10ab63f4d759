import { change } from "../change.js";
import { reachable } from "../../common/collections.js";
import { everySchema } from "./direction.js";
import { markExact } from "./exact.js";
import type { ApiModel, JsonType, Keywords, Schema } from "../types.js";

/** The formats of integers that a `number` cannot hold all of, and what they are called as texts. */
const formats: ReadonlyMap<string, string> = new Map([
  ["int64", "int64-digits"],
  ["uint64", "uint64-digits"],
]);

/**
 * Says of all int64s of a model what they are in memory. As "bigint" they have that type. As "string" they have the
 * type `string` and the format `int64-digits` or `uint64-digits`. Other integers, and int64s that can be texts or
 * fractions too, stay what they are. The schemas are changed in place.
 */
export function applyInt64(model: ApiModel, form: "bigint" | "string"): void {
  const all = everySchema(model);
  const int64s = new Set([...all].filter(isInt64));
  const alike = new Set(
    [...all].flatMap((schema) => {
      const parts = [...reachable([schema], ownParts)];
      return parts.length > 1 && parts.some(isInt64) ? parts.filter((part) => !isInt64(part)) : [];
    }),
  );
  const besides = [...all].flatMap((schema) => {
    const format = alike.has(schema) || !isNumber(schema) ? undefined : formatBeside(schema);
    return format === undefined ? [] : [{ schema, format }];
  });
  for (const { schema, format } of besides) {
    const types = schema.keywords.types?.map((type) => (type === "number" ? "integer" : type));
    change(schema, { keywords: { ...schema.keywords, ...(types && { types }), format } });
    int64s.add(schema);
  }
  for (const schema of alike) change(schema, { keywords: typed(schema.keywords, form) });
  for (const schema of int64s) change(schema, { keywords: changed(schema.keywords, form) });
  markExact(model, [...int64s], all, "int64");
}

/** Int64s that are no numbers in memory. */
export function isExactInt64({ keywords: { types = [], format = "" } }: Schema): boolean {
  return types.includes("bigint") || [...formats.values()].includes(format);
}

/** The format that the description has for a schema. */
export function describedFormat({ format }: Keywords): string | undefined {
  return [...formats].find(([, digits]) => digits === format)?.[0] ?? format;
}

/** The parts of a schema's `allOf` that belong to it alone: what one says of integers, all mean. */
function ownParts({ keywords: { allOf = [] } }: Schema): readonly Schema[] {
  return allOf.filter(({ name }) => name === undefined);
}

function typed(keywords: Keywords, form: "bigint" | "string"): Keywords {
  const { types } = keywords;
  if (!types) return keywords;
  const isNumber = (type: JsonType): boolean => type === "integer" || type === "number";
  return { ...keywords, types: types.map((type) => (isNumber(type) ? form : type)) };
}

function isInt64({ keywords: { types = [], format = "" } }: Schema): boolean {
  const isMixed = types.includes("string") || types.includes("number");
  return formats.has(format) && types.includes("integer") && !isMixed;
}

/** A schema that by itself says no more than that it takes numbers. */
function isNumber({ keywords: { format, types = [] } }: Schema): boolean {
  if (format !== undefined || types.includes("string")) return false;
  return types.includes("integer") || types.includes("number");
}

/** The format of the int64 that other schemas, which hold in the same place, leave of the numbers. */
function formatBeside(schema: Schema, seen = new Set<Schema>()): string | undefined {
  if (seen.has(schema)) return undefined;
  seen.add(schema);
  const { allOf = [], anyOf = [], format, oneOf = [], ref } = schema.keywords;
  if (isInt64(schema)) return format;
  for (const part of ref ? [ref, ...allOf] : allOf) {
    const found = formatBeside(part, seen);
    if (found !== undefined) return found;
  }
  for (const branches of [anyOf, oneOf]) {
    const [first, ...others] = branches
      .filter(({ keywords: { types } }) => types?.join() !== "null")
      .map((branch) => formatBeside(branch, new Set(seen)));
    if (others.every((one) => one === first) && first !== undefined) return first;
  }
  return undefined;
}

function changed(keywords: Keywords, form: "bigint" | "string"): Keywords {
  const value = (one: unknown): unknown =>
    !Number.isInteger(one) ? one : form === "bigint" ? BigInt(one as number) : String(one);
  const types = keywords.types?.map((type): JsonType => (type === "integer" ? form : type));
  const format = formats.get(keywords.format ?? "");
  const { minLength: _, maxLength: __, pattern: ___, ...others } = keywords;
  return {
    ...others,
    ...(types && { types }),
    ...(form === "string" && format !== undefined && { format }),
    ...(keywords.enum && { enum: keywords.enum.map(value) }),
    ...(keywords.const && { const: { value: value(keywords.const.value) } }),
    ...(keywords.default && { default: { value: value(keywords.default.value) } }),
  };
}
