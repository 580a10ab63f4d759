import { explainAnyOf, explainOneOf } from "../unions/alternatives.js";
import { passes } from "../unions/trials.js";
import {
  type Expected,
  type ExpectedRule,
  type Prepared,
  type Where,
  below,
  pointersTo,
  prepared,
  startAt,
  tell,
} from "./expected.js";
import { describeValues } from "../fault.js";
import type { Explain as ExplainAt, Issue } from "../issue.js";
import { judge } from "../../client/replies/readers.js";
import {
  countMembers,
  failDepth,
  failLimit,
  failPattern,
  failTag,
  failUnknown,
  isAtLeast,
  isAtMost,
  maximumDepth,
} from "../validate.js";
import { isObject } from "../values.js";
import { hasOwn } from "../own.js";

/** For schemas that lead back to themselves: how deep a value may be nested. */
export const depth: ExpectedRule = (_value, _expected, where, issues, levels) => {
  if (levels <= maximumDepth) return false;
  failDepth(issues, ...pointersTo(where));
  return true;
};

/** `const`. */
export const constants: ExpectedRule = (value, { const: only }, where, issues) =>
  value !== only && tell(where, issues, "const", describeValues([only]), { expected: only }, value);

/** `anyOf` and `oneOf`. */
export const alternatives: ExpectedRule = (value, { anyOf, oneOf }, where, issues, levels) => {
  if (anyOf) explainUnion(value, "anyOf", anyOf, where, issues, levels);
  if (oneOf) explainUnion(value, "oneOf", oneOf, where, issues, levels);
  return false;
};

interface Branch extends Prepared {
  readonly step: string;
}

/** Of constants, of which there are no more in time. */
const unions = new WeakMap<readonly Expected[], readonly Branch[]>();

function branchesOf(keyword: string, union: readonly Expected[]): readonly Branch[] {
  let branches = unions.get(union);
  if (!branches) {
    branches = union.map((one, index) => ({ ...prepared(one), step: `${keyword}/${index}` }));
    unions.set(union, branches);
  }
  return branches;
}

/** So many levels of a value are looked at for whether a branch may be meant. */
const fewLevels = 4;

/** Trying a branch takes as much of the stack as so many schemas do. */
const levelsOfTrial = 2;

/** The place of a value in a trial, whose issues are not reported. */
const nowhere: Where = /* @__PURE__ */ startAt("");

/** `tags`: those that each branch has, where a member tells by its `tag` which of them are meant. */
function explainUnion(
  value: unknown,
  keyword: "anyOf" | "oneOf",
  union: readonly Expected[],
  where: Where,
  issues: Issue[],
  levels: number,
  tags?: readonly (readonly unknown[])[],
  tag?: unknown,
): void {
  const all = branchesOf(keyword, union);
  const branches = tags ? all.filter((_, index) => tags[index]?.includes(tag)) : all;
  // Where its type tells the branch, no other is gone into: values may be nested in it again and again.
  let only: Branch | undefined;
  let count = 0;
  for (const branch of branches)
    if (branch.mayBe(value, 0)) {
      only = branch;
      count++;
    }
  if (only && count === 1) return void only.explain(value, below(where, only.step), issues, levels);
  const inside = levels + levelsOfTrial;
  let matches = 0;
  for (const { explain, mayBe } of branches) {
    if (!mayBe(value, fewLevels) || !passes(explain, value, nowhere, inside)) continue;
    if (keyword === "anyOf") return;
    matches++;
  }
  if (matches === 1) return;
  const [at, schema] = pointersTo(where);
  const explains = branches.map(({ explain, step }): ExplainAt => {
    const place = `${schema}/${step}`;
    return (one, from, found) => explain(one, startAt(place, from), found, inside);
  });
  const tell = keyword === "anyOf" ? explainAnyOf : explainOneOf;
  tell(value, at, schema, keyword, issues, explains);
}

/** `anyOf` and `oneOf` of objects that are told apart by a member. */
export const tagged: ExpectedRule = (value, expected, where, issues, levels) => {
  const { tag, anyOf, oneOf = anyOf } = expected;
  if (!tag || !oneOf || !isObject(value))
    return alternatives(value, expected, where, issues, levels);
  const keyword = anyOf ? "anyOf" : "oneOf";
  const { name, values } = tag;
  const chosen = hasOwn(value, name) ? value[name] : undefined;
  if (values.some((some) => some.includes(chosen)))
    explainUnion(value, keyword, oneOf, where, issues, levels, values, chosen);
  else failTag(issues, ...pointersTo(where), chosen, keyword, name, [...new Set(values.flat())]);
  return false;
};

/** Expectations of members that are neither required nor optional. */
export const others: ExpectedRule = (value, expected, where, issues, levels) => {
  const { required = {}, optional = {}, others } = expected;
  if (!isObject(value) || others === undefined) return false;
  const other = others === false ? undefined : prepared(others);
  for (const name in value) {
    if (value[name] === undefined || hasOwn(required, name) || hasOwn(optional, name)) continue;
    if (other)
      other.explain(value[name], below(where, "additionalProperties", name), issues, levels);
    else failUnknown(issues, ...pointersTo(where), name);
  }
  return false;
};

/** The issues of a check that is code. */
export const checks: ExpectedRule = (value, { check }, where, issues) => {
  if (check) judge(check, value, issues, pointersTo(where)[0]);
  return false;
};

/** `pattern`. */
export const patterns: ExpectedRule = (value, { pattern }, where, issues) => {
  if (pattern && typeof value === "string" && !pattern.test(value))
    failPattern(issues, ...pointersTo(where), value, pattern);
  return false;
};

/** The least and the most that a number, a length or a count may be. */
export const limits: ExpectedRule = (value, expected, where, issues) => {
  const tests = testsFor(value);
  for (const name in tests) {
    const keyword = name as LimitKeyword;
    const limit = expected[keyword];
    if (limit !== undefined && !tests[keyword]?.(value as never, limit))
      failLimit(issues, ...pointersTo(where), value, keyword, limit);
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
