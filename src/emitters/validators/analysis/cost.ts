import { innermostFirst } from "../../../common/collections.js";
import type { Schema } from "../../../model/types.js";
import { childrenOf } from "./analysis.js";
import { isFewValues } from "./form.js";

/** Cost of a test in relation to the faults that it finds. */
export type Cost = 0 | 1 | 2 | 3 | 4;

const known = new WeakMap<Schema, Cost>();

/**
 * 0: a type, integers among them, for small ones are told from the rest at a glance, or a few values; 1: objects of such;
 * 2: numbers with a fraction; 3: what a text looks like; 4: what has no end to its size, and what leads back to itself.
 */
export function costOf(schema: Schema): Cost {
  if (!known.has(schema))
    for (const inner of innermostFirst([schema], unknownIn))
      known.set(inner, costByChildren(inner));
  return known.get(schema) ?? 4;
}

function unknownIn(schema: Schema): readonly Schema[] {
  return childrenOf(schema).flatMap((child) => (known.has(child.schema) ? [] : [child.schema]));
}

function costByChildren(schema: Schema): Cost {
  const own = ownCost(schema);
  return childrenOf(schema)
    .map((child) => known.get(child.schema) ?? 4)
    .reduce<Cost>((most, one) => (one > most && (one > 2 || own === 0) ? one : most), own);
}

function ownCost(schema: Schema): Cost {
  const { keywords, name } = schema;
  const { additionalProperties, format, items, pattern, types = [] } = keywords;
  if (items ?? keywords.contains ?? keywords.uniqueItems) return 4;
  if (additionalProperties && !additionalProperties.keywords.nothing) return 4;
  if (keywords.patternProperties ?? keywords.propertyNames ?? keywords.unevaluatedProperties)
    return 4;
  if (pattern !== undefined || (format !== undefined && types.includes("string"))) return 3;
  if (keywords.properties) return 1;
  // More than a few values of a schema with a name are compared in a function of its own.
  if (name !== undefined && !isFewValues(schema)) return 2;
  return types.some((type) => ["number", "bigint", "date"].includes(type)) ? 2 : 0;
}
