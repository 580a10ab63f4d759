import type { JsonObject } from "../../diagnostics/json.js";
import { plainPattern } from "../grammar/patterns.js";
import { quote } from "../grammar/words.js";
import { backtracksWithoutEnd } from "./backtracking.js";

/** What is wrong with a value by the limits that a schema itself has; undefined where none is broken. */
export function brokenLimit(value: unknown, schema: JsonObject): string | undefined {
  const size = sizeOf(value);
  for (const [keyword, of, isBroken, word] of limits) {
    const limit = schema[keyword];
    if (size?.of === of && typeof limit === "number" && isBroken(size.size, limit, schema))
      return `is ${word} ${keyword} ${limit}`;
  }
  const { pattern } = schema;
  if (typeof value !== "string" || typeof pattern !== "string" || value.length > 1000)
    return undefined;
  const plain = plainPattern(pattern);
  return backtracksWithoutEnd(plain) || isMatch(plain, value)
    ? undefined
    : `does not match the pattern ${quote(pattern)}`;
}

interface Size {
  readonly of: "number" | "text" | "list";
  readonly size: number;
}

function sizeOf(value: unknown): Size | undefined {
  if (typeof value === "number") return { of: "number", size: value };
  if (typeof value === "string") return { of: "text", size: [...value].length };
  return Array.isArray(value) ? { of: "list", size: value.length } : undefined;
}

type IsBroken = (size: number, limit: number, schema: JsonObject) => boolean;

const isBelow: IsBroken = (size, limit) => size < limit;
const isAbove: IsBroken = (size, limit) => size > limit;

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
  ["minLength", "text", isBelow, "shorter than"],
  ["maxLength", "text", isAbove, "longer than"],
  ["minItems", "list", isBelow, "shorter than"],
  ["maxItems", "list", isAbove, "longer than"],
];

/** True for a pattern that cannot be read, too: that is reported where it stands. */
function isMatch(pattern: string, text: string): boolean {
  for (const flags of ["u", ""])
    try {
      return new RegExp(pattern, flags).test(text);
    } catch {
      // Without the flag more is let through, as ECMA-262's annex B wants it.
    }
  return true;
}
