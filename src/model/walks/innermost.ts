/**
 * All that leads on from some roots, each once and after what it leads to, but for what leads back to it. Without
 * recursion: descriptions refer from one schema to the next thousands of times in a row.
 */
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
