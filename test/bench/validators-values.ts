import type { Json, JsonObject, Row } from "./validators-rows.js";

export interface Values {
  readonly valid: readonly Json[];
  readonly invalid: readonly Json[];
}

type Judge = (value: unknown) => boolean;
type Edit = (value: Json, random: Random) => Json | undefined;
/** An integer from 0 to below the bound. */
type Random = (bound: number) => number;

const count = 16;
const changesOfEach = 24;

/**
 * Values whose members differ in text, number, order and presence, and as many with a fault each, in other places and of
 * other kinds; `judge` has the last word on both. Always the same for the same row.
 */
export function variedValues({ invalid, valid }: Row, judge: Judge): Values {
  const random = randomFrom(1);
  const right: Json[] = [];
  while (right.length < count) {
    let value = valid[right.length % valid.length] ?? valid[0];
    for (let step = 0; step < changesOfEach; step++) {
      const changed = edited(value, changes, random)?.value;
      if (changed !== undefined && judge(changed)) value = changed;
    }
    right.push(value);
  }
  const wrong: Json[] = [invalid];
  const faultsSeen = new Set<string>();
  while (wrong.length < count) {
    const spoilt = edited(right[wrong.length] ?? valid[0], faults, random);
    if (spoilt === undefined || faultsSeen.has(spoilt.edit) || judge(spoilt.value)) continue;
    faultsSeen.add(spoilt.edit);
    wrong.push(spoilt.value);
  }
  return { valid: right, invalid: wrong };
}

const changes: readonly Edit[] = [
  () => undefined,
  (value, random) => {
    if (typeof value === "string") return value + "more ".repeat(random(8));
    if (typeof value === "number") return value + random(1000);
    return typeof value === "boolean" ? !value : value;
  },
  (value, random) => {
    if (Array.isArray(value)) return value.slice(random(2));
    return isObject(value) ? rotated(value, random(8)) : value;
  },
  (value, random) => (isObject(value) ? { ...value, [`more${random(4)}`]: random(4) } : value),
];

const faults: readonly Edit[] = [
  () => undefined,
  () => null,
  () => "wrong",
  () => 1.5,
  () => ({}),
  () => [],
  (value) => (isObject(value) ? { ...value, unknown: true } : value),
];

function rotated(value: JsonObject, by: number): JsonObject {
  const members = Object.entries(value);
  const start = by % Math.max(members.length, 1);
  return Object.fromEntries([...members.slice(start), ...members.slice(0, start)]);
}

interface Edited {
  readonly value: Json;
  /** The place and the number of the edit. */
  readonly edit: string;
}

/** A copy with one edit in one place, both by chance; `undefined` where that changes nothing or leaves nothing. */
function edited(value: Json, edits: readonly Edit[], random: Random): Edited | undefined {
  const places = placesIn(value, []);
  const place = places[random(places.length)] ?? [];
  const edit = random(edits.length);
  const made = replaced(value, place, (old) => edits[edit]?.(old, random));
  if (made === undefined || JSON.stringify(made) === JSON.stringify(value)) return undefined;
  return { value: made, edit: `${place.join("/")} ${edit}` };
}

function placesIn(value: Json, place: readonly string[]): (readonly string[])[] {
  const inside = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return [place, ...inside.flatMap(([key, one]) => placesIn(one as Json, [...place, key]))];
}

function replaced(
  value: Json,
  [key, ...rest]: readonly string[],
  edit: (value: Json) => Json | undefined,
): Json | undefined {
  if (key === undefined) return edit(value);
  const members = Object.entries(value as JsonObject).flatMap(([name, one]) => {
    const made = name === key ? replaced(one, rest, edit) : one;
    return made === undefined ? [] : [[name, made] as const];
  });
  return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Park and Miller's generator. */
function randomFrom(seed: number): Random {
  let state = seed;
  return (bound) => {
    state = (state * 48271) % 2147483647;
    return state % bound;
  };
}
