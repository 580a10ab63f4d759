import { type Code, use } from "../../emit/code.js";

/** The functions of the runtime that generated code calls, and the files that they are in. */
const files = {
  countMatches: "alternatives",
  countMembers: "validate",
  explainAnyOf: "alternatives",
  explainOneOf: "alternatives",
  fail: "validate",
  failDepth: "validate",
  failEnum: "validate",
  failFormat: "validate",
  failMember: "validate",
  failMissing: "validate",
  failName: "validate",
  failPattern: "validate",
  failType: "validate",
  failTypes: "validate",
  failUnknown: "validate",
  hasNoOther: "validate",
  hasOnly: "validate",
  isArray: "validate",
  isAtLeast: "validate",
  isAtMost: "validate",
  isEqual: "equality",
  isInt64Bigint: "int64",
  isInt64Digits: "int64",
  isInteger: "validate",
  isMultipleOf: "validate",
  isNumber: "validate",
  isObject: "validate",
  isSafeInteger: "validate",
  isUint64Bigint: "int64",
  isUint64Digits: "int64",
  isUnique: "equality",
  maximumDepth: "validate",
  own: "validate",
  parse: "validate",
  pointer: "validate",
  remembered: "memory",
  shallowDepth: "validate",
  surfaceDepth: "validate",
  wasTold: "memory",
} as const;

/** Each with its import. */
export const runtime: Readonly<Record<keyof typeof files, Code>> = Object.fromEntries(
  Object.entries(files).map(([name, file]) => [name, use(name, `./runtime/${file}.js`)]),
) as Record<keyof typeof files, Code>;
