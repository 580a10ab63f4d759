import { brokenNumber } from "../../diagnostics/limits.js";
import type { JsonObject } from "../../diagnostics/json.js";
import { matches } from "../../diagnostics/patterns.js";
import { plainPattern } from "../grammar/patterns.js";
import { quote } from "../grammar/words.js";

/** What is wrong with a value by the limits that a schema itself has; undefined where none is broken. */
export function brokenLimit(value: unknown, schema: JsonObject): string | undefined {
  const broken = brokenNumber(value, schema);
  const { pattern } = schema;
  if (broken !== undefined || typeof pattern !== "string" || typeof value !== "string")
    return broken;
  return matches(plainPattern(pattern), value) === false
    ? `does not match the pattern ${quote(pattern)}`
    : undefined;
}
