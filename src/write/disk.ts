import * as fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { errnoOf, notWritable, WriteError } from "./error.js";
import { prefixes } from "./paths.js";

/** Status of a path, links not followed; `undefined` if nothing exists. */
export function look(path: string): fs.Stats | undefined {
  return fs.lstatSync(path, { throwIfNoEntry: false });
}

/** The bytes of a file; `undefined` when there is none. */
export function readBytes(path: string): Buffer | undefined {
  try {
    return fs.readFileSync(path);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Throws when the output folder is there but is something else than a folder. */
export function checkFolder(directory: string): void {
  const stats = look(directory);
  if (stats?.isSymbolicLink()) throw linked(directory);
  if (stats && !stats.isDirectory()) {
    throw new WriteError(
      "not-a-folder",
      `the output folder ${directory} is a file`,
      "Move the file, or choose another output folder.",
      { paths: [directory] },
    );
  }
}

/** The bytes of a file below the output folder. Throws when a link or a file is on the way to it. */
export function readBelow(directory: string, path: string): Buffer | undefined {
  for (const prefix of prefixes(path)) {
    const place = join(directory, prefix);
    const stats = look(place);
    if (!stats) return undefined;
    if (stats.isSymbolicLink()) throw linked(place);
    if (prefix === path ? !stats.isFile() : !stats.isDirectory()) {
      throw new WriteError(
        "not-ours",
        prefix === path
          ? `${place} is a folder or a device, and a file is to be written there`
          : `${place} is a file, and a folder is needed there for ${path}`,
        "Nothing was written. Move it, then generate again.",
        { paths: [place] },
      );
    }
  }
  return fs.readFileSync(join(directory, path));
}

/** Real path of a user's file, which need not exist, with links resolved. */
export function realFile(path: string): string {
  if (!look(path)) return join(realFolder(dirname(path)), basename(path));
  try {
    const real = fs.realpathSync(path);
    if (fs.statSync(real).isFile()) return real;
  } catch (error) {
    if (errnoOf(error) !== "ENOENT" && errnoOf(error) !== "ELOOP") throw error;
    throw leadingNowhere(path, error);
  }
  throw new WriteError(
    "not-a-folder",
    `${path} is a folder or a device, and a file is to be written there`,
    "Move it, or give the file another name in the configuration.",
    { paths: [path] },
  );
}

function leadingNowhere(path: string, cause?: unknown): WriteError {
  const message = `${path} is a symbolic link that leads nowhere`;
  const help = "Remove the link, then generate again.";
  return new WriteError("symbolic-link", message, help, { paths: [path], cause });
}

/** Real path of a folder, which need not exist, with links resolved. */
export function realFolder(path: string): string {
  const parent = dirname(path);
  if (fs.existsSync(path)) return fs.realpathSync(path);
  if (look(path)?.isSymbolicLink()) throw leadingNowhere(path);
  return parent === path ? path : join(realFolder(parent), basename(path));
}

/** The folders that have to be made before a file can be written, the outermost first. */
export function missingFolders(path: string): string[] {
  const parent = dirname(path);
  return parent === path || fs.existsSync(parent) ? [] : [...missingFolders(parent), parent];
}

/** Throws when nothing can be made or replaced in the folder that a file has, or is to have. */
export function checkFolderWritable(path: string): void {
  checkWritable(dirname(missingFolders(path)[0] ?? path));
}

export function checkWritable(path: string): void {
  try {
    fs.accessSync(path, fs.constants.W_OK);
  } catch (error) {
    throw notWritable(path, error);
  }
}

/** Removes empty folders from `folder` upwards, `stop` excluded. */
export function removeEmpty(folder: string, stop: string): void {
  if (folder === stop || !folder.startsWith(stop)) return;
  try {
    fs.rmdirSync(folder);
  } catch (error) {
    // Gone already where a killed run is completed; otherwise not empty.
    if (errnoOf(error) !== "ENOENT") return;
  }
  removeEmpty(dirname(folder), stop);
}

/** Makes a new file, and waits until it is on the disk. */
export function writeDurably(path: string, bytes: Uint8Array): void {
  fs.writeFileSync(path, bytes, { flag: "wx", flush: true });
}

/** Waits until the entries of a folder are on the disk, where the system can do that. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = fs.openSync(folder, "r");
    try {
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
  } catch {
    // Windows cannot open folders, some network file systems cannot sync them: the rename still holds.
  }
}

/** Puts a file in another's place in one step, so that a reader sees the old one or the new one, whole. */
export function move(from: string, to: string): void {
  try {
    rename(from, to);
  } catch (error) {
    if (errnoOf(error) !== "EXDEV") throw error;
    // A user's file may be on another disk: first bring it there, under a name that is safe to repeat.
    const near = `${to}.specsmith`;
    fs.copyFileSync(from, near);
    rename(near, to);
    fs.rmSync(from, { force: true });
  }
}

// On Windows an editor or a virus scanner that has the file open makes a rename fail for a moment.
function rename(from: string, to: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      return fs.renameSync(from, to);
    } catch (error) {
      const busy = ["EPERM", "EACCES", "EBUSY"].includes(errnoOf(error) ?? "");
      if (process.platform !== "win32" || !busy || attempt === 10) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, attempt * 10);
    }
  }
}

function linked(path: string): WriteError {
  return new WriteError(
    "symbolic-link",
    `${path} is a symbolic link, and specsmith does not write through links`,
    "Nothing was written. Name the folder that it leads to, or remove the link.",
    { paths: [path] },
  );
}
