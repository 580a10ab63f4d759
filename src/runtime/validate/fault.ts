import { mayQuote } from "./enough.js";

/** Quotes the value that came: `, is "x"`; empty where it may be a secret. */
export function came(value: unknown, path: string): string {
  return value === undefined || !mayQuote(path, value) ? "" : ", is " + brief(value);
}

const longestQuoted = 40;

/** Short, on one line. */
export function brief(value: unknown): string {
  if (typeof value === "string")
    return value.length > longestQuoted ? show(value.slice(0, longestQuoted) + "…") : show(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (value instanceof Date) return "a date";
  return Array.isArray(value) ? "an array" : "an object";
}

export function describeMissing(property: string): string {
  return "must have " + show(property);
}

export function describeName(property: string): string {
  return "must not have the name " + show(property);
}

/** For one type, or a list of which one is asked for. */
export function describeType(types: unknown): string {
  return "must be " + (Array.isArray(types) ? anyOf(types, typeName) : typeName(types));
}

function typeName(type: unknown): string {
  switch (type) {
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    case "array":
    case "integer":
    case "object":
      return "an " + type;
    default:
      return "a " + String(type);
  }
}

const lists = new WeakMap<readonly unknown[], string>();

/** For one of some values. */
export function describeValues(values: readonly unknown[]): string {
  return "must be " + listValues(values);
}

/** Lists are long, and constants: their text is made once. */
export function listValues(values: readonly unknown[]): string {
  if (values.length === 1) return show(values[0]);
  let text = lists.get(values);
  if (text === undefined) lists.set(values, (text = anyOf(values, show)));
  return text;
}

const shownAtMost = 20;

/** `a, b or c`. */
function anyOf(values: readonly unknown[], name: (value: unknown) => string): string {
  const shown = values.slice(0, shownAtMost).map((value) => name(value));
  const more = values.length - shown.length;
  const last = more > 0 ? `one of ${more} more` : shown.pop();
  return [shown.join(", "), last].filter(Boolean).join(" or ");
}

function show(value: unknown): string {
  return typeof value === "string" && isPlain(value)
    ? `"${value}"`
    : (JSON.stringify(value) ?? "undefined");
}

/** Without quotes, backslashes, controls and letters that JSON may escape. */
function isPlain(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x20 || unit === 0x22 || unit === 0x5c || unit > 0xd7ff) return false;
    if (unit > 0x7e && unit < 0xa0) return false;
  }
  return true;
}
