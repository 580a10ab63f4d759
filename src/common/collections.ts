/** Items by a key, in the order in which the keys come first. */
export function groupBy<Item, Key>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) pushTo(groups, keyOf(item), item);
  return groups;
}

/** Sets a value in the map of a key. */
export function setIn<Outer, Inner, Value>(
  maps: Map<Outer, Map<Inner, Value>>,
  key: Outer,
  inner: Inner,
  value: Value,
): void {
  const known = maps.get(key);
  if (known) known.set(inner, value);
  else maps.set(key, new Map([[inner, value]]));
}

/** Adds an item to the list of a key. */
export function pushTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const known = lists.get(key);
  if (known) known.push(item);
  else lists.set(key, [item]);
}

/**
 * Calls a function once for each object, and returns the same result from then on. A call for an object whose result is still
 * being computed, as in a cycle, returns `meanwhile`.
 */
export function remembered<Key extends object, Value>(
  answer: (key: Key) => Value,
  meanwhile?: Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    if (meanwhile !== undefined) known.set(key, meanwhile);
    const found = answer(key);
    known.set(key, found);
    return found;
  };
}

// Each without recursion: descriptions refer from one schema to the next thousands of times in a row.

/** The roots and all that they lead to, each once, in the order in which it was found. */
export function reachable<T>(roots: Iterable<T>, next: (one: T) => Iterable<T>): Set<T> {
  const found = new Set(roots);
  // Added entries are visited, too.
  for (const one of found) for (const other of next(one)) found.add(other);
  return found;
}

/** The targets, and all of which one leads to a target. */
export function leadingTo<T>(
  targets: Iterable<T>,
  all: Iterable<T>,
  next: (one: T) => Iterable<T>,
): Set<T> {
  const found = new Set(targets);
  if (found.size === 0) return found;
  const parents = new Map<T, T[]>();
  for (const one of all) for (const other of next(one)) pushTo(parents, other, one);
  return reachable(found, (one) => parents.get(one) ?? []);
}

/** All that leads on from some roots, each once and after what it leads to, but for what leads back to it. */
export function* innermostFirst<T>(
  roots: Iterable<T>,
  next: (one: T) => Iterable<T>,
): Generator<T, undefined> {
  const met = new Set<T>();
  for (const root of roots) {
    if (met.has(root)) continue;
    met.add(root);
    const path = [{ one: root, others: next(root)[Symbol.iterator]() }];
    for (let last = path.at(-1); last; last = path.at(-1)) {
      const { done, value } = last.others.next();
      if (done) {
        path.pop();
        yield last.one;
      } else if (!met.has(value)) {
        met.add(value);
        path.push({ one: value, others: next(value)[Symbol.iterator]() });
      }
    }
  }
  return undefined;
}

interface Frame<T> {
  readonly one: T;
  readonly others: Iterator<T>;
}

/** The sets of things that lead to each other, each in the order in which it was found (Tarjan, 1972). */
export function cyclesOf<T>(
  roots: Iterable<T>,
  next: (one: T) => readonly T[],
): readonly ReadonlySet<T>[] {
  const cycles: ReadonlySet<T>[] = [];
  const order = new Map<T, number>();
  const low = new Map<T, number>();
  const open: T[] = [];
  const isOpen = new Set<T>();
  const start = (one: T): Frame<T> => {
    low.set(one, order.size);
    order.set(one, order.size);
    open.push(one);
    isOpen.add(one);
    return { one, others: next(one)[Symbol.iterator]() };
  };
  const lower = (one: T, to = 0): void => {
    low.set(one, Math.min(low.get(one) ?? to, to));
  };
  for (const root of roots) {
    if (order.has(root)) continue;
    const frames = [start(root)];
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const { one } = frame;
      const { value: other, done } = frame.others.next();
      if (!done) {
        if (!order.has(other)) frames.push(start(other));
        else if (isOpen.has(other)) lower(one, order.get(other));
        continue;
      }
      frames.pop();
      const parent = frames.at(-1);
      if (parent) lower(parent.one, low.get(one));
      if (low.get(one) !== order.get(one)) continue;
      const found = open.splice(open.lastIndexOf(one));
      for (const member of found) isOpen.delete(member);
      if (found.length > 1 || next(one).includes(one)) cycles.push(new Set(found));
    }
  }
  return cycles;
}
