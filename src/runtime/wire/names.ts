import { setMember } from "../validate/shape.js";
import { type AnyItems, mappedItems } from "./streams/mapped-items.js";

/** The names in code of the members of a value. */
export interface NamePlace {
  /** The names in code of renamed members, by their names on the wire. */
  readonly names?: Readonly<Record<string, string>>;
  /** The entries of members, by their names on the wire; "" for one without renamed members. */
  readonly inside?: Readonly<Record<string, NamedPlace>>;
  /** The entry of all members that are not in `inside`. */
  readonly others?: NamedPlace;
  /** The entry of the items of a list or of a stream. */
  readonly items?: NamedPlace;
}

/** An entry, or the name of one. */
export type NamedPlace = string | NamePlace;

export type NamePlaces = Readonly<Record<string, NamePlace>>;

/**
 * Copies values with their members renamed. If a member's name on the wire is the name of another one in code, the two
 * swap their names, so that nothing is lost and the conversion can be reversed.
 */
export interface NameCodec {
  /** From the names of the wire to those of code. */
  read<Value>(value: Value): Value;
  /** From the names of code to those of the wire. */
  write<Value>(value: Value): Value;
  /** A JSON Pointer with names of the wire, in those of code. */
  readPointer(pointer: string): string;
}

/** Creates the function for an entry by its name; each entry is prepared when it is first used. */
export function namesWith(places: NamePlaces): (place: string) => NameCodec {
  const plans = new Map<NamedPlace, Plan>();
  return (place) => {
    const plan = planFor(place, places, plans);
    return {
      read: (value) => renamed(value, plan, true) as typeof value,
      write: (value) => renamed(value, plan, false) as typeof value,
      readPointer: (pointer) => pointerIn(pointer, plan),
    };
  };
}

/** An entry with references to the entries that it names. */
interface Plan {
  /** In both directions. */
  readonly names: Map<string, string>;
  readonly inside: Map<string, Plan | undefined>;
  others: Plan | undefined;
  items: Plan | undefined;
}

/** A work list instead of recursion, since entries may be cyclic and deeply nested. */
function planFor(first: NamedPlace, places: NamePlaces, known: Map<NamedPlace, Plan>): Plan {
  const waiting: (readonly [place: NamePlace, plan: Plan])[] = [];
  const find = (named: NamedPlace): Plan => {
    const before = known.get(named);
    if (before !== undefined) return before;
    const place: NamePlace = typeof named === "string" ? (places[named] ?? {}) : named;
    const plan: Plan = { names: new Map(), inside: new Map(), others: undefined, items: undefined };
    known.set(named, plan);
    waiting.push([place, plan]);
    return plan;
  };
  const plan = find(first);
  const below = (named: NamedPlace | undefined): Plan | undefined =>
    named === undefined || named === "" ? undefined : find(named);
  // The loop also visits entries that are added meanwhile.
  for (const [{ names = {}, inside = {}, others, items }, next] of waiting) {
    for (const [wire, code] of Object.entries(names)) next.names.set(wire, code).set(code, wire);
    for (const [name, one] of Object.entries(inside)) next.inside.set(name, below(one));
    next.others = below(others);
    next.items = below(items);
  }
  return plan;
}

/** A copy to be filled; or, on the way back, a finished object. */
interface Step {
  readonly from: object;
  readonly to: object | undefined;
  readonly plan: Plan;
  readonly depth: number;
}

/** From this depth on, enclosing objects are tracked, to detect cycles. */
const DEEP = 500;

/** Without recursion, since a value may be nested as deeply as `JSON.parse` allows. */
function renamed(first: unknown, plan: Plan, isRead: boolean): unknown {
  const waiting: Step[] = [];
  const around = new Set<object>();
  const copy: Copy = (value, plan, key, depth) => {
    if (plan === undefined || typeof value !== "object" || value === null) return value;
    const from = toJson(value, key);
    if (typeof from !== "object" || from === null) return from;
    if (isStream(from))
      return plan.items
        ? mappedItems(from, (item) => renamed(item, plan.items ?? plan, isRead))
        : from;
    if (Array.isArray(from) ? !plan.items : !hasMembers(from)) return from;
    const to = Array.isArray(from) ? [] : {};
    waiting.push({ from, to, plan, depth });
    return to;
  };
  const result = copy(first, plan, "", 0);
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    const { from, to, depth } = step;
    if (to && depth > DEEP) {
      if (around.has(from)) throw new TypeError("A value that leads back to itself is no JSON");
      around.add(from);
      waiting.push({ ...step, to: undefined });
    }
    if (!to) around.delete(from);
    else if (Array.isArray(from)) fillList(from, to as unknown[], step, copy);
    else fillObject(from as Members, to as Members, step, copy, isRead);
  }
  return result;
}

type Members = Record<string, unknown>;
type Copy = (value: unknown, plan: Plan | undefined, key: string, depth: number) => unknown;

function fillList(
  from: readonly unknown[],
  to: unknown[],
  { plan, depth }: Step,
  copy: Copy,
): void {
  for (let index = 0; index < from.length; index++)
    to.push(copy(from[index], plan.items, String(index), depth + 1));
}

function fillObject(from: Members, to: Members, step: Step, copy: Copy, isRead: boolean): void {
  const { names, inside, others } = step.plan;
  for (const key of Object.keys(from)) {
    const other = names.get(key) ?? key;
    const wire = isRead ? key : other;
    const plan = inside.has(wire) ? inside.get(wire) : others;
    setMember(to, other, copy(from[key], plan, key, step.depth + 1));
  }
}

/** Calls `toJSON`, as `JSON.stringify` does, except on dates and bytes, which are kept. */
function toJson(value: object, key: string): unknown {
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === "function" && !(value instanceof Date) && !ArrayBuffer.isView(value)
    ? (value as { toJSON(key: string): unknown }).toJSON(key)
    : value;
}

/** True for an object with members, not for bytes, a file or a date. */
function hasMembers(value: object): boolean {
  return !ArrayBuffer.isView(value) && Object.keys(value).length > 0;
}

/** A stream of items. */
function isStream(value: object): value is AnyItems {
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

function pointerIn(pointer: string, first: Plan): string {
  let plan: Plan | undefined = first;
  const steps = pointer.split("/").map((step, at) => {
    if (at === 0 || plan === undefined) return step;
    const name = step.replace(/~1/g, "/").replace(/~0/g, "~");
    const code = plan.names.get(name);
    plan = plan.inside.has(name) ? plan.inside.get(name) : (plan.others ?? plan.items);
    return code === undefined ? step : code.replace(/~/g, "~0").replace(/\//g, "~1");
  });
  return steps.join("/");
}
