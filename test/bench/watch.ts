import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fetchPackage, packages } from "../corpus/packages.js";
import { measure } from "./generate-measure.js";

const help = `npm run bench -- watch [--only NAME] [--rounds N]

From a save to written files with --watch, beside a new process that generates the same changed description;
the two take turns, and the middle of N rounds counts. Each edit changes the words and the type of one thing.
  --only NAME  pets or github; both when left out
  --rounds N   7 when left out
`;

const repo = fileURLToPath(new URL("../../", import.meta.url));
const cli = join(repo, "dist/cli.js");
const work = join(tmpdir(), "specsmith-bench", "watch");

interface Case {
  readonly name: string;
  readonly file: string;
  readonly text: () => string;
  /** The text with an edit in it that no other round has. */
  readonly edit: (text: string, round: number) => string;
}

const cases: readonly Case[] = [
  {
    name: "pets",
    file: "petstore.yaml",
    text: () => readFileSync(join(repo, "spec/petstore.yaml"), "utf8"),
    edit: (text, round) =>
      `${text.trimEnd()}\n    AddedInRound: { description: Round ${round}., type: ${round % 2 ? "string" : "integer"} }\n`,
  },
  {
    name: "github",
    file: "github.json",
    text: () => {
      const entry = packages.find(({ name }) => name === "@octokit/openapi");
      if (!entry) throw new Error("the corpus has no @octokit/openapi");
      const folder = fetchPackage(entry, join(tmpdir(), "specsmith-corpus"));
      return readFileSync(join(folder, "generated/api.github.com.json"), "utf8");
    },
    edit: (text, round) =>
      text.replace(
        /("schemas":\s*\{)/,
        `$1 "added-in-round": { "description": "Round ${round}.", "type": "${round % 2 ? "string" : "integer"}" },`,
      ),
  },
];

/** Measures the built command; `npm run build` comes first. */
export async function bench(typed: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      only: { type: "string" },
      rounds: { type: "string", default: "7" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help || !existsSync(cli)) {
    process.stdout.write(values.help ? help : "There is no dist/cli.js: npm run build\n");
    return;
  }
  for (const one of cases)
    if ((values.only ?? one.name) === one.name) await compare(one, Number(values.rounds));
}

async function compare({ name, file, text, edit }: Case, rounds: number): Promise<void> {
  const folders = ["warm", "cold"].map((side) => join(work, name, side));
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  const [warm = "", cold = ""] = folders;
  const original = text();
  const write = (folder: string, round: number): void => {
    const edited = edit(original, round);
    if (edited === original) throw new Error(`${file} cannot be edited`);
    writeFileSync(join(folder, file), edited);
  };
  const script = [cli, "generate", file, "-o", "api"];
  for (const folder of folders) write(folder, 0);
  measure(script, cold);
  const child = spawn(process.execPath, [...script, "--watch"], { cwd: warm, stdio: "pipe" });
  try {
    const written = printed(child, child.stdout);
    const waiting = printed(child, child.stderr);
    await waiting("Watching");
    await written(" s)");
    const times: Record<"warm" | "cold" | "warmCpu" | "coldCpu", number[]> = {
      warm: [],
      cold: [],
      warmCpu: [],
      coldCpu: [],
    };
    for (let round = 1; round <= rounds; round++) {
      const cpu = cpuOf(child);
      const started = performance.now();
      write(warm, round);
      await written(" s)");
      times.warm.push(performance.now() - started);
      await waiting("Watching");
      times.warmCpu.push(cpuOf(child) - cpu);
      write(cold, round);
      const cost = measure(script, cold);
      if (cost.failure !== undefined) throw new Error(cost.failure);
      times.cold.push(cost.wall * 1000);
      times.coldCpu.push(cost.cpu * 1000);
    }
    for (const path of ["types.ts", "validators.ts"]) {
      const [a, b] = folders.map((folder) => readFileSync(join(folder, "api", path), "utf8"));
      if (a !== b) throw new Error(`${path} is not the same from both`);
    }
    const wall = `${middle(times.warm).toFixed(0)} ms wall of ${middle(times.cold).toFixed(0)} (${ratio(times.warm, times.cold)})`;
    const cpu = `${middle(times.warmCpu).toFixed(0)} ms CPU of ${middle(times.coldCpu).toFixed(0)} (${ratio(times.warmCpu, times.coldCpu)})`;
    process.stdout.write(`${name.padEnd(8)} with --watch: ${wall}, ${cpu}\n`);
    process.stdout.write(
      `         each: ${times.warm.map((one) => one.toFixed(0)).join(" ")} ms\n`,
    );
  } finally {
    child.kill("SIGINT");
  }
}

/** Waits until a text was printed, and forgets it and what came before. */
function printed(child: ChildProcess, stream: Readable): (text: string) => Promise<void> {
  let output = "";
  let wake = (): void => {};
  stream.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    wake();
  });
  let isOver = false;
  child.once("exit", () => {
    isOver = true;
    wake();
  });
  return async (text) => {
    while (!output.includes(text)) {
      if (isOver) throw new Error(`it ended:\n${output}`);
      await new Promise<void>((resolve) => (wake = resolve));
    }
    output = output.slice(output.indexOf(text) + text.length);
  };
}

/** Milliseconds of user and system time so far; NaN where the system does not tell. */
function cpuOf({ pid }: ChildProcess): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return Number.NaN;
  }
}

function ratio(part: readonly number[], whole: readonly number[]): string {
  return `${((middle(part) / middle(whole)) * 100).toFixed(0)}%`;
}

function middle(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}
