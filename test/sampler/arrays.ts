import fc from "fast-check";
import type { Keywords, Schema } from "../../src/model/types.js";
import { least, most } from "./numbers.js";
import type { Scope, Values } from "./sample.js";

const MORE = 2;

/** Lists whose items fit what each part says of their place, and hold what has to be among them. */
export function arrays(all: readonly Keywords[], scope: Scope): Values {
  const named = Math.max(0, ...all.map(({ prefixItems = [] }) => prefixItems.length));
  const contained = all.filter((part) => part.contains);
  const needed = Math.max(0, ...contained.map(({ minContains = 1 }) => minContains));
  const end = Math.min(...all.map(endOf));
  const minLength = Math.min(Math.max(least(all, "minItems", 0), needed), end);
  const room = scope.left > 0 ? Math.max(minLength, named) + MORE : minLength;
  const maxLength = Math.max(minLength, Math.min(most(all, "maxItems", room), end, room));
  const isUnique = all.some(({ uniqueItems }) => uniqueItems);
  return fc.integer({ min: minLength, max: maxLength }).chain((length) => {
    const first = length - Math.min(needed, length);
    const items = Array.from({ length: isUnique ? length * MORE : length }, (_, i) => {
      const at = i % Math.max(1, length);
      const isAll = all.some(({ unevaluatedItems }) => unevaluatedItems?.keywords.nothing);
      const wanted =
        at >= first || isAll ? contained.flatMap(({ contains }) => contains ?? []) : [];
      return scope.below([...all.flatMap((part) => schemaAt(part, all, at)), ...wanted]);
    });
    return fc.tuple(...items).map((list) => (isUnique ? different(list, length) : list));
  });
}

/** How long a list may be by what is said of the items after the first ones. */
function endOf({ prefixItems = [], items, unevaluatedItems, contains }: Keywords): number {
  const rest = items ?? (contains ? undefined : unevaluatedItems);
  const firstNothing = prefixItems.findIndex(({ keywords }) => keywords.nothing);
  if (firstNothing >= 0) return firstNothing;
  return rest?.keywords.nothing ? prefixItems.length : Infinity;
}

/** What a part says of an item; `unevaluatedItems` only where no other part says something of it. */
function schemaAt(part: Keywords, all: readonly Keywords[], at: number): readonly Schema[] {
  const own = part.prefixItems?.[at] ?? part.items;
  if (own) return [own];
  const isSaid = all.some(({ prefixItems = [], items }) => items ?? prefixItems[at]);
  return part.unevaluatedItems && !isSaid ? [part.unevaluatedItems] : [];
}

function different(list: readonly unknown[], length: number): readonly unknown[] {
  const known = new Map(list.map((item) => [keyOf(item), item]));
  return [...known.values()].slice(0, length);
}

function keyOf(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? `${one}n` : one));
}
