import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildCases } from "./build.js";
import { type Outcome, startService } from "./service.js";
import { type Start, starts } from "./start.js";

const programs = fileURLToPath(
  new URL("../../node_modules/.cache/specsmith-runtimes", import.meta.url),
);
const limit = 60_000;

const typed = process.argv.slice(2);
const unknown = typed.filter((name) => !starts.has(name));
if (unknown.length > 0) {
  const known = [...starts.keys()].join(", ");
  process.stderr.write(`There is no runtime ${unknown.join(", ")}; there are: ${known}.\n`);
  process.exit(2);
}

mkdirSync(programs, { recursive: true });
for (const [name, start] of starts) {
  if (typed.length > 0 && !typed.includes(name)) continue;
  const began = performance.now();
  try {
    show(name, await runIn(start), performance.now() - began);
  } catch (error) {
    process.exitCode = 1;
    process.stdout.write(`${name}: could not be run: ${(error as Error).message}\n`);
  }
}

async function runIn(start: Start): Promise<readonly Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), "runtimes-"));
  const page = '<!doctype html><title>Cases</title><script type="module" src="cases.js"></script>';
  const files = new Map([["/page.html", page]]);
  const service = await startService(files);
  let stop: (() => Promise<void>) | undefined;
  let timer: NodeJS.Timeout | undefined;
  try {
    const text = await buildCases(folder, start.last(service));
    const module = join(folder, "cases.mjs");
    writeFileSync(module, text);
    files.set("/cases.js", text);
    const failed = new Promise<never>((_resolve, reject) => {
      const fail = (problem: string): void => reject(new Error(problem));
      timer = setTimeout(() => fail(`nothing was reported in ${limit / 1000} s`), limit);
      start.start({ module, folder, programs, service, fail }).then((end) => {
        stop = end;
      }, reject);
    });
    return await Promise.race([service.outcomes, failed]);
  } finally {
    clearTimeout(timer);
    await stop?.();
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function show(name: string, outcomes: readonly Outcome[], milliseconds: number): void {
  const failures = outcomes.filter(({ error }) => error !== undefined);
  const passed = outcomes.length - failures.length;
  const seconds = (milliseconds / 1000).toFixed(1);
  process.stdout.write(`${name}: ${passed} of ${outcomes.length} cases hold (${seconds} s)\n`);
  for (const { name: one, error } of failures)
    process.stdout.write(`  ${one}\n    ${error?.replaceAll("\n", "\n    ") ?? ""}\n`);
  if (failures.length > 0) process.exitCode = 1;
}
