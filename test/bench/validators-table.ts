import { median } from "./median.js";
import type { Order } from "./validators-worker.js";

export type Cell = Pick<Order, "form" | "value">;

export const cells: readonly Cell[] = [
  { form: "is", value: "valid" },
  { form: "is", value: "invalid" },
  { form: "check", value: "valid" },
  { form: "check", value: "invalid" },
];

export function nameOf({ form, value }: Cell): string {
  return `${form} ${value}`;
}

/** Nanoseconds by cell, a figure for each process; or why there are none. */
export type Times = ReadonlyMap<string, readonly number[]> | string;

export interface Measured {
  readonly row: string;
  readonly times: ReadonlyMap<string, Times>;
}

const write = (line: string): void => void process.stdout.write(`${line}\n`);
const head = cells.map((cell) => nameOf(cell).padStart(20)).join("");

export function printRow(row: string, times: ReadonlyMap<string, Times>): void {
  write(`\n${row.padEnd(14)}${row.length > 14 ? `\n${" ".repeat(14)}` : ""}${head}`);
  for (const [name, own] of times) {
    const figures =
      typeof own === "string"
        ? `  ${own}`
        : cells.map((cell) => figure(own, times.get("ajv"), nameOf(cell))).join("");
    write(`  ${name.padEnd(12)}${figures}`);
  }
}

function figure(own: Times | undefined, ajv: Times | undefined, cell: string): string {
  const time = timeOf(own, cell);
  const ratio = timeOf(ajv, cell) / time;
  return `${shown(time)} ns${`${shownRatio(ratio)}x`.padStart(8)}`.padStart(20);
}

function timeOf(times: Times | undefined, cell: string): number {
  return median(timesOf(times, cell));
}

function timesOf(times: Times | undefined, cell: string): readonly number[] {
  return (typeof times === "object" && times.get(cell)) || [];
}

function shown(time: number): string {
  return time < 100 ? time.toFixed(1) : Math.round(time).toLocaleString("en");
}

function shownRatio(ratio: number): string {
  return ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(1);
}

/** The geometric means, and the cells in which specsmith is not what it is to be. */
export function printSummary(all: readonly Measured[]): void {
  const names = [...(all[0]?.times.keys() ?? [])];
  write(
    `\nTimes as fast as ajv, geometric mean of the rows that a contender can express\n${" ".repeat(14)}${head}`,
  );
  for (const name of names) {
    const means = cells.map((cell) => {
      const ratios = all
        .map(
          ({ times }) =>
            timeOf(times.get("ajv"), nameOf(cell)) / timeOf(times.get(name), nameOf(cell)),
        )
        .filter((ratio) => !Number.isNaN(ratio));
      const mean = Math.exp(ratios.reduce((sum, one) => sum + Math.log(one), 0) / ratios.length);
      return `${shownRatio(mean)}x`.padStart(20);
    });
    write(`  ${name.padEnd(12)}${means.join("")}`);
  }
  const slower = all.flatMap(({ row, times }) =>
    cells.flatMap((cell) => slowerIn(row, times, cell)),
  );
  const isBehind = slower.some(({ verdict }) => verdict === "behind");
  write(
    isBehind ? "" : "\nspecsmith is behind no contender in `is`, and not behind ajv in `check`",
  );
  for (const { name, row, cell, verdict } of slower) write(`${verdict} ${name}: ${row}, ${cell}`);
}

interface Slower {
  readonly name: string;
  readonly row: string;
  readonly cell: string;
  readonly verdict: "behind" | "level with";
}

/** Those whose time is better than specsmith's, and whether that is more than one process and the next differ by. */
function slowerIn(
  row: string,
  times: ReadonlyMap<string, Times>,
  { form, value }: Cell,
): readonly Slower[] {
  const cell = nameOf({ form, value });
  const own = timesOf(times.get("specsmith"), cell);
  const rivals = form === "is" ? [...times.keys()] : ["ajv"];
  return rivals.flatMap((name) => {
    const theirs = timesOf(times.get(name), cell);
    if (!(median(theirs) < median(own))) return [];
    return [{ name, row, cell, verdict: isSlower(own, theirs) ? "behind" : "level with" } as const];
  });
}

/** Of five processes each, so many pairs say the same by chance in one of twenty cases. */
const tellingPairs = 21 / 25;

/** Mann and Whitney's test, one-sided. */
function isSlower(own: readonly number[], theirs: readonly number[]): boolean {
  const pairs = own.flatMap((mine) => theirs.filter((other) => other < mine));
  return pairs.length >= tellingPairs * own.length * theirs.length;
}
