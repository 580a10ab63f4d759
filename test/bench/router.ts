import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { parse } from "yaml";
import { fetchPackage, packages } from "../corpus/packages.js";
import type { Route } from "./router-contenders.js";

const help = `npm run bench -- router [--rounds N]

Nanoseconds to find a route with the values in its path, beside find-my-way, on the routes of GitHub's
description (which npm fetches the first time) and on the Pet Store's; the middle of N rounds that take
turns, 300 when left out. Before that, both have to give the same answer to each request.
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
    const worker = join(folder, "worker.mjs");
    await build({
      entryPoints: [fileURLToPath(new URL("router-worker.ts", import.meta.url))],
      outfile: worker,
      bundle: true,
      packages: "external",
      format: "esm",
      platform: "node",
      logLevel: "error",
    });
    process.stdout.write(`Node ${process.version}, nanoseconds for each request\n`);
    for (const [name, path] of descriptions()) {
      const routes = routesOf(parse(readFileSync(path, "utf8")) as Description);
      const file = join(folder, "routes.json");
      writeFileSync(file, JSON.stringify(routes));
      print(`${name}, ${routes.length} routes`, worker, [file, values.rounds]);
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

interface Outcome {
  readonly compared: number;
  readonly rows: readonly {
    readonly name: string;
    readonly requests: number;
    readonly ours: readonly number[];
    readonly theirs: readonly number[];
  }[];
}

function print(title: string, worker: string, args: readonly string[]): void {
  // Compiled where it is needed, so that a busy machine does not measure what is not optimized yet.
  const steady = ["--no-concurrent-recompilation", "--single-threaded-gc"];
  const output = execFileSync(process.execPath, [...steady, worker, ...args], { encoding: "utf8" });
  const { compared, rows } = JSON.parse(output) as Outcome;
  process.stdout.write(`\n${title}: the same answer to each of ${compared} requests\n`);
  for (const { name, requests, ours, theirs } of rows) {
    const [mine, other] = [middle(ours), middle(theirs)];
    process.stdout.write(
      `  ${name.padEnd(8)}${String(requests).padStart(6)} requests` +
        `  specsmith ${mine.toFixed(0).padStart(5)}  find-my-way ${other.toFixed(0).padStart(5)}` +
        `  ${(other / mine).toFixed(1)} times as fast\n`,
    );
  }
}

function middle(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
