import { explainAnyOf, explainOneOf } from "../unions/alternatives.js";
import { passes } from "../unions/trials.js";
import {
  type Expected,
  type ExpectedRule,
  type ExpectedValue,
  type Prepared,
  type Where,
  below,
  pointersTo,
  prepared,
  startAt,
  tell,
} from "./expected.js";
import { describeValues } from "../fault.js";
import type { Explain as ExplainAt, Issue, Judge } from "../issue.js";
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

/** The assertions that these rules check, under their keywords unless explained otherwise. */
interface RuledValue extends ExpectedValue, Limits {
  readonly const?: unknown;
  readonly pattern?: RegExp;
  /** For all other members; `false` if none are allowed. */
  readonly others?: Expected | false;
  readonly anyOf?: readonly Expected[];
  readonly oneOf?: readonly Expected[];
  /** The member that selects a branch, and its values for each of them. */
  readonly tag?: { readonly name: string; readonly values: readonly (readonly unknown[])[] };
  /** A check as code, for what cannot be data. */
  readonly check?: Judge;
}

/** Maximum depth of a value, for recursive schemas. */
export const depth: ExpectedRule = (_value, _expected, where, issues, levels) => {
  if (levels <= maximumDepth) return false;
  failDepth(issues, ...pointersTo(where));
  return true;
};

/** `const`. */
export const constants: ExpectedRule = (value, { const: only }: RuledValue, where, issues) =>
  value !== only && tell(where, issues, "const", describeValues([only]), { expected: only }, value);

/** `anyOf` and `oneOf`. */
export const alternatives: ExpectedRule = (
  value,
  { anyOf, oneOf }: RuledValue,
  where,
  issues,
  levels,
) => {
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

/** Levels of a value that are compared to select a branch. */
const fewLevels = 4;

/** The stack depth of trying a branch, as a number of schemas. */
const levelsOfTrial = 2;

/** The place of a value in a trial, whose issues are discarded. */
const nowhere: Where = /* @__PURE__ */ startAt("");

/** `tags`: the values of the member `tag` that select each branch. */
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
  // If the type selects the branch, no other is tried, since values may be nested deeply.
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

/** `anyOf` and `oneOf` of objects that a member distinguishes. */
export const tagged: ExpectedRule = (value, expected: RuledValue, where, issues, levels) => {
  const { tag, anyOf, oneOf = anyOf } = expected;
  if (!tag || !oneOf || !isObject(value))
    return alternatives(value, expected, where, issues, levels);
  const keyword = anyOf ? "anyOf" : "oneOf";
  const { name, values } = tag;
  const chosen = hasOwn(value, name) ? value[name] : undefined;
  if (values.some((some) => some.includes(chosen)))
    explainUnion(value, keyword, oneOf, where, issues, levels, values, chosen);
  else
    failTag(
      issues,
      ...pointersTo(where),
      chosen,
      keyword,
      name,
      Array.from(new Set(values.flat())),
    );
  return false;
};

/** Rules for members that are neither in `required` nor in `optional`. */
export const others: ExpectedRule = (value, expected: RuledValue, where, issues, levels) => {
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

/** The issues of a check that is a function. */
export const checks: ExpectedRule = (value, { check }: RuledValue, where, issues) => {
  if (check) judge(check, value, issues, pointersTo(where)[0]);
  return false;
};

/** `pattern`. */
export const patterns: ExpectedRule = (value, { pattern }: RuledValue, where, issues) => {
  if (pattern && typeof value === "string" && !pattern.test(value))
    failPattern(issues, ...pointersTo(where), value, pattern);
  return false;
};

/** The limits of a number, a length or a count. */
export const limits: ExpectedRule = (value, expected: RuledValue, where, issues) => {
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
type Limits = { readonly [Keyword in LimitKeyword]?: number };
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
