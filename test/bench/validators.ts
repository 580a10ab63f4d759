import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { prepare, writeWorker } from "./validators-code.js";
import { contenders } from "./validators-contenders.js";
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

Nanoseconds for each value, and how many times as fast as ajv's standalone code; each row with a
valid and an invalid value, in both forms: is (yes or no) and check (all that is wrong).
Each contender has a process of its own for each row, and they take turns; the median of the rounds.
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
    ? { rounds: 9, milliseconds: 4, warmUp: 20 }
    : { rounds: 9, milliseconds: 7, warmUp: 40 };
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

async function compare(
  worker: string,
  file: string,
  names: readonly string[],
  { milliseconds, rounds, warmUp }: Effort,
): Promise<ReadonlyMap<string, Times>> {
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
  // All four first, so that none is measured with the code that V8 made for another one alone.
  for (const cell of cells) await turn(cell, warmUp, false);
  for (let round = 0; round < rounds; round++)
    for (const cell of cells) await turn(cell, milliseconds, true);
  for (const { child } of started) child.kill();
  return new Map(
    names.map((name) => {
      const problem = problems.get(name);
      const own = started.find((one) => one.name === name)?.times ?? new Map<string, number[]>();
      return [
        name,
        problem === undefined
          ? new Map([...own].map(([cell, list]) => [cell, median(list)]))
          : problem,
      ];
    }),
  );
}

async function next(child: ChildProcess): Promise<Answer> {
  const [answer] = (await once(child, "message")) as [Answer];
  return answer;
}

function median(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
