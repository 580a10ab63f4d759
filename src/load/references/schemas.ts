import { type JsonObject, isObject, memberOf } from "../../common/json.js";
import { below } from "../../common/pointers.js";
import { type Fetcher, type LoadContext, versionOf } from "../context.js";
import type { Located } from "../document.js";
import type { Walker } from "../grammar/walk.js";
import type { Documents } from "./documents.js";

/**
 * A file that says it is a JSON Schema is one as a whole, and so is any part of a file that has a name of its own: they are
 * looked into at once, so that the names are known, whichever part is referred to.
 */
export function walkNamed(address: string, unused: boolean, context: LoadContext): void {
  const document = context.documents.get(address);
  if (!document || document.version < "3.1") return;
  const root = { value: document.root, source: { file: document.name, pointer: "" } };
  for (const schema of namedIn(root, "$id")) walk(schema, unused, context);
  registerNames(context);
}

function walk(schema: Located, unused: boolean, context: LoadContext): void {
  const shape = { is: "kind", kind: "Schema" } as const;
  context.walker.walk(schema, shape, versionOf(schema, context), unused);
}

/** The schemas in a value that say so themselves, without those in others and in data. */
function namedIn(start: Located, id: string): readonly Located[] {
  const naming = ["$schema", "$anchor", "$dynamicAnchor", id];
  const found: Located[] = [];
  // In YAML, a value may stand in several places.
  const seen = new Set<unknown>();
  const waiting = [start];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { value, source } = node;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (isObject(value) && naming.some((key) => typeof value[key] === "string")) found.push(node);
    else
      for (const [key, member] of Object.entries(value).reverse())
        if (!isData(key)) waiting.push({ value: member, source: below(source, key) });
  }
  return found;
}

function isData(key: string): boolean {
  return /^(?:enum|const|default|examples?|value|dataValue|x-.*)$/.test(key);
}

/** Number of schemas whose `$id` and anchors are registered. */
const registered = new WeakMap<Walker, number>();

export function registerNames(context: LoadContext): void {
  const { walker, documents } = context;
  const schemas = walker.all("Schema");
  for (let index = registered.get(walker) ?? 0; index < schemas.length; index += 1) {
    const node = schemas[index];
    if (!node) continue;
    const { $anchor, $dynamicAnchor, $recursiveAnchor, $schema, definitions } =
      node.value as JsonObject;
    if (typeof $schema === "string") documents.addDialect($schema, "$schema", node);
    const key = documents.dialects.idAt(node.source);
    const id = memberOf(node.value, key);
    if (!documents.dialects.isAlone(node) || node.source.pointer === "") {
      if (typeof id === "string") documents.addResource(id, node);
      if (typeof $anchor === "string") documents.addAnchor($anchor, node);
      if (typeof $dynamicAnchor === "string") documents.addDynamicAnchor($dynamicAnchor, node);
      if ($recursiveAnchor === true) documents.addDynamicAnchor("", node);
    }
    if (definitions === undefined || versionOf(node, context) < "3.1") continue;
    // Of other definitions, those count that something refers to.
    const named = namedIn({ value: definitions, source: below(node.source, "definitions") }, key);
    for (const schema of named) walk(schema, false, context);
  }
  registered.set(walker, schemas.length);
}

/** Reads what dialects say of themselves; one that cannot be read is taken for JSON Schema 2020-12. */
export async function readMetaschemas(documents: Documents, fetcher: Fetcher): Promise<void> {
  for (const { address, ref, source } of documents.dialects.takeWanted()) {
    if (!documents.knows(address) && !(await fetcher.read(address, { ref, source }, "warning")))
      continue;
    const metaschema = documents.find({ address, fragment: "" }, source);
    documents.dialects.define(address, metaschema?.value);
  }
}
