import { closest } from "../../common/closest.js";
import { isObject, type JsonObject } from "../../common/json.js";
import type { Version } from "../version.js";

/** The types of JSON Schema. */
export const types: readonly string[] = [
  "string",
  "number",
  "integer",
  "boolean",
  "array",
  "object",
  "null",
];

/** The types that are meant, none for any value; undefined where that is not clear. */
export function typesMeant(written: string): readonly string[] | undefined {
  const item = itemMeant(written);
  if (item !== undefined) return typesMeant(item) && ["array"];
  const plain = written.trim().toLowerCase();
  if (plain === "") return [];
  // As documentation prints a format: `string <date>`.
  const bare = plain.replaceAll(
    /\b(string|number|integer|boolean)\s*(?:<[^<>]*>|\([^()]*\))/g,
    "$1",
  );
  const parts = alternativesIn(bare).map((part) => {
    const named = withoutPackage(part);
    return types.includes(named) ? named : (otherTypes.get(named) ?? slipOf(part));
  });
  if (parts.length === 0 || !parts.every((part) => part !== undefined)) return undefined;
  return parts.includes("") ? [] : [...new Set(parts)];
}

/** `string` for `java.lang.String`, `datetime` for `datetime.datetime`: a type of another language with its package before it. */
export function withoutPackage(type: string): string {
  return /^(?:[a-z_]\w*\.)+([a-z]\w*)$/.exec(type)?.[1] ?? type;
}

