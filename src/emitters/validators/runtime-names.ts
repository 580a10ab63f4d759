import { type Code, use } from "../../emit/code.js";

/** The functions of the runtime that generated code calls, and the files that they are in. */
const files = {
  countMembers: "validate",
  explainAnyOf: "alternatives",
  explainOneOf: "alternatives",
  fail: "validate",
  failMissing: "validate",
  hasNoOther: "validate",
  hasOnly: "validate",
  isArray: "validate",
  isAtLeast: "validate",
  isAtMost: "validate",
  isEqual: "equality",
  isInteger: "validate",
  isMultipleOf: "validate",
  isNumber: "validate",
  isObject: "validate",
  isSafeInteger: "validate",
  isUnique: "equality",
  maximumDepth: "validate",
  own: "validate",
  parse: "validate",
  pointer: "validate",
} as const;

/** Each with its import. */
export const runtime: Readonly<Record<keyof typeof files, Code>> = Object.fromEntries(
  Object.entries(files).map(([name, file]) => [name, use(name, `./runtime/${file}.js`)]),
) as Record<keyof typeof files, Code>;
