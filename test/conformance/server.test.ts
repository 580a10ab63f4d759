import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { beside } from "../beside.js";
import { generate } from "../../src/index.js";

const runner = beside("server-conformance/run.mjs");
const file = beside("cases/server.json");
const found = existsSync(runner) && existsSync(file);

interface Case {
  readonly id: string;
  readonly level: string;
  readonly title: string;
}

const cases = found ? (JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] }).cases : [];

/** Where the standards leave a choice and ours is not the one of the cases, with the reason. */
const OTHER_CHOICES: Readonly<Record<string, string>> = {};

/** What the server is put into: `server-adapters.ts` has them. */
const PLACES = ["node:http", "fetch", "Hono", "Express", "Fastify", "Koa"];

interface Outcome {
  readonly passed: number;
  readonly all: number;
  readonly failures: ReadonlyMap<string, string>;
}

const outcomes = new Map<string, Outcome>();
const root = fileURLToPath(new URL("../../", import.meta.url));
let folder = "";

beforeAll(async () => {
  if (!found) return;
  // Below the project, so that the frameworks are found from there.
  folder = await mkdtemp(join(root, "node_modules", ".server-conformance-"));
  const input = fileURLToPath(new URL("petstore.json", runner));
  const outcome = await generate({
    input,
    output: join(folder, "api"),
    adapters: ["node", "express", "fastify", "koa"],
  });
  expect(outcome.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const bundle = join(folder, "adapter.mjs");
  await build({
    stdin: {
      contents: `export { chosen as default } from "./server-adapters.ts";`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["express", "fastify", "hono", "koa"],
    alias: { generated: join(folder, "api") },
  });
  for (const place of PLACES) outcomes.set(place, outcomeOf(place, await run(bundle, place)));
}, 300_000);

afterAll(async () => {
  if (folder !== "") await rm(folder, { recursive: true });
});

function run(bundle: string, place: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(runner), bundle, "--verbose"], {
      env: { ...process.env, SERVER_ADAPTER: place },
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", reject);
    child.once("close", () => resolve(output));
  });
}

function outcomeOf(place: string, output: string): Outcome {
  const failures = new Map<string, string>();
  const lines = output.split("\n");
  for (const line of lines) {
    const [, id, fault] = /^FAIL (\S+) (.*)$/.exec(line) ?? [];
    if (id !== undefined) failures.set(id, fault ?? "");
  }
  const summary = lines.find((line) => line.startsWith(`specsmith in ${place}`)) ?? output;
  const [, passed, all] = / (\d+)\/(\d+) /.exec(summary) ?? [];
  return { passed: Number(passed), all: Number(all), failures };
}

describe.each(PLACES)("in %s", (place) => {
  test.skipIf(!found)("the runner finishes (skipped where the shared cases are missing)", () => {
    const outcome = outcomes.get(place);
    expect(outcome?.all).toBe(cases.length);
    expect(outcome?.passed).toBe(cases.length - (outcome?.failures.size ?? 0));
  });

  test.each(cases)("$id $level: $title", ({ id }) => {
    const fault = outcomes.get(place)?.failures.get(id);
    if (OTHER_CHOICES[id] === undefined) expect(fault).toBeUndefined();
    else expect(fault, `not so, because ${OTHER_CHOICES[id]}`).toBeDefined();
  });
});
