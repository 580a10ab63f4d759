import { canonical } from "../../common/json.js";
import type { Keywords, Schema } from "../../model/types.js";
import { listsOfSchemas, mapsOfSchemas } from "../../model/walks/children.js";
import { titleOf } from "./constraints.js";

/** Two schemas with names that are referred to from the same place. */
export type Reference = readonly [Schema, Schema];

/** Keywords that are compared where they are used, or not at all. */
const silent = new Set<string>(["extensions"]);
const lists: ReadonlySet<string> = new Set(listsOfSchemas);
const maps: ReadonlySet<string> = new Set(mapsOfSchemas);
/** Deeper than that, `allOf` leads to itself. */
const deepest = 40;

/**
 * The schemas that both refer to by the same names, when all else is the same, word for word; undefined when it is not.
 * Most of a description is as it was, and this is the quick way to see that.
 */
export function referencesIfAlike(old: Schema, now: Schema): readonly Reference[] | undefined {
  const found: Reference[] = [];
  return areAlike(old, now, found, 0) ? found : undefined;
}

function areAlike(old: Schema, now: Schema, found: Reference[], depth: number): boolean {
  if (depth > deepest) return false;
  let keys = 0;
  for (const key in old.keywords) {
    if (silent.has(key)) continue;
    keys += 1;
    if (!isAlike(key as keyof Keywords, old.keywords, now.keywords, found, depth)) return false;
  }
  for (const key in now.keywords) if (!silent.has(key)) keys -= 1;
  return keys === 0;
}

function isAlike(
  key: keyof Keywords,
  old: Keywords,
  now: Keywords,
  found: Reference[],
  depth: number,
): boolean {
  const was: unknown = old[key];
  const is: unknown = now[key];
  if (was === is) return true;
  if (typeof was !== "object" || typeof is !== "object" || !was || !is) return false;
  // The targets of `ref` and `allOf` are part of the schema itself.
  const part = (one: Schema, other: Schema): boolean =>
    titleOf(one) === titleOf(other) && areAlike(one, other, found, depth + 1);
  if (key === "ref") return part(was as Schema, is as Schema);
  if (key === "allOf") return everyPair(was as Schema[], is as Schema[], part);
  const child = (one: Schema, other: Schema): boolean => areChildren(one, other, found, depth);
  if (lists.has(key)) return everyPair(was as Schema[], is as Schema[], child);
  if (maps.has(key))
    return everyEntry(was as ReadonlyMap<string, Schema>, is as ReadonlyMap<string, Schema>, child);
  if (key === "discriminator") return areDiscriminators(old.discriminator, now.discriminator);
  if (was instanceof Set && is instanceof Set) return areSets(was, is);
  if ("keywords" in was && "keywords" in is) return child(was as Schema, is as Schema);
  if (key === "types") return everyPair(was as string[], is as string[], (a, b) => a === b);
  if (key === "prose")
    return (
      old.prose?.description === now.prose?.description && old.prose?.summary === now.prose?.summary
    );
  const text = (value: object): string =>
    canonical(value instanceof Map ? [...(value as Map<string, unknown>)] : value);
  return text(was) === text(is);
}

function areSets(old: ReadonlySet<unknown>, now: ReadonlySet<unknown>): boolean {
  if (old.size !== now.size) return false;
  for (const value of old) if (!now.has(value)) return false;
  return true;
}

function areChildren(old: Schema, now: Schema, found: Reference[], depth: number): boolean {
  if (old.name === undefined && now.name === undefined) return areAlike(old, now, found, depth + 1);
  if (titleOf(old) !== titleOf(now)) return false;
  found.push([old, now]);
  return true;
}

function areDiscriminators(
  old: Keywords["discriminator"],
  now: Keywords["discriminator"],
): boolean {
  if (!old || old.property !== now?.property) return false;
  return everyEntry(old.cases, now.cases, (one, other) => titleOf(one) === titleOf(other));
}

function everyPair<T>(
  old: readonly T[],
  now: readonly T[],
  are: (one: T, other: T) => boolean,
): boolean {
  if (old.length !== now.length) return false;
  return old.every((one, index) => are(one, now[index] as T));
}

function everyEntry<T>(
  old: ReadonlyMap<string, T>,
  now: ReadonlyMap<string, T>,
  are: (one: T, other: T) => boolean,
): boolean {
  if (old.size !== now.size) return false;
  for (const [key, one] of old) {
    const other = now.get(key);
    if (other === undefined || !are(one, other)) return false;
  }
  return true;
}
