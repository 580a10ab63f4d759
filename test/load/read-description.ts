import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import type { Description, Located } from "../../src/load/document.js";
import { load } from "../../src/load/load.js";
import type { LoadOptions } from "../../src/load/load.js";
import { Files } from "../../src/load/text/positions.js";
import type { Input } from "../../src/load/text/read.js";

export interface Read {
  readonly description: Description | undefined;
  /** `error ref-not-found 14:9`, in the order in which they were found; with the file unless it is the only one. */
  readonly found: readonly string[];
  readonly diagnostics: Diagnostics;
  readonly files: Files;
}

/** Loads and says what was reported. */
export async function read(
  input: Input | string,
  options: Partial<LoadOptions> = {},
): Promise<Read> {
  const diagnostics = new Diagnostics();
  const files = new Files();
  const what = typeof input === "string" ? { text: input, name: "input" } : input;
  const description = await load(what, diagnostics, { cwd: process.cwd(), files, ...options });
  const found = diagnostics.all.map(({ severity, code, source, marks }) => {
    const place = files.locate(source, marks);
    const file = "text" in what ? "" : `${source.file}:`;
    return `${severity} ${code} ${file}${place?.line ?? 0}:${place?.column ?? 0}`;
  });
  return { description, found, diagnostics, files };
}

/** A 3.1 description with these schemas, given as YAML that is indented by four spaces. */
export function withSchemas(schemas: string, version = "3.1.0"): string {
  return `openapi: ${version}
info: { title: Pets, version: 1.0.0 }
paths: {}
components:
  schemas:
${schemas}`;
}

/** The node at a path of keys, from the root. */
export function at(description: Description | undefined, ...keys: (string | number)[]): Located {
  let node = description?.root;
  for (const key of keys) node = node && description?.member(node, key);
  if (!node) throw new Error(`nothing at ${keys.join(" ")}`);
  return node;
}
