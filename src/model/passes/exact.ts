import { leadingTo } from "./direction.js";
import { placeFrom } from "../names/place.js";
import type { ApiModel, Schema } from "../types.js";

/** Where the JSON of a schema has values that are something else in memory. */
export interface ExactPlace {
  readonly name: string;
  /** The generated file that says so, without ending. */
  readonly file: "int64" | "dates";
}

const places = new WeakMap<Schema, ExactPlace>();

/** Says of some schemas, and of all that lead to them, that their JSON is not what they are in memory. */
export function markExact(
  model: ApiModel,
  leaves: readonly Schema[],
  all: ReadonlySet<Schema>,
  file: ExactPlace["file"],
): void {
  for (const schema of leadingTo(leaves, all)) {
    const name = schema.name ?? placeFrom(model.source.file, schema.source);
    places.set(schema, { name, file });
  }
}

/** Undefined where the values of a schema are what their JSON is. */
export function exactPlace(schema: Schema): ExactPlace | undefined {
  return places.get(schema);
}
