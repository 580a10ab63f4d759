import type { Code } from "../../../emit/code.js";
import type { JsonType, Schema } from "../../../model/types.js";
import { assertsNothing } from "../analysis/duplicates.js";
import { runtime } from "./runtime-names.js";

/** The functions of the runtime in the place of private ones, which would have the name of whoever asks first. */
export interface PlainFunctions {
  readonly test: Code;
  /** Takes the place of the schema. */
  readonly explain: Code;
}

const lists: ReadonlyMap<JsonType, PlainFunctions> = new Map([
  ["string", { test: runtime.isStringArray, explain: runtime.explainStringArray }],
  ["integer", { test: runtime.isIntegerArray, explain: runtime.explainIntegerArray }],
  ["number", { test: runtime.isNumberArray, explain: runtime.explainNumberArray }],
]);

const stringMap: PlainFunctions = { test: runtime.isStringMap, explain: runtime.explainStringMap };

/** Of a list of plain texts or numbers, or an object with any members that are texts; undefined for any other schema. */
export function plainFunctions(schema: Schema): PlainFunctions | undefined {
  const { additionalProperties } = schema.keywords;
  const items = itemsOf(schema);
  if (items) {
    const type = onlyType(items);
    return type && lists.get(type);
  }
  const isMap = additionalProperties && onlyType(schema, "additionalProperties") === "object";
  return isMap && onlyType(additionalProperties) === "string" ? stringMap : undefined;
}

/** The schema of the items of a list without a name, if that is all that is asked of it. */
export function itemsOf(schema: Schema): Schema | undefined {
  return onlyType(schema, "items") === "array" ? schema.keywords.items : undefined;
}

/** The type of JSON that a schema without a name asks for, if it asks for nothing else. */
export function plainType(schema: Schema): JsonType | undefined {
  const type = onlyType(schema);
  return type === "bigint" || type === "date" ? undefined : type;
}

/** The type of a schema without a name that asks for nothing else, but for one keyword. */
function onlyType({ name, keywords }: Schema, besides?: string): JsonType | undefined {
  const [type, ...others] = keywords.types ?? [];
  const isMore = Object.entries(keywords).some(
    ([keyword, value]) =>
      value !== undefined && !assertsNothing(keyword) && keyword !== "types" && keyword !== besides,
  );
  return name === undefined && others.length === 0 && !isMore ? type : undefined;
}
