import type { FormField } from "../forms.js";
import type { Issue } from "../../validate/issue.js";
import { USUAL_LIMITS, isTooDeep } from "../limits.js";
import {
  type Kinds,
  type ScalarShape,
  type Shape,
  type TextEncoding,
  decode,
  isListOnly,
  issueAt,
  itemShape,
  kindsOf,
  memberShape,
  readMember,
  readScalar,
  setMember,
} from "../../validate/shape.js";
import { pointerTo } from "../../validate/pointer.js";
import { hasOwn } from "../../validate/own.js";

export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  | "cookie";

/** The serialization of a parameter or a form field. */
export interface Field {
  readonly name: string;
  /** `string` by default. */
  readonly type?: Shape | undefined;
  /** By default that of its place: `simple` for path and header, `form` for query and cookie. */
  readonly style?: ParameterStyle | undefined;
  /** By default true for the styles `form`, `deepObject` and `cookie`, false for all others. */
  readonly explode?: boolean | undefined;
  /** Not used for reading. */
  readonly allowReserved?: boolean | undefined;
  /** Not used here: the check of the request reports what is missing. */
  readonly required?: boolean | undefined;
  /** With this media type, the text is JSON; `style` and `explode` are ignored. */
  readonly content?: string | undefined;
  /** No item of the list has a comma: each is one of given texts. */
  readonly words?: boolean | undefined;
  /** Objects and lists of them are JSON, and all else is text. */
  readonly nested?: boolean | undefined;
  /** Parses that JSON; `JSON.parse` by default. */
  readonly read?: ((text: string) => unknown) | undefined;
}

export interface Parameter extends Field {
  /** The one in `querystring` is the whole query. */
  readonly in: "path" | "query" | "header" | "cookie" | "querystring";
  /** Filled in if the request has no value, unchecked; not in a path. */
  readonly default?: unknown;
  /** For one in `querystring` that is written as a form. */
  readonly fields?: readonly FormField[] | undefined;
}

/** A field with everything precomputed that does not depend on the request. */
export interface FieldReader {
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly kinds: Kinds;
  readonly json: boolean;
  readonly words: boolean;
  readonly nested: boolean;
  readonly read: (text: string) => unknown;
  /** Maximum depth of JSON. */
  readonly depth: number;
  /** Place for its issues: `/query/limit`. */
  readonly place: string;
  readonly encoding: TextEncoding;
  readonly isHeader: boolean;
}

const PLACES = {
  path: { group: "/path", style: "simple", encoding: "path" },
  query: { group: "/query", style: "form", encoding: "query" },
  header: { group: "/headers", style: "simple", encoding: "none" },
  cookie: { group: "/cookies", style: "form", encoding: "cookie" },
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
    words: field.words === true,
    nested: field.nested === true,
    read: field.read ?? JSON.parse,
    depth,
    place: pointerTo(group, field.name),
    encoding: style === "cookie" ? "none" : encoding,
    isHeader: place === "header",
  };
}

