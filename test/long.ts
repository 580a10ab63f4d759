/** Whether tests take all of what they can, as `.ci/run` does; `npm test` has five minutes. */
export const isLong = process.env["LONG"] !== undefined;

/** Every so manieth of a list, the first one among them; with `LONG`, all. */
export function someOf<T>(all: readonly T[], every: number): T[] {
  return all.filter((_, index) => isLong || index % every === 0);
}
