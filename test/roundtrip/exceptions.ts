import type { Issue } from "../../src/runtime/validate/issue.js";

/** Where ajv says something else, and is not right by a standard. */
export const differences = {
  __proto__: "JSON Schema 2020-12, section 10.3.2: any name is one; ajv passes over this one",
  unevaluatedItems:
    "JSON Schema 2020-12, section 11.2: an item that `contains` does not fit is not evaluated; ajv takes all for it",
  format:
    "JSON Schema 2020-12, section 7.3, and OpenAPI's format registry; ajv-formats has fewer, and takes an int64 that is rounded, or an address of 300 letters",
} as const;

export type Difference = keyof typeof differences;

/** Notes which of the differences are met. */
export class Exceptions {
  readonly met = new Map<Difference, string>();

  /** Whether a difference is one of those that are known. */
  explain(value: unknown, issues: readonly Issue[]): boolean {
    const found = differenceOf(value, issues);
    if (found) this.met.set(found, `${JSON.stringify(value)} ${issues[0]?.message ?? ""}`);
    return found !== undefined;
  }
}

function differenceOf(value: unknown, issues: readonly Issue[]): Difference | undefined {
  if (JSON.stringify(value)?.includes('"__proto__":')) return "__proto__";
  if (issues.length > 0 && issues.every(({ keyword }) => keyword === "unevaluatedItems"))
    return "unevaluatedItems";
  const isFormat = issues.length > 0 && issues.every(({ keyword }) => keyword === "format");
  return isFormat ? "format" : undefined;
}
