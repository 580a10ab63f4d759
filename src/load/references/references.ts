import { cyclesOf } from "../../common/collections.js";
import { type JsonObject, isObject } from "../../common/json.js";
import { below } from "../../common/pointers.js";
import { withArticle } from "../../common/words.js";
import type { Fetcher, LoadContext } from "../context.js";
import type { Located } from "../document.js";
import { isIllustrative } from "../grammar/corrections.js";
import { kindOf } from "../grammar/grammar.js";
import { type FoundReference, refOf } from "../grammar/walk.js";
import { describeShape, describeValue } from "../grammar/words.js";
import type { Version } from "../version.js";
import type { Documents, Target } from "./documents.js";
import { insideOf, meantElsewhere, nameOf, otherNotations, suggest } from "./meant.js";
import { readMetaschemas, registerNames, walkNamed } from "./schemas.js";

/** Follows all references that the walker finds, in all files, until there are no new ones. */
export async function followReferences(
  context: LoadContext,
  fetcher: Fetcher,
): Promise<readonly FoundReference[]> {
  const { walker, documents, diagnostics } = context;
  const failed = { error: new Set<string>(), warning: new Set<string>() };
  const all = new Set<FoundReference>();
  const missing = new Set<FoundReference>();
  /** Those of them whose file has not been read. */
  const unread = new Set<FoundReference>();
  let guesses = 0;
  for (;;) {
    let found = walker.takeReferences();
    // One may lead through another, or to the name of a schema, whose file was read later.
    if (found.length === 0)
      found = [...missing].filter(({ ref, source }) => documents.resolve(ref, source));
    const late = new Set(found.length === 0 ? remoteFirst(unread, documents) : []);
    if (late.size > 0) found = [...late];
    if (found.length === 0) {
      walker.walkUnused();
      found = walker.takeReferences();
    }
    registerNames(context);
    if (found.length === 0 && (guesses++ === mostGuesses || !takeMeant(missing, all, context)))
      break;
    for (const reference of found) {
      all.add(reference);
      missing.delete(reference);
      unread.delete(reference);
      const { ref, source } = reference;
      let target = documents.target(ref, source);
      const severity = severityOf(reference);
      if (typeof target === "string") {
        diagnostics.report("ref-malformed", source, { ref, problem: target }, severity);
        continue;
      }
      if (failed.error.has(target.address) || failed[severity].has(target.address)) continue;
      if (!documents.knows(target.address)) {
        // Another one with the same text may have led to what is meant.
        const mayBeRead = late.has(reference) || documents.resolve(ref, source) !== undefined;
        if (!mayBeRead && !(await isFile(target, reference, documents, fetcher))) {
          missing.add(reference);
          unread.add(reference);
          continue;
        }
        const other = await meantElsewhere(reference, target, context, fetcher);
        if (other) {
          const { meant } = other;
          diagnostics.report("ref-elsewhere", source, { ref, meant });
          target = other.target;
        }
      }
      let isRead = false;
      if (!documents.knows(target.address)) {
        isRead = await fetcher.read(target.address, reference, severity);
        if (!isRead) {
          failed[severity].add(target.address);
          continue;
        }
        walkNamed(target.address, reference.unused, context);
      }
      const written = documents.find(target, source);
      const through = written ?? documents.find(target, source, true);
      const node = through ?? documents.resolve(ref, source);
      const around =
        ref === "#" && isDescription(node?.value) ? insideOf(reference, context) : undefined;
      if (!node) missing.add(reference);
      else if (around !== undefined) {
        const expected = describeShape(reference.shape, context.version);
        const details = { ref, expected, found: "the whole description", taken: around };
        diagnostics.report("ref-wrong-kind", source, details, "warning");
        redirect(reference, around, all, context);
      } else {
        if (!written)
          diagnostics.report(through ? "ref-through-ref" : "ref-in-entry", source, { ref });
        if (/%(?![\da-f]{2})/i.test(ref.split("#")[1] ?? "")) {
          const problem =
            "a % in it is not followed by two hexadecimal digits; it is taken for %25";
          diagnostics.report("ref-malformed", source, { ref, problem }, "warning");
        }
        documents.remember(ref, source, node);
        arrive(reference, node, all, context);
      }
      // What that file says may be what the others are about.
      if (isRead && late.size > 0) break;
    }
  }
  for (const reference of missing) reportMissing(reference, context);
  await readMetaschemas(documents, fetcher);
  const references = [...all];
  reportCycles(references, context);
  return references;
}

