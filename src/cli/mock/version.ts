import { fork } from "node:child_process";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { compileFunction } from "node:vm";
import type { ConfigEntry } from "../../config/config.js";
import { packageFolder } from "../../package/folder.js";

/** A description, and what standard input holds where it comes from there. */
export interface Described {
  readonly entry: ConfigEntry;
  readonly standardInput: string | Uint8Array;
}

/** The code that was generated of a description, as it is run. */
export interface Version {
  /** Of the API. */
  readonly name: string;
  /** The text of each file in CommonJS by its path, which is still that of the TypeScript. */
  readonly scripts: ReadonlyMap<string, string>;
  /** The paths of all files of the runtime that they import. */
  readonly runtime: readonly string[];
}

/** The result for a description, and the paths of the files that were read for it; no version where it has errors. */
export interface Build {
  readonly version: Version | undefined;
  readonly read: readonly string[];
}

type Exports = Readonly<Record<string, unknown>>;

/** Generates and compiles in a process that ends, so that the one which serves holds nothing of all that. */
export function build(described: Described): Promise<Build> {
  const file = fileURLToPath(new URL("dist/mock-build.js", packageFolder));
  return new Promise((resolve, reject) => {
    const child = fork(file, { serialization: "advanced" });
    child.once("message", (built: Build) => {
      resolve(built);
    });
    child.once("error", reject);
    child.once("exit", (status) => {
      reject(new Error(`the process that generates ended with ${status}`));
    });
    child.send(described);
  });
}

/** The exports of a file of the runtime. */
export async function runtimeAt(path: string): Promise<Exports> {
  const built = path.replace(/^runtime\/(.*)\.ts$/, "dist/mock-runtime/$1.js");
  return (await import(new URL(built, packageFolder).href)) as Exports;
}

/** The exports of a file. No module of Node is ever forgotten; of these, nothing is left when what they export is no more in use. */
export async function exportsAt(path: string, { scripts, runtime }: Version): Promise<Exports> {
  const modules = new Map<string, Exports>();
  for (const one of runtime) modules.set(one, await runtimeAt(one));
  const load = (file: string): Exports => {
    const known = modules.get(file);
    if (known) return known;
    const exports: Exports = {};
    modules.set(file, exports);
    const require = (from: string): Exports =>
      load(posix.join(posix.dirname(file), from).replace(/\.js$/, ".ts"));
    const run = compileFunction(scripts.get(file) ?? "", ["exports", "require"], {
      filename: file,
    });
    run(exports, require);
    return exports;
  };
  return load(path);
}
