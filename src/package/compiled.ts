import { createHash } from "node:crypto";
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
    const { exports } = load(
      file,
      join(folder, `${name}-${process.version}-${cachedDataVersionTag()}.code`),
    );
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

/**
 * What compiled code belongs to: the file, and the very Node. V8 looks at its flags and at the length of
 * the source, and takes what another build of the same version compiled for its own, which ends in a crash.
 */
function markOf(file: string): string {
  const stamps = [file, process.execPath].map((path) => {
    const { size, mtimeMs, ctimeMs } = fs.statSync(path);
    return [path, size, mtimeMs, ctimeMs];
  });
  return JSON.stringify([process.version, process.arch, process.versions.v8, ...stamps]);
}

/** What was kept for this mark, if it is whole. */
function kept(store: string, mark: string): Buffer | undefined {
  if (!fs.existsSync(store)) return undefined;
  const bytes = fs.readFileSync(store);
  const compiled = bytes.subarray(sumLength);
  return bytes.subarray(0, sumLength).equals(sumOf(mark, compiled)) ? compiled : undefined;
}

const sumLength = 32;

function sumOf(mark: string, compiled: Buffer): Buffer {
  return createHash("sha256").update(mark).update(compiled).digest();
}

function keep(store: string, mark: string, compiled: Buffer): void {
  try {
    const draft = `${store}.${process.pid}`;
    fs.mkdirSync(dirname(store), { recursive: true });
    fs.writeFileSync(draft, Buffer.concat([sumOf(mark, compiled), compiled]));
    fs.renameSync(draft, store);
  } catch {
    // Nothing depends on it but the time of the next run.
  }
}
