import { setFlagsFromString } from "node:v8";
import { cacheFolder } from "../package/folder.js";

/**
 * Fits Node to a run that takes a few seconds; does nothing in other runtimes. Where Node can (from
 * 22.1 on), what was compiled is kept. `isLong`: the process stays.
 */
export function tuneEngine(isLong: boolean): void {
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
  if (isLong || major > 24) return;
  // From 22 on, there is a compiler for the time before, and no such flag.
  if (major < 22) setFlagsFromString("--interrupt-budget=600000");
  setFlagsFromString("--max-inlined-bytecode-size-cumulative=100");
  // Less garbage may pile up than V8 would let. With two thirds of this, what lives is gone through so often that a large
  // description takes longer, and once more when all is done; with more, 50 MB more are needed.
  setFlagsFromString("--heap-growing-percent=160");
}
