import { isJson } from "./http.js";
import { matchMedia, mediaTypeOf, partDecoderOf } from "./media-types.js";
import type { Issue } from "../validate/issue.js";
import type { RequestLimits } from "./limits.js";
import type { Part } from "./multipart.js";
import { decodeTransfer } from "./transfer-encoding.js";
import { type Field, type FieldReader, fieldReader, readText } from "./parameters/parameters.js";
import { type Pairs, readFromPairs, readPairs, readTexts } from "./parameters/pairs.js";
import {
  isListOnly,
  issueAt,
  itemShape,
  kindsOf,
  memberShape,
  objectsFor,
  setMember,
} from "../validate/shape.js";
import { pointerTo } from "../validate/pointer.js";
import { hasOwn } from "../validate/own.js";

export interface FormField extends Field {
  /** For multipart: the media types and ranges that a part may have. */
  readonly types?: readonly string[] | undefined;
  /** For multipart: each part becomes a `File`. */
  readonly binary?: boolean | undefined;
  /**
   * For multipart: the value is a list, of one part for each item; `either`: or it is the one part that there is;
   * `json`: a part that is a JSON array holds several items, which are no arrays themselves.
   */
  readonly repeated?: boolean | "either" | "json" | undefined;
  /** For multipart: its values are text in an encoding, or have it beside them, so no part is decoded from it. */
  readonly encoded?: boolean | undefined;
  /** The field is for all members whose names match, and that no other field before it is for. */
  readonly names?: RegExp | undefined;
  /** For multipart: of each part; the value is then `{ headers, body }`. */
  readonly headers?: readonly Field[] | undefined;
}

/** A field with everything worked out that does not depend on the form. */
interface FormReader {
  readonly field: FormField;
  readonly reader: FieldReader;
  readonly headers: readonly FieldReader[] | undefined;
}

type Form = Record<string, unknown>;

function readerOf(field: FormField, depth: number): FormReader {
  const reader = fieldReader(field, "body", depth);
  const headers = field.headers?.map((header) => fieldReader(header, "header", depth));
  return { field, reader, headers };
}

/** `application/x-www-form-urlencoded`, read as a query is; `place` is where its issues are. */
export function formReader(
  fields: readonly FormField[],
  place: "/body" | "/query",
  limits: RequestLimits,
): (text: string, issues: Issue[]) => Form {
  const all = fields.map((field) => {
    const reader = fieldReader(field, "body", limits.depth);
    return { field, reader: { ...reader, place: pointerTo(place, field.name) } };
  });
  const readers = all.filter(({ field }) => field.names === undefined);
  const names = new Set(readers.map(({ field }) => field.name));
  const empty = objectsFor(Array.from(names));
  return (text, issues) => {
    const pairs = readPairs(text, place, issues, limits.fields);
    const form: Form = empty();
    const claimed = new Set(names);
    for (const { field, reader } of readers) {
      const value = readFromPairs(reader, pairs, names, issues);
      if (value !== undefined) {
        setMember(form, field.name, value);
        for (const name of membersOf(reader, pairs)) claimed.add(name);
      }
    }
    othersIn(pairs, claimed).forEach((texts, name) => {
      const other = all.find(({ field }) => field.names?.test(name));
      const reader = { ...(other?.reader ?? undeclared), name, place: pointerTo(place, name) };
      const value = readTexts(reader, texts, issues);
      if (value !== undefined) setMember(form, name, value);
    });
    return form;
  };
}

const undeclared = fieldReader({ name: "", type: "any" }, "body");

/** Values under names that no field has, by these. */
function othersIn(
  { names, values }: Pairs,
  claimed: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  names.forEach((name, index) => {
    if (claimed.has(name)) return;
    const texts = found.get(name) ?? [];
    texts.push(values[index] ?? "");
    found.set(name, texts);
  });
  return found;
}

/** The names that a field takes besides its own. */
export function membersOf(reader: FieldReader, { names }: Pairs): readonly string[] {
  if (reader.style === "deepObject")
    return names.filter((name) => name.startsWith(`${reader.name}[`));
  const isLoose = reader.explode && !reader.json && !reader.nested;
  const object = isLoose ? reader.kinds.object : undefined;
  return object === undefined
    ? []
    : names.filter((name) => memberShape(object, name) !== undefined);
}

