import type { LoadContext } from "../context.js";
import type { Located } from "../document.js";
import { setMember } from "../../diagnostics/json.js";
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

/** Gives a member another name, in the place where it stands. */
export function renameMembers(
  object: MutableObject,
  rename: (key: string) => string,
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const entries = Object.entries(object);
  for (const [key] of entries) {
    const next = rename(key);
    if (next !== key && !Object.hasOwn(object, next)) renamed.set(key, next);
  }
  if (renamed.size === 0) return renamed;
  for (const [key] of entries) delete object[key];
  for (const [key, value] of entries) setMember(object, renamed.get(key) ?? key, value);
  return renamed;
}
