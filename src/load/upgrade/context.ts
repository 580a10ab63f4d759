import type { Source } from "../../common/source.js";
import type { LoadContext } from "../context.js";
import type { Located } from "../document.js";
import { setMember } from "../../common/json.js";
import { below } from "../../common/pointers.js";
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

/** Takes down an object that is made here as one of this kind, with the place that it stands for. */
export function adopted(
  value: MutableObject,
  kind: string,
  source: Source,
  { origins, walker }: UpgradeContext,
): Located {
  const node = { value, source };
  origins.setObject(value, source);
  walker.adopt(node, kind);
  return node;
}

/** Gives members other names, in the place where they stand: one name, or several for the same value. */
export function renameMembers(
  node: Located,
  rename: (key: string) => string | readonly string[],
  { origins }: Pick<UpgradeContext, "origins">,
): readonly (readonly [from: string, to: string])[] {
  const object = mutable(node);
  const entries = Object.entries(object);
  const taken = new Set(Object.keys(object));
  const named = entries.map(([key, value]) => {
    const next = [rename(key)].flat().filter((name) => !taken.has(name));
    for (const name of next) taken.add(name);
    return { key, next, value };
  });
  const renamed = named.flatMap(({ key, next }) => next.map((name) => [key, name] as const));
  if (renamed.length === 0) return renamed;
  for (const [key] of entries) delete object[key];
  for (const { key, next, value } of named)
    for (const name of next.length > 0 ? next : [key]) setMember(object, name, value);
  for (const [from, to] of renamed) origins.setMember(object, to, below(node.source, from));
  return renamed;
}
