import * as fs from "node:fs";
import { dirname, join, resolve } from "node:path";
import { changedMeanwhile, compare, refuseLoss } from "./compare.js";
import type { Change, ChangeKind, Comparison, WritePlan } from "./compare.js";
import { checkFolder, look, realFile } from "./disk.js";
import { asWriteError, WriteError } from "./error.js";
import { acquireLock } from "./lock.js";
import { workName } from "./names.js";
import { clearWork, commit, recoverWork } from "./transaction.js";
import type { Recovery } from "./transaction.js";

export interface WriteOptions {
  /** Overwrites and removes generated files that were edited by hand. */
  readonly force?: boolean;
}

/** Paths as in the plan: below the output folder for generated files, absolute for user's files. */
export interface WriteResult {
  /** All that was written: `added` and what was there with other content. */
  readonly written: readonly string[];
  /** Those among them that are the user's, and got handlers. */
  readonly extended: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Generated files that were right already; they are not touched. */
  readonly unchanged: readonly string[];
}

export interface Difference {
  readonly path: string;
  /**
   * `missing` would be added, `changed` replaced, `extra` removed; `edited` has content that specsmith
   * did not write, so that generating would stop there.
   */
  readonly kind: ChangeKind;
}

/**
 * Brings the disk to what the plan says: all of it or nothing, also when the process is killed half-way,
 * provided that a next run follows. What is the user's to mend is thrown as a `WriteError`.
 */
export async function writeFiles(
  given: WritePlan,
  { force = false }: WriteOptions = {},
): Promise<WriteResult> {
  const plan = { ...given, directory: resolve(given.directory) };
  return reporting(plan.directory, async () => {
    checkFolder(plan.directory);
    if (!look(join(plan.directory, workName))) {
      const comparison = compareQuietly(plan, force);
      if (comparison?.changes.length === 0) return resultOf(comparison);
    }
    return locking(plan.directory, (work, mayCommit) => {
      recoverWork(plan.directory, work, realFiles(plan.userFiles.map(({ path }) => path)));
      const comparison = compare(plan, force);
      refuseLoss(comparison, force);
      const conflicts = commit(plan.directory, work, inOrder(comparison.changes), mayCommit);
      if (conflicts.length > 0) throw changedMeanwhile(conflicts);
      return resultOf(comparison);
    });
  });
}

/** Says what `writeFiles` would do, and writes nothing. */
export async function check(plan: WritePlan): Promise<readonly Difference[]> {
  return reporting(plan.directory, async () =>
    compare(plan, false).changes.map(({ path, kind }) => ({ path, kind })),
  );
}

/**
 * Completes or takes back what a killed run left half-way; to be called before user's files are read.
 * `userFiles` are the absolute paths of those that the configuration names.
 */
export async function recover(directory: string, userFiles: readonly string[]): Promise<Recovery> {
  return reporting(directory, async () => {
    checkFolder(directory);
    if (!look(join(directory, workName))) return "nothing";
    return locking(directory, (work) => recoverWork(directory, work, realFiles(userFiles)));
  });
}

/** Throws what the file system refused to do as a `WriteError`. */
export async function reporting<T>(directory: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw asWriteError(error, directory);
  }
}

/** Makes the output folder if need be, and runs `action` while no other run writes into it. */
async function locking<T>(
  directory: string,
  action: (work: string, mayCommit: () => void) => T,
): Promise<T> {
  const made = fs.mkdirSync(directory, { recursive: true });
  const lock = await acquireLock(directory);
  try {
    return action(lock.work, () => {
      if (lock.isHeld()) return;
      throw new WriteError(
        "locked",
        "another run took this one for dead",
        "Nothing was written. Generate again.",
      );
    });
  } finally {
    try {
      if (lock.isHeld()) clearWork(lock.work);
    } catch {
      // The files are in order, which is what counts: the next run removes what is left.
    }
    lock.release();
    if (made !== undefined) removeMade(directory, made);
  }
}

/** Removes the folders that were made for nothing; they are empty only then. */
function removeMade(folder: string, outermost: string): void {
  try {
    fs.rmdirSync(folder);
  } catch {
    return;
  }
  if (folder.length > outermost.length) removeMade(dirname(folder), outermost);
}

/** Compares without a lock. Another run may be writing, so that only "all is well" counts. */
function compareQuietly(plan: WritePlan, force: boolean): Comparison | undefined {
  try {
    return compare(plan, force);
  } catch {
    return undefined;
  }
}

function realFiles(paths: readonly string[]): ReadonlySet<string> {
  return new Set(paths.map(realFile));
}

// Removals first, for the sake of names that differ only by case; the manifest last, as the record.
function inOrder(changes: readonly Change[]): readonly Change[] {
  const isRemoval = ({ after }: Change) => after === undefined;
  return [...changes.filter(isRemoval), ...changes.filter((change) => !isRemoval(change))];
}

function resultOf({ changes, unchanged }: Comparison): WriteResult {
  const of = changes.filter(({ owner }) => owner !== "manifest");
  const written = of.filter(({ after }) => after !== undefined);
  const pathsOf = (list: readonly Change[]) => list.map(({ path }) => path);
  return {
    written: pathsOf(written),
    added: pathsOf(written.filter(({ before }) => before === undefined)),
    extended: pathsOf(
      written.filter(({ owner, before }) => owner === "user" && before !== undefined),
    ),
    removed: pathsOf(of.filter(({ after }) => after === undefined)),
    unchanged,
  };
}
