import { failMatches, matchesAmong, nearestOf } from "./alternatives.js";
import { type ExpectedRule, below, explaining, tell } from "./expected.js";
import { describeLimit, describeValues } from "./fault.js";
import type { Issue } from "./issue.js";
import { judge } from "./readers.js";
import { pointerTo } from "./shape.js";
import {
  countMembers,
  fail,
  failDepth,
  failPattern,
  failTypes,
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
  value !== only && tell(where, issues, "const", describeValues([only]), { expected: only });

/** `anyOf` and `oneOf`. */
export const alternatives: ExpectedRule = (value, expected, where, issues, levels) => {
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const faults = expected[keyword]?.map((branch, index) => {
      const found: Issue[] = [];
      explaining(branch)(value, below(where, `${keyword}/${index}`), found, levels);
      return found;
    });
    const matches = matchesAmong(faults ?? []);
    if (!faults || matches.length === 1 || (matches.length > 1 && keyword === "anyOf")) continue;
    const [at, schema] = where();
    const nearest = nearestOf(faults, at);
    if (matches.length > 1) failMatches(issues, at, schema, matches);
    else if (typeof nearest === "number") issues.push(...(faults[nearest] ?? []));
    else failTypes(issues, at, schema, keyword, nearest);
  }
  return false;
};

/** `anyOf` and `oneOf` of objects that are told apart by a member. */
export const tagged: ExpectedRule = (value, expected, where, issues, levels) => {
  const { tag, anyOf, oneOf = anyOf } = expected;
  if (!tag || !oneOf || !isObject(value))
    return alternatives(value, expected, where, issues, levels);
  const keyword = anyOf ? "anyOf" : "oneOf";
  const { name, values } = tag;
  const isMeant = values.map((some) => Object.hasOwn(value, name) && some.includes(value[name]));
  if (isMeant.includes(true)) {
    // No object is null: the others keep their places, and are not looked at.
    const branches = oneOf.map((branch, index) => (isMeant[index] ? branch : "null"));
    return alternatives(value, { [keyword]: branches }, where, issues, levels);
  }
  const known = values.flat();
  const message = `${describeValues(known)}, to say which alternative it is`;
  const [at, schema] = where();
  return !fail(issues, pointerTo(at, name), schema, keyword, message, { tag: name, values: known });
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
    failPattern(issues, ...where(), pattern);
  return false;
};

/** The least and the most that a number, a length or a count may be. */
export const limits: ExpectedRule = (value, expected, where, issues) => {
  const tests = testsFor(value);
  for (const keyword of Object.keys(tests) as LimitKeyword[]) {
    const limit = expected[keyword];
    if (limit !== undefined && !tests[keyword]?.(value as never, limit))
      tell(where, issues, keyword, describeLimit(keyword, limit), { limit });
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
