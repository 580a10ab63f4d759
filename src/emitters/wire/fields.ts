import {
  array,
  arrayIfAny,
  type Code,
  code,
  empty,
  json,
  object,
  str,
  use,
} from "../../emit/code.js";
import { isDate, listedValues, meantTypes, together } from "../../model/walks/values.js";
import { itemsOf, membersOf } from "../../model/walks/members.js";
import { isExactInt64 } from "../../model/passes/int64.js";
import type {
  Header,
  JsonType,
  Media,
  Parameter,
  Part,
  Schema,
  StyleEncoding,
} from "../../model/types.js";
import { exactJson } from "./int64.js";
import { type PartForm, hasNested, isEncoded, otherParts, partForm } from "./parts.js";
import { tableEntry } from "../names.js";
import { patternCode } from "../validators/code/pattern.js";

/** Readers for the fields of a form. */
export function fieldsData(media: Media): Code {
  const named = media.parts.map((part) => fieldData(part, media));
  const { patterns, described } = otherParts(media);
  const matched = patterns.flatMap(([pattern, part]) => {
    const names = patternCode(pattern);
    return names ? [fieldData(part, media, names)] : [];
  });
  const others = described ? [fieldData(described, media, code`/(?:)/`)] : [];
  return array([...named, ...matched, ...others]);
}

/** `names`: what the names of the members match that the field is for, if it is not for one. */
function fieldData(part: Part, media: Media, names?: Code): Code {
  const form = partForm(part, media);
  const encoded = media.codec === "multipart" && isEncoded(part) ? yes : undefined;
  return object({ name: str(part.name), names, encoded, ...formMembers(part, form, media) });
}

type Members = Readonly<Record<string, Code | undefined>>;

function formMembers(part: Part, form: PartForm, { codec }: Media): Members {
  const isMultipart = codec === "multipart";
  if (form.kind === "style") {
    const { encoding } = form;
    return {
      type: typeOf(part.schema, encoding.style === "deepObject"),
      ...styleMembers(encoding, isMultipart ? undefined : "form"),
    };
  }
  const { kind, repeated, schema } = form;
  const isText = kind === "text";
  const isWhole = kind === "json" && repeated === true && part.headers.length === 0;
  const holdsSeveral = isWhole && meantTypes(schema)?.includes("array") === false;
  const isLeaf = kind !== "json" && (isExactInt64(schema) || isDate(schema));
  return {
    type: isText ? typeOf(part.schema) : undefined,
    nested: isText && hasNested(schema) ? yes : undefined,
    content: kind === "json" ? jsonContent : undefined,
    read: isLeaf ? undefined : readerOf(schema),
    types: isMultipart ? typesOf(part) : undefined,
    binary: kind === "file" ? yes : undefined,
    repeated: repeated ? json(holdsSeveral ? "json" : repeated) : undefined,
    headers: isMultipart ? arrayIfAny(part.headers.map(headerData)) : undefined,
  };
}

const yes = code`true`;
const jsonContent = str("application/json");

/** The media types of a part, where the description says so. */
function typesOf({ contentType = "" }: Part): Code | undefined {
  const types = contentType.split(",").flatMap((one) => one.trim() || []);
  return types.length === 0 || types.includes("*/*") ? undefined : json(types);
}

function headerData({ name, schema, encoding }: Header): Code {
  return object({ name: str(name), ...encodingMembers(encoding, schema, "simple") });
}

/** Members of a reader for a value in a style; the style `usual` is left out. */
export function encodingMembers(
  encoding: Parameter["encoding"],
  schema: Schema,
  usual: StyleEncoding["style"],
): Members {
  if (encoding.kind !== "style")
    return { content: jsonContent, read: readerOf(encoding.media.schema ?? schema) };
  return {
    type: typeOf(schema, encoding.style === "deepObject"),
    ...styleMembers(encoding, usual),
    words: hasWords(encoding, schema) ? yes : undefined,
  };
}

/** Reader for JSON with int64s or dates. */
function readerOf(schema: Schema): Code | undefined {
  const exact = exactJson(schema);
  return exact && code`${exact}.read`;
}

/** Only what differs from the default of the place is written. */
function styleMembers(
  { style, explode }: StyleEncoding,
  usual: StyleEncoding["style"] | undefined,
): Members {
  const usualExplode = style === "form" || style === "cookie" || style === "deepObject";
  return {
    style: style === usual ? undefined : str(style),
    explode: explode === usualExplode ? undefined : json(explode),
  };
}

/** A list whose items are separated by commas, and have none. */
function hasWords({ style, explode }: StyleEncoding, schema: Schema): boolean {
  const { first, rest } = itemsOf(schema);
  if (style !== "form" || explode || first.length > 0 || !rest) return false;
  const values = [...together(rest)].flatMap(({ keywords }) => listedValues(keywords) ?? []);
  return values.length > 0 && values.every((one) => typeof one === "string" && !one.includes(","));
}

/** The form of a value that is not just text. */
function typeOf(schema: Schema, isDeep = false): Code | undefined {
  const shape = shapeCode(schema, isDeep);
  return shape.text === '"string"' ? undefined : shape;
}

