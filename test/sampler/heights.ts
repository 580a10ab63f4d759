import { schemasIn } from "../../src/model/walks/children.js";
import type { Schema } from "../../src/model/types.js";

const known = new WeakMap<Schema, number>();

/** How many levels the flattest value of a schema has; Infinity where each leads on to another. */
export function heightOf(schema: Schema): number {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const all = new Set([schema]);
  for (const one of all) for (const child of schemasIn(one)) all.add(child);
  const heights = new Map<Schema, number>([...all].map((one) => [one, Infinity]));
  // Children mostly come later, so that the last is looked at first.
  const order = [...all].reverse();
  for (let changed = true; changed;) {
    changed = false;
    for (const one of order) {
      const height = heightFrom(one, (child) => heights.get(child) ?? Infinity);
      if (height === heights.get(one)) continue;
      heights.set(one, height);
      changed = true;
    }
  }
  for (const [one, height] of heights) known.set(one, height);
  return heights.get(schema) ?? Infinity;
}

function heightFrom({ keywords }: Schema, of: (child: Schema) => number): number {
  const { nothing, const: only, enum: list, ref, types } = keywords;
  if (nothing) return Infinity;
  if (only || list) return 0;
  const { allOf = [], anyOf, oneOf, properties, required = [], minItems = 0, items } = keywords;
  const parts = [ref, ...allOf].map((part) => (part ? of(part) : 0));
  const branches = [anyOf, oneOf].map((branches) => (branches ? Math.min(...branches.map(of)) : 0));
  const isObject = types?.every((type) => type === "object") ?? properties !== undefined;
  const isArray = types?.every((type) => type === "array") ?? items !== undefined;
  const members = isObject
    ? [...required].flatMap((name) => properties?.get(name) ?? []).map((one) => of(one) + 1)
    : [];
  const inside = isArray && minItems > 0 && items ? [of(items) + 1] : [];
  return Math.max(0, ...parts, ...branches, ...members, ...inside);
}
