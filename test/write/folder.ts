import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Thousands of folders come and go: in memory where there is such a file system, which no other work holds up. */
const home = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A new folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(home, "specsmith-write-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every file below a folder with its text, empty folders with a slash and no text. */
export function treeOf(folder: string, prefix = ""): Record<string, string> {
  const tree: Record<string, string> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = prefix + entry.name;
    if (!entry.isDirectory()) tree[path] = readFileSync(join(folder, entry.name), "utf8");
    else {
      const below = treeOf(join(folder, entry.name), `${path}/`);
      Object.assign(tree, Object.keys(below).length === 0 ? { [`${path}/`]: "" } : below);
    }
  }
  return tree;
}

/** Puts a file there, with the folders that it needs. */
export function put(folder: string, path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
