import { closest, likely } from "../../diagnostics/closest.js";
import { cyclesOf } from "../../diagnostics/graph.js";
import type { LoadContext } from "../context.js";
import type { Located } from "../document.js";
import type { Documents, Target } from "./documents.js";
import { isIllustrative } from "../grammar/corrections.js";
import { kindOf } from "../grammar/grammar.js";
import type { MemberType } from "../grammar/notation.js";
import {
  type JsonObject,
  below,
  escapeToken,
  isObject,
  memberOf,
  parsePointer,
  pointerTo,
} from "../../diagnostics/json.js";
import type { Version } from "../version.js";
import { relativeAddress } from "../text/addresses.js";
import { refOf } from "../grammar/walk.js";
import type { FoundReference, Walker } from "../grammar/walk.js";
import { describeShape, describeValue } from "../grammar/words.js";
import { withArticle } from "../../diagnostics/words.js";

export interface Fetcher {
  /** Reads the file at an address, for a reference; false when it cannot be had, which was reported. */
  readonly read: (
    address: string,
    reference: Pick<FoundReference, "ref" | "source">,
    severity: "error" | "warning",
  ) => Promise<boolean>;
  /** False where no file can be read; true for an address on another machine, which is not asked. */
  readonly isThere: (address: string) => Promise<boolean>;
}

/** Follows all references that the walker finds, in all files, until there are no new ones. */
export async function followReferences(
  context: LoadContext,
  fetcher: Fetcher,
): Promise<readonly FoundReference[]> {
  const { walker, documents, diagnostics } = context;
  const failed = { error: new Set<string>(), warning: new Set<string>() };
  const all = new Set<FoundReference>();
  const missing = new Set<FoundReference>();
  let guesses = 0;
  for (;;) {
    let found = walker.takeReferences();
    // One may lead through another, whose file was read later.
    if (found.length === 0)
      found = [...missing].filter(({ ref, source }) => documents.resolve(ref, source));
    if (found.length === 0) {
      walker.walkUnused();
      found = walker.takeReferences();
    }
    registerNames(context);
    if (found.length === 0 && (guesses++ === mostGuesses || !takeMeant(missing, context))) break;
    for (const reference of found) {
      all.add(reference);
      missing.delete(reference);
      const { ref, source } = reference;
      let target = documents.target(ref, source);
      const severity = severityOf(reference);
      if (typeof target === "string") {
        diagnostics.report("ref-malformed", source, { ref, problem: target }, severity);
        continue;
      }
      if (failed.error.has(target.address) || failed[severity].has(target.address)) continue;
      if (!documents.knows(target.address)) {
        const other = await meantElsewhere(reference, target, context, fetcher);
        if (other) {
          const { meant } = other;
          diagnostics.report("ref-elsewhere", source, { ref, meant });
          target = other.target;
        }
      }
      if (!documents.knows(target.address)) {
        if (!(await fetcher.read(target.address, reference, severity))) {
          failed[severity].add(target.address);
          continue;
        }
        walkWhole(target.address, reference, context);
      }
      const written = documents.find(target, source);
      const through = written ?? documents.find(target, source, true);
      const node = through ?? documents.resolve(ref, source);
      if (!node) missing.add(reference);
      else {
        if (!written)
          diagnostics.report(through ? "ref-through-ref" : "ref-in-entry", source, { ref });
        if (/%(?![\da-f]{2})/i.test(ref.split("#")[1] ?? "")) {
          const problem =
            "a % in it is not followed by two hexadecimal digits; it is taken for %25";
          diagnostics.report("ref-malformed", source, { ref, problem }, "warning");
        }
        documents.remember(ref, source, node);
        arrive(reference, node, context);
      }
    }
  }
  for (const reference of missing) reportMissing(reference, context);
  await readMetaschemas(documents, fetcher);
  const references = [...all];
  reportCycles(references, context);
  return references;
}

/** Each time, all that is missing is gone through: what is guessed rarely leads to more that has to be. */
const mostGuesses = 20;

/** Lets references that nothing is at lead to what they mean, where that is clear; false where there are none. */
function takeMeant(missing: Set<FoundReference>, context: LoadContext): boolean {
  const { documents, diagnostics } = context;
  const before = missing.size;
  for (const reference of missing) {
    const { ref, source } = reference;
    const taken = otherNotations(reference, context).find((one) => documents.resolve(one, source));
    const node = taken === undefined ? undefined : documents.resolve(taken, source);
    if (!node) continue;
    missing.delete(reference);
    diagnostics.report("ref-not-found", source, { ref, taken });
    documents.remember(ref, source, node);
    arrive(reference, node, context);
  }
  return missing.size < before;
}

