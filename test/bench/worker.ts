import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

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
