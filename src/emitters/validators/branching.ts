import type { Schema } from "../../model/types.js";
import { areDisjoint } from "./analysis.js";
import { childrenOf } from "./children.js";
import type { Circles } from "./recursion.js";
import { unionOf } from "./unions.js";

/**
 * Whether a schema that leads back to itself looks at the same part of a value in more than one way, as two branches
 * of a union do that only differ further inside: without a memory, each level would double the work.
 */
export function isBranching(schema: Schema, circles: Circles): boolean {
  const circle = circles.get(schema);
  if (circle === undefined) return false;
  const isNear = (other: Schema): boolean => circles.get(other) === circle;
  return conflicts(schema, isNear, new Set());
}

/** All members or items, whatever they are called. */
const anyPlace = "*";

function conflicts(
  schema: Schema,
  isNear: (schema: Schema) => boolean,
  seen: Set<Schema>,
): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const parts = partsInPlace(schema);
  const ways = parts.map((part) => placesOf(part, isNear, new Set()));
  const own = ownPlaces(schema, isNear);
  for (const [index, way] of ways.entries()) {
    if (overlap(own, way)) return true;
    for (const [other, otherWay] of ways.slice(0, index).entries())
      if (overlap(way, otherWay) && !areApart(schema, parts[other], parts[index])) return true;
  }
  return parts.some((part) => conflicts(part, isNear, seen));
}

/** Branches of one union of which a value can match no more than one, as is plain to see. */
function areApart(schema: Schema, a: Schema | undefined, b: Schema | undefined): boolean {
  if (!a || !b) return true;
  const { anyOf = [], discriminator, oneOf = [] } = schema.keywords;
  const union = [anyOf, oneOf].find((branches) => branches.includes(a) && branches.includes(b));
  if (!union) return false;
  const { tagged } = unionOf(union, discriminator?.property);
  const isTold = tagged?.cases.every(
    ({ branches }) => !(branches.includes(a) && branches.includes(b)),
  );
  return isTold ?? areDisjoint(a, b);
}

/** The schemas that are applied to the same value. */
function partsInPlace({ keywords }: Schema): readonly Schema[] {
  const {
    allOf = [],
    anyOf = [],
    oneOf = [],
    ref,
    not,
    if: asked,
    then,
    else: otherwise,
  } = keywords;
  return [ref, not, asked, then, otherwise, ...allOf, ...anyOf, ...oneOf].filter(
    (part) => part !== undefined,
  );
}

/** The members and items of which schemas in the same place ask something that leads back. */
function placesOf(
  schema: Schema,
  isNear: (schema: Schema) => boolean,
  seen: Set<Schema>,
): ReadonlySet<string> {
  if (seen.has(schema)) return new Set();
  seen.add(schema);
  const inside = partsInPlace(schema).flatMap((part) => [...placesOf(part, isNear, seen)]);
  return new Set([...ownPlaces(schema, isNear), ...inside]);
}

function ownPlaces(schema: Schema, isNear: (schema: Schema) => boolean): ReadonlySet<string> {
  const { properties = new Map<string, Schema>() } = schema.keywords;
  const named = [...properties].filter(([, member]) => isNear(member)).map(([name]) => name);
  const known = new Set<Schema>([...properties.values(), ...partsInPlace(schema)]);
  const others = childrenOf(schema).some(
    (child) => !known.has(child.schema) && isNear(child.schema),
  );
  return new Set(others ? [...named, anyPlace] : named);
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false;
  return a.has(anyPlace) || b.has(anyPlace) || [...a].some((place) => b.has(place));
}
