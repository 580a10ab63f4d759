import { type Explain, explainAnyOf, explainOneOf } from "./alternatives.js";
import {
  type Expected,
  type ExpectedRule,
  type Where,
  below,
  explaining,
  isExpected,
  mayBeExpected,
  tell,
} from "./expected.js";
import { describeValues } from "./fault.js";
import type { Issue } from "./issue.js";
import { judge } from "../client/readers.js";
import {
  countMembers,
  failDepth,
  failLimit,
  failPattern,
  failTag,
  failUnknown,
  isAtLeast,
  isAtMost,
  isObject,
  maximumDepth,
} from "./validate.js";

/** For schemas that lead back to themselves: how deep a value may be nested. */
export const depth: ExpectedRule = (_value, _expected, where, issues, levels) =>
  levels > maximumDepth && !failDepth(issues, ...where());

/** `const`. */
export const constants: ExpectedRule = (value, { const: only }, where, issues) =>
  value !== only && tell(where, issues, "const", describeValues([only]), { expected: only }, value);

/** `anyOf` and `oneOf`. */
export const alternatives: ExpectedRule = (value, expected, where, issues, levels) => {
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = expected[keyword];
    if (branches) explainUnion(value, keyword, branches, undefined, where, issues, levels);
  }
  return false;
};

/** `places`: those of the branches among all of the union, where they are some of them. */
function explainUnion(
  value: unknown,
  keyword: "anyOf" | "oneOf",
  branches: readonly Expected[],
  places: readonly number[] | undefined,
  where: Where,
  issues: Issue[],
  levels: number,
): void {
  // Where its type tells the branch, no other is gone into: values may be nested in it again and again.
  const first = branches.findIndex((branch) => mayBeExpected(value, branch));
  const only = branches[first];
  if (only !== undefined && !branches.slice(first + 1).some((one) => mayBeExpected(value, one))) {
    const place = below(where, `${keyword}/${places?.[first] ?? first}`);
    return void explaining(only)(value, place, issues, levels);
  }
  let matches = 0;
  for (const branch of branches) {
    if (isExpected(value, branch, levels)) matches++;
    if (matches > 0 && keyword === "anyOf") return;
  }
  if (matches === 1) return;
  const [at, schema] = where();
  const explain = keyword === "anyOf" ? explainAnyOf : explainOneOf;
  const explains = branches.map((branch, index): Explain => {
    const place = `${schema}/${keyword}/${places?.[index] ?? index}`;
    return (one, from, found) => explaining(branch)(one, () => [from, place], found, levels);
  });
  explain(value, at, schema, keyword, issues, explains);
}

/** `anyOf` and `oneOf` of objects that are told apart by a member. */
export const tagged: ExpectedRule = (value, expected, where, issues, levels) => {
  const { tag, anyOf, oneOf = anyOf } = expected;
  if (!tag || !oneOf || !isObject(value))
    return alternatives(value, expected, where, issues, levels);
  const keyword = anyOf ? "anyOf" : "oneOf";
  const { name, values } = tag;
  const chosen = Object.hasOwn(value, name) ? value[name] : undefined;
  const places = [...oneOf.keys()].filter((place) => values[place]?.includes(chosen));
  const meant = oneOf.filter((_, place) => places.includes(place));
  if (meant.length > 0) explainUnion(value, keyword, meant, places, where, issues, levels);
  else failTag(issues, ...where(), chosen, keyword, name, [...new Set(values.flat())]);
  return false;
};

/** What members have to be that are neither required nor optional. */
export const others: ExpectedRule = (value, expected, where, issues, levels) => {
  const { required = {}, optional = {}, others } = expected;
  if (!isObject(value) || others === undefined) return false;
  for (const name in value) {
    if (value[name] === undefined || Object.hasOwn(required, name) || Object.hasOwn(optional, name))
      continue;
    if (others === false) failUnknown(issues, ...where(), name);
    else
      explaining(others)(value[name], below(where, "additionalProperties", name), issues, levels);
  }
  return false;
};

/** What a check says that is code. */
export const checks: ExpectedRule = (value, { check }, where, issues) => {
  if (check) judge(check, value, issues, where()[0]);
  return false;
};

/** `pattern`. */
export const patterns: ExpectedRule = (value, { pattern }, where, issues) => {
  if (pattern && typeof value === "string" && !pattern.test(value))
    failPattern(issues, ...where(), value, pattern);
  return false;
};

/** The least and the most that a number, a length or a count may be. */
export const limits: ExpectedRule = (value, expected, where, issues) => {
  const tests = testsFor(value);
  for (const keyword of Object.keys(tests) as LimitKeyword[]) {
    const limit = expected[keyword];
    if (limit !== undefined && !tests[keyword]?.(value as never, limit))
      failLimit(issues, ...where(), value, keyword, limit);
  }
  return false;
};

type LimitKeyword =
  keyof typeof numbers | keyof typeof texts | keyof typeof lists | keyof typeof objects;
type Tests = { readonly [Keyword in LimitKeyword]?: (value: never, limit: number) => boolean };

const numbers = {
  minimum: (value: number, limit: number) => value >= limit,
  maximum: (value: number, limit: number) => value <= limit,
  exclusiveMinimum: (value: number, limit: number) => value > limit,
  exclusiveMaximum: (value: number, limit: number) => value < limit,
};

const texts = { minLength: isAtLeast, maxLength: isAtMost };

const lists = {
  minItems: (value: readonly unknown[], limit: number) => value.length >= limit,
  maxItems: (value: readonly unknown[], limit: number) => value.length <= limit,
};

const objects = {
  minProperties: (value: object, limit: number) => countMembers(value) >= limit,
  maxProperties: (value: object, limit: number) => countMembers(value) <= limit,
};

function testsFor(value: unknown): Tests {
  if (typeof value === "number") return numbers;
  if (typeof value === "string") return texts;
  if (Array.isArray(value)) return lists;
  return typeof value === "object" && value !== null ? objects : {};
}
