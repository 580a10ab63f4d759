import type { Schema } from "../../src/model/types.js";
import { listsOfSchemas, mapsOfSchemas, singleSchemas } from "../../src/model/walks/children.js";

type Json = Record<string, unknown>;

/** Where the JSON Schema of a schema with a name stands. */
export function placeOf(name: string): string {
  return `model:${encodeURIComponent(name)}`;
}

const same = [
  "enum",
  "minProperties",
  "maxProperties",
  "minContains",
  "maxContains",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const;

/**
 * A schema of the model as JSON Schema 2020-12, with references to those that have names. Undefined where it cannot be
 * written so: values that JSON does not have, and cycles without a name in them.
 */
export function jsonSchemaOf(schema: Schema): Json | undefined {
  const open = new Set<Schema>();
  let isSayable = true;
  const write = (one: Schema): Json => {
    if (one.name !== undefined && open.size > 0) return { $ref: placeOf(one.name) };
    const { keywords } = one;
    isSayable &&= !open.has(one);
    isSayable &&= !keywords.types?.some((type) => type === "bigint" || type === "date");
    if (!isSayable) return {};
    open.add(one);
    const result: Json = Object.create(null) as Json;
    if (keywords.nothing) result["not"] = {};
    if (keywords.ref) result["$ref"] = undefined;
    for (const keyword of same)
      if (keywords[keyword] !== undefined) result[keyword] = keywords[keyword];
    if (keywords.types) result["type"] = keywords.types;
    if (keywords.const) result["const"] = keywords.const.value;
    if (keywords.required) result["required"] = [...keywords.required];
    if (keywords.dependentRequired)
      result["dependentRequired"] = Object.fromEntries(keywords.dependentRequired);
    for (const keyword of singleSchemas) {
      const child = keywords[keyword];
      if (child && keyword !== "contentSchema") result[keyword] = write(child);
    }
    for (const keyword of listsOfSchemas) {
      const children = keywords[keyword];
      if (children) result[keyword] = children.map(write);
    }
    for (const keyword of mapsOfSchemas) {
      const children = keywords[keyword];
      if (children)
        result[keyword] = Object.fromEntries([...children].map(([key, one]) => [key, write(one)]));
    }
    // What stands in the place of a `$ref` may have no name.
    if (keywords.ref) {
      delete result["$ref"];
      result["allOf"] = [...((result["allOf"] as Json[] | undefined) ?? []), write(keywords.ref)];
    }
    open.delete(one);
    return result;
  };
  const written = write(schema);
  return isSayable ? written : undefined;
}
