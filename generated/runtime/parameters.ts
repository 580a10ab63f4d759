import { readDeepObject } from "./deep-object.js";
import type { FormField } from "./forms.js";
import type { Issue } from "./issue.js";
import { USUAL_LIMITS, isTooDeep } from "./limits.js";
import {
  type Kinds,
  type Shape,
  type TextEncoding,
  decode,
  issueAt,
  kindsOf,
  pointerTo,
  readMember,
  readScalar,
  setMember,
} from "./shape.js";

export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  | "cookie";

/** How a value is written as text, in a parameter or a field of a form. */
export interface Field {
  readonly name: string;
  /** `string` by default. */
  readonly type?: Shape | undefined;
  /** By default that of its place: `simple` for path and header, `form` for query and cookie. */
  readonly style?: ParameterStyle | undefined;
  /** By default true for the styles `form`, `deepObject` and `cookie`, false for all others. */
  readonly explode?: boolean | undefined;
  /** Makes no difference when reading. */
  readonly allowReserved?: boolean | undefined;
  /** Makes no difference here: the check of the request says what is missing. */
  readonly required?: boolean | undefined;
  /** With this media type, the text is JSON; `style` and `explode` mean nothing. */
  readonly content?: string | undefined;
  /** Reads that JSON; `JSON.parse` when left out. */
  readonly read?: ((text: string) => unknown) | undefined;
  /** Stands for the value when the request brings none. */
  readonly default?: unknown;
}

export interface Parameter extends Field {
  /** The one in `querystring` is the whole query. */
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  /** For one in `querystring` that is written as a form. */
  readonly fields?: readonly FormField[] | undefined;
}

/** A field with everything worked out that does not depend on the request. */
export interface FieldReader {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly kinds: Kinds;
  readonly json: boolean;
  readonly read: (text: string) => unknown;
  /** How deep JSON may be nested. */
  readonly depth: number;
  /** Where its issues are: `/query/limit`. */
  readonly place: string;
  readonly default: unknown;
  readonly encoding: TextEncoding;
}

const PLACES = {
  path: { group: "/path", style: "simple", encoding: "path" },
  query: { group: "/query", style: "form", encoding: "query" },
  header: { group: "/headers", style: "simple", encoding: "none" },
  cookie: { group: "/cookies", style: "form", encoding: "path" },
  body: { group: "/body", style: "form", encoding: "query" },
} as const;

export function fieldReader(
  field: Field,
  place: keyof typeof PLACES,
  depth: number = USUAL_LIMITS.depth,
): FieldReader {
  const { group, style: usual, encoding } = PLACES[place];
  const style = field.style ?? usual;
  return {
    name: field.name,
    style,
    explode: field.explode ?? (style === "form" || style === "cookie" || style === "deepObject"),
    kinds: kindsOf(field.type ?? "string"),
    json: field.content !== undefined && /[/+]json$/i.test(field.content),
    read: field.read ?? JSON.parse,
    depth,
    place: pointerTo(group, field.name),
    default: field.default,
    encoding: style === "cookie" ? "none" : encoding,
  };
}

/** The names and values of a query, form or cookie: names decoded, values as on the wire. */
export interface Pairs {
  readonly names: string[];
  readonly values: string[];
}

/** Splits a query or form body of at most so many values; each name and value has to be well-formed, also those nobody reads. */
export function readPairs(text: string, place: string, issues: Issue[], most: number): Pairs {
  const pairs: Pairs = { names: [], values: [] };
  for (let start = 0; start < text.length;) {
    const next = text.indexOf("&", start);
    const end = next < 0 ? text.length : next;
    if (end > start) {
      const equals = text.indexOf("=", start);
      const middle = equals < 0 || equals > end ? end : equals;
      const name = decode(text.slice(start, middle), "query");
      const value = text.slice(middle + 1, end);
      if (name === undefined || decode(value, "query") === undefined) {
        const where = name === undefined ? place : pointerTo(place, name);
        issues.push(issueAt(where, "encoding", "must be percent-encoded UTF-8"));
      } else {
        pairs.names.push(name);
        pairs.values.push(value);
      }
      if (pairs.names.length > most) {
        issues.push(issueAt(place, "maxProperties", `must not have more than ${most} values`));
        return pairs;
      }
    }
    start = end + 1;
  }
  return pairs;
}

