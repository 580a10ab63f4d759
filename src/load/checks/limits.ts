import { brokenNumber, isMatch } from "../../diagnostics/limits.js";
import type { JsonObject } from "../../diagnostics/json.js";
import { plainPattern } from "../grammar/patterns.js";
import { quote } from "../grammar/words.js";
import { backtracksWithoutEnd } from "./backtracking.js";

/** What is wrong with a value by the limits that a schema itself has; undefined where none is broken. */
export function brokenLimit(value: unknown, schema: JsonObject): string | undefined {
  const broken = brokenNumber(value, schema);
  const { pattern } = schema;
  if (broken !== undefined || typeof value !== "string" || typeof pattern !== "string")
    return broken;
  const plain = plainPattern(pattern);
  return value.length > 1000 || backtracksWithoutEnd(plain) || isMatch(plain, value)
    ? undefined
    : `does not match the pattern ${quote(pattern)}`;
}
