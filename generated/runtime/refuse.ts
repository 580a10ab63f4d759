/** Throws, without quoting the value: that may be long, or a secret. */
export function refuse(isWrong: boolean, what: string): void {
  if (isWrong) throw new TypeError(`${what} is invalid`);
}
