import { createHash } from "node:crypto";
import { WriteError } from "./error.js";
import { manifestName } from "./names.js";
import { pathFault } from "./paths.js";

export interface Manifest {
  /** Version of specsmith. */
  readonly generator: string;
  /** Hash of all that was read. */
  readonly input: string;
  /** Path below the output folder → `hashText` of what was written there: of two versions where a merge left both. */
  readonly files: ReadonlyMap<string, ReadonlySet<string>>;
}

/** SHA-256 of the bytes as they are. */
export function hashBytes(bytes: Uint8Array | string): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

/** SHA-256 with CRLF taken for LF, since git may check files out with either. */
export function hashText(bytes: Buffer): string {
  return hashBytes(unixLines(bytes));
}

/** True when both have the same text, whichever line ends git gave them. */
export function sameText(a: Buffer, b: Buffer): boolean {
  return a.equals(b) || unixLines(a).equals(unixLines(b));
}

function unixLines(bytes: Buffer): Buffer {
  if (!bytes.includes("\r\n")) return bytes;
  return Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

/** One line for each file, sorted by code unit, so that the lines of a diff are those of changed files. */
export function printManifest(
  { generator, input }: Pick<Manifest, "generator" | "input">,
  files: ReadonlyMap<string, string>,
): string {
  const rows = [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, hash]) => `    ${JSON.stringify(path)}: ${JSON.stringify(hash)}`);
  const list = rows.length === 0 ? "{}" : `{\n${rows.join(",\n")}\n  }`;
  return `{
  "generator": ${JSON.stringify(generator)},
  "input": ${JSON.stringify(input)},
  "files": ${list}
}
`;
}

/**
 * Reads a manifest. One with the marks of a merge conflict is taken for the lines of both sides; one that is damaged is an
 * error, or with `force` taken for the lines that can be read.
 */
export function parseManifest(text: string, path: string, force: boolean): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (force || /^(?:<{7}|>{7})(?: |$)/m.test(text))
      return { generator: "", input: "", files: salvage(text) };
    throw damaged(path, String(error), error);
  }
  const { generator, input, files } = (value ?? {}) as Record<keyof Manifest, unknown>;
  if (typeof generator !== "string" || typeof input !== "string" || !isRecord(files)) {
    if (force) return { generator: "", input: "", files: salvage(text) };
    throw damaged(path, "it lacks generator, input or files");
  }
  for (const [file, hash] of Object.entries(files)) {
    const fault = pathFault(file);
    if (fault) throw damaged(path, `the path ${JSON.stringify(file)} ${fault}`);
    if (typeof hash !== "string") throw damaged(path, `the hash of ${file} is not a string`);
  }
  const hashes = Object.entries(files as Record<string, string>);
  return {
    generator,
    input,
    files: new Map(hashes.map(([file, hash]) => [file, new Set([hash])])),
  };
}

const row = /^\s*("(?:[^"\\]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"): "(sha256:[0-9a-f]{64})",?\s*$/;

function salvage(text: string): Manifest["files"] {
  const files = new Map<string, Set<string>>();
  for (const line of text.split("\n")) {
    const [, quoted, hash] = row.exec(line) ?? [];
    if (quoted === undefined || hash === undefined) continue;
    const path = JSON.parse(quoted) as string;
    if (pathFault(path)) continue;
    files.set(path, (files.get(path) ?? new Set()).add(hash));
  }
  return files;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function damaged(path: string, why: string, cause?: unknown): WriteError {
  return new WriteError(
    "bad-manifest",
    `${path} cannot be read: ${why}`,
    `${manifestName} says which files specsmith wrote. Restore it from version control, or generate ` +
      "with --force, which replaces all generated files, with edits in them too.",
    { paths: [path], cause },
  );
}