/** Splits the field `Cookie` (RFC 6265, section 4.2.1). */
export function readCookies(text: string | undefined): Pairs {
  const pairs: Pairs = { names: [], values: [] };
  if (text === undefined) return pairs;
  for (const pair of text.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0) continue;
    pairs.names.push(pair.slice(0, equals).trim());
    pairs.values.push(
      pair
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, "$1"),
    );
  }
  return pairs;
}

/**
 * Reads one field out of pairs; `undefined` when they have none of it. `others` are the names that
 * belong to other fields and so cannot be members of an object that is written as pairs.
 */
export function readFromPairs(
  field: FieldReader,
  pairs: Pairs,
  others: ReadonlySet<string>,
  issues: Issue[],
): unknown {
  if (field.style === "deepObject") return readDeepObject(field, pairs, issues);
  if (field.explode && field.kinds.object !== undefined && !field.json) {
    return readLooseObject(field, pairs, others, issues);
  }
  const { names, values } = pairs;
  const first = names.indexOf(field.name);
  if (first < 0) return undefined;
  const text = values[first] ?? "";
  const second = names.indexOf(field.name, first + 1);
  const { list, scalars } = field.kinds;
  if (list !== undefined && field.explode && !field.json && (second > 0 || scalars.length === 0)) {
    return readItems(
      field,
      values.filter((_, index) => names[index] === field.name),
      issues,
    );
  }
  // Of several cookies of one name, the first is for the most specific path (RFC 6265, section 5.4).
  if (second > 0 && !field.place.startsWith("/cookies")) {
    issues.push(issueAt(field.place, "duplicate", "must be given only once"));
    return undefined;
  }
  return readText(field, text, issues);
}

/** Reads one field out of one text: a segment of the path, the value of a header, of a pair. */
export function readText(field: FieldReader, text: string, issues: Issue[]): unknown {
  if (field.json) return readJsonText(field, text, issues);
  const { list, object, scalars } = field.kinds;
  const value =
    field.style === "label" || field.style === "matrix" ? unprefixed(field, text) : text;
  if (value === undefined) {
    issues.push(issueAt(field.place, "style", `must be written in the style "${field.style}"`));
    return undefined;
  }
  const parts = list === undefined && object === undefined ? undefined : split(field, value);
  if (parts !== undefined && object !== undefined) return readMembers(field, parts, issues);
  if (parts !== undefined && (scalars.length === 0 || parts.length > 1)) {
    return readItems(field, parts, issues);
  }
  const decoded = decodeAt(field, field.style === "matrix" ? named(field, value) : value, issues);
  return decoded === undefined ? undefined : readScalar(decoded, scalars, field.place, issues);
}

/** Takes off the `.` of the style label, or the first `;` of the style matrix. */
function unprefixed(field: FieldReader, text: string): string | undefined {
  if (text.charAt(0) !== (field.style === "label" ? "." : ";")) return undefined;
  const rest = text.slice(1);
  if (field.style === "label") return rest;
  const names = rest.split(";").map((part) => decode(part.split("=", 1)[0] ?? "", "path"));
  const { object } = field.kinds;
  if (field.explode && object !== undefined) return rest;
  return names.every((name) => name === field.name) ? rest : undefined;
}

/** The value behind `color=` in the style matrix. */
function named(_field: FieldReader, text: string): string {
  const equals = text.indexOf("=");
  return equals < 0 ? "" : text.slice(equals + 1);
}

function split(field: FieldReader, text: string): string[] {
  switch (field.style) {
    case "label":
      return text === "" ? [] : text.split(field.explode ? "." : ",");
    case "matrix": {
      if (!field.explode) return named(field, text).split(",");
      const parts = text.split(";");
      return field.kinds.object === undefined ? parts.map((part) => named(field, part)) : parts;
    }
    case "spaceDelimited":
      return text === "" ? [] : text.split(field.encoding === "verbatim" ? " " : /%20|\+| /);
    case "pipeDelimited":
      return text === "" ? [] : text.split(field.encoding === "verbatim" ? "|" : /%7[Cc]|\|/);
    default:
      if (text === "") return [];
      return field.encoding === "none" ? text.split(",").map(trim) : text.split(",");
  }
}

