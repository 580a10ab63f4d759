/** Where the path of a request target ends: at its query, or with it. */
export function endOfPath(target: string): number {
  const mark = target.indexOf("?");
  return mark < 0 ? target.length : mark;
}

/** Without its `?`; empty if there is none. */
export function queryOf(target: string): string {
  return target.slice(endOfPath(target) + 1);
}
