import { pushTo, reachable } from "../../../common/collections.js";
import type { Schema } from "../../../model/types.js";
import { type Cycles, areDisjoint, childrenOf } from "./analysis.js";
import { unionOf } from "./unions.js";

/**
 * True if a recursive schema looks at the same part of a value in more than one way, as two branches
 * of a union do that only differ further inside: without a memory, each level would double the work.
 */
export function isBranching(schema: Schema, cycles: Cycles): boolean {
  const cycle = cycles.get(schema);
  if (cycle === undefined) return false;
  const isNear = (other: Schema): boolean => cycles.get(other) === cycle;
  const answer =
    branching.get(schema) ??
    [...reachable([schema], partsInPlace)].some((one) => conflicts(one, isNear));
  branching.set(schema, answer);
  return answer;
}

/** It depends on what the schema leads to, and on nothing else. */
const branching = new WeakMap<Schema, boolean>();

/** All members or items, whatever they are called. */
const anyPlace = "*";

/** Something that is applied to the value too: one of the schemas of a union, all of one that are told apart, or another. */
interface Way {
  readonly schema: Schema | undefined;
  readonly union: readonly Schema[] | undefined;
  readonly places: ReadonlySet<string>;
}

/** So many ways to a place at most are compared with each other. */
const fewWays = 64;

/** True if two parts of a schema, or it and a part, apply recursive schemas to the same place. */
function conflicts(schema: Schema, isNear: (schema: Schema) => boolean): boolean {
  const own = ownPlaces(schema, isNear);
  const byPlace = new Map<string, Way[]>();
  for (const way of waysOf(schema, isNear)) {
    if (overlap(own, way.places)) return true;
    for (const place of way.places) {
      const there = [...(byPlace.get(place) ?? []), ...(byPlace.get(anyPlace) ?? [])];
      const others = place === anyPlace ? [...byPlace.values()].flat() : there;
      if (others.length > fewWays || others.some((other) => !areApart(other, way))) return true;
      pushTo(byPlace, place, way);
    }
  }
  return false;
}

function waysOf(schema: Schema, isNear: (schema: Schema) => boolean): readonly Way[] {
  const { anyOf, discriminator, oneOf } = schema.keywords;
  const unions = [anyOf, oneOf].filter((union) => union !== undefined);
  const branches = unions.flatMap((union): readonly Way[] => {
    const { tagged } = unionOf(union, discriminator?.property);
    const isTold = tagged?.cases.every((one) => one.branches.length === 1) === true;
    if (isTold && tagged.others.length < 2)
      return [{ schema: undefined, union: undefined, places: placesOf(union, isNear) }];
    return [...new Set(union)].map((one) => ({
      schema: one,
      union,
      places: placesOf([one], isNear),
    }));
  });
  const inUnions = new Set(unions.flat());
  const others = partsInPlace(schema).filter((part) => !inUnions.has(part));
  return [
    ...branches,
    ...others.map((one) => ({ schema: one, union: undefined, places: placesOf([one], isNear) })),
  ];
}

/** One and the same, or branches of one union of which a value can match no more than one, as is plain to see. */
function areApart(a: Way, b: Way): boolean {
  if (a === b) return true;
  if (!a.schema || !b.schema) return false;
  return a.union !== undefined && a.union === b.union && areDisjoint(a.schema, b.schema);
}

/** The schemas that are applied to the same value. */
export function partsInPlace({ keywords }: Schema): readonly Schema[] {
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
  schemas: readonly Schema[],
  isNear: (schema: Schema) => boolean,
): ReadonlySet<string> {
  const together = [...reachable(schemas, partsInPlace)];
  return new Set(together.flatMap((one) => [...ownPlaces(one, isNear)]));
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
