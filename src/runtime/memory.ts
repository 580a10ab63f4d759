import type { Issue } from "./issue.js";

type Test = (value: unknown, levels: number) => boolean;
type Answers = Map<Test, Map<number, boolean>>;

/** What was found out since the outermost call of `remembering`. */
let answers: WeakMap<object, Answers> | undefined;

/** Does something, at the end of which all is forgotten unless it is part of something larger. */
export function remembering<T>(work: (known: WeakMap<object, Answers>) => T): T {
  if (answers) return work(answers);
  answers = new WeakMap();
  try {
    return work(answers);
  } finally {
    answers = undefined;
  }
}

/**
 * The answer of a test of a recursive schema that looks at the same part of a value in several ways. That it is asked
 * once for each value keeps the time from doubling with each level.
 */
export function remembered(test: Test, value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return test(value, levels);
  if (answers === undefined) return remembering(() => remembered(test, value, levels));
  const own = entry(entry(answers, value, newAnswers), test, newLevels);
  const before = own.get(levels);
  if (before !== undefined) return before;
  const answer = test(value, levels);
  own.set(levels, answer);
  return answer;
}

function newAnswers(): Answers {
  return new Map();
}

function newLevels(): Map<number, boolean> {
  return new Map();
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

/** Whether a value was told of before in the same way; issues that are the same are not told again and again. */
export function wasTold(issues: readonly Issue[], explain: unknown, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const values = entry(told, issues, () => new WeakMap<object, Set<unknown>>());
  const ways = entry(values, value, () => new Set<unknown>());
  if (ways.has(explain)) return true;
  ways.add(explain);
  return false;
}
