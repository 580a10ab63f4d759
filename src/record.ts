import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { ConfigEntry } from "./config/config.js";
import type { Diagnostic, Diagnostics, Source, Span } from "./diagnostics/catalog.js";
import { Lines, type LineTexts } from "./diagnostics/lines.js";
import type { Place } from "./diagnostics/print.js";
import { cacheFolder, modulesFolder, packageFolder } from "./package/folder.js";
import { runtimePackage } from "./package/version.js";
import { look, readBelow } from "./write/disk.js";
import { findFormatConfig } from "./write/format/config.js";
import { hashBytes, hashText, parseManifest } from "./write/manifest.js";
import { manifestName, workName } from "./write/names.js";

/** What was wrong with a description. */
export type Problems = Pick<Diagnostics, "all" | "counts" | "hasErrors">;

/** Where things are in the files of a description. */
export interface Places {
  locate(source: Source | Span, marks?: "key" | "value"): Place | undefined;
  linesOf(file: string): LineTexts | undefined;
}

/** A run that succeeded, as far as it has to be known to say the same again. */
export interface Run {
  readonly title: string;
  /** The texts that were read, by their path from the working directory; undefined: there is no such file. */
  readonly texts: ReadonlyMap<string, string | undefined>;
  readonly problems: Problems;
  readonly places: Places;
  readonly notes: readonly string[];
  /** Absolute paths. */
  readonly userFiles: readonly string[];
}

/** What a run would say of files that are as the last one left them. */
export interface Unchanged extends Pick<Run, "title" | "problems" | "places" | "notes"> {
  readonly files: readonly string[];
}

/** As it is on the disk; hashes are SHA-256. */
interface Stored {
  readonly made: string;
  /** Of the output folder, and of that of a shared runtime. */
  readonly manifests: readonly string[];
  /** The formatter's configuration for each of these folders: paths with commas between. */
  readonly formats: readonly string[];
  readonly inputs: Readonly<Record<string, string>>;
  readonly userFiles: Readonly<Record<string, string>>;
  readonly title: string;
  readonly notes: readonly string[];
  readonly problems: readonly Diagnostic[];
  readonly counts: Problems["counts"];
  readonly places: Readonly<Record<string, Place | undefined>>;
  /** The lines around them, by file and number. Where they are too long to be kept, those of the whole file are found again. */
  readonly lines: Readonly<Record<string, Readonly<Record<number, string>> | "long">>;
}

/**
 * What the last run with this configuration said, when all that it read and wrote has the same bytes
 * still and specsmith is the same. Records are kept in `node_modules/.cache/specsmith`, beside
 * specsmith itself: what is committed does not depend on them, and where there is none, or none that
 * can be kept, everything is made again.
 */
export function readRecord(entry: ConfigEntry): Unchanged | undefined {
  try {
    const place = recordPlace(entry);
    // Before anything is read or imported, since it is to hold for the whole run.
    made ??= makerHash();
    if (!place || !isLocal(entry)) return undefined;
    const stored = JSON.parse(fs.readFileSync(place.file, "utf8")) as Stored;
    if (stored.made !== made) return undefined;
    const inputs = new Map<string, Buffer>();
    for (const [name, hash] of Object.entries(stored.inputs)) {
      if (hash === absent) {
        if (look(resolve(name))) return undefined;
        continue;
      }
      const bytes = withoutMark(fs.readFileSync(resolve(name)));
      if (hashBytes(bytes) !== hash) return undefined;
      inputs.set(name, bytes);
    }
    for (const [path, hash] of Object.entries(stored.userFiles))
      if (hashBytes(fs.readFileSync(path)) !== hash) return undefined;
    const files: string[] = [];
    for (const [index, folder] of foldersOf(entry).entries()) {
      const unchanged = unchangedFiles(folder, stored.manifests[index] ?? "");
      if (!unchanged || formatFilesOf(folder).join() !== stored.formats[index]) return undefined;
      for (const one of unchanged) files.push(one);
    }
    return { ...replayed(stored, inputs), files };
  } catch {
    // Whatever is missing or damaged: the long way tells what is wrong, if anything is.
    return undefined;
  }
}

