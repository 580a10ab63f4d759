import { add, limited } from "../enough.js";
import { attempt, currentMode } from "./trials.js";
import type { Explain, Issue } from "../issue.js";
import { remembering } from "../memory.js";
import { describeAlternative, nearestAmong, probeOf, sharedBy } from "./nearest.js";
import { checking, fail, failTypes } from "../validate.js";
import { hasOwn } from "../own.js";

/** OpenAPI's discriminator: the property of the value that selects a branch. */
export interface Hint {
  readonly value: unknown;
  readonly branches: Readonly<Record<string, number>>;
}

/** Number of tests that succeed; no more than `enough` are counted. */
export function countMatches(
  value: unknown,
  tests: readonly ((value: unknown) => boolean)[],
  enough: number,
): number {
  let count = 0;
  for (const test of tests) if (test(value) && ++count === enough) break;
  return count;
}

type Union = readonly [
  value: unknown,
  at: string,
  schema: string,
  keyword: string,
  issues: Issue[],
  branches: readonly Explain[],
  hint?: Hint,
];

/** Adds the issues of a value that no branch allows. */
export function explainAnyOf(...union: Union): void {
  explain(union, () => []);
}

/** Adds the issues of a value that not exactly one branch allows. */
export function explainOneOf(...union: Union): void {
  explain(union, (trials) =>
    trials.flatMap(({ faults }, index) => (faults.length === 0 ? [index] : [])),
  );
}

function explain(
  [value, at, schema, keyword, issues, branches, hint]: Union,
  matchesOf: (trials: readonly Tried[]) => readonly number[],
): void {
  const mode = currentMode();
  if (mode === "probe") for (const branch of branches) branch(value, at, issues);
  if (mode !== "tell") return failAll(issues, at, schema, keyword);
  return remembering(() => {
    const trials = tryEach(value, branches);
    if (trials === undefined) return failAll(issues, at, schema, keyword);
    const matches = matchesOf(trials);
    if (matches.length === 1) return;
    if (matches.length === 0)
      return explainNearest(value, at, schema, keyword, issues, trials, hint);
    const message = `must match exactly one alternative, but matches ${matches.length}`;
    fail(issues, at, schema, "oneOf", message, { matches });
  });
}

interface Tried {
  readonly branch: Explain;
  readonly faults: readonly Issue[];
}

/** Undefined if the limit for trials was reached. Paths are relative to the value, so that they are short. */
function tryEach(value: unknown, branches: readonly Explain[]): readonly Tried[] | undefined {
  const trials: Tried[] = [];
  for (const branch of branches) {
    const faults = attempt((one, found) => branch(one, "", found), value, "try");
    if (faults === undefined) return undefined;
    trials.push({ branch, faults });
  }
  return trials;
}

/** Adds the issues of the selected or most similar branch, or of several if that is not clear. */
function explainNearest(
  value: unknown,
  at: string,
  schema: string,
  keyword: string,
  issues: Issue[],
  trials: readonly Tried[],
  hint: Hint | undefined,
): void {
  const types = trials.map(({ faults: [first] }) => first && typeFault(first));
  if (types.length > 0 && types.every((type) => type !== undefined))
    return failTypes(issues, at, schema, value, keyword, Array.from(new Set(types.flat())));
  const before = issues.length;
  const named = namedBy(hint);
  const likely = trials.filter((_, index) => (named ?? index) === index && !types[index]);
  const meant = likely.length > 1 ? nearestOf(likely, value) : likely;
  const isShared = sharedBy(meant);
  const only = meant.find(({ faults }) => faults.every(isShared));
  if (only) {
    only.branch(value, at, issues);
    if (issues.length === before) failAll(issues, at, schema, keyword);
    return;
  }
  for (const { branch, faults } of meant.slice(0, 1))
    tellSome(branch, value, at, issues, faults.filter(isShared));
  const others = [...meant, ...trials.filter((_, index) => types[index])];
  const alternatives = others.map(({ faults }) =>
    describeAlternative(faults.filter((fault) => !isShared(fault))),
  );
  failAll(issues, at, schema, keyword, alternatives);
}

/** Tells of what a branch finds only what is known to be wrong, or what a union says in detail that was only tried before. */
function tellSome(
  branch: Explain,
  value: unknown,
  at: string,
  issues: Issue[],
  wrong: readonly Issue[],
): void {
  if (wrong.length === 0) return;
  const messages = new Map<string, string[]>();
  const unions = new Set<string>();
  for (const { keyword, message, path } of wrong)
    if (/^(?:any|one)Of$/.test(keyword)) unions.add(at + path);
    else messages.set(at + path, [...(messages.get(at + path) ?? []), message]);
  const lengths = Array.from(new Set(Array.from(unions, ({ length }) => length)));
  const isWrong = ({ message, path }: Issue): boolean =>
    messages.get(path)?.some((one) => message.startsWith(one)) === true ||
    lengths.some(
      (length) => /^\/?$/.test(path.charAt(length)) && unions.has(path.slice(0, length)),
    );
  const told: Issue[] = [];
  const check = checking((one, _, found) => branch(one, at, found));
  // The branch adds each of them once, and in place of a union's issue perhaps several.
  limited(check, unions.size > 0 ? {} : { issues: wrong.length }, isWrong)(value, told);
  for (const issue of told) add(issues, issue);
}

function namedBy(hint: Hint | undefined): number | undefined {
  const { branches = {}, value } = hint ?? {};
  return typeof value === "string" && hasOwn(branches, value) ? branches[value] : undefined;
}

/** Adds one issue: no branch allows the value, and what the branches require. */
function failAll(
  issues: Issue[],
  at: string,
  schema: string,
  keyword: string,
  alternatives: readonly string[] = [],
): void {
  const message = `must match ${keyword === "oneOf" ? "exactly" : "at least"} one alternative`;
  if (alternatives.length === 0) return fail(issues, at, schema, keyword, message);
  const distinct = Array.from(new Set(alternatives));
  const shown = distinct.slice(0, shownAtMost).join(", or ");
  const more = distinct.length - shownAtMost;
  const rest = more > 0 ? `, or one of ${more} more` : "";
  fail(issues, at, schema, keyword, `${message}: ${shown}${rest}`, { alternatives: distinct });
}

const shownAtMost = 5;

/** The expected type or types, if the type of the whole value is wrong. */
function typeFault({ keyword, path, params }: Issue): unknown {
  return keyword === "type" && path === "" ? params["type"] : undefined;
}

function nearestOf(trials: readonly Tried[], value: unknown): readonly Tried[] {
  const places: string[] = [];
  const probe = probeOf(value, "", places);
  const probed = trials.map(({ branch, faults }) => ({
    branch,
    faults,
    probed: attempt((one, found) => branch(one, "", found), probe, "probe") ?? [],
  }));
  return nearestAmong(probed, places);
}
