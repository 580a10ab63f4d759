import { largest, smallest } from "./limits.js";
import { isEqual } from "../validate/equality.js";
import { type Scope, none } from "./scope.js";
import type { AnyShape, Shape } from "./shape.js";

/** So many items at most, where the description leaves it open. */
const USUAL = 3;
/** Maximum number of tries for a unique item. */
const AGAIN = 12;

/** A list whose items fit what each part says of their place, and that has what it must contain. */
export function makeList(shapes: readonly Shape[], scope: Scope): unknown {
  const contained = shapes.flatMap(({ contains, minContains = 1 }) =>
    contains === undefined ? [] : [{ contains, count: minContains }],
  );
  const needed = largest(contained.map(({ count }) => count));
  const ends = shapes.map(endOf);
  const least = largest(
    shapes.map(({ minItems = 0 }) => minItems),
    needed,
  );
  const most = smallest([...ends, ...shapes.map(({ maxItems = Infinity }) => maxItems)]);
  if (least > most) return none;
  const tuple = largest(shapes.map(({ prefixItems = [] }) => prefixItems.length));
  const room = scope.left > 0 ? Math.max(tuple, scope.random.between(1, USUAL)) : 0;
  const length = Math.max(least, Math.min(most, room));
  const isUnique = shapes.some(({ uniqueItems }) => uniqueItems);
  const items: unknown[] = [];
  for (let at = 0; at < length; at++) {
    const mayBeOthers = !shapes.some(({ unevaluatedItems }) => unevaluatedItems === false);
    const isNeeded = at >= length - needed || !mayBeOthers;
    const also = isNeeded ? contained.map(({ contains }) => contains) : [];
    const plan = [...shapes.flatMap((shape) => itemsAt(shape, shapes, at)), ...also];
    const item = itemFor(plan, at, isUnique ? items : [], scope);
    if (item === none) break;
    items.push(item);
  }
  return items.length >= least ? items : none;
}

function itemFor(
  plan: readonly AnyShape[],
  at: number,
  others: readonly unknown[],
  scope: Scope,
): unknown {
  for (let again = 0; again < AGAIN; again++) {
    const examples = at > 0 && scope.examples === "any" ? "scalars" : scope.examples;
    const item = scope.make(plan, {
      ...scope,
      random: scope.random.fork(again === 0 ? at : `${at} again ${again}`),
      examples: again < AGAIN / 2 ? examples : "none",
      // A list of objects is little more than an object.
      left: scope.left - 0.5,
      path: `${scope.path}/${at}`,
    });
    if (item === none || !others.some((other) => isEqual(other, item))) return item;
  }
  return none;
}

/** Maximum length of a list by the schemas of its items. */
function endOf({ prefixItems = [], items, unevaluatedItems, contains }: Shape): number {
  const rest = items ?? (contains === undefined ? unevaluatedItems : undefined);
  const firstNothing = prefixItems.indexOf(false);
  if (firstNothing >= 0) return firstNothing;
  return rest === false ? prefixItems.length : Infinity;
}

/** The schemas of an item in a part; `unevaluatedItems` only where no other part has one for it. */
function itemsAt(shape: Shape, all: readonly Shape[], at: number): readonly AnyShape[] {
  const own = shape.prefixItems?.[at] ?? shape.items;
  if (own !== undefined) return [own];
  const isSaid = all.some(
    ({ prefixItems = [], items, contains }) => items ?? contains ?? prefixItems[at],
  );
  const { unevaluatedItems } = shape;
  return unevaluatedItems === undefined || isSaid ? [] : [unevaluatedItems];
}
