import type { LoadContext } from "../context.js";
import type { Located } from "../document.js";
import { below, setMember } from "../../diagnostics/json.js";
import type { FoundReference } from "../grammar/walk.js";

/** Everything that was read, to be changed in place by the upgrade. */
export interface UpgradeContext extends LoadContext {
  readonly references: readonly FoundReference[];
}

export type MutableObject = Record<string, unknown>;

/** A member that may be changed, as an object. */
export function mutable(node: Located): MutableObject {
  return node.value as MutableObject;
}

/** Gives members other names, in the place where they stand. */
export function renameMembers(
  node: Located,
  rename: (key: string) => string,
  { origins }: UpgradeContext,
): ReadonlyMap<string, string> {
  const object = mutable(node);
  const renamed = new Map<string, string>();
  const entries = Object.entries(object);
  const taken = new Set(Object.keys(object));
  for (const [key] of entries) {
    const next = rename(key);
    if (taken.has(next)) continue;
    taken.add(next);
    renamed.set(key, next);
  }
  if (renamed.size === 0) return renamed;
  for (const [key] of entries) delete object[key];
  for (const [key, value] of entries) setMember(object, renamed.get(key) ?? key, value);
  for (const [from, to] of renamed) origins.setMember(object, to, below(node.source, from));
  return renamed;
}
