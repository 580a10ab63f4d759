import type { Issue } from "./issue.js";
import { hasOwn } from "./own.js";

/** A function makes the value itself, and hands back a text that it cannot read. */
export type ScalarShape =
  | "string"
  | "integer"
  | "bigint"
  | "number"
  | "boolean"
  | "null"
  | "any"
  | ((text: string) => unknown);

/** The type that the text of a parameter or form field is read as; a list means any of these. */
export type Shape =
  ScalarShape | ListShape | ObjectShape | readonly (ScalarShape | ListShape | ObjectShape)[];

export interface ListShape {
  readonly items: Shape;
  /** Of the first items, each by its place. */
  readonly first?: readonly Shape[] | undefined;
}

export interface ObjectShape {
  readonly properties: Readonly<Record<string, Shape>>;
  /** Of other properties, by what their names match. */
  readonly patterns?: readonly (readonly [pattern: RegExp, shape: Shape])[] | undefined;
  /** For properties without a shape of their own; left out, they are not part of the value. */
  readonly rest?: Shape | undefined;
}

/** The parts of a shape, by what a style needs to know of it. */
export interface Kinds {
  readonly scalars: readonly ScalarShape[];
  readonly list: ListShape | undefined;
  readonly object: ObjectShape | undefined;
}

/** Encoding of a string: `+` and `%` are decoded in a query, `%` in a path, and in a cookie if all of it can be; `verbatim` is a part of a form, where only plain delimiters count. */
export type TextEncoding = "query" | "path" | "cookie" | "none" | "verbatim";

/** `undefined` when the text is not percent-encoded UTF-8; `+` is a space in queries and forms only. */
export function decode(text: string, encoding: TextEncoding): string | undefined {
  if (encoding === "none" || encoding === "verbatim") return text;
  const spaced = encoding === "query" && text.includes("+") ? text.replace(/\+/g, " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    // A cookie need not be percent-encoded at all (RFC 6265, section 4.1.1).
    return encoding === "cookie" ? text : undefined;
  }
}

export function kindsOf(shape: Shape): Kinds {
  const members = isList(shape) ? shape : [shape];
  const scalars: ScalarShape[] = [];
  let list: ListShape | undefined;
  let object: ObjectShape | undefined;
  for (const member of members) {
    if (isScalar(member)) scalars.push(member);
    else if ("items" in member) list ??= member;
    else object ??= member;
  }
  if (scalars.includes("any")) list ??= { items: "any" };
  return { scalars, list, object };
}

/** True where one text can only be a list of one item: beside a list, null is never written. */
export function isListOnly({ list, scalars }: Kinds): boolean {
  return list !== undefined && scalars.every((scalar) => scalar === "null");
}

function isScalar(shape: Shape): shape is ScalarShape {
  return typeof shape === "string" || typeof shape === "function";
}

function isList(shape: Shape): shape is readonly (ScalarShape | ListShape | ObjectShape)[] {
  return Array.isArray(shape);
}

const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * Numbers are written as in JSON (RFC 8259, section 6). Text that fits no shape stays text, so that
 * the check of the request says what is wrong with it.
 */
export function readScalar(
  text: string,
  scalars: readonly ScalarShape[],
  place: string,
  issues: Issue[],
): unknown {
  if (scalars.length === 1 && (scalars[0] === "string" || scalars[0] === "any")) return text;
  for (const scalar of scalars) {
    if (scalar === "integer" && INTEGER.test(text)) {
      const value = Number(text);
      if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
      if (scalars.length > 1) continue;
      issues.push(issueAt(place, "integer", "must be an integer between -(2^53 - 1) and 2^53 - 1"));
    } else if (scalar === "bigint" && INTEGER.test(text)) return BigInt(text);
    else if (scalar === "number" && NUMBER.test(text)) {
      const value = Number(text);
      if (Number.isFinite(value)) return value;
    } else if (scalar === "boolean" && isBoolean(text, scalars)) {
      return text.toLowerCase() === "true";
    } else if (typeof scalar === "function") {
      const value = scalar(text);
      if (value !== text) return value;
    } else if (scalar === "null" && text === "null" && !scalars.includes("string")) return null;
  }
  return text;
}

/** `True` is how Python and C# write it; beside texts, it is one. */
function isBoolean(text: string, scalars: readonly ScalarShape[]): boolean {
  if (text === "true" || text === "false") return true;
  return BOOLEAN.test(text) && !scalars.includes("string") && !scalars.includes("any");
}

const BOOLEAN = /^(?:true|false)$/i;

/** The shape of an item of a list. */
export function itemShape({ first = [], items }: ListShape, index: number): Shape {
  return first[index] ?? items;
}

/** The shape of a property of an object; `undefined`: it is not part of the value. */
export function memberShape(
  { properties, patterns = [], rest }: ObjectShape,
  name: string,
): Shape | undefined {
  if (hasOwn(properties, name)) return properties[name];
  return patterns.find(([pattern]) => pattern.test(name))?.[1] ?? rest;
}

/** Reads one member of a list or object: what is nested deeper than its style can say stays text. */
export function readMember(text: string, shape: Shape, place: string, issues: Issue[]): unknown {
  if (isScalar(shape)) return readScalar(text, [shape], place, issues);
  return readScalar(text, kindsOf(shape).scalars, place, issues);
}

/** An issue that is found before there is a value that a schema could judge. */
export function issueAt(path: string, keyword: string, message: string): Issue {
  return { path, schema: "", keyword, params: {}, message };
}

/** Makes objects for members of these names, which inherit none that is called so. */
export function objectsFor(names: readonly string[]): () => Record<string, unknown> {
  return names.some((name) => name in {})
    ? () => Object.create(null) as Record<string, unknown>
    : () => ({});
}

/** Sets a member whatever its name is; a plain assignment of `__proto__` would set the prototype. */
export function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") {
    Object.defineProperty(target, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  } else target[name] = value;
}
