import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { fetchPackage, packages } from "../corpus/packages.js";
import { type BuiltApp, apps, bundle, oneOperation, operationSizes } from "./client-apps.js";
import { median } from "./median.js";
import { type Worker, bundleScript, startWorker } from "./worker.js";

const help = `npm run bench -- client [--rounds N] [--calls N]

An app that calls three operations of the Pet Store, with each client: its size, and the time of the
processor that a call takes, in turns with plain fetch() and json(). Each client has a process of its
own, as in an app: in one process, what one leaves behind for the garbage collector is paid by the next.
There are seven generations of processes, and their middle one counts; the ratios of all but the best and
the worst are shown beside it.
  --rounds N   how often each is measured, in turns; 24 when left out, after as many that do not count
  --calls N    calls in each of them; 100 when left out
`;

/** Prints the sizes, then what a call takes over loopback, and with an answer that is there at once. */
export async function bench(typed: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      rounds: { type: "string", default: "24" },
      calls: { type: "string", default: "100" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return print(help);
  const folder = join(tmpdir(), "specsmith-bench", "client");
  const built: BuiltApp[] = [];
  for (const app of apps(folder)) built.push(await bundle(app));
  sizes(built);
  await oneOfMany(folder);

  const worker = join(folder, "worker.mjs");
  await bundleScript("client-worker.ts", worker);
  const [rounds, calls] = [Number(values.rounds), Number(values.calls)];
  const server = spawn(process.execPath, script("client-server.ts"), {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  try {
    const base = `http://127.0.0.1:${await portOf(server)}/v1`;
    const begin = ({ file }: BuiltApp): Worker =>
      startWorker([worker, pathToFileURL(file).href, base]);
    for (const [way, title] of ways) {
      const line = `${way} ${way === "loopback" ? calls : calls * 2}`;
      print(`\nTime of the processor in each call of listPets, ${title}\n`);
      table(await measure(built, begin, rounds, line));
    }
  } finally {
    server.kill();
  }
}

const ways = [
  ["loopback", "over HTTP, against a server on loopback in a process of its own"],
  ["answered", "with an answer that is there at once"],
] as const;

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

/** V8 makes of the same code what is quicker or slower from one process to the next, by a tenth and more. */
const generations = 7;

/** Microseconds for each call, a figure for each process; those of one generation take turns. */
async function measure(
  built: readonly BuiltApp[],
  begin: (app: BuiltApp) => Worker,
  rounds: number,
  line: string,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const all = new Map<string, number[]>(built.map(({ name }) => [name, []]));
  for (let generation = 0; generation < generations; generation++) {
    const workers = built.map((app) => ({ ...begin(app), name: app.name, times: [] as number[] }));
    // The first rounds are for the compiler.
    for (let round = -rounds; round < rounds; round++) {
      // Each comes after one of its neighbours as often as after the other.
      workers.reverse();
      for (const { ask, times } of workers) {
        const time = await ask(line);
        if (round >= 0) times.push(time);
      }
    }
    for (const { name, times, end } of workers) {
      all.get(name)?.push(calm(times));
      end();
    }
  }
  return all;
}

function table(times: ReadonlyMap<string, readonly number[]>): void {
  const [base = []] = times.values();
  for (const [name, list] of times) {
    const ratios = list.map((time, index) => time / (base[index] ?? Number.NaN)).sort();
    const [low = 0, high = 0] = [ratios[1], ratios.at(-2)];
    print(
      `  ${name.padEnd(30)}${median(list).toFixed(1).padStart(8)} µs` +
        `  ${(median(list) / median(base)).toFixed(2)} of plain fetch` +
        ` (${low.toFixed(2)} to ${high.toFixed(2)})\n`,
    );
  }
}

/** Of the quarter of the rounds that was disturbed least: other work on the machine only ever adds. */
function calm(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 3] ?? Number.NaN;
}

function sizes(built: readonly BuiltApp[]): void {
  print("Three operations of the Pet Store, minified, and gzipped\n");
  for (const { name, minified, gzipped } of built)
    print(`  ${name.padEnd(30)}${String(minified).padStart(8)} ${String(gzipped).padStart(8)}\n`);
}

const github = `
import { createGitHubsOfficialOpenAPISpecOctokitExtensionSender, issuesListForRepo } from "./api/client.js";
const sender = createGitHubsOfficialOpenAPISpecOctokitExtensionSender({});
export const list = () => issuesListForRepo(sender, { path: { owner: "o", repo: "r" } }).body();
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