function trim(text: string): string {
  return text.trim();
}

function readItems(field: FieldReader, texts: readonly string[], issues: Issue[]): unknown[] {
  const shape = field.kinds.list?.items ?? "string";
  const items: unknown[] = [];
  for (const [index, text] of texts.entries()) {
    const decoded = decodeAt(field, text, issues);
    if (decoded === undefined) continue;
    items.push(readMember(decoded, shape, `${field.place}/${index}`, issues));
  }
  return items;
}

/** The members of an object: `R=100` each when exploded, else names and values by turns. */
function readMembers(field: FieldReader, parts: readonly string[], issues: Issue[]): unknown {
  const texts: string[] = [];
  for (const part of parts) {
    if (!field.explode) texts.push(part);
    else {
      const equals = part.indexOf("=");
      texts.push(equals < 0 ? part : part.slice(0, equals));
      if (equals >= 0) texts.push(part.slice(equals + 1));
    }
  }
  if (texts.length % 2 === 1 || (field.explode && texts.length !== 2 * parts.length)) {
    issues.push(issueAt(field.place, "style", "must have a value for each name"));
    return undefined;
  }
  const object: Record<string, unknown> = {};
  for (let index = 0; index < texts.length; index += 2) {
    const name = decodeAt(field, texts[index] ?? "", issues);
    const text = decodeAt(field, texts[index + 1] ?? "", issues);
    if (name === undefined || text === undefined) continue;
    if (Object.hasOwn(object, name)) {
      issues.push(issueAt(pointerTo(field.place, name), "duplicate", "must be given only once"));
      continue;
    }
    const place = pointerTo(field.place, name);
    setMember(object, name, readMember(text, memberShape(field, name), place, issues));
  }
  return object;
}

/** The style form with explode: each pair is a member, and the field's own name is nowhere. */
function readLooseObject(
  field: FieldReader,
  { names, values }: Pairs,
  others: ReadonlySet<string>,
  issues: Issue[],
): unknown {
  const { properties = {}, rest } = field.kinds.object ?? {};
  const object: Record<string, unknown> = {};
  let found = false;
  for (const [index, name] of names.entries()) {
    if (!Object.hasOwn(properties, name) && (rest === undefined || others.has(name))) continue;
    const place = pointerTo(field.place, name);
    const text = decodeAt(field, values[index] ?? "", issues);
    if (text === undefined) continue;
    const shape = memberShape(field, name);
    const list = kindsOf(shape).list;
    if (list !== undefined) {
      const items = Object.hasOwn(object, name) ? (object[name] as unknown[]) : [];
      items.push(readMember(text, list.items, `${place}/${items.length}`, issues));
      setMember(object, name, items);
    } else if (Object.hasOwn(object, name)) {
      issues.push(issueAt(place, "duplicate", "must be given only once"));
    } else setMember(object, name, readMember(text, shape, place, issues));
    found = true;
  }
  return found ? object : undefined;
}

function memberShape(field: FieldReader, name: string): Shape {
  const { properties = {}, rest = "string" } = field.kinds.object ?? {};
  return Object.hasOwn(properties, name) ? (properties[name] ?? rest) : rest;
}

function readJsonText(field: FieldReader, text: string, issues: Issue[]): unknown {
  const decoded = decodeAt(field, text, issues);
  if (decoded === undefined) return undefined;
  if (isTooDeep(decoded, field.depth)) {
    issues.push(issueAt(field.place, "depth", `must not be nested deeper than ${field.depth}`));
    return undefined;
  }
  try {
    return field.read(decoded);
  } catch {
    issues.push(issueAt(field.place, "json", "must be JSON"));
    return undefined;
  }
}

function decodeAt(field: FieldReader, text: string, issues: Issue[]): string | undefined {
  const decoded = decode(text, field.encoding);
  if (decoded === undefined) {
    issues.push(issueAt(field.place, "encoding", "must be percent-encoded UTF-8"));
  }
  return decoded;
}
