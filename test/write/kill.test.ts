import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { WritePlan } from "../../src/write/compare.js";
import { recover, writeFiles } from "../../src/write/write.js";
import { temporaryFolder, treeOf } from "./folder.js";
import { finalTree, planAgain, prepare } from "./transaction.js";

let root: string;
let modules: string;

// A killed process needs JavaScript to run.
beforeAll(() => {
  root = fs.mkdtempSync(join(tmpdir(), "specsmith-modules-"));
  modules = join(root, "write");
  const source = fileURLToPath(new URL("../../src/", import.meta.url));
  fs.writeFileSync(join(root, "package.json"), '{ "type": "module" }');
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  // Folders in there lay out files, which a run that writes does not ask for.
  const files = fs
    .readdirSync(join(source, "write"), { withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [`write/${entry.name}`] : []));
  for (const folder of ["write", "common"]) fs.mkdirSync(join(root, folder));
  for (const file of [...files, "common/folders.ts"]) {
    const text = fs.readFileSync(join(source, file), "utf8");
    const { outputText } = ts.transpileModule(text, { compilerOptions: options });
    fs.writeFileSync(join(root, file.replace(/\.ts$/, ".js")), outputText);
  }
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

function runKilled(plan: WritePlan, killAt: number, half: string): NodeJS.Signals | null {
  const script = fileURLToPath(new URL("./killed-run.mjs", import.meta.url));
  const { signal, status, stderr } = spawnSync(
    process.execPath,
    [script, modules, JSON.stringify(plan), String(killAt), half],
    { encoding: "utf8" },
  );
  if (signal === null && status !== 0) throw new Error(stderr);
  return signal;
}

describe.each(["whole", "half"])("a run that is killed at any call (%s)", (half) => {
  test(
    "leaves all old or all new after recovery, and all new after the next run",
    { timeout: 120_000 },
    async () => {
      const wanted = await finalTree(await prepare(temporaryFolder()));
      const outcomes: string[] = [];
      for (let killAt = 1; ; killAt++) {
        const change = await prepare(temporaryFolder());
        const signal = runKilled(change.plan, killAt, half);
        if (signal === null) break;
        expect(signal).toBe("SIGKILL");
        // No file is half-written at any time.
        const { old } = change;
        for (const [path, text] of Object.entries(treeOf(change.folder))) {
          if (path.includes(".specsmith.work/") || path.endsWith("/")) continue;
          expect([old[path], wanted[path]], `${path} at call ${killAt}`).toContain(text);
        }
        await recover(
          change.directory,
          change.plan.userFiles.map(({ path }) => path),
        );
        const tree = treeOf(change.folder);
        expect([old, wanted], `after call ${killAt}`).toContainEqual(tree);
        outcomes.push(JSON.stringify(tree) === JSON.stringify(wanted) ? "new" : "old");
        await writeFiles(planAgain(change));
        expect(treeOf(change.folder), `after call ${killAt}`).toEqual(wanted);
      }
      // There is one moment before which all is old, and from which on all is new; the last file that is
      // written is the journal.
      const all = outcomes.join(" ");
      expect(all).toMatch(half === "half" ? /^(old ){5,}old$/ : /^(old ){10,}(new ){5,}new$/);
    },
  );
});

test("a reader never sees half a file or none while runs go on", { timeout: 60_000 }, async () => {
  const directory = join(temporaryFolder(), "out");
  const texts = ["a", "b"].map((letter) => `${letter.repeat(50_000)}\n`);
  const plans = texts.map((text, index) => ({
    directory,
    files: [{ path: "x.ts", text }],
    userFiles: [],
    manifest: { generator: "1", input: String(index) },
  }));
  await writeFiles(plans[0] as WritePlan);
  const script = fileURLToPath(new URL("./writer.mjs", import.meta.url));
  const writer = spawn(process.execPath, [script, modules, JSON.stringify(plans)]);
  const seen = new Set<string>();
  const end = Date.now() + 20_000;
  let reads = 0;
  while (Date.now() < end && !(reads > 500 && seen.size === 2)) {
    const text = fs.readFileSync(join(directory, "x.ts"), "utf8");
    expect(texts.includes(text)).toBe(true);
    seen.add(text);
    reads++;
    if (reads % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(seen.size).toBe(2);
  writer.kill("SIGKILL");
  await new Promise((resolve) => writer.on("exit", resolve));
  await writeFiles(plans[1] as WritePlan);
  expect(Object.keys(treeOf(directory)).sort()).toEqual([".specsmith.json", "x.ts"]);
});
