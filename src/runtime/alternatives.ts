import type { Issue } from "./issue.js";
import { remembering } from "./memory.js";
import { fail, failTypes } from "./validate.js";

/** Adds what is wrong with a value to `issues`, and nothing where nothing is. */
export type Explain = (value: unknown, at: string, issues: Issue[]) => unknown;

/** How deep `attempt` is inside itself: what is only tried need not be told in full. */
let trials = 0;

/** Which branch a property of the value names: OpenAPI's discriminator. */
export interface Hint {
  readonly value: unknown;
  readonly branches: Readonly<Record<string, number>>;
}

/** How many of the tests hold; no more than `enough` are counted. */
export function countMatches(
  value: unknown,
  tests: readonly ((value: unknown) => boolean)[],
  enough: number,
): number {
  let count = 0;
  for (const test of tests) if (test(value) && ++count === enough) break;
  return count;
}

/** Tells what is wrong with a value of which is known that no branch takes it. */
export function explainAnyOf(
  value: unknown,
  at: string,
  schema: string,
  keyword: string,
  issues: Issue[],
  branches: readonly Explain[],
  hint?: Hint,
): false {
  if (trials > 0) return failAll(issues, at, schema, keyword);
  return remembering(() => {
    const faults = branches.map((branch) => attempt(branch, value, at));
    return explainNearest(value, at, schema, keyword, issues, branches, faults, hint);
  });
}

/** Tells what is wrong with a value of which is known that not exactly one branch takes it. */
export function explainOneOf(
  value: unknown,
  at: string,
  schema: string,
  keyword: string,
  issues: Issue[],
  branches: readonly Explain[],
  hint?: Hint,
): boolean {
  if (trials > 0) return failAll(issues, at, schema, keyword);
  return remembering(() => {
    const faults = branches.map((branch) => attempt(branch, value, at));
    const matches = matchesAmong(faults);
    if (matches.length === 1) return true;
    if (matches.length === 0)
      return explainNearest(value, at, schema, keyword, issues, branches, faults, hint);
    return failMatches(issues, at, schema, matches);
  });
}

/** The branches that found no fault, by their numbers. */
export function matchesAmong(faults: readonly (readonly Issue[])[]): readonly number[] {
  return faults.flatMap(({ length }, index) => (length === 0 ? [index] : []));
}

/** Adds an issue for a value that several branches of `oneOf` take. */
export function failMatches(
  issues: Issue[],
  at: string,
  schema: string,
  matches: readonly number[],
): false {
  const message = `must match exactly one alternative, but matches ${matches.length}`;
  return fail(issues, at, schema, "oneOf", message, { matches });
}

function attempt(branch: Explain, value: unknown, at: string): readonly Issue[] {
  const faults: Issue[] = [];
  trials++;
  try {
    branch(value, at, faults);
  } finally {
    trials--;
  }
  return faults;
}

/** Reports for the branch that was meant: the one that is named, else the one that got furthest. */
function explainNearest(
  value: unknown,
  at: string,
  schema: string,
  keyword: string,
  issues: Issue[],
  branches: readonly Explain[],
  faults: readonly (readonly Issue[])[],
  hint: Hint | undefined,
): false {
  const nearest = nearestOf(faults, at);
  if (typeof nearest !== "number") return failTypes(issues, at, schema, keyword, nearest);
  const meant = namedBy(hint) ?? nearest;
  const before = issues.length;
  branches[meant]?.(value, at, issues);
  return issues.length > before ? false : failAll(issues, at, schema, keyword);
}

/** The branch that got furthest, by its number, or the types that are asked for where the value is of none of them. */
export function nearestOf(
  faults: readonly (readonly Issue[])[],
  at: string,
): number | readonly unknown[] {
  const types = faults.map(([first]) => first && typeFault(first, at));
  if (types.length > 0 && types.every((type) => type !== undefined))
    return [...new Set(types.flat())];
  const scores = faults.map((found, index) => (types[index] ? Infinity : distanceOf(found, at)));
  return scores.indexOf(Math.min(...scores));
}

function namedBy(hint: Hint | undefined): number | undefined {
  const { branches = {}, value } = hint ?? {};
  return typeof value === "string" && Object.hasOwn(branches, value) ? branches[value] : undefined;
}

/** Adds an issue that says no more than that no branch takes the value. */
function failAll(issues: Issue[], at: string, schema: string, keyword: string): false {
  const howMany = keyword === "oneOf" ? "exactly one alternative" : "at least one alternative";
  return fail(issues, at, schema, keyword, `must match ${howMany}`);
}

/**
 * What is of the right kind and only not well written is nearer than any other: it was probably meant so. So is what has
 * the members that are asked for, with faults inside of these.
 */
function distanceOf(faults: readonly Issue[], at: string): number {
  let distance = 0;
  for (const { keyword, path } of faults) {
    const isInside = /required$/i.test(keyword) ? path !== at : path.includes("/", at.length + 1);
    distance += small.test(keyword) ? 1 : isInside ? 30 : 1000;
  }
  return distance;
}

const small =
  /^(?:exclusive(?:Max|Min)imum|format|m(?:ax|in)(?:Items|Length|imum)|multipleOf|pattern)$/;

/** The type that was asked for, or the list of them, if it was the type of the whole value that was wrong. */
function typeFault({ keyword, path, params }: Issue, at: string): unknown {
  return keyword === "type" && path === at ? params["type"] : undefined;
}
