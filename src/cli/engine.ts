import { setFlagsFromString } from "node:v8";
import { cacheFolder } from "../package/folder.js";

/**
 * Flags of V8 for a run that takes a few seconds, and Node's cache of compiled code (from 22.1 on); nothing in other
 * runtimes.
 *
 * What it buys: 3.1 s of processor time instead of 5.1 for Stripe's API, 0.29 s instead of 0.37 for the Pet Store (Node
 * 20.20). Measure by `/usr/bin/time -f %U node dist/cli.js generate stripe.json -o out`, with and without the call of
 * `tuneEngine` in `cli.ts`. Delete this file when that gains less than a tenth on the Node versions that are supported.
 */
export function tuneEngine(): void {
  const { bun, deno, node } = process.versions;
  if (bun !== undefined || deno !== undefined) return;
  const { enableCompileCache } = process.getBuiltinModule("node:module") as {
    readonly enableCompileCache?: (folder: string) => unknown;
  };
  // Without a folder it would be one that every user of the machine can write to.
  const folder = cacheFolder();
  if (folder !== undefined) enableCompileCache?.(folder);
  // V8 optimizes with a server in mind that runs for weeks: on a large description that takes as much
  // processor time as all else, most of it for functions that are called for another second at most.
  // The flags are those of Node 20 to 24; one that is not there would be complained of.
  const major = Number.parseInt(node, 10);
  if (major > 24) return;
  // From 22 on, there is a compiler for the time before, and no such flag.
  if (major < 22) setFlagsFromString("--interrupt-budget=600000");
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=100");
  // Less garbage may pile up than V8 would let. With two thirds of this, what lives is gone through so often that a large
  // description takes longer, and once more when all is done; with more, 50 MB more are needed.
  setFlagsFromString("--heap-growing-percent=160");
}
