/** The middle of a list, and where the true one is but for a chance of 5 %. */
export interface Interval {
  readonly middle: number;
  readonly low: number;
  readonly high: number;
}

/**
 * The middle of the means of every two values (Hodges and Lehmann's), which a few wild ones move little,
 * with the limits that Wilcoxon's signed ranks give. Fewer than six values give all that they span.
 */
export function intervalOf(values: readonly number[]): Interval {
  const means = values
    .flatMap((one, index) => values.slice(index).map((other) => (one + other) / 2))
    .sort((a, b) => a - b);
  const outside = Math.max(0, rarest(values.length) - 1);
  const at = (index: number): number => means[index] ?? Number.NaN;
  const half = means.length >> 1;
  return {
    middle: means.length % 2 === 1 ? at(half) : (at(half - 1) + at(half)) / 2,
    low: at(outside),
    high: at(means.length - 1 - outside),
  };
}

/** How many of the lowest sums of ranks come up in 2.5 % of all cases at most, when chance gives the signs. */
function rarest(count: number): number {
  /** In how many ways some of the ranks have this sum. */
  let ways = [1];
  for (let rank = 1; rank <= count; rank++) {
    const before = ways;
    ways = Array.from(
      { length: before.length + rank },
      (_, sum) => (before[sum] ?? 0) + (before[sum - rank] ?? 0),
    );
  }
  let sums = 0;
  for (let cases = 0; (cases += ways[sums] ?? Number.NaN) <= 0.025 * 2 ** count;) sums++;
  return sums;
}
