/** `Object.hasOwn`, which there is from ES2022 on only: every object inherits some members, such as `constructor`. */
export function hasOwn(value: object, name: string): boolean {
  return Object.prototype.hasOwnProperty.call(value, name);
}