/** Keeps what `readRecord` gives back; does nothing where something was read that may change unseen. */
export function writeRecord(entry: ConfigEntry, run: Run): void {
  try {
    const place = recordPlace(entry);
    const isUnsure = run.problems.all.some(
      ({ code }) => /^(ref|file|remote)-/.test(code) && !areKnown.has(code),
    );
    if (!place || !isLocal(entry) || isUnsure) return;
    const inputs: Record<string, string> = {};
    for (const [name, text] of run.texts) {
      if (/^[a-z]+:\/\//i.test(name)) return;
      inputs[name] = text === undefined ? absent : hashBytes(text);
    }
    const folders = foldersOf(entry);
    const formats = folders.map(formatFilesOf);
    // Programs may read anything.
    if (formats.flat().some((file) => /\.[cm]?[jt]s$/.test(file))) return;
    for (const file of formats.flat()) inputs[file] = hashBytes(fs.readFileSync(file));
    const stored: Stored = {
      made: (made ??= makerHash()),
      manifests: folders.map((folder) => hashBytes(readBelow(folder, manifestName) ?? "")),
      formats: formats.map((files) => files.join()),
      inputs,
      userFiles: Object.fromEntries(
        run.userFiles.map((path) => [path, hashBytes(fs.readFileSync(path))]),
      ),
      title: run.title,
      notes: run.notes,
      problems: run.problems.all,
      counts: run.problems.counts,
      places: placesOf(run),
      lines: linesAround(run),
    };
    fs.mkdirSync(place.folder, { recursive: true });
    if (fs.readdirSync(place.folder).length > 500) fs.rmSync(place.folder, { recursive: true });
    replaceFile(place.folder, place.file, JSON.stringify(stored));
  } catch {
    // Nothing depends on it but the time of the next run.
  }
}

/**
 * Keeps bytes of what was made for a configuration until the next run, and gives those that the same specsmith kept
 * before; undefined where there are none, or none can be kept.
 */
export function exchangeBytes(entry: ConfigEntry, kind: string, bytes: Buffer): Buffer | undefined {
  try {
    const place = recordPlace(entry);
    if (!place || !isLocal(entry)) return undefined;
    const file = place.file.replace(/json$/, kind);
    const mark = Buffer.from((made ??= makerHash()));
    const before = fs.existsSync(file) ? fs.readFileSync(file) : undefined;
    const isOurs = before?.subarray(0, mark.length).equals(mark);
    const isSame = isOurs && before?.subarray(mark.length).equals(bytes);
    if (!isSame) replaceFile(place.folder, file, Buffer.concat([mark, bytes]));
    return isOurs ? before?.subarray(mark.length) : undefined;
  } catch {
    return undefined;
  }
}

function replaceFile(folder: string, file: string, content: string | Buffer): void {
  fs.mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, content);
  fs.renameSync(draft, file);
}

/** What is wrong with references for as long as the files that were read, or were not there, are as they are. */
const areKnown: ReadonlySet<string> = new Set(["file-not-found", "ref-not-found", "ref-siblings"]);

/** In the place of the hash of a file that is not there. */
const absent = "absent";

