import { schemasIn } from "../walks/children.js";
import { leadingTo } from "../../common/collections.js";
import { placeFrom } from "../names/naming.js";
import type { ApiModel, Schema } from "../types.js";

/** The entry that says where the JSON of a schema has values that are something else in memory. */
export interface ExactCodec {
  readonly name: string;
  /** The generated file that has it, without ending. */
  readonly file: "int64" | "dates";
}

const codecs = new WeakMap<Schema, ExactCodec>();

/** Says of some schemas, and of all that lead to them, that their JSON is not what they are in memory. */
export function markExact(
  model: ApiModel,
  leaves: readonly Schema[],
  all: ReadonlySet<Schema>,
  file: ExactCodec["file"],
): void {
  for (const schema of leadingTo(leaves, all, schemasIn)) {
    const name = schema.name ?? placeFrom(model.source.file, schema.source);
    codecs.set(schema, { name, file });
  }
}

/** Undefined where the values of a schema are what their JSON is. */
export function exactCodec(schema: Schema): ExactCodec | undefined {
  return codecs.get(schema);
}
