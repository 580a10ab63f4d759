import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder, modulesFolder, packageFolder } from "./folder.js";

/**
 * Bytes that this very specsmith kept for a key, which may be anything that JSON can hold. Undefined where there are none.
 * They are in `node_modules/.cache/specsmith`: what is committed does not depend on them.
 */
export function readCache(key: unknown, kind: string): Buffer | undefined {
  const file = fileFor(key, kind);
  // Before anything else is imported, since it is to hold for the whole run.
  const mark = specsmithHash();
  try {
    const bytes = file === undefined ? undefined : fs.readFileSync(file);
    return bytes?.subarray(0, mark.length).equals(mark) ? bytes.subarray(mark.length) : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps bytes for `readCache`, if there is a place for them. Nothing depends on it but the time of the next run. */
export function writeCache(key: unknown, kind: string, bytes: Buffer): void {
  const [file, folder] = [fileFor(key, kind), cacheFolder()];
  if (file === undefined || folder === undefined) return;
  try {
    fs.mkdirSync(folder, { recursive: true });
    if (fs.readdirSync(folder).length > 1000) fs.rmSync(folder, { recursive: true });
    fs.mkdirSync(folder, { recursive: true });
    const draft = `${file}.${process.pid}`;
    fs.writeFileSync(draft, Buffer.concat([specsmithHash(), bytes]));
    fs.renameSync(draft, file);
  } catch {
    // The disk may be full, or not for us to write to.
  }
}

function fileFor(key: unknown, kind: string): string | undefined {
  const folder = cacheFolder();
  const name = createHash("sha256").update(JSON.stringify([key, process.cwd()]));
  return folder && join(folder, `${name.digest("hex").slice(0, 32)}.${kind}`);
}

const home = fileURLToPath(packageFolder);
/** `src` or `dist`, whichever runs. */
const [part = ""] = relative(home, fileURLToPath(import.meta.url)).split(sep);

let known: Buffer | undefined;

/**
 * Of specsmith as it is on this disk: each of its files by size and time of change, which cannot be set back, the lists that
 * package managers keep of what they installed, and Node's version.
 */
function specsmithHash(): Buffer {
  if (known) return known;
  const hash = createHash("sha256").update(process.version);
  const add = (path: string): void => {
    const stats = fs.statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) hash.update(`\0${path}\0${stats.size}\0${stats.ctimeMs}`);
  };
  for (const folder of [part, "templates", join("src", "runtime")])
    for (const file of fs.readdirSync(join(home, folder), { recursive: true, encoding: "utf8" }))
      if (!file.endsWith(".d.ts")) add(join(home, folder, file));
  add(join(home, "package.json"));
  for (const list of [".package-lock.json", ".modules.yaml", ".yarn-state.yml", ".yarn-integrity"])
    add(join(modulesFolder, list));
  return (known = hash.digest());
}
