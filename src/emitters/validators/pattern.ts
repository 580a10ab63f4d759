import { type Code, regex } from "../../emit/code.js";

/**
 * A pattern as a regular expression, by code points as JSON Schema asks for. Many patterns in the wild escape
 * more than that mode allows: those are read by the older rules, which every browser still follows.
 */
export function patternCode(source: string): Code | undefined {
  for (const flags of ["u", ""]) {
    try {
      return regex(source, flags);
    } catch {
      // Tried with the next flags.
    }
  }
  return undefined;
}