/** In a file of their own, which is all that most clients need. */
const ofScalars: ReadonlySet<string> = new Set([
  "pathOf",
  "pathScalar",
  "queryOf",
  "queryScalar",
  "queryString",
]);

/** A function that writes parameters, with its import. */
export function serializer(word: string): Code {
  return use(word, `./runtime/wire/parameters/${ofScalars.has(word) ? "scalar" : "serialize"}.js`);
}

/** A field of a form, in the style of a query parameter. */
export function fieldPart(field: Code, value: Code, encoding: StyleEncoding, schema: Schema): Code {
  const reserved = encoding.allowReserved ? code`, ${serializer("reserved")}` : empty;
  const whole = undivided(field, value, { encoding, schema, in: "query" });
  return code`${serializer(queryStyle(encoding))}(${field}, ${whole}${reserved})`;
}

/** A value with its place; in a multipart body, nothing is encoded. */
interface Placed {
  readonly encoding: Parameter["encoding"];
  readonly schema: Schema;
  readonly in: Parameter["in"] | "multipart";
}

/** The value, of which a text must not look like the list or the object that it may be as well. */
export function undivided(named: Code, value: Code, place: Placed): Code {
  const delimiters = delimitersOf(place);
  return delimiters === ""
    ? value
    : code`${serializer("undivided")}(${named}, ${value}, ${str(delimiters)})`;
}

/** What makes a list or an object of a text, where it may be one and its delimiters are not encoded; the delimited styles see to it. */
function delimitersOf({ encoding, schema, in: place }: Placed): string {
  if (encoding.kind !== "style") return "";
  const { style, explode, allowReserved, shape } = encoding;
  const isRaw = place === "header" || place === "multipart" || style === "cookie";
  const types = meantTypes(schema);
  // Of what no type is said, a text that is not encoded is always one.
  const isLikeList = shape === "mixed" || (!types && allowReserved && !isRaw);
  if (!isLikeList || /Delimited|deep/.test(style)) return "";
  if (style === "label" && explode && !types) return "";
  const isEncoded = !isRaw && !allowReserved;
  const hasNames =
    explode && (style === "simple" || style === "label") && types?.includes("object");
  const between =
    style === "label" && explode ? "." : isEncoded || (explode && style !== "simple") ? "" : ",";
  return between + (hasNames && !isEncoded ? "=" : "");
}

/**
 * OpenAPI 3.1, section 4.8.12: the delimited styles with `explode` are the same as `form`; without it, they are not for a value that
 * can be neither a list nor an object.
 */
export function queryStyle({ style, explode, shape }: StyleEncoding): string {
  if (style === "deepObject") return "deepObject";
  if (explode) return "form";
  if (style !== "spaceDelimited" && style !== "pipeDelimited") return "formJoined";
  return shape === "mixed" ? `${style}OrText` : style;
}

/** The function of the runtime that writes a header of a request or of a part. */
export function headerFunction(encoding: Parameter["encoding"]): string {
  if (encoding.kind === "content") return "headerJson";
  return encoding.explode ? "headerExploded" : "headerValue";
}

/** Maximum depth of values in brackets, and maximum number of schemas in all. */
const deepest = 8;
const mostSchemas = 2000;

/** The form that the text of a value is read into, as `Shape` of the runtime says it; `isDeep`: by brackets it may be nested. */
export function shapeCode(schema: Schema, isDeep = false): Code {
  return new Shapes().at(schema, isDeep ? deepest : 2);
}

class Shapes {
  #left = mostSchemas;

  /** A schema may lead to itself, so what lies deeper may be anything. */
  at(schema: Schema | undefined, depth: number): Code {
    const types = schema && meantTypes(schema);
    if (!schema || !types || depth < 0 || this.#left-- < 0) return str("any");
    const shapes = types.map((type) => this.#ofType(type, schema, depth));
    const [only, ...others] = shapes;
    if (!only) return str("any");
    return others.length === 0 ? only : array(shapes);
  }

  #ofType(type: JsonType, schema: Schema, depth: number): Code {
    if (type === "array") return this.#list(schema, depth - 1);
    if (type === "object") return this.#object(schema, depth - 1);
    return type === "date"
      ? use("dateTime", "./runtime/validate/formats/date-times.js")
      : str(type);
  }

  #list(schema: Schema, depth: number): Code {
    const { first, rest } = itemsOf(schema);
    const items = this.at(rest, depth);
    return object({ first: arrayIfAny(first.map((one) => this.at(one, depth))), items });
  }

  #object(schema: Schema, depth: number): Code {
    const { properties, patterns, rest } = membersOf(schema);
    const named = [...properties].map(([name, one]) =>
      tableEntry(name, this.at(one, depth), () =>
        use("Shape", "./runtime/validate/shape.js", "type"),
      ),
    );
    const matched = [...patterns].flatMap(([pattern, one]) => {
      const test = patternCode(pattern);
      return test ? [code`[${test}, ${this.at(one, depth)}]`] : [];
    });
    // Only what is declared, or an exploded object would take in the names of all other parameters.
    const isOpen = rest !== undefined || (named.length === 0 && matched.length === 0);
    return object({
      properties: object(named),
      patterns: arrayIfAny(matched),
      rest: isOpen ? this.at(rest, depth) : undefined,
    });
  }
}
