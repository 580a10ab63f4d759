import * as fs from "node:fs";
import { createRequire, Module } from "node:module";
import { dirname, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { cacheFolder } from "./folder.js";

/**
 * Loads a large CommonJS module with what V8 had compiled of it in an earlier run: of TypeScript, that takes a tenth of
 * a second off each run. Later Nodes keep what they compiled themselves, as do other runtimes.
 */
export function requireCompiled(require: NodeJS.Require, name: string): unknown {
  const { bun, deno } = process.versions;
  const isKept = bun !== undefined || deno !== undefined || "enableCompileCache" in Module;
  const folder = isKept ? undefined : cacheFolder();
  const file = require.resolve(name);
  if (folder === undefined || require.cache[file]) return require(name);
  try {
    const { exports } = load(file, join(folder, `${name}-${cachedDataVersionTag()}.code`));
    return exports;
  } catch {
    // Whatever cannot be read or kept: Node itself loads it.
    delete require.cache[file];
    return require(name);
  }
}

function load(file: string, store: string): NodeJS.Module {
  const source = fs.readFileSync(file, "utf8");
  const mark = markOf(file);
  const cachedData = kept(store, mark);
  const script = new Script(Module.wrap(source), {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const require = createRequire(file);
  const module = new Module(file);
  module.filename = file;
  require.cache[file] = module;
  const start = script.runInThisContext() as (...args: readonly unknown[]) => void;
  start.call(module.exports, module.exports, require, module, file, dirname(file));
  module.loaded = true;
  if (!cachedData || script.cachedDataRejected === true)
    keep(store, mark, script.createCachedData());
  return module;
}

/** V8 looks at its own version and flags and at the length of the source; this tells a file that was replaced. */
function markOf(file: string): Buffer {
  const { size, mtimeMs, ctimeMs } = fs.statSync(file);
  return Buffer.from(JSON.stringify([file, size, mtimeMs, ctimeMs]).padEnd(1024));
}

function kept(store: string, mark: Buffer): Buffer | undefined {
  if (!fs.existsSync(store)) return undefined;
  const bytes = fs.readFileSync(store);
  return bytes.subarray(0, mark.length).equals(mark) ? bytes.subarray(mark.length) : undefined;
}

function keep(store: string, mark: Buffer, compiled: Buffer): void {
  try {
    const draft = `${store}.${process.pid}`;
    fs.mkdirSync(dirname(store), { recursive: true });
    fs.writeFileSync(draft, Buffer.concat([mark, compiled]));
    fs.renameSync(draft, store);
  } catch {
    // Nothing depends on it but the time of the next run.
  }
}
