import { isObject } from "./json.js";

/** Of a schema, or of what the model has of one. */
type Limits = { readonly [keyword in string]?: unknown };

/** What is wrong with a value by the numbers that limit it or its size; undefined where none is broken. */
export function brokenNumber(value: unknown, schema: Limits): string | undefined {
  const size = sizeOf(value);
  for (const [keyword, of, isBroken, word] of limits) {
    const limit = schema[keyword];
    if (size?.of === of && typeof limit === "number" && isBroken(size.size, limit, schema))
      return `is ${word} ${keyword} ${limit}`;
  }
  return undefined;
}

interface Size {
  readonly of: "number" | "text" | "list" | "object";
  readonly size: number;
}

function sizeOf(value: unknown): Size | undefined {
  if (typeof value === "number") return { of: "number", size: value };
  if (typeof value === "string") return { of: "text", size: [...value].length };
  if (typeof value === "bigint") return { of: "number", size: Number(value) };
  if (Array.isArray(value)) return { of: "list", size: value.length };
  return isObject(value) ? { of: "object", size: Object.keys(value).length } : undefined;
}

type IsBroken = (size: number, limit: number, schema: Limits) => boolean;

const isBelow: IsBroken = (size, limit) => size < limit;
const isAbove: IsBroken = (size, limit) => size > limit;

/** Between two multiples, further from both than rounding leads: 0.3 is a multiple of 0.1. */
const isBetween: IsBroken = (size, limit) => {
  const times = size / limit;
  return limit > 0 && Math.abs(times - Math.round(times)) > 1e-9 * Math.max(1, Math.abs(times));
};

/** In OpenAPI 3.0 and before, whether a limit is allowed itself is said beside it. */
const limits: readonly (readonly [keyword: string, of: Size["of"], IsBroken, word: string])[] = [
  [
    "minimum",
    "number",
    (size, limit, { exclusiveMinimum }) =>
      exclusiveMinimum === true ? size <= limit : size < limit,
    "below",
  ],
  [
    "maximum",
    "number",
    (size, limit, { exclusiveMaximum }) =>
      exclusiveMaximum === true ? size >= limit : size > limit,
    "above",
  ],
  ["exclusiveMinimum", "number", (size, limit) => size <= limit, "not above"],
  ["exclusiveMaximum", "number", (size, limit) => size >= limit, "not below"],
  ["multipleOf", "number", isBetween, "not allowed by"],
  ["minLength", "text", isBelow, "shorter than"],
  ["maxLength", "text", isAbove, "longer than"],
  ["minItems", "list", isBelow, "shorter than"],
  ["maxItems", "list", isAbove, "longer than"],
  ["minProperties", "object", isBelow, "smaller than"],
  ["maxProperties", "object", isAbove, "larger than"],
];
