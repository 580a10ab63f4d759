import type { KeptSchemas } from "./kept-schemas.js";
import type { ApiModel } from "./types.js";

/**
 * The model `now` with the very objects of `before` for all that is the same in both, with everything that it leads to:
 * what was found out about such an object still holds. A model of another file has nothing in common with the one before.
 * The objects of `now` are changed in place, those of `before` are not. `known`: which schemas of `now` are
 * those of `before` already, with everything that they lead to.
 */
export function keepUnchanged(before: ApiModel, now: ApiModel, known?: KeptSchemas): ApiModel {
  if (before.source.file !== now.source.file) return now;
  const pairs = new Pairs(before, now, known);
  pairs.addAll(before.schemas, now.schemas, ({ name }) => name);
  pairs.addAll(before.operations, now.operations, ({ names }) => names.method);
  pairs.addAll(before.replies, now.replies, ({ name }) => name);
  pairs.addAll(before.security, now.security, ({ key }) => key);
  pairs.compare();
  const { schemas, operations, replies, security, servers, requirements } = now;
  const kept = {
    ...now,
    schemas: pairs.kept(schemas),
    operations: pairs.kept(operations),
    replies: pairs.kept(replies),
    security: pairs.kept(security),
    servers: pairs.kept(servers),
    requirements: pairs.kept(requirements),
  };
  known?.replace((schema) => pairs.kept(schema));
  return kept;
}

/** An object of the new model, and the one of the old model that may be the same. */
interface Pair {
  readonly now: object;
  readonly before: object;
  /** Pairs that are the same only if this one is. */
  readonly owners: Pair[];
  differs: boolean;
}

/** Deeper values are taken for others, rather than that they exhaust the stack. */
const deepest = 500;

class Pairs {
  readonly #byNow = new Map<object, Pair>();
  readonly #taken = new Set<object>();
  readonly #waiting: Pair[] = [];
  readonly #rewritten = new Set<object>();

  readonly #known: KeptSchemas | undefined;

  constructor(before: ApiModel, now: ApiModel, known: KeptSchemas | undefined) {
    this.#known = known;
    // Operations have these very lists, and are known by that.
    this.#add(now.servers, before.servers);
    this.#add(now.requirements, before.requirements);
  }

  addAll<T extends object>(
    before: readonly T[],
    now: readonly T[],
    keyOf: (item: T) => string,
  ): void {
    const known = new Map(before.map((item) => [keyOf(item), item]));
    for (const item of now) {
      const other = known.get(keyOf(item));
      if (other && item !== other && !this.#isReused(item) && !this.#isReused(other))
        this.#add(item, other);
    }
  }

  /** Finds out which pairs are the same: until something speaks against it, all are, so that circles can be. */
  compare(): void {
    const different: Pair[] = [];
    for (let pair = this.#waiting.pop(); pair; pair = this.#waiting.pop())
      if (!this.#isSameInside(pair.now, pair.before, pair, 0)) different.push(pair);
    for (const pair of different) pair.differs = true;
    for (let pair = different.pop(); pair; pair = different.pop())
      for (const owner of pair.owners)
        if (!owner.differs) {
          owner.differs = true;
          different.push(owner);
        }
  }

  /** The old object where it is the same, else the new one with the old ones in it that are. */
  kept<T extends object>(value: T): T {
    const waiting: object[] = [];
    const kept = this.#kept(value, waiting);
    for (let next = waiting.pop(); next; next = waiting.pop()) this.#rewrite(next, waiting);
    return kept;
  }

  /** What is in it waits to be looked at. */
  #kept<T extends object>(value: T, waiting: object[]): T {
    if (this.#isReused(value)) return value;
    const pair = this.#byNow.get(value);
    if (pair && !pair.differs) return pair.before as T;
    if (!this.#rewritten.has(value)) waiting.push(value);
    this.#rewritten.add(value);
    return value;
  }

  #rewrite(value: object, waiting: object[]): void {
    const keep = <V>(inner: V): V =>
      typeof inner === "object" && inner !== null ? this.#kept(inner, waiting) : inner;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) value[index] = keep(item);
    } else if (value instanceof Map) {
      for (const [key, item] of value) value.set(key, keep(item));
    } else if (isPlain(value)) {
      const members = value as Record<string, unknown>;
      for (const key of Object.keys(members)) members[key] = keep(members[key]);
    }
  }

  #isReused(schema: object): boolean {
    return this.#known?.isReused(schema) === true;
  }

  #add(now: object, before: object): Pair {
    const pair: Pair = { now, before, owners: [], differs: false };
    this.#byNow.set(now, pair);
    this.#taken.add(before);
    this.#waiting.push(pair);
    return pair;
  }

