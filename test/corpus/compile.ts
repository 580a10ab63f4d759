import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** TypeScript 7. */
export const tsc = require.resolve("typescript7/package.json").replace("package.json", "bin/tsc");
const typeRoots = [join(dirname(require.resolve("@types/node/package.json")), "..")];
const strict = JSON.parse(
  readFileSync(new URL("../consumer/strict.json", import.meta.url), "utf8"),
) as { compilerOptions: object };

/** The contract's flags, with the types of Node wherever the project is. */
export const compilerOptions = { ...strict.compilerOptions, typeRoots };

export interface Compiled {
  readonly seconds: number;
  /** One line each, paths below the folder. */
  readonly errors: readonly string[];
}

/** Compiles all TypeScript in `folder` under the contract's flags, as one program. */
export async function compile(folder: string): Promise<Compiled> {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  const config = JSON.stringify({ compilerOptions, include: ["api", "handlers"] }, undefined, 2);
  writeFileSync(join(folder, "tsconfig.json"), config);
  const start = performance.now();
  const child = spawn(process.execPath, [tsc, "-p", ".", "--pretty", "false"], { cwd: folder });
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
