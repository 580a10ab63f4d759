import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cacheFolder } from "../../src/package/folder.js";
import { requireCompiled } from "../../src/package/compiled.js";

const name = "specsmith-test-of-compiled";
const cache = cacheFolder() ?? "";
let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "specsmith-compiled-"));
  mkdirSync(join(folder, "node_modules", name), { recursive: true });
  clear();
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  clear();
});

function kept(): readonly string[] {
  return readdirSync(cache).filter((file) => file.startsWith(name));
}

function clear(): void {
  mkdirSync(cache, { recursive: true });
  for (const file of kept()) rmSync(join(cache, file));
}

/** The same with one bit turned in the middle. */
function turned(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const at = copy.length >> 1;
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** What a module with this text exports, as for a process that has not loaded it yet. */
function loaded(text: string): unknown {
  writeFileSync(join(folder, "node_modules", name, "index.js"), text);
  const require = createRequire(join(folder, "here.js"));
  delete require.cache[require.resolve(name)];
  const found = requireCompiled(require, name);
  expect(require(name)).toBe(found);
  return found;
}

const isKeptByNode = "enableCompileCache" in process.getBuiltinModule("node:module");

describe.skipIf(isKeptByNode)("where Node does not keep what it compiled", () => {
  test("a module is the same with what was kept and without", () => {
    const text = `exports.sum = (a, b) => a + b; exports.path = require("node:path").sep; exports.file = __filename;`;
    const first = loaded(text) as { sum: (a: number, b: number) => number };
    expect(kept()).toHaveLength(1);
    const again = loaded(text) as typeof first;
    expect(again).not.toBe(first);
    expect(again.sum(1, 2)).toBe(3);
    expect({ ...again, sum: 0 }).toEqual({ ...first, sum: 0 });
  });

  test("one that was replaced by another of the same length is compiled afresh", () => {
    expect(loaded("module.exports = 1;")).toBe(1);
    expect(loaded("module.exports = 2;")).toBe(2);
  });

  test("what was damaged is not run", () => {
    expect(loaded("module.exports = 1;")).toBe(1);
    const file = join(cache, kept()[0] ?? "");
    const bytes = readFileSync(file);
    for (const damaged of [
      bytes.subarray(0, bytes.length - 40),
      bytes.subarray(0, 10),
      turned(bytes),
    ]) {
      writeFileSync(file, damaged);
      expect(loaded("module.exports = 1;")).toBe(1);
      expect(readFileSync(file).equals(damaged)).toBe(false);
    }
  });

  test("what another Node kept is not run, though V8 would take it", () => {
    expect(loaded("module.exports = 1;")).toBe(1);
    const file = join(cache, kept()[0] ?? "");
    const bytes = readFileSync(file);
    const { execPath } = process;
    try {
      process.execPath = join(folder, "here.js");
      writeFileSync(process.execPath, "");
      expect(loaded("module.exports = 1;")).toBe(1);
    } finally {
      process.execPath = execPath;
    }
    expect(readFileSync(file).equals(bytes)).toBe(false);
  });

  test("one that throws does so", () => {
    expect(() => loaded("throw new Error('mine');")).toThrow("mine");
  });
});