  /** Whether an object that others refer to can be the same as another one: each is so with one only. */
  #pair(now: object, before: object, owner: Pair): boolean {
    if (this.#isReused(now) || this.#isReused(before)) return false;
    const known = this.#byNow.get(now);
    if (known ? known.before !== before : this.#taken.has(before)) return false;
    (known ?? this.#add(now, before)).owners.push(owner);
    return true;
  }

  #isSame(now: unknown, before: unknown, owner: Pair, depth: number): boolean {
    if (typeof now !== "object" || now === null) return now === before || Object.is(now, before);
    if (typeof before !== "object" || before === null) return false;
    if (now === before) return true;
    const isShared =
      isNode(now) || (mayBeListed(now) && (this.#byNow.has(now) || this.#taken.has(before)));
    return isShared
      ? this.#pair(now, before, owner)
      : this.#isSameInside(now, before, owner, depth + 1);
  }

  #isSameInside(now: object, before: object, owner: Pair, depth: number): boolean {
    if (depth > deepest) return false;
    if (Array.isArray(now)) return this.#areSameItems(now, before, owner, depth);
    if (now instanceof Map) return this.#areSameEntries(now, before, owner, depth);
    if (now instanceof Set) {
      if (!(before instanceof Set) || now.size !== before.size) return false;
      const others = before.values();
      for (const item of now) if (!Object.is(item, others.next().value)) return false;
      return true;
    }
    if (now instanceof Date)
      return before instanceof Date && Object.is(now.getTime(), before.getTime());
    return isPlain(now) && isPlain(before) && this.#areSameMembers(now, before, owner, depth);
  }

  #areSameItems(now: readonly unknown[], before: unknown, owner: Pair, depth: number): boolean {
    if (!Array.isArray(before) || now.length !== before.length) return false;
    for (let i = 0; i < now.length; i++)
      if (!this.#isSame(now[i], before[i], owner, depth)) return false;
    return true;
  }

  #areSameEntries(
    now: ReadonlyMap<unknown, unknown>,
    before: unknown,
    owner: Pair,
    depth: number,
  ): boolean {
    if (!(before instanceof Map) || now.size !== before.size) return false;
    const others = before.keys();
    for (const [key, value] of now)
      if (
        !Object.is(key, others.next().value) ||
        !this.#isSame(value, before.get(key), owner, depth)
      )
        return false;
    return true;
  }

  /** The order of members counts: a default or an enum is printed in it. */
  #areSameMembers(now: Members, before: Members, owner: Pair, depth: number): boolean {
    const others = Object.keys(before);
    let index = 0;
    for (const key in now)
      if (key !== others[index++] || !this.#isSame(now[key], before[key], owner, depth))
        return false;
    return index === others.length;
  }
}

type Members = Readonly<Record<string, unknown>>;

/** A schema or an operation: what others refer to, and what may lead back to itself. */
function isNode(value: object): boolean {
  return "keywords" in value || "template" in value;
}

/** A list, a scheme, a reply: what the model itself lists, and is known by being the same object. */
function mayBeListed(value: object): boolean {
  return Array.isArray(value) || "source" in value;
}

function isPlain(value: object): value is Members {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
