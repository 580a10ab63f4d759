import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ConfigEntry } from "../config/config.js";
import { isAddress } from "../config/rules.js";
import { readCache, writeCache } from "../package/cache.js";
import { runtimePackage } from "../package/version.js";
import type { GenerateOptions, Outcome } from "../pipeline.js";
import { look, readBelow } from "../write/disk.js";
import { findFormatConfig } from "../write/format/config.js";
import { hashText, parseManifest } from "../write/manifest.js";
import { manifestName, workName } from "../write/names.js";

/** Record of a run without warnings: the paths of what it read, and a hash of all that it read and wrote. */
interface Stamp {
  readonly title: string;
  readonly read: readonly string[];
  readonly userFiles: readonly string[];
  readonly hash: string;
}

/** Generates for one entry of a config; ends at once when its stamp says that nothing has changed since the last time. */
export async function generateChanges(
  entry: ConfigEntry,
  options: GenerateOptions = {},
): Promise<Outcome> {
  const canStamp = isLocal(entry);
  const unchanged = canStamp ? readStamp(entry, options) : undefined;
  if (unchanged) return unchanged;
  const outcome = await (await import("../pipeline.js")).generate(entry, options);
  const { ok, differences, diagnostics, notes } = outcome;
  const isQuiet = diagnostics.all.length + notes.length + differences.length === 0;
  if (canStamp && ok && isQuiet) writeStamp(entry, outcome);
  return outcome;
}

/** Standard input and addresses are read each time, and the user's own code may do anything. */
function isLocal({ config }: ConfigEntry): boolean {
  const { input, overlays = [], transform, emitters, format } = config;
  const addresses = [input, ...overlays].some(isAddress);
  const isOwnCode = (transform ?? emitters) !== undefined || typeof format === "object";
  return input !== "-" && !addresses && !isOwnCode;
}

function readStamp(entry: ConfigEntry, options: GenerateOptions): Outcome | undefined {
  try {
    const kept = readCache(entry, "stamp");
    if (!kept) return undefined;
    const { title, read, userFiles, hash } = JSON.parse(kept.toString()) as Stamp;
    const texts = new Map(read.map((name) => [name, textAt(name)] as const));
    if (hashOf(entry, texts, userFiles) !== hash) return undefined;
    const unchanged = foldersOf(entry).map(unchangedFiles);
    if (unchanged.includes(undefined)) return undefined;
    const result = {
      written: [],
      added: [],
      extended: [],
      removed: [],
      unchanged: unchanged.flatMap((x) => x ?? []),
    };
    return {
      ok: true,
      diagnostics: { all: [], counts: { error: 0, warning: 0 } },
      files: { locate: () => undefined, linesOf: () => undefined },
      title,
      model: undefined,
      result: options.check ? undefined : result,
      differences: [],
      notes: [],
      userFiles,
      texts,
    };
  } catch {
    // Whatever is missing or damaged: a run says what is wrong, if anything is.
    return undefined;
  }
}

function writeStamp(entry: ConfigEntry, { title = "", texts, userFiles }: Outcome): void {
  const read = [...texts.keys()];
  // Programs may read anything.
  if (read.some((name) => /^[a-z]+:\/\/|\.[cm]?[jt]s$/i.test(name))) return;
  const stamp: Stamp = { title, read, userFiles, hash: hashOf(entry, texts, userFiles) };
  writeCache(entry, "stamp", Buffer.from(JSON.stringify(stamp)));
}

/** Of what was read, where formatters look for their configuration, the manifests, and the files of the user's. */
function hashOf(entry: ConfigEntry, texts: Outcome["texts"], userFiles: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify([...texts]));
  for (const folder of foldersOf(entry)) {
    hash.update(JSON.stringify(findFormatConfig(folder)));
    hash.update(readBelow(folder, manifestName) ?? "none");
  }
  for (const path of userFiles) hash.update(readFileSync(path));
  return hash.digest("hex");
}

/** The generated files of a folder, if each has the hash of the manifest. */
function unchangedFiles(directory: string): readonly string[] | undefined {
  const manifest = readBelow(directory, manifestName);
  if (!manifest || look(join(directory, workName))) return undefined;
  const { files } = parseManifest(manifest.toString(), manifestName, false);
  const isSame = ([path, hashes]: readonly [string, ReadonlySet<string>]): boolean => {
    const there = readBelow(directory, path);
    return there !== undefined && hashes.size === 1 && hashes.has(hashText(there));
  };
  return [...files].every(isSame) ? [...files.keys()] : undefined;
}

function foldersOf({ config: { output, runtime }, folder }: ConfigEntry): readonly string[] {
  const isShared = runtime !== undefined && runtime !== runtimePackage;
  return [output, ...(isShared ? [runtime] : [])].map((path) => resolve(folder, path));
}

/** As a run has it: without the mark that some editors put in front. */
function textAt(name: string): string | undefined {
  if (!look(resolve(name))) return undefined;
  return readFileSync(resolve(name), "utf8").replace(/^\uFEFF/, "");
}