/**
 * A reference with a / before its pointer, to a whole file, to the section that has components of its kind, without blanks and
 * slashes around its steps, or with a name that has slashes itself.
 */
function otherNotations(
  { ref, shape, source }: FoundReference,
  { documents, version }: LoadContext,
): readonly string[] {
  const target = documents.target(ref, source);
  if (typeof target === "string") return [];
  const { fragment } = target;
  const [file = ""] = withoutBlanks(ref).split("#");
  if (fragment === "/") return file === "" ? [] : [`${file}#`];
  const pointer = fragment.includes("/") && !fragment.startsWith("/") ? `/${fragment}` : fragment;
  const tokens = (parsePointer(pointer) ?? [])
    .map(withoutBlanks)
    .filter((token) => token !== "" && token !== "#");
  if (tokens.length === 0) return [];
  const name = tokens.length === 2 || tokens.length === 3 ? tokens.at(-1) : undefined;
  const home = homes.get(nameOf(shape))?.[version >= "3.0" ? 1 : 0];
  const moved = name === undefined || home === undefined ? [] : [`${home}/${escapeToken(name)}`];
  const rest = home === undefined ? "" : withoutStart(tokens.join("/"), `${home.slice(1)}/`);
  const whole = rest === "" ? [] : [`${home ?? ""}/${escapeToken(rest)}`];
  const pointers = [pointer, pointerTo(tokens), ...whole, ...moved];
  const others = new Set(pointers.map((one) => `${file}#${one}`));
  // There is nothing at that one.
  others.delete(ref);
  return [...others];
}

/** The text without white space and zero-width spaces (U+200B) at its ends. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number): boolean => /[\s\u200B]/.test(text.charAt(at));
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start++;
  while (end > start && isBlank(end - 1)) end--;
  return text.slice(start, end);
}

/** The rest of a text that starts with another one, or "". */
function withoutStart(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : "";
}

/**
 * What is meant by a reference to a file that is not there: one beside or above the description instead of beside the file that
 * refers to it, or, as in Swagger 1.2, a component by its name, or by its place without a #.
 */
