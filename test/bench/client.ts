import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { fetchPackage, packages } from "../corpus/packages.js";
import {
  type App,
  type BuiltApp,
  apps,
  bundle,
  oneOperation,
  operationSizes,
} from "./client-apps.js";
import { intervalOf } from "./client-interval.js";
import { median } from "./median.js";
import { type Worker, bundleScript, startWorker } from "./worker.js";

const help = `npm run bench -- client [--only NAMES] [--generations N] [--rounds N] [--calls N] [--warm-up N]

An app that calls three operations of the Pet Store, with each client: its size, and the time of the
processor that a call takes (of all its threads, so with what the garbage collector takes), in turns with
plain fetch() and json(). Each client has a process of its own, as in an app: in one process, what one
leaves behind for the garbage collector is paid by the next.

For each client there is printed: the microseconds that a call takes, the middle of all generations of
processes; how many times as much that is as plain fetch takes in the same turns, the middle again; and in
brackets, where the true middle is but for a chance of 5 % (Hodges and Lehmann's estimate, with Wilcoxon's
limits; of fewer than six generations, all that they span). "fetch and json() again" is plain fetch in a
second process, and truly 1.00: what it is off by, the others may be off by too.
  --only NAMES       only clients whose names contain one of these, separated by commas, and no sizes of
                     GitHub's
  --generations N    of how many processes each client has one after the other; 10 when left out
  --rounds N         how often each of them is measured, in turns; 60 when left out
  --calls N          calls in each of the turns; 50 when left out
  --warm-up N        calls before that, which do not count; 5000 when left out
`;

