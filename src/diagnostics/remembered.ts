/** Answers that were found before; what is asked again while it is being answered is `meanwhile`. */
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