/** Reads a field from a string: a path segment, a header value, the value of a pair. */
export function readText(field: FieldReader, text: string, issues: Issue[]): unknown {
  if (field.json) return readJsonText(field, text, issues);
  if (field.nested && /^[[{]/.test(decode(text, field.encoding) ?? "")) {
    const found: Issue[] = [];
    const value = readJsonText(field, text, found);
    if (found.length === 0) return value;
  }
  const { list, object, scalars } = field.kinds;
  const value =
    field.style === "label" || field.style === "matrix" ? unprefixed(field, text) : text;
  if (value === undefined) {
    issues.push(issueAt(field.place, "style", `must be written in the style "${field.style}"`));
    return undefined;
  }
  const parts = list === undefined && object === undefined ? undefined : split(field, value);
  if (parts !== undefined && object !== undefined && !field.nested && !isScalarIn(field, parts))
    return readMembers(field, parts, issues);
  if (parts !== undefined && (isListOnly(field.kinds) || parts.length > 1)) {
    return readItems(field, parts, issues);
  }
  const decoded = decodeAt(field, field.style === "matrix" ? named(field, value) : value, issues);
  return decoded === undefined ? undefined : readScalar(decoded, scalars, field.place, issues);
}

/** A scalar where the value may be an object as well. */
function isScalarIn(
  { kinds, style, name, explode }: FieldReader,
  parts: readonly string[],
): boolean {
  const [part, ...others] = parts;
  // A number is never empty.
  if (part === undefined) return !kinds.scalars.every((scalar) => PLAIN.has(scalar));
  if (others.length > 0 || kinds.scalars.every((scalar) => scalar === "null")) return false;
  if (style === "matrix" && explode)
    return part.split("=", 1)[0] === name && !hasOwn(kinds.object?.properties ?? {}, name);
  return !explode || !part.includes("=");
}

/** Removes the `.` of the style label, or the first `;` of the style matrix. */
function unprefixed(field: FieldReader, text: string): string | undefined {
  if (text.charAt(0) !== (field.style === "label" ? "." : ";")) return undefined;
  const rest = text.slice(1);
  if (field.style === "label") return rest;
  const names = rest.split(";").map((part) => decode(part.split("=", 1)[0] ?? "", "path"));
  const { object } = field.kinds;
  if (field.explode && object !== undefined) return rest;
  return names.every((name) => name === field.name) ? rest : undefined;
}

/** The value after `color=` in the style matrix. */
function named(_field: FieldReader, text: string): string {
  const equals = text.indexOf("=");
  return equals < 0 ? "" : text.slice(equals + 1);
}

function split(field: FieldReader, text: string): string[] {
  // If the value may be a string in which nothing encodes the delimiter, a delimiter is part of it.
  const isLabel = field.style === "label" && field.explode;
  const isOpaque = isLabel || field.encoding === "none" || field.encoding === "verbatim";
  if (isOpaque && field.kinds.scalars.includes("any")) return [text];
  switch (field.style) {
    case "label":
      return text.split(field.explode || isDotted(field, text) ? "." : ",");
    case "matrix": {
      if (!field.explode) return named(field, text).split(",");
      const parts = text.split(";");
      return field.kinds.object === undefined ? parts.map((part) => named(field, part)) : parts;
    }
    case "spaceDelimited":
      if (field.explode) return [text];
      return text.split(field.encoding === "verbatim" ? " " : /%20|\+| /);
    case "pipeDelimited":
      if (field.explode) return [text];
      return text.split(field.encoding === "verbatim" ? "|" : /%7[Cc]|\|/);
    case "form":
    case "cookie":
      if (field.explode) return [text];
      return text.split(mayEncode(field, text) ? ENCODED_TOO : ",");
    default:
      if (!field.isHeader) return text.split(mayEncode(field, text) ? ENCODED_TOO : ",");
      // RFC 9110, section 5.6.1: a list without items is written as an empty text, and white space means nothing.
      return text === "" ? [] : text.split(",").map((part) => part.trim());
  }
}

/**
 * Where no text has a comma, an encoded one is the delimiter: many clients write it so. So it is in an object that has no
 * plain one, without which there is no name beside a value.
 */
function mayEncode(field: FieldReader, text: string): boolean {
  const { encoding, words, kinds } = field;
  const { scalars, list, object } = kinds;
  if (encoding !== "query" && encoding !== "path") return false;
  if (object !== undefined)
    return list === undefined && scalars.length === 0 && !field.explode && !text.includes(",");
  if (list === undefined) return false;
  if (words) return scalars.length === 0;
  return scalarsIn(kinds).every((one) => PLAIN.has(one));
}

/** As the examples of OpenAPI 3.0.0 to 3.0.3 and of 3.1.0 have it, and Swagger UI writes it, where no item has a dot. */
function isDotted({ kinds }: FieldReader, text: string): boolean {
  if (kinds.list === undefined || kinds.object !== undefined || text.includes(",")) return false;
  return scalarsIn(kinds).every((one) => PLAIN.has(one) && one !== "number");
}

/** Those of the value itself, and of its items. */
function scalarsIn({ scalars, list }: Kinds): readonly ScalarShape[] {
  const { first = [], items } = list ?? { items: [] };
  return [scalars, ...[...first, items].map((item) => kindsOf(item).scalars)].flat();
}

const ENCODED_TOO = /,|%2[Cc]/;

const PLAIN: ReadonlySet<unknown> = new Set(["number", "integer", "bigint", "boolean", "null"]);

export function readItems(
  field: FieldReader,
  texts: readonly string[],
  issues: Issue[],
): unknown[] {
  const list = field.kinds.list ?? { items: "string" };
  const items: unknown[] = [];
  texts.forEach((text, index) => {
    const decoded = decodeAt(field, text, issues);
    if (decoded === undefined) return;
    items.push(readMember(decoded, itemShape(list, index), `${field.place}/${index}`, issues));
  });
  return items;
}

/** The members of an object: `R=100` each if exploded, else names and values alternately. */
function readMembers(field: FieldReader, parts: readonly string[], issues: Issue[]): unknown {
  const texts: string[] = [];
  for (const part of parts) {
    if (!field.explode) texts.push(part);
    else {
      const equals = part.indexOf("=");
      texts.push(equals < 0 ? part : part.slice(0, equals));
      if (equals >= 0) texts.push(part.slice(equals + 1));
      // RFC 6570, section 3.2.7: `;a` is `a` with an empty text.
      else if (field.style === "matrix") texts.push("");
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
    if (hasOwn(object, name)) {
      issues.push(issueAt(pointerTo(field.place, name), "duplicate", "must be given only once"));
      continue;
    }
    const place = pointerTo(field.place, name);
    const { object: members } = field.kinds;
    const shape = members === undefined ? "string" : (memberShape(members, name) ?? "string");
    setMember(object, name, readMember(text, shape, place, issues));
  }
  return object;
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
