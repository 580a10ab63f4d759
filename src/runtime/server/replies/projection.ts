import { hasOwn } from "../../validate/own.js";
import type { Judge } from "../../validate/issue.js";
import { setMember } from "../../validate/shape.js";

/** The part of a value that the description declares. */
export interface Projection {
  /** The members that are sent; all of them when left out. */
  readonly members?: readonly string[];
  /** Members that are not sent. */
  readonly without?: readonly string[];
  /** The projections of members; "" for one that is sent as a whole. */
  readonly inside?: Readonly<Record<string, NamedProjection>>;
  /** The projection of all members that are not in `inside`. */
  readonly others?: NamedProjection;
  readonly items?: NamedProjection;
}

/** A projection, or the name of one. */
export type NamedProjection = string | Projection;

export type Projections = Readonly<Record<string, Projection>>;

/** Selects the declared part of a reply body, or of an item of a stream. */
export interface ProjectedBody {
  readonly projected: true;
  readonly check: Judge | undefined;
  /** The value itself, or a copy without undeclared members. */
  readonly take: (value: unknown) => unknown;
  /** The JSON of the declared part. */
  readonly write: (value: unknown) => string | undefined;
}

/** Creates the function for a projection by its name; `write` serializes, `JSON.stringify` by default. */
export type Project = (
  projection: string,
  check?: Judge,
  write?: ProjectedBody["write"],
) => ProjectedBody;

/** Each projection is prepared when it is first used. */
export function projectBy(projections: Projections): Project {
  const plans = new Map<NamedProjection, Plan>();
  return (projection, check, write = JSON.stringify) => {
    const plan = planFor(projection, projections, plans);
    const take = (value: unknown): unknown => taken(value, plan, "", 0);
    return { projected: true, check, take, write: (value) => write(take(value)) };
  };
}

/** A projection with references to the projections that it names. */
interface Plan {
  members: ReadonlySet<string> | undefined;
  /** Members in the order of the last value, which is probably that of the next one. */
  readonly order: string[];
  without: readonly string[];
  inside: readonly (readonly [name: string, plan: Plan])[];
  /** All other names. */
  named: ReadonlySet<string>;
  others: Plan | undefined;
  items: Plan | undefined;
}

/** A work list instead of recursion, since projections may be cyclic and deeply nested. */
function planFor(
  first: NamedProjection,
  projections: Projections,
  known: Map<NamedProjection, Plan>,
): Plan {
  const waiting: (readonly [projection: Projection, plan: Plan])[] = [];
  const find = (named: NamedProjection): Plan => {
    const before = known.get(named);
    if (before !== undefined) return before;
    const projection: Projection = typeof named === "string" ? (projections[named] ?? {}) : named;
    const plan = emptyPlan(projection);
    known.set(named, plan);
    waiting.push([projection, plan]);
    return plan;
  };
  const plan = find(first);
  const below = (named: NamedProjection | undefined): Plan | undefined =>
    named === undefined || named === "" ? undefined : find(named);
  // The loop also visits entries that are added meanwhile.
  for (const [{ inside = {}, others, items }, next] of waiting) {
    next.inside = Object.entries(inside).flatMap(([name, one]) => {
      const plan = below(one);
      return plan ? [[name, plan] as const] : [];
    });
    next.others = below(others);
    next.items = below(items);
  }
  return plan;
}

function emptyPlan({ members, without = [], inside = {} }: Projection): Plan {
  return {
    members: members && new Set(members),
    order: [],
    without,
    inside: [],
    named: new Set(Object.keys(inside)),
    others: undefined,
    items: undefined,
  };
}

type Members = Record<string, unknown>;

/** `key` is the member's name, which is passed to `toJSON`. */
function taken(value: unknown, plan: Plan, key: string | number, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth === DEEP) refuseCircles(value);
  const json = hasToJson(value) ? value.toJSON(String(key)) : value;
  if (typeof json !== "object" || json === null) return json;
  return Array.isArray(json)
    ? takenItems(json, plan.items, depth + 1)
    : takenMembers(json as Members, plan, depth + 1);
}

/** `in` is faster than reading a member that is usually absent. */
function hasToJson(value: object): value is { toJSON(key: string): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}

const DEEP = 500;

/** Throws for a cyclic value, which cannot be JSON. */
function refuseCircles(value: object): void {
  JSON.stringify(value, (_, one: unknown) => (typeof one === "bigint" ? 0 : one));
}

function takenItems(items: readonly unknown[], plan: Plan | undefined, depth: number): unknown {
  if (plan === undefined) return items;
  let result: unknown[] | undefined;
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const next = taken(item, plan, index, depth);
    if (next === item) continue;
    result ??= [...items];
    result[index] = next;
  }
  return result ?? items;
}

function takenMembers(value: Members, plan: Plan, depth: number): Members {
  let result = hasMore(value, plan) ? picked(value, plan) : value;
  const take = (name: string, below: Plan): void => {
    const before = result[name];
    const next = taken(before, below, name, depth);
    if (next === before) return;
    if (result === value) result = { ...value };
    setMember(result, name, next);
  };
  for (const [name, below] of plan.inside) if (hasOwn(result, name)) take(name, below);
  if (plan.others !== undefined)
    for (const name of Object.keys(result)) if (!plan.named.has(name)) take(name, plan.others);
  return result;
}

/** True if the value has an undeclared member, which is rare; allocates nothing. */
function hasMore(value: Members, { members, order, without }: Plan): boolean {
  if (members === undefined) return without.some((name) => hasOwn(value, name));
  let index = 0;
  for (const name in value) {
    if (name !== order[index]) {
      if (!members.has(name)) return true;
      order[index] = name;
    }
    index++;
  }
  return false;
}

function picked(value: Members, { members, without }: Plan): Members {
  const result: Members = {};
  for (const name of Object.keys(value))
    if (members === undefined ? !without.includes(name) : members.has(name))
      setMember(result, name, value[name]);
  return result;
}