/** Standard input and addresses are read each time, and the user's own code may do anything. */
function isLocal({ config: { input, overlays = [], transform, emitters, format } }: ConfigEntry) {
  const addresses = [input, ...overlays].some((name) => /^https?:\/\//i.test(name));
  const isOwnCode = transform !== undefined || emitters !== undefined || typeof format === "object";
  return input !== "-" && !addresses && !isOwnCode;
}

function foldersOf({ config: { output, runtime }, folder }: ConfigEntry): readonly string[] {
  return [output, ...(runtime === undefined || runtime === runtimePackage ? [] : [runtime])].map(
    (path) => resolve(folder, path),
  );
}

function formatFilesOf(folder: string): readonly string[] {
  const { file, editor } = findFormatConfig(folder);
  return file === undefined ? editor : [file, ...editor];
}

/** Generated files, if each has the hash of the manifest, and the manifest is that of the run. */
function unchangedFiles(directory: string, manifest: string): readonly string[] | undefined {
  if (look(join(directory, workName))) return undefined;
  const bytes = readBelow(directory, manifestName);
  if (!bytes || hashBytes(bytes) !== manifest) return undefined;
  const { files } = parseManifest(bytes.toString(), manifestName, false);
  for (const [path, hash] of files) {
    const there = readBelow(directory, path);
    if (!there || hashText(there) !== hash) return undefined;
  }
  return [...files.keys()];
}

function replayed(stored: Stored, inputs: ReadonlyMap<string, Buffer>) {
  const { problems: all, counts, places, lines, title, notes } = stored;
  const whole = new Map<string, LineTexts>();
  return {
    title,
    notes,
    problems: { all, counts, hasErrors: counts.error > 0 },
    places: {
      locate: (source: Source | Span, marks?: "key" | "value") => places[placeKey(source, marks)],
      linesOf(file: string): LineTexts | undefined {
        const kept = lines[file];
        if (kept !== "long") return kept && { text: (line) => kept[line] };
        const found = whole.get(file) ?? new Lines(inputs.get(file)?.toString() ?? "");
        whole.set(file, found);
        return found;
      },
    },
  };
}

function placesOf({ problems, places }: Run): Record<string, Place | undefined> {
  const found: Record<string, Place | undefined> = {};
  const add = (source: Source | Span, marks?: "key" | "value"): void => {
    found[placeKey(source, marks)] ??= places.locate(source, marks);
  };
  for (const { source, marks, related } of problems.all) {
    add(source, marks);
    for (const other of related) add(other.source, other.marks);
  }
  return found;
}

/** The lines that are printed with problems. */
function linesAround({ problems, places }: Run): Stored["lines"] {
  const found: Record<string, Record<number, string> | "long"> = {};
  for (const { source, marks } of problems.all) {
    const { file } = source;
    const place = places.locate(source, marks);
    const lines = places.linesOf(file);
    const kept = (found[file] ??= {});
    if (!place || !lines || kept === "long") continue;
    for (const line of [place.line - 1, place.line, place.line + 1]) {
      const text = lines.text(line);
      if (text === undefined) continue;
      kept[line] = text;
      if (text.length > 1000) found[file] = "long";
    }
  }
  return found;
}

function placeKey(source: Source | Span, marks: "key" | "value" = "value"): string {
  const offset = "offset" in source ? source.offset : "";
  return `${marks} ${offset} ${source.pointer} ${source.file}`;
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

const home = fileURLToPath(packageFolder);
/** `src` or `dist`, whichever runs. */
const [part = ""] = relative(home, fileURLToPath(import.meta.url)).split(sep);
const own = join(home, part);

function recordPlace(entry: ConfigEntry): { folder: string; file: string } | undefined {
  const folder = cacheFolder();
  if (folder === undefined) return undefined;
  const key = hashBytes(JSON.stringify([entry, process.cwd()])).slice("sha256:".length, 39);
  return { folder, file: join(folder, `${key}.json`) };
}

let made: string | undefined;

/**
 * Of specsmith as it is on this disk: each of its files by size and time of change, which nobody
 * can set back, the lists that package managers keep of what they installed, and Node's version.
 */
function makerHash(): string {
  const hash = createHash("sha256").update(process.version);
  const add = (path: string): void => {
    const stats = fs.statSync(path, { throwIfNoEntry: false });
    if (stats?.isFile()) hash.update(`\0${path}\0${stats.size}\0${stats.ctimeMs}`);
  };
  for (const folder of [own, join(home, "templates"), join(home, "src", "runtime")])
    for (const file of fs.readdirSync(folder, { recursive: true, encoding: "utf8" }))
      if (!file.endsWith(".d.ts")) add(join(folder, file));
  add(join(home, "package.json"));
  for (const list of [".package-lock.json", ".modules.yaml", ".yarn-state.yml", ".yarn-integrity"])
    add(join(modulesFolder, list));
  return hash.digest("hex");
}