function isDescription(value: unknown): boolean {
  return isObject(value) && (Object.hasOwn(value, "openapi") || Object.hasOwn(value, "swagger"));
}

/** False for an address that may be the name of a schema in a file that is read later: it is no file, or is to be fetched. */
async function isFile(
  { address }: Target,
  { ref, source }: FoundReference,
  documents: Documents,
  fetcher: Fetcher,
): Promise<boolean> {
  if (address.startsWith("file:")) return fetcher.isThere(address);
  return !URL.canParse(ref) && documents.baseOf(source) === documents.named(source.file)?.address;
}

/** Those first that can be fetched: where nothing goes by such a name, it is a file. */
function remoteFirst(
  references: Iterable<FoundReference>,
  documents: Documents,
): readonly FoundReference[] {
  const isRemote = ({ ref, source }: FoundReference): boolean => {
    const target = documents.target(ref, source);
    return typeof target !== "string" && /^https?:/.test(target.address);
  };
  const all = [...references].map((one) => [one, isRemote(one)] as const);
  return [true, false].flatMap((side) => all.flatMap(([one, is]) => (is === side ? one : [])));
}

/** Each time, all that is missing is gone through: what is guessed rarely leads to more that has to be. */
const mostGuesses = 20;

/** Lets references that nothing is at lead to what they mean, where that is clear; false where there are none. */
function takeMeant(
  missing: Set<FoundReference>,
  all: Set<FoundReference>,
  context: LoadContext,
): boolean {
  const { documents, diagnostics } = context;
  const before = missing.size;
  for (const reference of missing) {
    const { ref, source } = reference;
    const inside = insideOf(reference, context);
    if (inside !== undefined) {
      missing.delete(reference);
      diagnostics.report("ref-not-found", source, { ref, taken: inside });
      redirect(reference, inside, all, context);
      continue;
    }
    const taken = otherNotations(reference, context).find((one) => documents.resolve(one, source));
    const node = taken === undefined ? undefined : documents.resolve(taken, source);
    if (!node) continue;
    missing.delete(reference);
    diagnostics.report("ref-not-found", source, { ref, taken });
    documents.remember(ref, source, node);
    arrive(reference, node, all, context);
  }
  return missing.size < before;
}

/** Has a reference say what it means, since the same text means another place elsewhere; it is found again as that. */
function redirect(
  reference: FoundReference,
  meant: string,
  all: Set<FoundReference>,
  { walker }: LoadContext,
): void {
  all.delete(reference);
  walker.redirect(reference, meant);
}

/** Of what is missing at the end of a reference, or is something else. */
function severityOf({ unused, mapped, shape }: FoundReference): "error" | "warning" {
  return unused || mapped || isIllustrative(shape) ? "warning" : "error";
}

function arrive(
  reference: FoundReference,
  node: Located,
  all: Set<FoundReference>,
  { walker, documents, diagnostics, version }: LoadContext,
): void {
  const { ref, source, shape } = reference;
  const { value } = node;
  const kind = nameOf(shape);
  const own = documents.named(node.source.file)?.version ?? version;
  if (value === reference.holder.value && walker.leaveOutItself(reference, own)) {
    diagnostics.report("ref-cycle", source, { chain: [ref, ref], others: [], isIgnored: true });
    return;
  }
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
  if (kind === "Items2" && known === "Schema") {
    all.delete(reference);
    walker.asSchema(reference);
    return;
  }
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
    const taken = ref === "" ? "what stands beside it" : "the schema of one";
    wrong(found, holds && (holds === "as it is" ? "one" : taken));
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
  if (ref === "") return {};
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
