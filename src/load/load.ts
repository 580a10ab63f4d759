import type { Diagnostics } from "../diagnostics/diagnostics.js";
import { check } from "./checks/check.js";
import type { Fetcher, LoadContext } from "./context.js";
import { type Description, Origins } from "./document.js";
import { Documents } from "./references/documents.js";
import type { LoadedDocument } from "./references/documents.js";
import { applyOverlays, isOverlay, type Overlay } from "./overlay/overlay.js";
import { OverlayOrigins } from "./overlay/origins.js";
import { parse } from "./text/parse.js";
import { memberOf } from "../common/json.js";
import { Files } from "./text/positions.js";
import { Reader } from "./text/read.js";
import type { Input, ReadFile, ReadOptions } from "./text/read.js";
import { followReferences } from "./references/references.js";
import { raise } from "./upgrade/upgrade.js";
import { detectVersion, ownVersion } from "./version.js";
import { Walker } from "./grammar/walk.js";

export interface LoadOptions extends ReadOptions {
  /** Takes the files that are read, so that diagnostics can be printed with their lines, also after a failure. */
  readonly files?: Files | undefined;
  /** OpenAPI Overlays that are laid over the description, in this order: paths from `cwd`, or addresses. */
  readonly overlays?: readonly string[] | undefined;
}

/** Reads a description and all that it refers to. `undefined`: it has errors, which were reported. */
export async function load(
  input: Input,
  diagnostics: Diagnostics,
  options: LoadOptions,
): Promise<Description | undefined> {
  const files = options.files ?? new Files();
  const reader = new Reader(options, diagnostics, files);
  const overlaid = await readOverlaid(input, reader, files, diagnostics, options.overlays);
  if (!overlaid) return undefined;
  const { entry, value } = overlaid;
  const declared = detectVersion(value, entry.name, diagnostics, files);
  if (!declared) return undefined;
  const origins = new Origins();
  diagnostics.relocate((source) => origins.written(source));
  const documents = new Documents(origins, (address) => reader.mayFetch(address));
  const document: LoadedDocument = { ...entry, version: declared.version, root: value };
  documents.add(document);
  const walker = new Walker(diagnostics, files, origins);
  const root = { value: document.root, source: { file: entry.name, pointer: "" } };
  const kind = declared.version === "2.0" ? "Swagger" : "OpenApi";
  walker.nameSchemas(root.value);
  walker.walk(root, { is: "kind", kind }, declared.version);
  const { version } = declared;
  const context: LoadContext = { root, version, walker, documents, files, diagnostics, origins };
  const references = await followReferences(context, createFetcher(reader, context));
  check(context);
  if (diagnostics.hasErrors) return undefined;
  raise({ ...context, references });
  return {
    root,
    version: declared.written,
    files: files.all,
    member: (node, key) => origins.member(node, key),
    resolve: (ref, from) => documents.resolve(ref, from),
    dynamicAnchors: (at) => documents.dynamicAnchorsAt(at),
  };
}

type Parsed = ReadFile & { readonly value: unknown };

/** The description with its overlays laid over it. An overlay as the input stands for what it extends. */
async function readOverlaid(
  input: Input,
  reader: Reader,
  files: Files,
  diagnostics: Diagnostics,
  names: readonly string[] = [],
): Promise<{ readonly entry: ReadFile; readonly value: unknown } | undefined> {
  const parsed = (file: ReadFile | undefined): Parsed | undefined => {
    const read = file && parse(file.text, file.name, diagnostics);
    if (!read) return undefined;
    files.setParsed(file.name, read);
    return { ...file, value: read.value };
  };
  const overlays: Overlay[] = [];
  let entry = parsed(await reader.entry(input));
  if (entry && isOverlay(entry.value)) {
    overlays.push({ file: entry.name, value: entry.value });
    entry = parsed(await extended(entry, reader, diagnostics));
  }
  if (!entry) return undefined;
  for (const name of names) {
    const overlay = parsed(await reader.overlay(name));
    if (!overlay) return undefined;
    overlays.push({ file: overlay.name, value: overlay.value });
    checkExtends(overlay, entry, diagnostics);
  }
  if (overlays.length === 0) return { entry, value: entry.value };
  const origins = new OverlayOrigins(entry.name);
  const value = await applyOverlays(entry.value, overlays, origins, diagnostics);
  diagnostics.relocate((source) => origins.relocate(source));
  return diagnostics.hasErrors ? undefined : { entry, value };
}

/** The description that an overlay says it is for. */
async function extended(
  { name, address, value }: Parsed,
  reader: Reader,
  diagnostics: Diagnostics,
): Promise<ReadFile | undefined> {
  const ref = memberOf(value, "extends");
  if (typeof ref !== "string" || !URL.canParse(ref, address)) {
    const problem = "this overlay does not say which description it `extends`";
    diagnostics.report("overlay-malformed", { file: name, pointer: "" }, { problem });
    return undefined;
  }
  const reference = {
    ref,
    source: { file: name, pointer: "/extends" },
    severity: "error",
  } as const;
  return reader.referred(new URL(ref, address).href, address, reference);
}

function checkExtends({ name, address, value }: Parsed, entry: Parsed, diagnostics: Diagnostics) {
  const ref = memberOf(value, "extends");
  if (typeof ref !== "string") return;
  const source = { file: name, pointer: "/extends" };
  if (!URL.canParse(ref, address)) {
    diagnostics.report("overlay-unusual", source, { problem: "extends has to be a URI reference" });
    return;
  }
  if (new URL(ref, address).href === entry.address) return;
  diagnostics.report("overlay-for-another", source, { ref, file: entry.name });
}

/** Reads the files that references name, each once. */
function createFetcher(
  reader: Reader,
  { documents, files, diagnostics, version }: LoadContext,
): Fetcher {
  const read: Fetcher["read"] = async (address, { ref, source }, severity) => {
    // The address at which the reference was read, whatever `$id` says: a remote description must not read local files.
    const from = documents.named(source.file)?.address ?? "";
    const file = await reader.referred(address, from, { ref, source, severity });
    if (!file) return false;
    const parsed = parse(file.text, file.name, diagnostics);
    if (!parsed) return false;
    files.setParsed(file.name, parsed);
    const own = ownVersion(parsed.value) ?? version;
    documents.add({ ...file, address, version: own, root: parsed.value });
    return true;
  };
  return { read, isThere: (address) => reader.isThere(address) };
}
