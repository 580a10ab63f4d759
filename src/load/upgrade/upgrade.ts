import { chainFrom } from "../context.js";
import type { Located } from "../document.js";
import { namesIn } from "../grammar/kinds.js";
import { refOf } from "../grammar/walk.js";
import { isObject, setMember } from "../../common/json.js";
import { type MutableObject, type UpgradeContext, mutable } from "./context.js";
import { mendPaths } from "./paths.js";
import { isNullOrPart } from "../checks/combined.js";
import { isNullable } from "../grammar/types.js";
import { allowNull, raiseSchema } from "./schemas.js";
import { raiseOldBodies, raiseSwagger } from "./swagger.js";
import type { FoundReference } from "../grammar/walk.js";

/**
 * Turns what was read into OpenAPI 3.1 with JSON Schema 2020-12, in place: objects stay the same objects, so that
 * references that were followed stay right. Where something ends up elsewhere, `origins` knows where it was written.
 */
export function raise(context: UpgradeContext): void {
  const { walker, documents, version, diagnostics } = context;
  for (const list of walker.withHoles.values()) closeHoles(list, context);
  for (const reference of context.references) settle(reference, context);
  for (const node of walker.all("Schema")) {
    const own = documents.named(node.source.file)?.version ?? version;
    if (own >= "3.1") documents.dialects.apply(node, diagnostics);
    if (isNullOrPart(node, context)) {
      delete mutable(node)["type"];
      mutable(node)["nullable"] = true;
    }
    raiseSchema(node, own, context);
  }
  if (version < "3.2") {
    for (const parameter of walker.all("Parameter"))
      if (mutable(parameter)["in"] === "cookie") delete mutable(parameter)["allowReserved"];
  }
  for (const body of walker.all("RequestBody")) mutable(body)["content"] ??= { "*/*": {} };
  mendPaths(context);
  if (version === "2.0") raiseSwagger(context);
  else raiseOldBodies(context);
  if (version === "3.0") mutable(context.root)["openapi"] = "3.1.0";
}

/** Puts the members of what a reference leads to beside those that stand beside it; of two with one name, the one that is nearer. */
function writeOut(holder: Located, { shape }: FoundReference, context: UpgradeContext): void {
  const { documents, origins, walker } = context;
  const object = mutable(holder);
  const [self, ...others] = chainFrom(holder, documents);
  const isWhole = namesIn(self.value).length === 1;
  const targets = others.filter(({ value }) => value !== object && isObject(value));
  const [last] = targets.slice(-1);
  if (!last) return;
  delete object["$ref"];
  for (const target of targets)
    for (const key of namesIn(target.value)) {
      const member =
        key === "$ref" && refOf(target.value) !== undefined
          ? undefined
          : origins.member(target, key);
      if (!member || Object.hasOwn(object, key)) continue;
      setMember(object, key, member.value);
      origins.setMember(object, key, member.source);
    }
  if (!isWhole) return;
  origins.setObject(object, last.source);
  if (shape.is === "kind") walker.adopt({ value: object, source: last.source }, shape.kind);
}

function closeHoles(list: Located, { origins }: UpgradeContext): void {
  const items = list.value as unknown[];
  const left = [...items.keys()].flatMap((index) => origins.member(list, index) ?? []);
  items.length = left.length;
  for (const [index, { value, source }] of left.entries()) {
    items[index] = value;
    origins.setItem(items, index, source);
  }
}

/** Makes a reference one that 3.1 has: what 3.0 ignored beside it goes, and what no version allows is written out. */
function settle(reference: FoundReference, context: UpgradeContext): void {
  const { holder, shape, inline } = reference;
  const object = holder.value as MutableObject;
  const { documents, origins, walker } = context;
  if (inline) {
    writeOut(holder, reference, context);
    return;
  }
  // One that led to itself is not there anymore.
  if (shape.is !== "kind" || shape.kind !== "Schema" || refOf(object) === undefined) return;
  const own = documents.named(holder.source.file)?.version ?? context.version;
  const mayBeNull = isNullable(object, own);
  if (own < "3.1") {
    for (const key of Object.keys(object)) if (key !== "$ref") delete object[key];
  }
  const target = documents.resolve(reference.ref, reference.source);
  const known = isObject(target?.value) ? walker.kindAt(target.value) : "Schema";
  // Something else than a schema is one that says nothing.
  if (known !== "Schema") delete object["$ref"];
  else if (own < "3.1" && mayBeNull) allowNull(holder, object, origins);
}
