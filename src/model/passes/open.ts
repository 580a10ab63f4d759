import { schemasIn } from "../walks/children.js";
import { leadingTo } from "../../common/collections.js";
import { isOpen } from "../walks/values.js";
import { everySchema } from "./direction.js";
import type { ApiModel, Media, Schema } from "../types.js";

const leading = new WeakSet<Schema>();

/** Notes which schemas lead to objects of which nothing is known: who sends one may have an interface for it. */
export function markOpen(model: ApiModel): void {
  const all = everySchema(model);
  for (const schema of leadingTo([...all].filter(isOpen), all, schemasIn)) leading.add(schema);
}

/** A body in JSON that has, somewhere, an object of which nothing is known. */
export function hasOpenObjects({ codec, schema }: Media): boolean {
  return codec === "json" && schema !== undefined && leading.has(schema);
}
