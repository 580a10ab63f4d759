import { randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { look } from "./disk.js";
import { errnoOf, WriteError } from "./error.js";
import { workName } from "./names.js";

const lockName = "lock";
// A lock is held while files are written, which takes a second at most.
const patience = 10_000;
const stale = 5 * 60_000;
// A write of the lock that was cut off leaves an empty file.
const unwritten = 2_000;

const held = new Set<string>();

export interface Lock {
  /** The folder for what is under way, below the output folder. */
  readonly work: string;
  /** True while no other run has taken the lock away for being too old. */
  readonly isHeld: () => boolean;
  readonly release: () => void;
}

/** Waits until no other run writes into the output folder, and keeps others out until released. */
export async function acquireLock(directory: string): Promise<Lock> {
  const work = join(directory, workName);
  const path = join(work, lockName);
  const content = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() });
  const deadline = Date.now() + patience;
  while (!tryLock(work, path, content)) {
    const found = readLock(path);
    if (!found) continue;
    if (isStale(found)) takeAway(path, found.content);
    else if (Date.now() > deadline) throw locked(path, found.content);
    else await sleep(50);
  }
  held.add(content);
  return {
    work,
    isHeld: () => readLock(path)?.content === content,
    release: () => {
      held.delete(content);
      if (readLock(path)?.content === content) fs.rmSync(path, { force: true });
      try {
        fs.rmdirSync(work);
      } catch {
        // The next run waits in it already, or there is a journal to follow.
      }
    },
  };
}

function tryLock(work: string, path: string, content: string): boolean {
  const there = look(work);
  if (there && !there.isDirectory()) {
    throw new WriteError(
      "not-ours",
      `${work} is not a folder, and specsmith needs one of that name while it writes`,
      "Remove it, then generate again.",
      { paths: [work] },
    );
  }
  try {
    fs.mkdirSync(work, { recursive: true });
    fs.writeFileSync(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    // ENOENT: the run before has just removed the folder.
    if (errnoOf(error) === "EEXIST" || errnoOf(error) === "ENOENT") return false;
    throw error;
  }
}

function readLock(path: string): { content: string; age: number } | undefined {
  try {
    const age = Date.now() - fs.statSync(path).mtimeMs;
    return { content: fs.readFileSync(path, "utf8"), age };
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function isStale({ content, age }: { content: string; age: number }): boolean {
  if (age > stale) return true;
  const owner = ownerOf(content);
  if (!owner) return age > unwritten;
  if (owner.host !== hostname()) return false;
  // In a container each run may have the same process id.
  if (owner.pid === process.pid) return !held.has(content);
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (error) {
    return errnoOf(error) === "ESRCH";
  }
}

function ownerOf(content: string): { pid: number; host: unknown } | undefined {
  try {
    const { pid, host } = JSON.parse(content) as { pid?: unknown; host?: unknown };
    return typeof pid === "number" && Number.isInteger(pid) && pid > 0 ? { pid, host } : undefined;
  } catch {
    return undefined;
  }
}

// Two runs may see the same stale lock: only one can move it away, and one that moved a fresh lock of
// the other in the meantime puts it back.
function takeAway(path: string, content: string): void {
  const aside = `${path}.${randomUUID()}`;
  try {
    fs.renameSync(path, aside);
    if (fs.readFileSync(aside, "utf8") !== content) fs.linkSync(aside, path);
    fs.rmSync(aside, { force: true });
  } catch (error) {
    if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "EEXIST") throw error;
  }
}

function locked(path: string, content: string): WriteError {
  const owner = ownerOf(content);
  return new WriteError(
    "locked",
    `another run${owner ? ` (process ${owner.pid} on ${owner.host})` : ""} is writing the same files`,
    `Wait for it, then generate again. If there is no other run, remove ${path}.`,
    { paths: [path] },
  );
}
