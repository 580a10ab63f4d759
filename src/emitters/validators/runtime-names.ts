import { type Code, use } from "../../emit/code.js";

const validate = "./runtime/validate.js";
const names = [
  "countMembers",
  "explainAnyOf",
  "explainOneOf",
  "fail",
  "failMissing",
  "hasNoOther",
  "hasOnly",
  "isArray",
  "isAtLeast",
  "isAtMost",
  "isEqual",
  "isInteger",
  "isMultipleOf",
  "isNumber",
  "isObject",
  "isSafeInteger",
  "isUnique",
  "maximumDepth",
  "own",
  "parse",
  "pointer",
] as const;

/** The functions of `runtime/validate.ts` that generated code calls, each with its import. */
export const runtime: Readonly<Record<(typeof names)[number], Code>> = Object.fromEntries(
  names.map((name) => [name, use(name, validate)]),
) as Record<(typeof names)[number], Code>;
