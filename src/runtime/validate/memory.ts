import type { Issue } from "./issue.js";

type Test = (value: unknown, levels: number) => boolean;
/** The depth and the result as one number, or a list of these. */
type Answers = Map<object, number | Map<number, boolean>>;

/** Results since the outermost call of `remembering`. */
let answers: Map<Test, Answers> | undefined;

/** Runs a function, and clears the memo after the outermost call. */
export function remembering<T>(work: () => T): T {
  if (answers) return work();
  answers = new Map();
  try {
    return work();
  } finally {
    answers = undefined;
  }
}

/**
 * Memoizes the test of a recursive schema that validates the same part of a value in several ways. Otherwise, the time
 * would double with each level.
 */
export function remembered(test: Test, value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return test(value, levels);
  if (answers === undefined) return remembering(() => remembered(test, value, levels));
  const own = entry(answers, test, newAnswers);
  const before = own.get(value);
  if (typeof before === "number") {
    if (before >> 1 === levels) return before % 2 === 1;
  } else {
    const answer = before?.get(levels);
    if (answer !== undefined) return answer;
  }
  const answer = test(value, levels);
  remember(own, value, levels, answer);
  return answer;
}

function newAnswers(): Answers {
  return new Map();
}

/** Most values are tested at one depth only. */
function remember(own: Answers, value: object, levels: number, answer: boolean): void {
  const before = own.get(value);
  if (before === undefined) own.set(value, levels * 2 + Number(answer));
  else if (typeof before === "object") before.set(levels, answer);
  else
    own.set(
      value,
      new Map([
        [before >> 1, before % 2 === 1],
        [levels, answer],
      ]),
    );
}

function entry<K, V>(
  map: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = make()));
  return found;
}

const told = /* @__PURE__ */ new WeakMap<readonly Issue[], WeakMap<object, Set<unknown>>>();

/** True if the issues of a value were added before; the same issues are not added again. */
export function wasTold(issues: readonly Issue[], explain: unknown, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const values = entry(told, issues, () => new WeakMap<object, Set<unknown>>());
  const ways = entry(values, value, () => new Set<unknown>());
  if (ways.has(explain)) return true;
  ways.add(explain);
  return false;
}
