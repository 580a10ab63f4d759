import * as fs from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { pathFrom } from "../common/folders.js";
import type { Change } from "./compare.js";
import {
  checkFolderWritable,
  checkWritable,
  look,
  missingFolders,
  move,
  readBytes,
  removeEmpty,
  syncFolder,
  writeDurably,
} from "./disk.js";
import { WriteError } from "./error.js";
import { hashBytes } from "./manifest.js";
import { manifestName } from "./names.js";
import { pathFault, prefixes } from "./paths.js";

/**
 * One file of a transaction. The new content waits in the work folder as `<index>.new`, and the old
 * content is kept there as `<index>.old` until all is done.
 */
interface Step {
  /** Relative to the output folder, with forward slashes; only a user's file may be outside of it. */
  readonly target: string;
  readonly owner: Change["owner"];
  /** Hash of the content before and after; `null` for no file. */
  readonly before: string | null;
  readonly after: string | null;
  /** Folders that are made for it, relative to the output folder, the outermost first. */
  readonly folders: readonly string[];
}

/**
 * `journal.json` in the work folder. While it is there, the steps are to be completed (`forward`) or
 * taken back (`back`); each step can be repeated. Without it, nothing outside the work folder was touched.
 */
interface Journal {
  readonly version: 1;
  readonly direction: "forward" | "back";
  readonly steps: readonly Step[];
}

/** The state that a run which ended half-way had left, and what was done about it. */
export type Recovery = "nothing" | "completed" | "undone";

const journalName = "journal.json";

/**
 * Makes all changes or none. `mayCommit` is asked when everything is prepared. Gives the targets that
 * another program changed meanwhile; if there are any, nothing was changed.
 */
export function commit(
  directory: string,
  work: string,
  changes: readonly Change[],
  mayCommit: () => void,
): readonly string[] {
  if (changes.length === 0) return [];
  const steps = changes.map((change) => stepOf(directory, change));
  for (const { target, owner, before } of changes) {
    checkFolderWritable(target);
    // Some mark generated files as read-only against edits; a user who marks his own means it.
    if (owner === "user" && before !== undefined) checkWritable(target);
  }
  for (const [index, change] of changes.entries()) stage(work, index, change);
  mayCommit();
  writeJournal(work, { version: 1, direction: "forward", steps });
  try {
    const conflicts = goForward(directory, work, numbered(steps));
    if (conflicts.length > 0) turnBack(directory, work, steps);
    else finish(directory, work, numbered(steps));
    return conflicts;
  } catch (error) {
    turnBack(directory, work, steps);
    throw error;
  }
}

/**
 * Completes or takes back what the journal in the work folder lists, and empties the folder. What was
 * changed since then stays as it is, and so does all of it where the record is that of other files. User's
 * files other than `userFiles` (absolute, links followed) are never touched: they are whole with the step or
 * without, the next run adds what they lack, and a planted journal can do no harm.
 */
export function recoverWork(
  directory: string,
  work: string,
  userFiles: ReadonlySet<string>,
): Recovery {
  const journal = readJournal(work);
  if (!journal) {
    clearWork(work);
    return "nothing";
  }
  const { direction, steps } = journal;
  const expected = isOfOtherFiles(directory, steps)
    ? []
    : numbered(steps).filter(([, step]) => isExpected(directory, step, userFiles));
  if (direction === "forward") goForward(directory, work, expected);
  else goBack(directory, work, expected);
  finish(directory, work, expected);
  clearWork(work);
  if (expected.length === 0) return "nothing";
  return direction === "forward" ? "completed" : "undone";
}

/** Removes what a run left in the work folder, unless there is a journal to follow. */
export function clearWork(work: string): void {
  if (look(join(work, journalName))) return;
  for (const entry of fs.readdirSync(work)) {
    if (entry !== "lock") fs.rmSync(join(work, entry), { force: true, recursive: true });
  }
}

function stepOf(directory: string, { target, owner, before, after }: Change): Step {
  const below = (path: string) => pathFrom(directory, path);
  return {
    target: below(target),
    owner,
    before: before ?? null,
    after: after?.hash ?? null,
    folders: after ? missingFolders(target).map(below) : [],
  };
}

function stage(work: string, index: number, { target, before, after }: Change): void {
  if (!after) return;
  const { fresh, old } = placesOf(work, index);
  writeDurably(fresh, after.bytes);
  if (before === undefined) return;
  fs.chmodSync(fresh, fs.statSync(target).mode & 0o7777);
  try {
    fs.linkSync(target, old);
  } catch {
    // Not every file system has hard links, and none has them to another disk.
    fs.copyFileSync(target, old, fs.constants.COPYFILE_EXCL);
  }
}

/** Steps with their numbers, by which their contents are found. */
type Numbered = readonly (readonly [index: number, step: Step])[];

function numbered(steps: readonly Step[]): Numbered {
  return [...steps.entries()];
}

function goForward(directory: string, work: string, steps: Numbered): readonly string[] {
  const conflicts = steps.filter(([index, step]) => !doStep(directory, work, index, step));
  return conflicts.map(([, { target }]) => target);
}

