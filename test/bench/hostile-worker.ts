import type * as enough from "../../src/runtime/validate/enough.js";
import type { Judge } from "../../src/runtime/validate/issue.js";

/** What the check of one body takes, as many times as much as `JSON.parse` of it. */
export interface Cost {
  readonly characters: number;
  /** Of the processor, in milliseconds. */
  readonly parse: number;
  readonly time: number;
  readonly memory: number;
  readonly issues: number;
}

/** A check of the module by its name, and the body for it. */
export interface Order {
  readonly check: string;
  readonly text: string;
}

/** The time of the processor, and what was allocated: nothing is collected before there is a good deal of it. */
function taken(work: () => void): { readonly time: number; readonly memory: number } {
  globalThis.gc?.();
  const heap = process.memoryUsage().heapUsed;
  const start = process.cpuUsage();
  work();
  const { system, user } = process.cpuUsage(start);
  const memory = Math.max(0, process.memoryUsage().heapUsed - heap);
  return { time: (system + user) / 1000, memory };
}

function costOf(
  text: string,
  judge: Judge,
  issuesOf: typeof enough.issuesOf,
  rounds: number,
): Cost {
  let issues = 0;
  const all = Array.from({ length: rounds }, () => {
    let value: unknown;
    const parse = taken(() => (value = JSON.parse(text)));
    const check = taken(() => (issues = issuesOf(judge, value).length));
    return { parse, check };
  });
  const least = (pick: (one: (typeof all)[number]) => number): number => Math.min(...all.map(pick));
  const parse = least((one) => one.parse.time);
  const memory = least((one) => one.check.memory) / least((one) => one.parse.memory);
  const time = least((one) => one.check.time) / parse;
  return { characters: text.length, parse, time, memory, issues };
}

const module = (await import(process.argv[2] ?? "")) as Readonly<Record<string, Judge>> &
  typeof enough;

process.on("message", ({ check, text }: Order) => {
  const judge = module[check];
  if (!judge) return process.send?.(null);
  const once = costOf(text, judge, module.issuesOf, 1);
  // What is near its bound is measured again, since the first times are those of code that is not compiled yet.
  const isNear = once.time > 5 || once.memory > 0.5;
  return process.send?.(isNear ? costOf(text, judge, module.issuesOf, 5) : once);
});
