import { join } from "node:path";
import { checkFolder, look, readBelow, readBytes, realFile, realFolder } from "./disk.js";
import { lines, WriteError } from "./error.js";
import { hashBytes, hashText, parseManifest, printManifest, sameText } from "./manifest.js";
import type { Manifest } from "./manifest.js";
import { manifestName } from "./names.js";
import { checkPaths, foldPath } from "./paths.js";

/** All that one run wants on the disk. */
export interface WritePlan {
  /** Absolute path of the output folder, which need not exist. */
  readonly directory: string;
  /** Paths below the output folder, with forward slashes. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
  /**
   * Absolute paths, in the output folder or elsewhere. `previous` is the text that `text` was made
   * from, `undefined` when there was no file; one that needs no change has the same text twice.
   */
  readonly userFiles: readonly UserFile[];
  readonly manifest: {
    /** Version of specsmith. */
    readonly generator: string;
    /** Hash of all that was read. */
    readonly input: string;
  };
}

export interface UserFile {
  readonly path: string;
  readonly text: string;
  readonly previous: string | undefined;
}

export type ChangeKind = "missing" | "changed" | "extra" | "edited";

/** One file on the disk that is not as the plan wants it. */
export interface Change {
  /** As in the plan. */
  readonly path: string;
  /** Absolute, links followed for a user's file. */
  readonly target: string;
  readonly owner: "generator" | "user" | "manifest";
  /** `edited`: it has content that specsmith did not write. */
  readonly kind: ChangeKind;
  /** Hash of what is there, `undefined` for nothing. */
  readonly before: string | undefined;
  /** Text to write; `undefined` to remove the file. */
  readonly after: Content | undefined;
}

export interface Content {
  readonly bytes: Buffer;
  /** `hashBytes` of them. */
  readonly hash: string;
}

export interface Comparison {
  /** Files in the order of the plan, then those to remove, then user's files, the manifest last. */
  readonly changes: readonly Change[];
  /** Paths of generated files that are as they should be. */
  readonly unchanged: readonly string[];
  /** Changes to files that specsmith has no record of. */
  readonly foreign: readonly Change[];
}

function withHashes(bytes: Buffer): Content & { readonly textHash: string } {
  const hash = hashBytes(bytes);
  return { bytes, hash, textHash: bytes.includes("\r\n") ? hashText(bytes) : hash };
}

/** Reads what is on the disk and says what is to be done; writes nothing. */
export function compare(plan: WritePlan, force: boolean): Comparison {
  checkPaths(plan.files.map(({ path }) => path));
  checkFolder(plan.directory);
  const old = readManifest(plan.directory, force);
  const recorded = new Map([...(old?.files ?? [])].map(([path, all]) => [foldPath(path), all]));
  const changes: Change[] = [];
  const unchanged: string[] = [];
  const foreign: Change[] = [];
  const files = new Map<string, string>();

  for (const { path, text } of plan.files) {
    const after = withHashes(Buffer.from(text));
    files.set(path, after.textHash);
    const there = readBelow(plan.directory, path);
    if (there && sameText(there, after.bytes)) {
      unchanged.push(path);
      continue;
    }
    const hashes = old?.files.get(path) ?? recorded.get(foldPath(path)) ?? new Set();
    const found = there && withHashes(there);
    const kind =
      found === undefined ? "missing" : isGenerated(found, hashes) ? "changed" : "edited";
    const change = changeOf(plan.directory, path, kind, found?.hash, after);
    changes.push(change);
    if (kind === "edited" && hashes.size === 0) foreign.push(change);
  }

  const userFiles = compareUserFiles(plan, new Set(files.keys()));
  const realDirectory = realFolder(plan.directory);
  const kept = new Set(userFiles.targets);
  const wanted = new Set([...files.keys()].map(foldPath));
  for (const [path, hashes] of old?.files ?? []) {
    // If only the case of a name changed, a case-insensitive file system has the new file at the old path.
    if (files.has(path) || kept.has(join(realDirectory, path))) continue;
    const there = readBelow(plan.directory, path);
    if (!there) continue;
    if (wanted.has(foldPath(path)) && isNewFile(plan, path)) continue;
    const found = withHashes(there);
    const kind = isGenerated(found, hashes) ? "extra" : "edited";
    changes.push(changeOf(plan.directory, path, kind, found.hash, undefined));
  }

  for (const one of userFiles.changes) changes.push(one);
  const manifest = withHashes(Buffer.from(printManifest(plan.manifest, files)));
  const there = readBelow(plan.directory, manifestName);
  if (!there || !sameText(there, manifest.bytes)) {
    const kind = there ? "changed" : "missing";
    const before = there && hashBytes(there);
    const change = changeOf(plan.directory, manifestName, kind, before, manifest);
    changes.push({ ...change, owner: "manifest" });
  }
  return { changes, unchanged, foreign };
}