/** `multipart/form-data` (RFC 7578). */
export function multipartReader(
  fields: readonly FormField[],
  depth: number,
): (parts: readonly Part[], issues: Issue[]) => Form {
  const all = fields.map((field) => readerOf(field, depth));
  const styled = all.filter(({ field }) => field.style !== undefined);
  const others = all.filter(({ field }) => field.names !== undefined);
  const whole = all.filter(({ field }) => field.style === undefined && field.names === undefined);
  const readers = new Map(whole.map((one) => [one.field.name, one]));
  const names = new Set(fields.flatMap((field) => (field.names ? [] : [field.name])));
  const empty = objectsFor(Array.from(names));
  return (parts, issues) => {
    const form: Form = empty();
    const unread: Part[] = [];
    const isAlone = aloneIn(parts);
    for (const given of parts) {
      const part = decodedPart(given, fields, issues);
      if (part === undefined || isEmptyControl(part)) continue;
      const entry = readers.get(part.name);
      if (entry === undefined) unread.push(part);
      else addPart(form, part, entry, isAlone(part), issues);
    }
    const left = styled.length > 0 ? readStyled(form, unread, styled, names, issues) : unread;
    for (const part of left) {
      const other = others.find(({ field }) => field.names?.test(part.name));
      if (other) {
        const field = { ...other.field, name: part.name };
        addPart(form, part, { ...other, field }, isAlone(part), issues);
      } else addText(form, part.name, undeclaredPart(part, issues));
    }
    return form;
  };
}

/** The encoding of a part that is still to be decoded. */
export function transferEncodingOf(
  { name, headers }: Pick<Part, "name" | "headers">,
  fields: readonly FormField[],
): string | undefined {
  const encoding = headers.get("content-transfer-encoding");
  if (encoding === undefined) return undefined;
  const field =
    fields.find((one) => one.names === undefined && one.name === name) ??
    fields.find((one) => one.names?.test(name));
  return field?.encoded === true ? undefined : encoding;
}

function decodedPart(part: Part, fields: readonly FormField[], issues: Issue[]): Part | undefined {
  const encoding = transferEncodingOf(part, fields);
  if (encoding === undefined) return part;
  const bytes = decodeTransfer(part.bytes, encoding);
  if (bytes) return { ...part, bytes };
  issues.push(issueAt(pointerTo("/body", part.name), "encoding", `must be in ${encoding}`));
  return undefined;
}

/** Browsers send this for a file control in which no file was chosen. */
function isEmptyControl({ fileName, bytes }: Part): boolean {
  return fileName === "" && bytes.length === 0;
}

/** Tells the only part of its name. */
function aloneIn(parts: readonly Part[]): (part: Part) => boolean {
  const counts = new Map<string, number>();
  for (const { name } of parts) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ({ name }) => counts.get(name) === 1;
}

function addPart(
  form: Form,
  part: Part,
  entry: FormReader,
  isAlone: boolean,
  issues: Issue[],
): void {
  const { field, headers, reader } = entry;
  const place = pointerTo("/body", field.name);
  const before = hasOwn(form, field.name) ? form[field.name] : undefined;
  const list: unknown[] = Array.isArray(before) ? before : [];
  const isItem = field.repeated === true || field.repeated === "json";
  const own = isItem ? `${place}/${list.length}` : place;
  const inside = headers ? `${own}/body` : own;
  const body = valueOf(part, field, readerAt(entry, list.length, isAlone), inside, issues);
  const value = headers ? { headers: headersOf(part, headers, own, issues), body } : body;
  if (isItem) {
    // Swagger UI sends the whole list as one part.
    const isWhole = field.repeated === "json" && Array.isArray(value);
    for (const item of isWhole ? (value as readonly unknown[]) : [value]) list.push(item);
    setMember(form, field.name, list);
  } else if (field.repeated === "either") {
    const isWhole = typeof value === "object" && !(value instanceof Date);
    const isFirst = isListOnly(reader.kinds) && before === undefined && !isWhole;
    addText(form, field.name, isFirst ? [value] : value);
  } else if (hasOwn(form, field.name)) {
    issues.push(issueAt(place, "duplicate", "must be given only once"));
  } else setMember(form, field.name, value);
}

/** The parts of one name are the items of its list, so each is read as an item, unless it is alone and can be the value itself. */
function readerAt({ field, reader }: FormReader, index: number, isAlone: boolean): FieldReader {
  const { list, scalars } = reader.kinds;
  if (field.repeated === "either" && isAlone && !isListOnly(reader.kinds))
    return { ...reader, kinds: { scalars, list: undefined, object: undefined } };
  return field.repeated && list !== undefined
    ? { ...reader, kinds: kindsOf(itemShape(list, index)) }
    : reader;
}

