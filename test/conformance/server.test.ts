import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generate } from "../../src/index.js";

const runner = new URL("../../../shared/server-conformance/run.mjs", import.meta.url);
const file = new URL("../../../shared/cases/server.json", import.meta.url);
const found = existsSync(runner) && existsSync(file);

interface Case {
  readonly id: string;
  readonly level: string;
  readonly title: string;
}

const cases = found ? (JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] }).cases : [];

/** Where the standards leave a choice and ours is not the one of the cases, with the reason. */
const OTHER_CHOICES: Readonly<Record<string, string>> = {
  S149:
    "the schema is open (no additionalProperties: false), so a reply may have more members than it " +
    "names; it is sent as the handler made it",
};

const failures = new Map<string, string>();
let summary = "";
let folder = "";

beforeAll(async () => {
  if (!found) return;
  folder = await mkdtemp(join(tmpdir(), "server-conformance-"));
  const input = fileURLToPath(new URL("petstore.json", runner));
  const outcome = await generate({ input, output: join(folder, "api") });
  expect(outcome.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const bundle = join(folder, "adapter.mjs");
  await build({
    stdin: {
      contents: `export { adapter as default } from "./server-adapter.ts";`,
      resolveDir: fileURLToPath(new URL(".", import.meta.url)),
    },
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    alias: { generated: join(folder, "api") },
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`,
    },
  });
  const lines = (await run(bundle)).split("\n");
  for (const line of lines) {
    const [, id, fault] = /^FAIL (\S+) (.*)$/.exec(line) ?? [];
    if (id !== undefined) failures.set(id, fault ?? "");
  }
  summary = lines.find((line) => line.startsWith("specsmith on node:http")) ?? "";
}, 120_000);

afterAll(async () => {
  if (folder !== "") await rm(folder, { recursive: true });
});

function run(bundle: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [fileURLToPath(runner), bundle, "--verbose"]);
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
    child.once("error", reject);
    child.once("close", () => resolve(output));
  });
}

test.skipIf(!found)("the runner finishes (skipped where the shared cases are missing)", () => {
  const [, passed, all] = /(\d+)\/(\d+)/.exec(summary) ?? [];
  expect(Number(all)).toBe(cases.length);
  expect(Number(passed)).toBe(cases.length - failures.size);
});

for (const { id, level, title } of cases) {
  const other = OTHER_CHOICES[id];
  if (other === undefined) {
    test(`${id} ${level}: ${title}`, () => expect(failures.get(id)).toBeUndefined());
  } else {
    test(`${id} ${level}: not "${title}", because ${other}`, () =>
      expect(failures.get(id)).toBeDefined());
  }
}