/** True for a file as it was generated, or as a merge of two generated ones left it. */
function isGenerated({ textHash }: { textHash: string }, hashes: ReadonlySet<string>): boolean {
  return hashes.size > 1 || hashes.has(textHash);
}

/** Throws when writing would lose what the user wrote. `force` gives up edits in generated files. */
export function refuseLoss({ changes, foreign }: Comparison, force: boolean): void {
  if (foreign.length > 0) {
    throw new WriteError(
      "not-ours",
      `specsmith did not write these files and does not touch them:${paths(foreign)}`,
      "Nothing was written. Move or remove them, or choose another output folder.",
      { paths: foreign.map(({ target }) => target) },
    );
  }
  const edited = changes.filter(({ kind }) => kind === "edited");
  if (edited.length > 0 && !force) {
    throw new WriteError(
      "edited-by-hand",
      `these generated files were edited, and the edits would be lost:${paths(edited)}`,
      "Nothing was written. Move the edits to a file of your own, then generate with --force, " +
        "which overwrites these files.",
      { paths: edited.map(({ target }) => target) },
    );
  }
}

function readManifest(directory: string, force: boolean): Manifest | undefined {
  const bytes = readBelow(directory, manifestName);
  return bytes && parseManifest(bytes.toString(), join(directory, manifestName), force);
}

function compareUserFiles(plan: WritePlan, generated: ReadonlySet<string>) {
  const realDirectory = realFolder(plan.directory);
  const taken = new Set([...generated].map((path) => join(realDirectory, path)));
  const targets: string[] = [];
  const changes: Change[] = [];
  for (const { path, text, previous } of plan.userFiles) {
    const target = realFile(path);
    if (taken.has(target)) {
      throw new WriteError(
        "bad-path",
        `two files would be written to ${target}`,
        "Choose another place for the stubs in the configuration.",
      );
    }
    taken.add(target);
    targets.push(target);
    const there = readBytes(target);
    checkPrevious(path, there, previous);
    if (text === previous) continue;
    changes.push({
      path,
      target,
      owner: "user",
      kind: there ? "changed" : "missing",
      before: there && hashBytes(there),
      after: withHashes(Buffer.from(text)),
    });
  }
  return { targets, changes };
}

function checkPrevious(
  path: string,
  there: Buffer | undefined,
  previous: string | undefined,
): void {
  if (there === undefined && previous === undefined) return;
  if (there && previous !== undefined && Buffer.from(previous).equals(there)) return;
  if (there?.toString() === previous) {
    throw new WriteError(
      "not-utf8",
      `${path} is not in UTF-8`,
      "Nothing was written. Save it in UTF-8, then generate again.",
      { paths: [path] },
    );
  }
  throw changedMeanwhile([path]);
}

export function changedMeanwhile(paths: readonly string[]): WriteError {
  return new WriteError(
    "changed-meanwhile",
    `these files were changed by another program while they were being generated:${lines(paths)}`,
    "Nothing was written. Generate again.",
    { paths },
  );
}

function changeOf(
  directory: string,
  path: string,
  kind: ChangeKind,
  before: string | undefined,
  after: Content | undefined,
): Change {
  return { path, target: join(directory, path), owner: "generator", kind, before, after };
}

function isNewFile({ directory, files }: WritePlan, old: string): boolean {
  const renamed = files.find(({ path }) => foldPath(path) === foldPath(old));
  const [a, b] = [old, renamed?.path ?? old].map((path) => look(join(directory, path)));
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev;
}

function paths(changes: readonly Change[]): string {
  return lines(changes.map(({ path }) => path));
}
