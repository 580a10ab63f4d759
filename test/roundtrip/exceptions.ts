import type { Keywords, Schema } from "../../src/model/types.js";
import type { Issue } from "../../src/runtime/issue.js";

/** Where ajv says something else, and is not right by a standard. */
export const differences = {
  __proto__: "JSON Schema 2020-12, section 10.3.2: any name is one; ajv passes over this one",
  unevaluatedItems:
    "JSON Schema 2020-12, section 11.2: an item that `contains` does not fit is not evaluated; ajv takes all for it",
  branches:
    "JSON Schema 2020-12, section 10.2.1: `anyOf` is not empty; where it is, it says nothing",
  format: "ajv-formats has other formats",
} as const;

export type Difference = keyof typeof differences;

/** Notes which of the differences are met. */
export class Exceptions {
  readonly met = new Map<Difference, string>();

  /** Whether a difference is one of those that are known. */
  explain({ keywords }: Schema, value: unknown, issues: readonly Issue[]): boolean {
    const found = differenceOf(keywords, value, issues);
    if (found) this.met.set(found, `${JSON.stringify(value)} ${issues[0]?.message ?? ""}`);
    return found !== undefined;
  }
}

function differenceOf(
  { anyOf, oneOf }: Keywords,
  value: unknown,
  issues: readonly Issue[],
): Difference | undefined {
  if (anyOf?.length === 0 || oneOf?.length === 0) return "branches";
  if (JSON.stringify(value)?.includes('"__proto__":')) return "__proto__";
  if (issues.length > 0 && issues.every(({ keyword }) => keyword === "unevaluatedItems"))
    return "unevaluatedItems";
  const isFormat = issues.length > 0 && issues.every(({ keyword }) => keyword === "format");
  return isFormat ? "format" : undefined;
}
