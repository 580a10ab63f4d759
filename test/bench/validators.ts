import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { prepare, writeWorker } from "./validators-code.js";
import { contenders } from "./validators-contenders.js";
import { median } from "./median.js";
import { allRows, type Row } from "./validators-rows.js";
import {
  type Cell,
  cells,
  nameOf,
  printRow,
  printSummary,
  type Times,
} from "./validators-table.js";
import type { Answer, Order } from "./validators-worker.js";

const help = `npm run bench -- validators [--only ROW,…] [--against NAME,…] [--quick]

Nanoseconds for each value, and how many times as fast as ajv's standalone code; each row with 16
valid values of varied shape and 16 invalid ones, each with another fault, in both forms: is (yes or
no) and check (all that is wrong).
For each row, each contender has five processes one after the other, since V8 makes of the same code
in one process what is quicker or slower than in the next by more than there is between some
contenders. Those of one generation run at the same time and take turns. A time is the median of the
processes' medians. Behind is who is slower in at least 21 of the 25 pairs of processes, for which
chance alone has one in twenty (Mann and Whitney's test); who is slower in fewer is level.
  --only ROW,…      those rows whose name has one of these in it
  --against NAME,…  those of ${Object.keys(contenders).slice(1).join(", ")}
  --quick           against ajv, in short rounds
`;

/** Measures the validators of the sources as they are: nothing has to be built. */
export async function bench(typed: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      only: { type: "string", default: "" },
      against: { type: "string", default: "" },
      quick: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const against = values.against || (values.quick ? "ajv" : "");
  const names = Object.keys(contenders).filter(
    (name) => name === "specsmith" || name === "ajv" || against === "" || against.includes(name),
  );
  const effort = values.quick
    ? { rounds: 5, milliseconds: 4, warmUp: 10 }
    : { rounds: 5, milliseconds: 7, warmUp: 20 };
  const folder = mkdtempSync(join(tmpdir(), "specsmith-validators-"));
  try {
    const { rows, source } = allRows();
    const wanted = values.only.toLowerCase().split(",");
    const chosen = rows.filter(({ name }) =>
      wanted.some((part) => name.toLowerCase().includes(part)),
    );
    process.stdout.write(`Node ${process.version}; the large schemas are those of ${source}\n`);
    await compareAll(chosen, names, effort, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Effort {
  readonly rounds: number;
  readonly milliseconds: number;
  readonly warmUp: number;
}

async function compareAll(
  rows: readonly Row[],
  names: readonly string[],
  effort: Effort,
  folder: string,
): Promise<void> {
  const worker = await writeWorker(join(folder, "worker"));
  const all: { row: string; times: ReadonlyMap<string, Times> }[] = [];
  for (const [index, row] of rows.entries()) {
    const place = join(folder, `row-${index}`);
    mkdirSync(place);
    const file = join(place, "row.json");
    writeFileSync(file, JSON.stringify(await prepare(row, place, names.includes("typia"))));
    const times = await compare(worker, file, names, effort);
    all.push({ row: row.name, times });
    printRow(row.name, times);
  }
  printSummary(all);
}

/** Fewer can hardly be told from chance. */
const generations = 5;

async function compare(
  worker: string,
  file: string,
  names: readonly string[],
  effort: Effort,
): Promise<ReadonlyMap<string, Times>> {
  const all = new Map<string, Map<string, number[]>>();
  const problems = new Map<string, string>();
  for (let generation = 0; generation < generations; generation++) {
    const left = names.filter((name) => !problems.has(name));
    for (const [name, own] of await runOnce(worker, file, left, effort)) {
      if (typeof own === "string") problems.set(name, own);
      else
        for (const [cell, time] of own) {
          const times = all.get(name) ?? new Map<string, number[]>();
          all.set(name, times.set(cell, [...(times.get(cell) ?? []), time]));
        }
    }
  }
  return new Map(names.map((name) => [name, problems.get(name) ?? all.get(name) ?? new Map()]));
}

/** The median of the rounds by cell, for one process of each; or why there is none. */
async function runOnce(
  worker: string,
  file: string,
  names: readonly string[],
  { milliseconds, rounds, warmUp }: Effort,
): Promise<ReadonlyMap<string, ReadonlyMap<string, number> | string>> {
  const started: { name: string; child: ChildProcess; times: Map<string, number[]> }[] = [];
  const problems = new Map<string, string>();
  for (const name of names) {
    const child = fork(worker, [name, file], { execArgv: [] });
    const answer = await next(child);
    if ("problem" in answer) {
      problems.set(name, answer.problem);
      child.kill();
    } else started.push({ name, child, times: new Map() });
  }
  const turn = async (cell: Cell, milliseconds: number, counts: boolean): Promise<void> => {
    for (const { name, child, times } of started) {
      if (problems.has(name)) continue;
      child.send({ ...cell, milliseconds } satisfies Order);
      const answer = await next(child);
      if ("problem" in answer) problems.set(name, answer.problem);
      else if (counts) times.set(nameOf(cell), [...(times.get(nameOf(cell)) ?? []), answer.time]);
    }
  };
  // All four first, so that none is measured with the code that V8 made for another one alone; and again, for V8 throws
  // away what it made when it meets the first wrong value.
  for (const cell of [...cells, ...cells]) await turn(cell, warmUp, false);
  for (let round = 0; round < rounds; round++) {
    // Each comes after one of its neighbours as often as after the other.
    started.reverse();
    for (const cell of cells) await turn(cell, milliseconds, true);
  }
  for (const { child } of started) child.kill();
  return new Map(
    names.map((name) => {
      const own = started.find((one) => one.name === name)?.times ?? new Map<string, number[]>();
      const medians = new Map([...own].map(([cell, list]) => [cell, median(list)]));
      return [name, problems.get(name) ?? medians];
    }),
  );
}

/** The next answer of a process, of which there is none more once it has ended. */
function next(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve) => {
    const answered = (answer: Answer): void => {
      child.off("message", answered).off("exit", ended);
      resolve(answer);
    };
    const ended = (status: number | null): void => {
      answered({ problem: `its process ended with ${String(status)}` });
    };
    child.on("message", answered).on("exit", ended);
  });
}
