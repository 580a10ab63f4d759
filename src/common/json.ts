export type JsonObject = Readonly<Record<string, unknown>>;

/** Not for arrays and null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object, or one without members for anything else. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** A text, or "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** For lists of which only the texts count. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Sets a member of plain JSON data, also one called `__proto__`, which an assignment would not. */
export function setMember(holder: object, key: string | number, value: unknown): void {
  if (key !== "__proto__") (holder as Record<string | number, unknown>)[key] = value;
  else Object.defineProperty(holder, key, { value, ...ordinary });
}

const ordinary = { configurable: true, enumerable: true, writable: true };

/** A member of plain JSON data, never one of a prototype. */
export function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    const index = typeof key === "number" ? key : /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : -1;
    return value[index] as unknown;
  }
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** JSON with the members of objects in order, so that equal values have equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === "bigint") return `${member}n`;
    if (!isObject(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Compares as JSON: the order of members does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}
