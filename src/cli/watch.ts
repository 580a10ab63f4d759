import { existsSync, type FSWatcher, readFileSync, statSync, watch } from "node:fs";
import { dirname } from "node:path";

/** Milliseconds in which the events of one save come together. */
const settling = 10;

/**
 * Calls `generate`, which gives the absolute paths of all that it read, and again whenever the content
 * of one of them changes; `onReady` comes when the next change is waited for; ends when the signal is
 * aborted. Folders are watched and not files, because many editors save by putting another file in a file's place.
 */
export async function watchFiles(
  generate: () => Promise<readonly string[]>,
  signal: AbortSignal,
  onReady: () => void = () => {},
): Promise<void> {
  const watchers = new Map<string, FSWatcher>();
  let seen = new Map<string, Buffer | undefined>();
  let wake = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const changed = (): boolean => [...seen].some(([path, bytes]) => !areSame(bytesOf(path), bytes));
  const settle = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => changed() && wake(), settling);
  };
  signal.addEventListener("abort", () => wake(), { once: true });
  while (!signal.aborted) {
    const before = new Map([...seen.keys()].map((path) => [path, bytesOf(path)]));
    const started = Date.now();
    const paths = await generate();
    // A file that was saved during generation still counts as changed.
    const unseen = (path: string) => (wasSavedSince(path, started) ? undefined : bytesOf(path));
    seen = new Map(paths.map((path) => [path, before.has(path) ? before.get(path) : unseen(path)]));
    watchFolders(watchers, new Set(seen.keys()), settle);
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    if (signal.aborted || changed()) continue;
    onReady();
    await woken;
  }
  clearTimeout(timer);
  for (const watcher of watchers.values()) watcher.close();
}

/** Watches the folders of these files, and no others. */
function watchFolders(
  watchers: Map<string, FSWatcher>,
  paths: ReadonlySet<string>,
  onEvent: () => void,
): void {
  const folders = new Set([...paths].map((path) => dirname(path)));
  for (const [folder, watcher] of watchers)
    if (!folders.has(folder)) {
      watcher.close();
      watchers.delete(folder);
    }
  for (const folder of folders) {
    if (watchers.has(folder) || !existsSync(folder)) continue;
    // Whichever file of the folder it was: whether one that counts has other content is looked at anyway.
    const watcher = watch(folder, onEvent);
    // A folder that goes away is noticed by the next run, which says what is missing.
    watcher.on("error", () => watchers.delete(folder));
    watchers.set(folder, watcher);
  }
}

function wasSavedSince(path: string, time: number): boolean {
  try {
    return statSync(path).mtimeMs > time;
  } catch {
    return false;
  }
}

function areSame(a: Buffer | undefined, b: Buffer | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
