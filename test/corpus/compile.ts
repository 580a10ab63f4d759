import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Version, flagsFor, tscOf } from "../consumer/compilers.js";

const require = createRequire(import.meta.url);

/** TypeScript 7. */
export const tsc = tscOf("7");
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
  const found: Compiled[] = [];
  for (const version of versions) found.push(await compileWith(version, folder));
  return {
    seconds: found.reduce((sum, { seconds }) => sum + seconds, 0),
    errors: found.flatMap(({ errors }, index) =>
      versions.length === 1
        ? errors
        : errors.map((line) => `TypeScript ${versions[index]}: ${line}`),
    ),
  };
}

async function compileWith(version: Version, folder: string): Promise<Compiled> {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const options = { ...flagsFor(version), typeRoots };
  const include = ["api", "handlers"];
  const config = JSON.stringify({ compilerOptions: options, include }, undefined, 2);
  writeFileSync(join(folder, "tsconfig.json"), config);
  const start = performance.now();
  const arguments_ = [tscOf(version), "-p", ".", "--pretty", "false"];
  const child = spawn(process.execPath, arguments_, { cwd: folder });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const status = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { seconds: (performance.now() - start) / 1000, errors: errorsIn(output, status) };
}

/** A line for each error that the compiler told of, or for the failure of the compiler itself. */
export function errorsIn(output: string, status: number | null): readonly string[] {
  const lines = output.split("\n").filter((line) => /\berror TS\d+:/.test(line));
  return status === 0 || lines.length > 0 ? lines : [`tsc ended with ${status}: ${output}`];
}
