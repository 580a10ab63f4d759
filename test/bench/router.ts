import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { fetchPackage, packages } from "../corpus/packages.js";
import { median } from "./median.js";
import type { Route } from "./router-contenders.js";
import type { RequestRow } from "./router-requests.js";
import { type Worker, bundleScript, startWorker } from "./worker.js";

const help = `npm run bench -- router [--rounds N]

Nanoseconds to find a route with the values in its path, decoded and by name, beside find-my-way, on
the routes of GitHub's description (which npm fetches the first time) and on the Pet Store's; the middle
of N rounds that take turns, 300 when left out. Before that, both have to give the same answer to each
request. Each router has a process of its own, as in a server, and the requests come in no order, as
there; what it takes to go through them is measured by a third process and taken off.
`;

const repo = fileURLToPath(new URL("../../", import.meta.url));

/** Measures the router of the sources as it is: nothing has to be built. */
export async function bench(typed: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      rounds: { type: "string", default: "300" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  // Below node_modules, where the worker finds find-my-way as it was installed.
  const folder = join(repo, "node_modules/.cache/specsmith-router");
  mkdirSync(folder, { recursive: true });
  try {
    const [agree, worker] = [join(folder, "agree.mjs"), join(folder, "worker.mjs")];
    await bundleScript("router-agree.ts", agree);
    await bundleScript("router-worker.ts", worker);
    process.stdout.write(`Node ${process.version}, nanoseconds for each request\n`);
    for (const [name, path] of descriptions()) {
      const routes = routesOf(parse(readFileSync(path, "utf8")) as Description);
      const files = [join(folder, "routes.json"), join(folder, "rows.json")];
      writeFileSync(files[0] ?? "", JSON.stringify(routes));
      const compared = execFileSync(process.execPath, [agree, ...files], { encoding: "utf8" });
      const title = `${name}, ${routes.length} routes`;
      process.stdout.write(`\n${title}: the same answer to each of ${compared} requests\n`);
      const rows = JSON.parse(readFileSync(files[1] ?? "", "utf8")) as RequestRow[];
      await measure(rows, Number(values.rounds), (who) => start(worker, [...files, who]));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function descriptions(): readonly (readonly [name: string, path: string])[] {
  const github = packages.find(({ name }) => name === "@octokit/openapi");
  if (!github) throw new Error("the corpus has no description of GitHub");
  const folder = fetchPackage(github, join(tmpdir(), "specsmith-corpus"));
  return [
    ["GitHub", join(folder, github.paths[0] ?? "")],
    ["Pet Store", join(repo, "spec/petstore.yaml")],
  ];
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

function routesOf({ paths }: Description): Route[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((key) => /^(get|put|post|delete|options|head|patch|trace)$/.test(key))
      .map((method) => ({ method: method.toUpperCase(), path })),
  );
}

function start(worker: string, args: readonly string[]): Worker {
  // Compiled where it is needed, so that a busy machine does not measure what is not optimized yet.
  return startWorker(["--no-concurrent-recompilation", "--single-threaded-gc", worker, ...args]);
}

async function measure(
  rows: readonly RequestRow[],
  rounds: number,
  begin: (who: string) => Worker,
): Promise<void> {
  const workers = ["ours", "theirs", "nothing"].map(begin);
  for (const [index, { name, requests }] of rows.entries()) {
    const times = workers.map((): number[] => []);
    for (let round = -rounds / 3; round < rounds; round++)
      for (const [place, worker] of workers.entries()) {
        const time = await worker.ask(String(index));
        if (round >= 0) times[place]?.push(time);
      }
    const [mine = 0, other = 0, none = 0] = times.map(median);
    process.stdout.write(
      `  ${name.padEnd(8)}${String(requests.length).padStart(6)} requests` +
        `  specsmith ${(mine - none).toFixed(0).padStart(5)}` +
        `  find-my-way ${(other - none).toFixed(0).padStart(5)}` +
        `  ${((other - none) / (mine - none)).toFixed(1)} times as fast\n`,
    );
  }
  for (const worker of workers) worker.end();
}
