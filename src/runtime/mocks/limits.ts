/** The largest of some numbers, which may be more than a call takes; `least` where all are below it. */
export function largest(numbers: readonly number[], least = 0): number {
  return numbers.reduce((one, other) => Math.max(one, other), least);
}

/** The smallest of some numbers; `most` where all are above it. */
export function smallest(numbers: readonly number[], most: number = Infinity): number {
  return numbers.reduce((one, other) => Math.min(one, other), most);
}
