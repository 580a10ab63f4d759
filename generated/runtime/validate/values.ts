import { hasOwn } from "./own.js";

export type AnyObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is AnyObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** A number that JSON can hold. */
export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** A number without a fraction: 1.0 is one. */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** An integer that a `number` holds exactly. */
export function isSafeInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** An own member of an object, for names that every object inherits, like `toString`. */
export function own(value: unknown, key: string): unknown {
  return hasOwn(value as object, key) ? (value as AnyObject)[key] : undefined;
}

/** For a type of JSON, or several. */
export function isOf(value: unknown, type: string | readonly string[]): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    default:
      if (typeof type === "string") return typeof value === type;
      for (const one of type) if (isOf(value, one)) return true;
      return false;
  }
}
