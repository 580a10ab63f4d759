import type { Located } from "../document.js";
import { asObject, isObject } from "../../common/json.js";
import { below } from "../../common/pointers.js";
import { items2 } from "../grammar/swagger.js";
import { refOf } from "../grammar/walk.js";
import { typesMeant } from "../grammar/types.js";
import { raiseSchema } from "./schemas.js";
import { mutable } from "./context.js";
import type { MutableObject, UpgradeContext } from "./context.js";

/** Keywords that Swagger 2.0 has in a parameter, header or list of items itself, and later versions in its schema. */
const schemaMembers: readonly string[] = [...Object.keys(items2), "x-nullable", "example"].filter(
  (key) => key !== "collectionFormat",
);

/** Takes the schema out of a 2.0 parameter or header; its places stay those that were written. */
export function schemaFrom(
  node: Located,
  context: Pick<UpgradeContext, "origins" | "files">,
): MutableObject {
  const schema = schemaIn(node, context);
  for (const key of [...schemaMembers, "collectionFormat"]) delete mutable(node)[key];
  return schema;
}

function schemaIn(
  node: Located,
  context: Pick<UpgradeContext, "origins" | "files">,
): MutableObject {
  const { origins } = context;
  const schema: MutableObject = {};
  for (const key of schemaMembers) {
    if (!Object.hasOwn(asObject(node.value), key)) continue;
    schema[key] = asObject(node.value)[key];
    origins.setMember(schema, key, below(node.source, key));
  }
  origins.setObject(schema, node.source);
  const { items } = schema;
  // A reference that is left is one to a schema; others were written out.
  if (isObject(items) && refOf(items) === undefined) {
    schema["items"] = schemaIn({ value: items, source: below(node.source, "items") }, context);
  }
  raiseSchema({ value: schema, source: node.source }, "2.0", context);
  return schema;
}

/** Turns a 2.0 parameter that is neither body nor form into one of 3.1. */
export function raiseParameter(parameter: Located, context: UpgradeContext): void {
  const object = mutable(parameter);
  const { in: place, type, collectionFormat } = asObject(parameter.value);
  if (place === "body" || place === "formData" || object["schema"] !== undefined) return;
  if (isList(type)) Object.assign(object, writtenAs(collectionFormat, place));
  object["schema"] = schemaFrom(parameter, context);
}

/** True for an array, also as other languages write it. */
export function isList(type: unknown): boolean {
  return typeof type === "string" && typesMeant(type)?.join() === "array";
}

/** Style and explode for a `collectionFormat`; without one, 2.0 means `csv`. */
export function writtenAs(
  format: unknown,
  place: unknown,
): { readonly style: string; readonly explode: boolean } {
  if (place === "path" || place === "header") return { style: "simple", explode: false };
  switch (format) {
    case "multi":
      return { style: "form", explode: true };
    case "ssv":
      return { style: "spaceDelimited", explode: false };
    case "pipes":
      return { style: "pipeDelimited", explode: false };
    default:
      return { style: "form", explode: false };
  }
}
