import type { Diagnostics } from "../diagnostics/catalog.js";
import { check } from "./check.js";
import { createDescription, Origins } from "./description.js";
import type { Description } from "./document.js";
import { Documents } from "./documents.js";
import type { LoadedDocument } from "./documents.js";
import { parse } from "./parse.js";
import { memberOf } from "./pointer.js";
import { Files } from "./positions.js";
import { Reader } from "./read.js";
import type { Input, ReadOptions } from "./read.js";
import { followReferences } from "./refs.js";
import type { Fetcher } from "./refs.js";
import { raise } from "./upgrade.js";
import { detectVersion, ownVersion } from "./version.js";
import type { Version } from "./version.js";
import { Walker } from "./walk.js";

export interface LoadOptions extends ReadOptions {
  /** Takes the files that are read, so that diagnostics can be printed with their lines, also after a failure. */
  readonly files?: Files | undefined;
}

/** Reads a description and all that it refers to. `undefined`: it has errors, which were reported. */
export async function load(
  input: Input,
  diagnostics: Diagnostics,
  options: LoadOptions,
): Promise<Description | undefined> {
  const files = options.files ?? new Files();
  const reader = new Reader(options, diagnostics, files);
  const entry = await reader.entry(input);
  if (!entry) return undefined;
  const parsed = parse(entry.text, entry.name, diagnostics);
  if (!parsed) return undefined;
  files.setParsed(entry.name, parsed);
  const declared = detectVersion(parsed.value, entry.name, diagnostics);
  if (!declared) return undefined;
  const origins = new Origins();
  const documents = new Documents(origins);
  const document: LoadedDocument = { ...entry, version: declared.version, root: parsed.value };
  documents.add(document);
  const walker = new Walker(diagnostics);
  const root = { value: document.root, source: { file: entry.name, pointer: "" } };
  const kind = declared.version === "2.0" ? "Swagger" : "OpenApi";
  walker.walk(root, { is: "kind", kind }, declared.version);
  const dialect = memberOf(root.value, "jsonSchemaDialect");
  if (typeof dialect === "string") documents.addDialect(dialect, "jsonSchemaDialect", root);
  const fetcher = createFetcher(reader, documents, files, diagnostics, declared.version);
  const references = await followReferences(
    walker,
    documents,
    diagnostics,
    declared.version,
    fetcher,
  );
  const checked = { root, version: declared.version, walker, documents, files, diagnostics };
  check(checked);
  if (diagnostics.hasErrors) return undefined;
  raise({ ...checked, origins, references });
  return createDescription({
    root,
    version: declared.written,
    files: files.all,
    origins,
    resolve: (ref, from) => documents.resolve(ref, from),
    dynamicAnchors: (at) => documents.dynamicAnchorsAt(at),
  });
}

/** Reads the files that references name, each once. */
function createFetcher(
  reader: Reader,
  documents: Documents,
  files: Files,
  diagnostics: Diagnostics,
  version: Version,
): Fetcher {
  return async (address, { ref, source }, severity) => {
    const base = documents.baseOf(source);
    const file = await reader.referred(address, base, { ref, source, severity });
    if (!file) return false;
    const parsed = parse(file.text, file.name, diagnostics);
    if (!parsed) return false;
    files.setParsed(file.name, parsed);
    const own = ownVersion(parsed.value) ?? version;
    documents.add({ ...file, address, version: own, root: parsed.value });
    return true;
  };
}
