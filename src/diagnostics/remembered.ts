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
