import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A process that measures one contender, as alone there as in an app. */
export interface Worker {
  /** The number that it answers a line with. */
  ask(line: string): Promise<number>;
  end(): void;
}

/** Starts Node with these arguments, which name a script that answers each line of its input. */
export function startWorker(args: readonly string[]): Worker {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  return {
    async ask(line) {
      child.stdin.write(`${line}\n`);
      const { value } = await answers.next();
      if (value === undefined) throw new Error("a process that measures has ended");
      return Number(value);
    },
    end: () => child.stdin.end(),
  };
}

/** Makes one file that Node runs of a script of the benches and what it imports of ours. */
export async function bundleScript(source: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL(source, import.meta.url))],
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
}
