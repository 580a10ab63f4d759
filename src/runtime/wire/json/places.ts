import { LongNumber } from "./numbers.js";
import { setMember } from "../../validate/shape.js";
import { hasOwn } from "../../validate/own.js";

/** Parses and serializes JSON with int64s and dates. */
export interface JsonCodec {
  /** As `JSON.parse`, with int64s and dates converted. */
  read(this: void, text: string): unknown;
  /** As `JSON.stringify`, with int64s as numbers. */
  write(this: void, value: unknown): string | undefined;
}

/**
 * The places of int64s and dates in a value: the names of the entries for its members and items. The name `int64`
 * stands for an integer, `date-time` for a date.
 */
export interface Int64Place {
  readonly members?: Readonly<Record<string, string>>;
  /** All members whose name matches the pattern. */
  readonly matching?: readonly (readonly [pattern: string, place: string])[];
  /** All other members. */
  readonly others?: string;
  /** The first items; "" for one without int64s. */
  readonly first?: readonly string[];
  /** All further items. */
  readonly items?: string;
  /** Further entries that apply to the same value. */
  readonly also?: readonly Int64Choice[];
}

/** An entry, and the values of members that select it. */
export interface Int64Choice {
  readonly place: string;
  readonly when?: Readonly<Record<string, readonly unknown[]>>;
}

export type Int64Places = Readonly<Record<string, Int64Place>>;

/** An entry with references to the entries that it names. */
export interface Plan {
  /** The form of the value itself. */
  leaf: "int64" | "date-time" | undefined;
  members: readonly Member[];
  matching: readonly (readonly [pattern: RegExp, plan: Plan | undefined])[];
  /** All other names. */
  named: ReadonlySet<string>;
  others: Plan | undefined;
  first: readonly (Plan | undefined)[];
  items: Plan | undefined;
  also: readonly { readonly plan: Plan; readonly when: Int64Choice["when"] }[];
}

interface Member {
  readonly name: string;
  readonly plan: Plan;
  /** Separate, since every object inherits a member of this name. */
  readonly isInherited: boolean;
}

/** The plan of an entry, with all that it refers to; `known` has the existing ones. */
export function planFor(first: string, places: Int64Places, known: Map<string, Plan>): Plan {
  // A work list instead of recursion, since entries may be cyclic and deeply nested.
  const waiting: (readonly [place: Int64Place, plan: Plan])[] = [];
  const find = (name: string): Plan => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const place: Int64Place = places[name] ?? {};
    const plan = emptyPlan(name, place);
    known.set(name, plan);
    waiting.push([place, plan]);
    return plan;
  };
  const whole = find(first);
  // The loop also visits entries that are added meanwhile.
  for (const [place, plan] of waiting) fill(plan, place, find);
  return whole;
}

function emptyPlan(name: string, { members = {} }: Int64Place): Plan {
  return {
    leaf: name === "int64" || name === "date-time" ? name : undefined,
    members: [],
    matching: [],
    named: new Set(Object.keys(members)),
    others: undefined,
    first: [],
    items: undefined,
    also: [],
  };
}

function fill(plan: Plan, place: Int64Place, find: (name: string) => Plan): void {
  const { members = {}, matching = [], others = "", first = [], items = "", also = [] } = place;
  const below = (word: string): Plan | undefined => (word === "" ? undefined : find(word));
  plan.members = Object.entries(members).flatMap(([name, word]) => {
    const member = below(word);
    return member ? [{ name, plan: member, isInherited: name in {} }] : [];
  });
  plan.matching = matching.map(([pattern, word]) => [new RegExp(pattern, "u"), below(word)]);
  plan.others = below(others);
  plan.first = first.map(below);
  plan.items = below(items);
  plan.also = also.map(({ place: word, when }) => ({ plan: find(word), when }));
}

export interface Walk {
  /** Converts a value in the place of an integer; returns the value itself if there is nothing to convert. */
  readonly change: (value: unknown) => unknown;
  /** Converts a value in the place of a date. */
  readonly date: (value: unknown) => unknown;
  /** Objects and arrays are copied before they are changed. */
  readonly copies: boolean;
}

/** Deeper values are invalid for every recursive schema. */
const MOST_DEPTH = 1000;

/** The value with its int64s converted. */
export function changed(value: unknown, plan: Plan, walk: Walk, depth = 0): unknown {
  let result = changedBy(value, plan, walk, depth);
  for (const { plan: other, when } of plan.also)
    if (when === undefined || isMeant(value, when)) result = changedBy(result, other, walk, depth);
  return result;
}

/** By one plan, without what else is known of the value. */
function changedBy(value: unknown, plan: Plan, walk: Walk, depth: number): unknown {
  if (plan.leaf === "int64") return walk.change(value);
  if (plan.leaf === "date-time") return walk.date(value);
  if (!isComposite(value) || depth > MOST_DEPTH) return value;
  return Array.isArray(value)
    ? changedItems(value, plan, walk, depth)
    : changedMembers(value as Members, plan, walk, depth);
}

export type Members = Record<string, unknown>;

/** Objects with a `toJSON`, such as dates, are not changed. */
function isComposite(value: unknown): value is object {
  if (typeof value !== "object" || value === null || value instanceof LongNumber) return false;
  return typeof (value as Members)["toJSON"] !== "function";
}

function isMeant(value: unknown, when: Readonly<Record<string, readonly unknown[]>>): boolean {
  if (!isComposite(value)) return false;
  for (const name in when) if (!when[name]?.includes((value as Members)[name])) return false;
  return true;
}

function changedItems(
  items: unknown[],
  { first, items: rest }: Plan,
  walk: Walk,
  depth: number,
): unknown[] {
  let result = items;
  for (let index = 0; index < items.length; index++) {
    const plan = index < first.length ? first[index] : rest;
    if (plan === undefined) continue;
    const item = items[index];
    const next = changed(item, plan, walk, depth + 1);
    if (next === item) continue;
    if (walk.copies && result === items) result = [...items];
    result[index] = next;
  }
  return result;
}

function changedMembers(value: Members, plan: Plan, walk: Walk, depth: number): Members {
  let result = value;
  const change = (name: string, below: Plan): void => {
    const before = result[name];
    const next = changed(before, below, walk, depth + 1);
    if (next === before) return;
    if (walk.copies && result === value) result = { ...value };
    setMember(result, name, next);
  };
  for (const { name, plan: below, isInherited } of plan.members)
    if (!isInherited || hasOwn(value, name)) change(name, below);
  if (plan.others === undefined && plan.matching.length === 0) return result;
  for (const name of Object.keys(value)) {
    let isOther = !plan.named.has(name);
    for (const [pattern, below] of plan.matching) {
      if (!pattern.test(name)) continue;
      isOther = false;
      if (below !== undefined) change(name, below);
    }
    if (isOther && plan.others !== undefined) change(name, plan.others);
  }
  return result;
}