/** The texts that are separated in one: `string` and `null` in `string | null`, `string or null` and `string?`. */
export function alternativesIn(text: string): readonly string[] {
  return text
    .split(/[|,/]|\sor\s/)
    .flatMap((part) => (/\w\?\s*$/.test(part) ? [part.replace(/\?\s*$/, ""), "null"] : [part]))
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The types that a value of `type` means, none where that is any or not clear. */
export function typesIn(type: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(type) ? type : [type];
  const meant = list.map((one) => (typeof one === "string" ? typesMeant(one) : undefined) ?? []);
  return meant.every((types) => types.length > 0) ? meant.flat() : [];
}

/** A type with one slip of the keyboard in it: `interger`. A plural may as well be a list of them. */
function slipOf(written: string): string | undefined {
  const type = written.length < 4 ? undefined : closest(written, types, 1);
  return written === `${type}s` ? undefined : type;
}

/**
 * The item type in a list type of another language or in words: `string` in `array<string>`, `string[]`, `[]string` and `array of
 * strings`.
 */
export function itemMeant(written: string): string | undefined {
  const [, item] =
    /^\s*(?:array|(?:array|linked|i|ireadonly)?list|i?collection|ienumerable|iterable|sequence|vec)\s*[<[]([^<>[\]]+)[>\]]\s*$/i.exec(
      written,
    ) ??
    /^\s*([\w.]+)\[\]\s*$/.exec(written) ??
    /^\s*\[\]\*?([\w.]+)\s*$/.exec(written) ??
    /^\s*(?:array|list)\s+of\s+(\w+?)s?\s*$/i.exec(written) ??
    [];
  return item;
}

/** Types of other languages, and what they are in JSON Schema; "" is any value. */
const otherTypes: ReadonlyMap<string, string> = new Map([
  ["float", "number"],
  ["double", "number"],
  ["float32", "number"],
  ["float64", "number"],
  ["decimal", "number"],
  ["numeric", "number"],
  ["bigdecimal", "number"],
  ["int", "integer"],
  ["int8", "integer"],
  ["int16", "integer"],
  ["int32", "integer"],
  ["int64", "integer"],
  ["uint", "integer"],
  ["uint8", "integer"],
  ["uint16", "integer"],
  ["uint32", "integer"],
  ["uint64", "integer"],
  ["short", "integer"],
  ["long", "integer"],
  ["long integer", "integer"],
  ["bigint", "integer"],
  ["biginteger", "integer"],
  ["smallint", "integer"],
  ["tinyint", "integer"],
  ["sbyte", "integer"],
  ["ushort", "integer"],
  ["ulong", "integer"],
  ["bool", "boolean"],
  ["str", "string"],
  ["nvarchar", "string"],
  ["charsequence", "string"],
  ["character", "string"],
  ["text", "string"],
  ["char", "string"],
  ["varchar", "string"],
  ["objectid", "string"],
  ["password", "string"],
  ["email", "string"],
  ["date", "string"],
  ["datetime", "string"],
  ["date-time", "string"],
  ["time", "string"],
  ["instant", "string"],
  ["localdate", "string"],
  ["localtime", "string"],
  ["localdatetime", "string"],
  ["offsetdatetime", "string"],
  ["zoneddatetime", "string"],
  ["datetimeoffset", "string"],
  ["dateonly", "string"],
  ["timeonly", "string"],
  ["timespan", "string"],
  ["uri", "string"],
  ["url", "string"],
  ["ipv4", "string"],
  ["ipv6", "string"],
  ["uuid", "string"],
  ["guid", "string"],
  ["binary", "string"],
  ["file", "string"],
  ["list", "array"],
  ["arraylist", "array"],
  ["slice", "array"],
  ["map", "object"],
  ["dict", "object"],
  ["dictionary", "object"],
  ["hash", "object"],
  ["hashmap", "object"],
  ["struct", "object"],
  ["none", "null"],
  ["any", ""],
  ["unknown", ""],
  ["mixed", ""],
  ["interface{}", ""],
  ["json", ""],
  ["jsonb", ""],
]);

/**
 * A value of another type written as one of `types`: 1 for "1", "1" for 1; undefined where it is none of them. `notation` is
 * the text of a number.
 */
export function writtenAs(
  value: unknown,
  types: readonly unknown[],
  notation: (number: number) => string,
): unknown {
  if (value === null || typeof value === "object") return undefined;
  if (typeof value === "number") return types.includes("string") ? notation(value) : undefined;
  const text = String(value);
  const isNumber = typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(text);
  const isBoolean = typeof value === "string" && /^(?:true|false)$/i.test(text);
  for (const type of types) {
    if (type === "integer" && isNumber && Number.isSafeInteger(Number(text))) return Number(text);
    if (type === "number" && isNumber) return Number(text);
    if (type === "boolean" && isBoolean) return text.toLowerCase() === "true";
    if (type === "string" && typeof value !== "string") return text;
  }
  return undefined;
}

export function isOfType(value: unknown, types: readonly unknown[]): boolean {
  if (value === null) return types.includes("null");
  if (Array.isArray(value)) return types.includes("array");
  if (typeof value !== "number") return types.includes(typeof value);
  return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
}

/** True where null is allowed, by the keyword of a version. */
export function isNullable(schema: JsonObject, version: Version): boolean {
  return schema["nullable"] === true || (version < "3.0" && schema["x-nullable"] === true);
}

/** True if null is the only value of `enum` or `const`, which a `type` beside it would leave without any value. */
export function namesNull(schema: Readonly<Record<string, unknown>>): boolean {
  const { enum: list = [], const: only, nullable } = schema;
  const values = "const" in schema ? [only] : list;
  if (nullable === false || !Array.isArray(values) || values.length === 0) return false;
  return values.every((value) => value === null);
}

/**
 * What is meant where the `type` leaves no value of `enum`: values of the items of an array, or these values and not the type.
 * Undefined where a value is left, or neither is clear.
 */
export function enumMeant(
  { enum: list, items }: Readonly<Record<string, unknown>>,
  types: readonly unknown[],
  notation: (number: number) => string,
): "items" | "values" | undefined {
  if (!Array.isArray(list) || list.every((value) => value === null)) return undefined;
  const values: readonly unknown[] = list;
  const fits = (value: unknown, allowed: readonly unknown[]): boolean =>
    isOfType(value, allowed) || writtenAs(value, allowed, notation) !== undefined;
  if (values.some((value) => value !== null && fits(value, types))) return undefined;
  if (values.some((value) => typeof value === "object" && value !== null)) return undefined;
  const named = types.filter((type) => type !== "null");
  if (named.every((type) => scalarTypes.includes(type))) return "values";
  if (named.join() !== "array") return undefined;
  if (items === undefined) return "items";
  if (!isObject(items) || "$ref" in items || "enum" in items) return undefined;
  const { type = scalarTypes } = items;
  const ofItems = Array.isArray(type) ? type : [type];
  return values.every((value) => fits(value, ofItems)) ? "items" : undefined;
}

const scalarTypes: readonly unknown[] = ["string", "number", "integer", "boolean"];