function valueOf(
  part: Part,
  field: FormField,
  reader: FieldReader,
  place: string,
  issues: Issue[],
): unknown {
  if (!hasType(part, field)) {
    issues.push(issueAt(place, WRONG_TYPE, `must have the type ${field.types?.join(" or ")}`));
    return undefined;
  }
  if (field.binary === true) return fileOf(part);
  const json = reader.json || isJson(mediaTypeOf(part.contentType));
  const text = textOf(part, place, issues, json);
  if (text === undefined) return undefined;
  const isText =
    field.types?.length !== 1 &&
    reader.kinds.scalars.includes("string") &&
    /^text\/plain\b/i.test(part.contentType ?? "");
  const nested = reader.nested && !isText;
  // The text of a part is not percent-encoded, whatever the style says about its members.
  return readText({ ...reader, json, nested, place, encoding: "verbatim" }, text, issues);
}

/** The keyword of issues with the media type of a part. */
export const WRONG_TYPE = "mediaType";

/** A text part without a media type has the declared one; a file without one is `text/plain` (RFC 7578, section 4.4). */
export function hasType(
  { contentType }: Pick<Part, "contentType">,
  { types, binary }: Pick<FormField, "types" | "binary">,
): boolean {
  if (types === undefined || (contentType === undefined && binary !== true)) return true;
  return matchMedia(types, contentType ?? "text/plain") !== undefined;
}

function undeclaredPart(part: Part, issues: Issue[]): unknown {
  if (part.fileName !== undefined) return fileOf(part);
  const place = pointerTo("/body", part.name);
  const json = isJson(mediaTypeOf(part.contentType));
  const text = textOf(part, place, issues, json);
  if (text === undefined) return undefined;
  return readText({ ...undeclared, json, place, encoding: "verbatim" }, text, issues);
}

function fileOf({ bytes, fileName, contentType }: Part): File {
  const type = contentType ?? "application/octet-stream";
  return new File([new DataView(bytes.buffer as ArrayBuffer)], fileName ?? "", { type });
}

function textOf(
  { bytes, contentType }: Part,
  place: string,
  issues: Issue[],
  json: boolean,
): string | undefined {
  try {
    return partDecoderOf(contentType, json).decode(bytes);
  } catch {
    issues.push(issueAt(place, "encoding", "must be valid in its charset, by default utf-8"));
    return undefined;
  }
}

function headersOf(
  part: Part,
  readers: readonly FieldReader[],
  place: string,
  issues: Issue[],
): Form {
  const group: Form = {};
  for (const reader of readers) {
    const text = part.headers.get(reader.name.toLowerCase());
    if (text === undefined) continue;
    const own = pointerTo(`${place}/headers`, reader.name);
    const value = readText({ ...reader, place: own }, text, issues);
    if (value !== undefined) setMember(group, reader.name, value);
  }
  return group;
}

/** Fields with a style are read as they are in a query, but nothing is percent-encoded. Gives what is left. */
function readStyled(
  form: Form,
  parts: readonly Part[],
  styled: readonly FormReader[],
  names: ReadonlySet<string>,
  issues: Issue[],
): readonly Part[] {
  const pairs: Pairs = { names: [], values: [] };
  const read = new Set<Part>();
  for (const part of parts) {
    // Bytes that are no text have no style: who reads the part otherwise says whether they may be there.
    const text = textOf(part, "", [], false);
    if (text === undefined) continue;
    read.add(part);
    pairs.names.push(part.name);
    pairs.values.push(text);
  }
  const claimed = new Set<string>();
  for (const { field, reader } of styled) {
    claimed.add(field.name);
    const value = readFromPairs({ ...reader, encoding: "verbatim" }, pairs, names, issues);
    if (value === undefined) continue;
    setMember(form, field.name, value);
    for (const name of membersOf(reader, pairs)) claimed.add(name);
  }
  return parts.filter((part) => !read.has(part) || !claimed.has(part.name));
}

/** The second value of a name that is not declared makes a list of both. */
function addText(form: Form, name: string, value: unknown): void {
  if (value === undefined) return;
  if (!hasOwn(form, name)) return setMember(form, name, value);
  const before = form[name];
  if (Array.isArray(before)) before.push(value);
  else setMember(form, name, [before, value]);
}
