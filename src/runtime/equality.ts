import { isArray, isObject, type Members } from "./validate.js";

/** As JSON Schema compares: objects by their members in any order, numbers by value. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return isArray(a) && isArray(b) && areEqualItems(a, b);
  return areEqualMembers(a as Members, b as Members);
}

function areEqualItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!isEqual(a[i], b[i])) return false;
  return true;
}

function areEqualMembers(a: Members, b: Members): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!Object.hasOwn(b, key) || !isEqual(a[key], b[key])) return false;
  return true;
}

/** No item twice. Takes time in proportion to the size of the items, whatever they are. */
export function isUnique(items: readonly unknown[]): boolean {
  return items.length <= 20 ? isUniqueAmongFew(items) : isUniqueAmongMany(items);
}

function isUniqueAmongFew(items: readonly unknown[]): boolean {
  for (let i = 1; i < items.length; i++) {
    const item = items[i];
    const deep = typeof item === "object" && item !== null;
    for (let j = 0; j < i; j++) {
      if (item === items[j] || (deep && isEqual(item, items[j]))) return false;
    }
  }
  return true;
}

function isUniqueAmongMany(items: readonly unknown[]): boolean {
  const scalars = new Set<unknown>();
  const texts = new Set<string>();
  let scalarCount = 0;
  let textCount = 0;
  for (const item of items) {
    if (typeof item === "object" && item !== null) {
      texts.add(canonical(item));
      if (texts.size !== ++textCount) return false;
    } else {
      scalars.add(item);
      if (scalars.size !== ++scalarCount) return false;
    }
  }
  return true;
}

/** The same text for equal values: JSON with the members in the order of their names. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(Object.is(value, -0) ? 0 : value) ?? "undefined";
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
}
