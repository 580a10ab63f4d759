import { type Code, code, regex, str } from "../../../emit/code.js";

/**
 * A pattern as a regular expression, by code points as JSON Schema asks for. Many patterns in the wild escape
 * more than that mode allows: those are read by the older rules, which every browser still follows. They are
 * made from text, because TypeScript finds fault with some of them where they stand as a literal.
 */
export function patternCode(source: string): Code | undefined {
  try {
    return regex(source, "u");
  } catch {
    return isPattern(source) ? code`new RegExp(${str(source)})` : undefined;
  }
}

function isPattern(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}
