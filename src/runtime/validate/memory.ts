import type { Issue } from "./issue.js";

type Test = (value: unknown, levels: number) => boolean;
/** The levels and the answer in one number, or more than one of these. */
type Answers = Map<object, number | Map<number, boolean>>;

/** Results since the outermost call of `remembering`. */
let answers: Map<Test, Answers> | undefined;

/** Does something, at the end of which all is forgotten unless it is part of something larger. */
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
 * The answer of a test of a recursive schema that looks at the same part of a value in several ways. That it is asked
 * once for each value keeps the time from doubling with each level.
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

/** Most values are asked for on one level only. */
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

/** Whether a value was told of before in the same way; issues that are the same are not told again and again. */
export function wasTold(issues: readonly Issue[], explain: unknown, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const values = entry(told, issues, () => new WeakMap<object, Set<unknown>>());
  const ways = entry(values, value, () => new Set<unknown>());
  if (ways.has(explain)) return true;
  ways.add(explain);
  return false;
}
