import { mayQuote } from "./enough.js";

/** A message with the value appended: `, is "x"`; not if it may be a secret. */
export function came(message: string, value: unknown, path: string): string {
  return value === undefined || !mayQuote(path, value) ? message : withValue(message, value);
}

const longestQuoted = 40;

/** The message with the value appended, shortened to one line. */
export function withValue(message: string, value: unknown): string {
  // Concatenated from the left, which is faster in V8.
  const start = message + ", is ";
  if (typeof value === "string")
    return quote(start, value.length > longestQuoted ? value.slice(0, longestQuoted) + "…" : value);
  if (typeof value !== "object" || value === null) return start + String(value);
  if (value instanceof Date) return start + "a date";
  return start + (Array.isArray(value) ? "an array" : "an object");
}

export function describeMissing(property: string): string {
  return quote("must have ", property);
}

export function describeName(property: string): string {
  return quote("must not have the name ", property);
}

/** The message for one type, or for a list of types. */
export function describeType(types: string | readonly unknown[]): string {
  return "must be " + (typeof types === "string" ? typeName(types) : listing(types, typeName));
}

function typeName(type: unknown): string {
  switch (type) {
    case "array":
      return "an array";
    case "boolean":
      return "true or false";
    case "integer":
      return "an integer";
    case "null":
      return "null";
    case "object":
      return "an object";
    default:
      return "a " + String(type);
  }
}

const lists = new WeakMap<readonly unknown[], string>();

/** The message for an enum. */
export function describeValues(values: readonly unknown[]): string {
  return values.length === 0
    ? "must not be here: no value is valid"
    : "must be " + listValues(values);
}

/** The values of an enum, for messages; cached, since these are long. */
export function listValues(values: readonly unknown[]): string {
  if (values.length === 1) return show(values[0]);
  let text = lists.get(values);
  if (text === undefined) lists.set(values, (text = listing(values, show)));
  return text;
}

const shownAtMost = 20;

/** `a, b or c`. */
function listing(values: readonly unknown[], name: (value: unknown) => string): string {
  const shown = values.slice(0, shownAtMost).map((value) => name(value));
  const more = values.length - shown.length;
  const last = more > 0 ? `one of ${more} more` : shown.pop();
  return [shown.join(", "), last].filter(Boolean).join(" or ");
}

function show(value: unknown): string {
  return typeof value === "string" ? quote("", value) : (JSON.stringify(value) ?? "undefined");
}

function quote(start: string, text: string): string {
  return isPlain(text) ? start + '"' + text + '"' : start + JSON.stringify(text);
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