/** Gives false, and does nothing, when the target is neither as it was before nor as it is to be. */
function doStep(directory: string, work: string, index: number, step: Step): boolean {
  const target = resolve(directory, step.target);
  const { fresh, old } = placesOf(work, index);
  const current = hashOf(target);
  if (step.after === null) {
    if (current !== null && current !== step.before) return false;
    if (current !== null) move(target, old);
    removeEmpty(dirname(target), directory);
    return true;
  }
  if (!look(fresh)) return true;
  if (current === step.after) {
    fs.rmSync(fresh, { force: true });
    return true;
  }
  if (current !== step.before) return false;
  fs.mkdirSync(dirname(target), { recursive: true });
  move(fresh, target);
  return true;
}

function turnBack(directory: string, work: string, steps: readonly Step[]): void {
  // From here on the new content is being given up, so that a next run cannot go forward any more.
  writeJournal(work, { version: 1, direction: "back", steps });
  goBack(directory, work, numbered(steps));
  finish(directory, work, numbered(steps));
}

function goBack(directory: string, work: string, steps: Numbered): void {
  for (const [index, step] of [...steps].reverse()) undoStep(directory, work, index, step);
}

function undoStep(directory: string, work: string, index: number, step: Step): void {
  const target = resolve(directory, step.target);
  const { fresh, old } = placesOf(work, index);
  const current = hashOf(target);
  if (step.after === null) {
    if (current !== null || !look(old)) return;
    fs.mkdirSync(dirname(target), { recursive: true });
    move(old, target);
    return;
  }
  if (current === step.after && !look(fresh)) {
    if (step.before === null) fs.rmSync(target);
    else if (look(old)) move(old, target);
  }
  for (const folder of step.folders.map((path) => resolve(directory, path)).reverse()) {
    if (!target.startsWith(folder + sep)) continue;
    try {
      fs.rmdirSync(folder);
    } catch {
      break; // Not made yet, or it is in use.
    }
  }
}

/** Ends the transaction; what remains in the work folder is rubbish from here on. */
function finish(directory: string, work: string, steps: Numbered): void {
  const parents = new Set(steps.map(([, { target }]) => dirname(resolve(directory, target))));
  for (const parent of parents) syncFolder(parent);
  fs.rmSync(join(work, journalName), { force: true });
}

function placesOf(work: string, index: number): { fresh: string; old: string } {
  return { fresh: join(work, `${index}.new`), old: join(work, `${index}.old`) };
}

/** `null` when there is nothing; what is no file has a hash that no file has. */
function hashOf(path: string): string | null {
  const stats = look(path);
  if (!stats) return null;
  return stats.isFile() ? hashBytes(fs.readFileSync(path)) : "not a file";
}

function writeJournal(work: string, journal: Journal): void {
  const draft = join(work, "journal.draft");
  writeDurably(draft, Buffer.from(JSON.stringify(journal)));
  // The files that the journal names must be on the disk before the journal is.
  syncFolder(work);
  move(draft, join(work, journalName));
  syncFolder(work);
}

function readJournal(work: string): Journal | undefined {
  const bytes = readBytes(join(work, journalName));
  if (!bytes) return undefined;
  try {
    const journal = JSON.parse(bytes.toString()) as Journal;
    if (journal.version === 1 && journal.steps.every(isStep)) return journal;
  } catch {
    // A journal is complete as soon as it has its name: this one is not ours, or of another version.
  }
  throw interrupted(work);
}

function isStep(step: Step): boolean {
  const isHash = (value: unknown) => value === null || typeof value === "string";
  return (
    typeof step.target === "string" &&
    isHash(step.before) &&
    isHash(step.after) &&
    step.folders.every((folder) => typeof folder === "string")
  );
}

/** The files of the journal have given way to others since, of another branch for instance. */
function isOfOtherFiles(directory: string, steps: readonly Step[]): boolean {
  const record = steps.find(({ owner }) => owner === "manifest");
  const found = hashOf(join(directory, manifestName));
  return (
    record !== undefined && found !== null && found !== record.before && found !== record.after
  );
}

function isExpected(directory: string, step: Step, userFiles: ReadonlySet<string>): boolean {
  const { owner, target } = step;
  if (owner === "user") {
    const path = resolve(directory, target);
    return step.after !== null && userFiles.has(path) && mayReplace(path);
  }
  if (owner === "manifest") return target === manifestName;
  if (pathFault(target) !== undefined) return false;
  const folders = prefixes(target).slice(0, -1);
  return !folders.some((folder) => look(join(directory, folder))?.isSymbolicLink());
}

/** False for a file that the user has marked as read-only. */
function mayReplace(path: string): boolean {
  try {
    if (look(path)) checkWritable(path);
    return true;
  } catch {
    return false;
  }
}

function interrupted(work: string): WriteError {
  return new WriteError(
    "interrupted",
    `an earlier run ended half-way, and what it left in ${work} cannot be read`,
    "Remove that folder, then generate with --force: generated files of that run may be there, and are replaced.",
    { paths: [work] },
  );
}
