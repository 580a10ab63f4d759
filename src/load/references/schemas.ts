import { isObject, memberOf } from "../../diagnostics/json.js";
import type { Fetcher, LoadContext } from "../context.js";
import type { FoundReference, Walker } from "../grammar/walk.js";
import type { Documents } from "./documents.js";
import { nameOf } from "./meant.js";

/**
 * A file that says it is a JSON Schema is one as a whole: it is looked into at once, so that the names that its parts
 * give themselves are known, whichever part is referred to.
 */
export function walkWhole(
  address: string,
  { shape, unused }: FoundReference,
  context: LoadContext,
): void {
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

export function registerNames({ walker, documents }: LoadContext): void {
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

/** Reads what dialects say of themselves; one that cannot be read is taken for JSON Schema 2020-12. */
export async function readMetaschemas(documents: Documents, fetcher: Fetcher): Promise<void> {
  for (const { address, ref, source } of documents.dialects.takeWanted()) {
    if (!documents.knows(address) && !(await fetcher.read(address, { ref, source }, "warning")))
      continue;
    const metaschema = documents.find({ address, fragment: "" }, source);
    documents.dialects.define(address, metaschema?.value);
  }
}
