import { breaksPattern, brokenNumber } from "../../diagnostics/limits.js";
import type { JsonObject } from "../../diagnostics/json.js";
import { plainPattern } from "../grammar/patterns.js";
import { quote } from "../grammar/words.js";

/** What is wrong with a value by the limits that a schema itself has; undefined where none is broken. */
export function brokenLimit(value: unknown, schema: JsonObject): string | undefined {
  const broken = brokenNumber(value, schema);
  const { pattern } = schema;
  if (broken !== undefined || typeof pattern !== "string") return broken;
  return breaksPattern(value, plainPattern(pattern))
    ? `does not match the pattern ${quote(pattern)}`
    : undefined;
}
