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
