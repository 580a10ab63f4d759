import { readFileSync } from "node:fs";
import type { RowFile } from "./validators-code.js";
import { contenders } from "./validators-contenders.js";

/** Which of the four cells of a row to measure, and for how long. */
export interface Order {
  readonly form: "is" | "check";
  readonly value: "valid" | "invalid";
  readonly milliseconds: number;
}

/** The answer to an order, in nanoseconds for each value; or why there is none. */
export type Answer = { readonly time: number } | { readonly problem: string };

const [name = "", file = ""] = process.argv.slice(2);
const row = JSON.parse(readFileSync(file, "utf8")) as RowFile;

try {
  const forms = await contenders[name]?.(row);
  if (!forms) throw new Error(`there is no contender ${name}`);
  process.on("message", (order: Order) => {
    process.send?.(answer(forms[order.form], order));
  });
  process.send?.({ time: 0 } satisfies Answer);
} catch (error) {
  process.send?.({ problem: String(error).slice(0, 200) } satisfies Answer);
}

/** A validator that throws at a value is wrong about it. */
function answer(judge: (value: unknown) => boolean, order: Order): Answer {
  try {
    return measure(judge, order);
  } catch (error) {
    return { problem: `throws ${String(error).slice(0, 200)}` };
  }
}

/** Milliseconds of the processor, which other programs do not lengthen as they do those of the clock. */
function spent(): number {
  const { system, user } = process.cpuUsage();
  return (user + system) / 1000;
}

function measure(judge: (value: unknown) => boolean, order: Order): Answer {
  const some = row[order.value];
  const expected = order.value === "valid";
  const other = some.findIndex((value) => judge(value) !== expected);
  if (other >= 0)
    return {
      problem: `says that the ${order.value} value ${other} is ${expected ? "wrong" : "right"}`,
    };
  let rounds = 1;
  let total = 0;
  let done = 0;
  while (total < order.milliseconds) {
    const start = spent();
    let hits = 0;
    for (let i = 0; i < rounds; i++)
      for (const value of some) if (judge(value) === expected) hits++;
    const time = spent() - start;
    if (hits !== rounds * some.length) return { problem: "changed its mind" };
    total += time;
    done += hits;
    if (time < order.milliseconds / 8) rounds *= 2;
  }
  return { time: (total * 1e6) / done };
}
