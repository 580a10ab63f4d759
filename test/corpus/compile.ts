import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Version, flagsFor, tscOf, wayTo, withRuntimeOf } from "../consumer/compilers.js";

const require = createRequire(import.meta.url);

/** TypeScript 7. */
export const tsc = tscOf("7");
const runtime = fileURLToPath(new URL("../../src/runtime", import.meta.url));
const typeRoots = [join(dirname(require.resolve("@types/node/package.json")), "..")];

/** The contract's flags, with the types of Node wherever the project is. */
export const compilerOptions = { ...flagsFor("7"), typeRoots };

export interface Compiled {
  readonly seconds: number;
  /** One line each, paths below the folder. */
  readonly errors: readonly string[];
}

/** Compiles all TypeScript in `folder` under the contract's flags, as one program, with each of the compilers in turn. */
export async function compile(
  folder: string,
  versions: readonly Version[] = ["7"],
): Promise<Compiled> {
  const start = performance.now();
  const errors: string[] = [];
  for (const version of versions)
    for (const line of await errorsWith(version, folder, ["api", "handlers"]))
      errors.push(told(line, version, versions));
  return { seconds: (performance.now() - start) / 1000, errors };
}

/**
 * Compiles the outputs of several descriptions as one program for each compiler: what a compiler does first costs as
 * much as an output of middle size. They are copied to `folder`, with one copy of the runtime, which is removed after.
 */
export async function compileMany(
  outputs: ReadonlyMap<string, string>,
  folder: string,
  versions: readonly Version[],
): Promise<ReadonlyMap<string, Compiled>> {
  const start = performance.now();
  const found = new Map<string, string[]>([...outputs.keys()].map((name) => [name, []]));
  try {
    cpSync(runtime, join(folder, "runtime"), { recursive: true });
    for (const [name, output] of outputs)
      found
        .get(name)
        ?.push(...copyOutput(output, join(folder, "out", name), join(folder, "runtime")));
    for (const version of versions)
      for (const line of await errorsWith(version, folder, ["runtime", "out"])) {
        const [, name = "", rest = ""] = /^out[\\/]([^\\/]+)[\\/](.*)$/s.exec(line) ?? [];
        const errors = found.get(name);
        if (errors) errors.push(told(rest, version, versions));
        else for (const all of found.values()) all.push(told(line, version, versions));
      }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const seconds = (performance.now() - start) / 1000 / outputs.size;
  return new Map(Array.from(found, ([name, errors]) => [name, { seconds, errors }]));
}

/** Copies what was generated, with imports of the one copy of the runtime. Says which files its own runtime lacks. */
function copyOutput(output: string, target: string, runtime: string): readonly string[] {
  const own = join(output, "api/runtime");
  const isThere = (file: string): boolean => existsSync(join(own, `${file}.ts`));
  const missing: string[] = [];
  for (const path of readdirSync(output, { recursive: true, encoding: "utf8" })) {
    if (!path.endsWith(".ts")) continue;
    const text = readFileSync(join(output, path), "utf8");
    const [, file] = /^api[\\/]runtime[\\/](.*)$/.exec(path) ?? [];
    if (file !== undefined) {
      for (const [, to = ""] of text.matchAll(/ from "(\.[^"]*)\.js"/g))
        if (!isThere(join(dirname(file), to)))
          missing.push(`${path} imports ${to}, which is not there`);
      continue;
    }
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), withRuntimeOf(text, wayTo("api", path), runtime, isThere));
  }
  return missing;
}

/** What a version says of a folder, which it makes a project, under the contract's flags and some more. */
export async function errorsWith(
  version: Version,
  folder: string,
  include: readonly string[],
  more: object = {},
): Promise<readonly string[]> {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const compilerOptions = { ...flagsFor(version), typeRoots, ...more };
  const config = JSON.stringify({ compilerOptions, include }, undefined, 2);
  writeFileSync(join(folder, "tsconfig.json"), config);
  const arguments_ = [tscOf(version), "-p", ".", "--pretty", "false"];
  const child = spawn(process.execPath, arguments_, { cwd: folder });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return errorsIn(output, status);
}

function told(line: string, version: Version, versions: readonly Version[]): string {
  return versions.length === 1 ? line : `TypeScript ${version}: ${line}`;
}

/** A line for each error that the compiler told of, or for the failure of the compiler itself. */
export function errorsIn(output: string, status: number | null): readonly string[] {
  const lines = output.split("\n").filter((line) => /\berror TS\d+:/.test(line));
  return status === 0 || lines.length > 0 ? lines : [`tsc ended with ${status}: ${output}`];
}