async function meantElsewhere(
  { ref, source, shape }: FoundReference,
  { address, fragment }: Target,
  { root, documents, version }: LoadContext,
  fetcher: Fetcher,
): Promise<{ readonly meant: string; readonly target: Target } | undefined> {
  if (URL.canParse(ref) || (await fetcher.isThere(address))) return undefined;
  const entry = documents.named(root.source.file)?.address ?? "";
  const [file = ""] = ref.split("#");
  // From the root of a web server, which is one of the folders around the description.
  const isRooted = /^\/(?!\/)/.test(file);
  const written = isRooted ? [".", "..", "../..", "../../.."].map((up) => up + file) : [file];
  for (const one of written.filter((one) => URL.canParse(one, entry))) {
    const beside = new URL(one, entry).href;
    if (beside !== address && (documents.knows(beside) || (await fetcher.isThere(beside)))) {
      const from = documents.named(source.file)?.address ?? entry;
      return {
        meant: relativeAddress(from, beside),
        target: { address: beside, fragment },
      };
    }
  }
  const home = homes.get(nameOf(shape))?.[version >= "3.0" ? 1 : 0];
  const plain = withoutBlanks(ref);
  const name = withoutStart(plain.replace(/^(?:\/?#?\/)?/, "/"), `${home ?? ""}/`) || plain;
  if (home === undefined || /[#/]/.test(name)) return undefined;
  const named = `#${home}/${escapeToken(name)}`;
  const target = { address: entry, fragment: named.slice(1) };
  return documents.find(target, source) && { meant: named, target };
}

/** Reads what dialects say of themselves; one that cannot be read is taken for JSON Schema 2020-12. */
async function readMetaschemas(documents: Documents, fetcher: Fetcher): Promise<void> {
  for (const { address, ref, source } of documents.dialects.takeWanted()) {
    if (!documents.knows(address) && !(await fetcher.read(address, { ref, source }, "warning")))
      continue;
    const metaschema = documents.find({ address, fragment: "" }, source);
    documents.dialects.define(address, metaschema?.value);
  }
}

/** Of what is missing at the end of a reference, or is something else. */
function severityOf({ unused, mapped, shape }: FoundReference): "error" | "warning" {
  return unused || mapped || isIllustrative(shape) ? "warning" : "error";
}

/**
 * A file that says it is a JSON Schema is one as a whole: it is looked into at once, so that the names that its parts
 * give themselves are known, whichever part is referred to.
 */
function walkWhole(address: string, { shape, unused }: FoundReference, context: LoadContext): void {
  const { walker, documents } = context;
  const document = documents.get(address);
  if (!document || nameOf(shape) !== "Schema" || document.version < "3.1") return;
  const { root, name, version } = document;
  const isSchema = ["$schema", "$id"].some((key) => typeof memberOf(root, key) === "string");
  if (!isSchema || !isObject(root) || Object.hasOwn(root, "openapi")) return;
  walker.walk({ value: root, source: { file: name, pointer: "" } }, shape, version, unused);
  registerNames(context);
}

/** Number of schemas whose `$id` and anchors are registered. */
const registered = new WeakMap<Walker, number>();

function registerNames({ walker, documents }: LoadContext): void {
  const schemas = walker.all("Schema");
  for (let index = registered.get(walker) ?? 0; index < schemas.length; index += 1) {
    const node = schemas[index];
    if (!node) continue;
    const { $id, $anchor, $dynamicAnchor, $schema } = node.value as Record<string, unknown>;
    if (typeof $schema === "string") documents.addDialect($schema, "$schema", node);
    if (typeof $id === "string") documents.addResource($id, node);
    if (typeof $anchor === "string") documents.addAnchor($anchor, node);
    if (typeof $dynamicAnchor === "string") documents.addDynamicAnchor($dynamicAnchor, node);
  }
  registered.set(walker, schemas.length);
}

function arrive(
  reference: FoundReference,
  node: Located,
  { walker, documents, diagnostics, version }: LoadContext,
): void {
  const { ref, source, shape } = reference;
  const { value } = node;
  const kind = nameOf(shape);
  const own = documents.named(node.source.file)?.version ?? version;
  const wrong = (found: string, taken?: string): void => {
    const expected = describeShape(shape, version);
    // Anything is a schema, only that most of it says nothing.
    const isRead = taken !== undefined || kind === "Schema";
    const severity = isRead ? "warning" : severityOf(reference);
    diagnostics.report("ref-wrong-kind", source, { ref, expected, found, taken }, severity);
  };
  if (shape.is === "list") {
    const found = isObject(value) ? "a mapping" : describeValue(value);
    if (!walker.fill(reference.holder.value as unknown[], node, reference, own)) wrong(found);
    return;
  }
  if (typeof value !== "object" || value === null) {
    if (kind !== "Schema" || typeof value !== "boolean") wrong(describeValue(value));
    return;
  }
  const known = walker.kindAt(value);
  if (walker.kinds.get(value) === kind) return;
  if (known === undefined || known === kind) {
    if (Array.isArray(value)) wrong("a list");
    else if (Object.hasOwn(value, "openapi") && Object.hasOwn(value, "info")) {
      wrong("a whole description");
    } else walker.walk(node, shape, own, reference.unused);
    return;
  }
  const inner = /^[[{](.*)[\]}]$/.exec(known)?.[1];
  if (inner === undefined) {
    const found = withArticle(kindOf(known, own).noun);
    const holds = standIn(kind, known, reference, version);
    wrong(found, holds && (holds === "as it is" ? "one" : "the schema of one"));
    if (holds) walker.walk(node, { is: "kind", kind: known }, own, reference.unused);
    if (typeof holds === "object") walker.put(holds, reference, own);
  } else wrong(known.startsWith("[") ? "a list" : "a mapping of several");
}

/**
 * The object of one kind in place of another: the same members, or others in the place of the `$ref`; undefined where
 * there is none.
 */
function standIn(
  kind: string,
  known: string,
  { ref, holder }: FoundReference,
  version: Version,
): "as it is" | JsonObject | undefined {
  const pair = `${kind} ${known}`;
  if (["Response RequestBody", "RequestBody Response", "Header Parameter"].includes(pair))
    return "as it is";
  if (known !== "Schema") return undefined;
  const schema = { schema: { $ref: ref } };
  const { name, in: place, description = "" } = holder.value as JsonObject;
  // What else a parameter needs stands beside the reference.
  if (kind === "Parameter")
    return typeof name === "string" && typeof place === "string" ? schema : undefined;
  if (!["Response", "RequestBody", "MediaType", "Header"].includes(kind)) return undefined;
  const hasMedia = kind === "RequestBody" || (kind === "Response" && version >= "3.0");
  const members = hasMedia ? { content: { "application/json": schema } } : schema;
  return kind === "Response" ? { description, ...members } : members;
}

function nameOf(shape: MemberType): string {
  if (shape.is === "kind") return shape.kind;
  return shape.is === "map" && shape.of.is === "kind" ? `{${shape.of.kind}}` : shape.is;
}

function reportMissing(reference: FoundReference, context: LoadContext): void {
  const { documents, diagnostics } = context;
  const { ref, source } = reference;
  const target = documents.target(ref, source);
  if (typeof target === "string") return;
  const severity = severityOf(reference);
  const { fragment } = target;
  if (fragment.includes("/") && !fragment.startsWith("/")) {
    const problem = "what stands after # must begin with /";
    diagnostics.report("ref-malformed", source, { ref, problem }, severity);
    return;
  }
  // More are not printed, and each suggestion looks at all names.
  const few = diagnostics.counts.error < 50;
  const suggestion = few ? suggest(reference, target, context) : undefined;
  diagnostics.report("ref-not-found", source, { ref, suggestion }, severity);
}

/** Sections of the components by kind. */
const homes: ReadonlyMap<string, readonly [string, string]> = new Map([
  ["Schema", ["/definitions", "/components/schemas"]],
  ["Parameter", ["/parameters", "/components/parameters"]],
  ["Response", ["/responses", "/components/responses"]],
  ["RequestBody", ["/parameters", "/components/requestBodies"]],
  ["Header", ["/headers", "/components/headers"]],
  ["Example", ["/examples", "/components/examples"]],
  ["Link", ["/links", "/components/links"]],
  ["Callback", ["/callbacks", "/components/callbacks"]],
  ["PathItem", ["/paths", "/components/pathItems"]],
  ["SecurityScheme", ["/securityDefinitions", "/components/securitySchemes"]],
]);

/** A reference that was probably meant. */
function suggest(
  { ref, shape, source }: FoundReference,
  target: Target,
  { documents, version }: LoadContext,
): string | undefined {
  const file = ref.includes("#") ? ref.slice(0, ref.indexOf("#")) : ref;
  const tokens = parsePointer(target.fragment);
  if (!tokens) return undefined;
  const inside = file === "" ? insideOf(source, target.fragment, documents) : undefined;
  if (inside !== undefined) return inside;
  const name = tokens.at(-1) ?? "";
  const home = homes.get(nameOf(shape))?.[version >= "3.0" ? 1 : 0];
  if (home !== undefined) {
    const moved = `${file}#${home}/${escapeToken(name)}`;
    if (documents.resolve(moved, source)) return moved;
  }
  // The deepest part that is there tells which names there are.
  let node = documents.find({ address: target.address, fragment: "" }, source);
  for (const [index, token] of tokens.entries()) {
    const next = node && memberOf(node.value, token);
    if (next !== undefined) {
      node = node && { value: next, source: node.source };
      continue;
    }
    const near = isObject(node?.value) ? closest(token, Object.keys(node.value)) : undefined;
    if (near === undefined) break;
    const fixed = [...tokens.slice(0, index), near, ...tokens.slice(index + 1)];
    const better = `${file}#${pointerTo(fixed)}`;
    return documents.resolve(better, source) ? better : undefined;
  }
  if (home === undefined) return undefined;
  const group = documents.resolve(`${file}#${home}`, source);
  const near = isObject(group?.value) ? likely(name, Object.keys(group.value)) : undefined;
  return near === undefined ? undefined : `${file}#${home}/${escapeToken(near)}`;
}

/** The target of a pointer from a schema that was a document of its own before it was put into this one: `#/$defs/X`. */
function insideOf(
  source: FoundReference["source"],
  fragment: string,
  documents: Documents,
): string | undefined {
  const tokens = parsePointer(source.pointer) ?? [];
  for (let length = tokens.length - 1; length > 0; length--) {
    const ref = `#${pointerTo(tokens.slice(0, length))}${fragment}`;
    if (documents.resolve(ref, source)) return ref;
  }
  return undefined;
}

/** Reports references that lead to each other and never to a value. */
function reportCycles(
  references: readonly FoundReference[],
  { documents, diagnostics }: LoadContext,
): void {
  const nodes = new Map(references.map(({ holder }) => [holder.value, holder]));
  const next = (value: unknown): readonly unknown[] => {
    const ref = refOf(value);
    const from = nodes.get(value);
    const target = ref !== undefined && from && documents.resolve(ref, below(from.source, "$ref"));
    if (!target) return [];
    if (!nodes.has(target.value)) nodes.set(target.value, target);
    return [target.value];
  };
  for (const cycle of cyclesOf([...nodes.keys()], next)) {
    const all = [...cycle].flatMap((value) => nodes.get(value) ?? []);
    const [first, ...others] = all.map(({ source }) => source);
    if (!first) continue;
    const chain = [first, ...others, first].map(({ pointer }) => `#${pointer}`);
    const details = { chain, others: others.map((source) => below(source, "$ref")) };
    diagnostics.report("ref-cycle", below(first, "$ref"), details);
  }
}
