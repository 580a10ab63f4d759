import { isArray, isObject, type AnyObject } from "./values.js";
import { hasOwn } from "./own.js";

/** Maximum recursion depth, beyond which a work list replaces the call stack. */
const maximumCalls = 500;

/** Equality in JSON Schema: objects by their members in any order, numbers by value. Values may be nested to any depth. */
export function isEqual(a: unknown, b: unknown, calls: number = maximumCalls): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (a instanceof Date || b instanceof Date) return isSameDate(a, b);
  if (calls === 0) return isEqualDeep(a, b);
  if (Array.isArray(a) || Array.isArray(b))
    return isArray(a) && isArray(b) && areEqualItems(a, b, calls - 1);
  return areEqualMembers(a as AnyObject, b as AnyObject, calls - 1);
}

function isSameDate(a: object, b: object): boolean {
  return a instanceof Date && b instanceof Date && a.getTime() === b.getTime();
}

function areEqualItems(a: readonly unknown[], b: readonly unknown[], calls: number): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!isEqual(a[i], b[i], calls)) return false;
  return true;
}

function areEqualMembers(a: AnyObject, b: AnyObject, calls: number): boolean {
  if (!haveSameKeys(a, b)) return false;
  for (const key of Object.keys(a)) if (!isEqual(a[key], b[key], calls)) return false;
  return true;
}

function haveSameKeys(a: AnyObject, b: AnyObject): boolean {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  for (const key of keys) if (!hasOwn(b, key)) return false;
  return true;
}

/** The same without recursion. No pair is compared twice, so that it ends for cyclic values. */
function isEqualDeep(a: object, b: object): boolean {
  const waiting: [unknown, unknown][] = [[a, b]];
  const compared = new Map<unknown, Set<unknown>>();
  for (let pair = waiting.pop(); pair; pair = waiting.pop()) {
    const [left, right] = pair;
    if (left === right) continue;
    if (left instanceof Date || right instanceof Date) {
      if (!isObject(left) || !isObject(right) || !isSameDate(left, right)) return false;
      continue;
    }
    if (isArray(left)) {
      if (!isArray(right) || left.length !== right.length) return false;
    } else if (!isObject(left) || !isObject(right) || !haveSameKeys(left, right)) return false;
    const known = compared.get(left);
    if (known?.has(right)) continue;
    if (known) known.add(right);
    else compared.set(left, new Set([right]));
    const [from, to] = [left, right] as readonly unknown[] as readonly [AnyObject, AnyObject];
    for (const key of Object.keys(from)) waiting.push([from[key], to[key]]);
  }
  return true;
}

/** True if no two items are equal. Takes time in proportion to the size of the items. */
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
  const objects: object[] = [];
  for (const item of items) {
    if (typeof item === "object" && item !== null) objects.push(item);
    else scalars.add(item);
  }
  return scalars.size + objects.length === items.length && areUniqueObjects(objects);
}

/** Equal objects have equal hashes. Many different ones with the same hash are a sign of an attack. */
function areUniqueObjects(objects: readonly object[]): boolean {
  const numbers = Int32Array.from(objects, (item) => numberOf(item, maximumLevels));
  const once = new Set<number>();
  const found = new Map<number, object[]>();
  numbers.forEach((number) => {
    if (once.has(number)) found.set(number, []);
    once.add(number);
  });
  if (found.size === 0) return true;
  let index = 0;
  for (const item of objects) {
    const others = found.get(numbers[index++] ?? 0);
    if (others === undefined) continue;
    if (others.some((other) => isEqual(other, item))) return false;
    if (others.push(item) > 20) return new Set(objects.map(textOf)).size === objects.length;
  }
  return true;
}

const maximumLevels = 20;

/** A hash: the same number for equal values. Deeper levels are ignored. */
function numberOf(value: unknown, levels: number): number {
  if (typeof value === "string") return numberOfText(value);
  if (typeof value === "number" && (value | 0) === value) return Math.imul(value, 0x9e3779b1);
  if (typeof value !== "object" || value === null) return numberOfText(String(value));
  if (value instanceof Date) return value.getTime() | 0;
  if (levels === 0) return 1;
  let number = 2;
  if (isArray(value)) {
    for (const item of value) number = (Math.imul(number, 31) + numberOf(item, levels - 1)) | 0;
    return number;
  }
  const members = value as AnyObject;
  for (const key of Object.keys(members))
    number = (number + Math.imul(numberOfText(key) | 1, ~numberOf(members[key], levels - 1))) | 0;
  return number;
}

function numberOfText(text: string): number {
  let number = text.length;
  for (let i = 0; i < text.length; i++) number = (Math.imul(number, 31) + text.charCodeAt(i)) | 0;
  return number;
}

/**
 * Canonical JSON, with members in the order of their names: the same string for equal values. Without recursion; an
 * object inside itself is left out, so that the string is finite.
 */
function textOf(whole: object): string {
  const open = new Set<object>();
  const waiting: Step[] = [{ before: "", value: whole }];
  let text = "";
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if ("end" in part) {
      text += part.end;
      open.delete(part.of);
      continue;
    }
    const { before, value } = part;
    text += before;
    if (typeof value !== "object" || value === null) text += textOfScalar(value);
    else if (value instanceof Date) text += `d${value.getTime()},`;
    else if (!open.has(value)) {
      open.add(value);
      text += isArray(value) ? "[" : "{";
      waiting.push({ end: isArray(value) ? "]," : "},", of: value });
      for (const inner of stepsOf(value)) waiting.push(inner);
    }
  }
  return text;
}

type Step =
  | { readonly before: string; readonly value: unknown }
  | { readonly end: string; readonly of: object };

/** The last first. */
function stepsOf(value: object): readonly Step[] {
  if (isArray(value)) return value.map((item) => ({ before: "", value: item })).reverse();
  const members = value as AnyObject;
  const keys = Object.keys(members).sort().reverse();
  return keys.map((key) => ({ before: `${JSON.stringify(key)}:`, value: members[key] }));
}

function textOfScalar(value: unknown): string {
  return `${typeof value === "string" ? JSON.stringify(value) : String(value)},`;
}
