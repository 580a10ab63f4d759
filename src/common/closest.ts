/** The candidate that is most like `name`, when one is like enough to be a slip of the keyboard. */
export function closest(
  name: string,
  candidates: Iterable<string>,
  limit = Math.max(1, Math.floor(name.length / 3)),
): string | undefined {
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance =
      candidate.toLowerCase() === name.toLowerCase()
        ? 0
        : editDistance(name, candidate, bestDistance - 1);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The candidate that is meant, also when it is the only one that goes on after `name`: `InvoiceOrder` for `Invoice`. */
export function likely(name: string, candidates: Iterable<string>): string | undefined {
  const all = [...candidates];
  const [longer, another] = all.filter((one) => one.startsWith(name) && one !== name);
  const isClear = name.length > 2 && another === undefined;
  return closest(name, all) ?? (isClear ? longer : undefined);
}

/** Insertions, deletions, replacements and swaps of neighbours; more than `limit` when it is more. */
function editDistance(from: string, to: string, limit: number): number {
  if (from.length > 100 || to.length > 100) return limit + 1;
  let before: number[] = [];
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (
        row > 1 &&
        column > 1 &&
        from[row - 1] === to[column - 2] &&
        from[row - 2] === to[column - 1]
      ) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    if (current.every((cost) => cost > limit)) return limit + 1;
    before = above;
    above = current;
  }
  return above[to.length] ?? limit + 1;
}