/** Prints the sizes, then what a call takes over loopback, and with an answer that is there at once. */
export async function bench(typed: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      only: { type: "string" },
      generations: { type: "string", default: "10" },
      rounds: { type: "string", default: "60" },
      calls: { type: "string", default: "50" },
      "warm-up": { type: "string", default: "5000" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return print(help);
  const folder = join(tmpdir(), "specsmith-bench", "client");
  const built: BuiltApp[] = [];
  for (const app of chosen(apps(folder), values.only)) built.push(await bundle(app));
  sizes(built);
  if (values.only === undefined) await oneOfMany(folder);

  const worker = join(folder, "worker.mjs");
  await bundleScript("client-worker.ts", worker);
  const server = spawn(process.execPath, script("client-server.ts"), {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  try {
    const base = `http://127.0.0.1:${await portOf(server)}/v1`;
    const begin = ({ file }: BuiltApp): Worker =>
      startWorker([worker, pathToFileURL(file).href, base]);
    const plan = {
      generations: Number(values.generations),
      rounds: Number(values.rounds),
      calls: Number(values.calls),
      warmUp: Number(values["warm-up"]),
    };
    for (const [way, title] of ways) {
      print(`\nTime of the processor in each call of listPets, ${title}\n`);
      table(await measure(built, begin, plan, way));
    }
  } finally {
    server.kill();
  }
}

const ways = [
  ["loopback", "over HTTP, against a server on loopback in a process of its own"],
  ["answered", "with an answer that is there at once"],
] as const;

/** Plain fetch, which comes first, and the others that are asked for. */
function chosen(all: readonly App[], only: string | undefined): readonly App[] {
  const names = only?.split(",");
  return all.filter(
    ({ name }, index) => index === 0 || !names || names.some((part) => name.includes(part)),
  );
}

function script(name: string): readonly string[] {
  return [
    fileURLToPath(new URL("../../node_modules/jiti/lib/jiti-cli.mjs", import.meta.url)),
    fileURLToPath(new URL(name, import.meta.url)),
  ];
}

async function portOf(server: ChildProcess): Promise<number> {
  if (!server.stdout) throw new Error("the server has no output");
  const [line] = (await once(createInterface(server.stdout), "line")) as [string];
  return Number(line);
}

/** How much is measured. */
interface Plan {
  readonly generations: number;
  readonly rounds: number;
  readonly calls: number;
  readonly warmUp: number;
}

/**
 * Microseconds for each call, a figure for each process. Those of one generation take short turns, so that
 * all have their part of each second in which the machine is slow; and many, since the garbage collector
 * comes by once in some hundred calls, and thoroughly in some thousand.
 */
async function measure(
  built: readonly BuiltApp[],
  begin: (app: BuiltApp) => Worker,
  { generations, rounds, calls, warmUp }: Plan,
  way: string,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const [base, ...others] = built;
  if (!base) throw new Error("there is nothing to compare with");
  const contenders = [base, { ...base, name: `${base.name} again` }, ...others];
  const all = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let generation = 0; generation < generations; generation++) {
    const workers = contenders.map((app) => ({ ...begin(app), name: app.name, time: 0 }));
    // What nobody measures, they do at the same time.
    await Promise.all(workers.map(({ ask }) => ask(`${way} ${warmUp}`)));
    for (let round = 0; round < rounds; round++) {
      shuffle(workers);
      for (const worker of workers) worker.time += await worker.ask(`${way} ${calls}`);
    }
    for (const { name, time, end } of workers) {
      all.get(name)?.push(time / rounds);
      end();
    }
  }
  return all;
}

/** None twice in a row: it would find in the caches what it left there. */
function shuffle<T>(list: T[]): void {
  const last = list.at(-1);
  do {
    for (let index = list.length - 1; index > 0; index--) {
      const other = Math.floor(Math.random() * (index + 1));
      [list[index], list[other]] = [list[other] as T, list[index] as T];
    }
  } while (list.length > 1 && list[0] === last);
}

function table(times: ReadonlyMap<string, readonly number[]>): void {
  const [base = []] = times.values();
  for (const [name, list] of times) {
    const ratios = list.map((time, index) => time / (base[index] ?? Number.NaN));
    const { middle, low, high } = intervalOf(ratios);
    const limits = list === base ? "" : ` (${low.toFixed(2)} to ${high.toFixed(2)})`;
    print(
      `  ${name.padEnd(30)}${median(list).toFixed(1).padStart(8)} µs` +
        `  ${middle.toFixed(2)} of plain fetch${limits}\n`,
    );
  }
}

function sizes(built: readonly BuiltApp[]): void {
  print("Three operations of the Pet Store, minified, and gzipped\n");
  for (const { name, minified, gzipped } of built)
    print(`  ${name.padEnd(30)}${String(minified).padStart(8)} ${String(gzipped).padStart(8)}\n`);
}

const github = `
import { createGitHubsOfficialOpenAPISpecOctokitExtensionSender, issuesListForRepo } from "./api/client.js";
const sender = createGitHubsOfficialOpenAPISpecOctokitExtensionSender({});
export const list = () => issuesListForRepo(sender, { path: { owner: "o", repo: "r" } });
`;

async function oneOfMany(folder: string): Promise<void> {
  print("\nOne operation of GitHub's, of which there are more than a thousand\n");
  try {
    const entry = packages.find(({ name }) => name === "@octokit/openapi");
    if (!entry) throw new Error("the corpus does not know GitHub's description");
    const home = fetchPackage(entry, join(tmpdir(), "specsmith-corpus"));
    const input = join(home, entry.paths[0] ?? "");
    for (const [name, client] of [
      ["with all parts", {}],
      ["without checks", { checks: false }],
    ] as const) {
      const app = oneOperation(folder, input, client, github);
      const { minified, gzipped } = await bundle(app);
      print(`  ${name.padEnd(30)}${String(minified).padStart(8)} ${String(gzipped).padStart(8)}\n`);
      const all = await operationSizes(app.folder, 20);
      const shown = [0, all.length >> 1, all.length - 1].map((index) => {
        const { operation = "", size = Number.NaN } = all[index] ?? {};
        return `${size} (${operation})`;
      });
      const small = all.filter(({ size }) => size < 6000).length;
      print(
        `    every 20th, gzipped, the smallest, the middle one and the largest: ${shown.join(", ")};\n` +
          `    ${small} of ${all.length} are below 6000\n`,
      );
    }
  } catch (error) {
    print(`  not measured: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

function print(text: string): void {
  process.stdout.write(text);
}
