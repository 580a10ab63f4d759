import { type FSWatcher, lstatSync, readFileSync, readlinkSync, statSync, watch } from "node:fs";
import { dirname, relative, resolve } from "node:path";

/** Absolute paths of all files that count for a run, and of those among them that it wrote itself. */
export interface Run {
  readonly paths: readonly string[];
  readonly written?: readonly string[];
}

/** Milliseconds in which the events of one save come together. */
const settling = 10;

/**
 * Calls `generate`, and again whenever the content or the mode of what counts for it changes; `onReady` comes when the
 * next change is waited for; ends when the signal is aborted. Folders are watched and not files, because many editors save
 * by putting another file in a file's place.
 */
export async function watchFiles(
  generate: () => Promise<Run>,
  signal: AbortSignal,
  onReady: () => void = () => {},
): Promise<void> {
  const watched = new Map<string, Watched>();
  let seen = new Map<string, State | undefined>();
  let wake = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const changed = (): boolean => [...seen].some(([path, state]) => !isSame(stateOf(path), state));
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => wake(), settling);
  };
  signal.addEventListener("abort", () => wake(), { once: true });
  while (!signal.aborted) {
    const before = new Map([...seen.keys()].map((path) => [path, stateOf(path)]));
    const started = Date.now();
    const { paths, written } = await generate();
    // A file that was saved during generation still counts as changed.
    const unseen = (path: string) => (wasSavedSince(path, started) ? undefined : stateOf(path));
    const start = (path: string) => (before.has(path) ? before.get(path) : unseen(path));
    seen = new Map(
      paths.map((path) => [path, written?.includes(path) ? stateOf(path) : start(path)]),
    );
    for (let isReady = false; ; isReady = true) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      // Before the look at the files, so that no change comes between; and after each event, since folders may be new.
      watchFolders(watched, seen.keys(), settle);
      if (signal.aborted || changed()) break;
      if (!isReady) onReady();
      await woken;
    }
  }
  clearTimeout(timer);
  for (const { watcher } of watched.values()) watcher.close();
}

interface Watched {
  readonly watcher: FSWatcher;
  /** A folder that was removed and made again has the same path, and its old watcher sees nothing of it. */
  readonly identity: string;
}

/** Watches the folders of these files, and no others; where one is missing, the nearest above that is there. */
function watchFolders(
  watched: Map<string, Watched>,
  paths: Iterable<string>,
  onEvent: () => void,
): void {
  const links: Links = new Map();
  const places = new Set([...paths].flatMap((path) => placesOf(path, links)));
  const folders = new Map([...places].map((path) => folderAbove(path)));
  for (const [folder, { watcher, identity }] of watched)
    if (folders.get(folder) !== identity) {
      watcher.close();
      watched.delete(folder);
    }
  for (const [folder, identity] of folders) {
    if (watched.has(folder)) continue;
    try {
      // Whichever file of the folder it was: whether one that counts has other content is looked at anyway.
      const watcher = watch(folder, onEvent);
      // A folder that goes away is noticed by the next look, which watches the one above.
      watcher.on("error", () => watched.delete(folder));
      watched.set(folder, { watcher, identity });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      onEvent(); // it went away just now
    }
  }
}

/**
 * A path, or where it leads over links, the first link and the places of what that leads to: whatever is put in the place of one of
 * these may change what is read at the path.
 */
function placesOf(path: string, links: Links, left = 40): readonly string[] {
  const link = firstLink(path, links);
  if (link === undefined || left === 0) return [path];
  const place = resolve(dirname(link), targetOf(link) ?? "", relative(link, path));
  return [link, ...placesOf(place, links, left - 1)];
}

type Links = Map<string, string | undefined>;

/** The outermost link among a path and the folders above it. */
function firstLink(path: string, links: Links): string | undefined {
  const parent = dirname(path);
  if (parent === path) return undefined;
  if (!links.has(path))
    links.set(path, firstLink(parent, links) ?? (targetOf(path) === undefined ? undefined : path));
  return links.get(path);
}

function targetOf(link: string): string | undefined {
  return tried(() => readlinkSync(link));
}

/** The nearest folder above a file that is there, and what tells it from another one of its path. */
function folderAbove(path: string): readonly [folder: string, identity: string] {
  const folder = dirname(path);
  const found = tried(() => statSync(folder));
  if (found?.isDirectory() !== true && folder !== path) return folderAbove(folder);
  return [folder, `${found?.ino} ${found?.birthtimeMs}`];
}

function wasSavedSince(path: string, time: number): boolean {
  return (tried(() => statSync(path))?.mtimeMs ?? 0) > time;
}

/** What there is at a path: without a mode nothing, without bytes a folder, or a file that may not be read. */
interface State {
  readonly mode: number | undefined;
  readonly bytes: Buffer | undefined;
}

function stateOf(path: string): State {
  return { mode: tried(() => lstatSync(path))?.mode, bytes: tried(() => readFileSync(path)) };
}

function isSame({ mode, bytes }: State, before: State | undefined): boolean {
  if (!before || mode !== before.mode) return false;
  return bytes && before.bytes ? bytes.equals(before.bytes) : bytes === before.bytes;
}

/** The result, or undefined where the file system refuses it. */
function tried<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
