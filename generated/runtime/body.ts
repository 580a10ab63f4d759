import { isJson, matchMedia, mediaTypeOf } from "./http.js";
import type { Judge, Issue } from "./issue.js";
import { type Part, readParts } from "./multipart.js";
import {
  type Field,
  type FieldReader,
  type Pairs,
  decode,
  fieldReader,
  readFromPairs,
  readPairs,
  readText,
} from "./parameters.js";
import { Problem } from "./problem.js";
import { issueAt, kindsOf, pointerTo, setMember } from "./shape.js";
import type { IncomingRequest } from "./server.js";

/** How a body of one media type is read; a word alone has no check of its own. */
export type BodyCodec = PlainCodec["codec"] | PlainCodec | FormCodec;

/** `binary` gives a `Uint8Array`. */
export interface PlainCodec {
  readonly codec: "json" | "text" | "binary";
  /** For JSON; `JSON.parse` when left out. */
  readonly read?: ((text: string) => unknown) | undefined;
  /** For operations whose body depends on its media type, and so cannot be judged with the rest. */
  readonly check?: Judge | undefined;
}

/** Fields that are not declared are read as text, or as a `File` where they have a file name. */
export interface FormCodec {
  readonly codec: "form" | "multipart";
  readonly fields: readonly FormField[];
  readonly check?: Judge | undefined;
}

export interface FormField extends Field {
  /** For multipart: each part becomes a `File`. */
  readonly binary?: boolean | undefined;
  /** The value is a list, of one part or field for each item. */
  readonly repeated?: boolean | undefined;
}

export interface BodyData {
  /** Makes no difference here: the check of the request says what is missing. */
  readonly required?: boolean | undefined;
  /** By media type or range: `application/json`, `image/*`. */
  readonly content: Readonly<Record<string, BodyCodec>>;
}

export interface ReadBody {
  /** `undefined` when the request has no body. */
  readonly value: unknown;
  /** As the request says, without its parameters. */
  readonly contentType: string | undefined;
  /** The media type or range of the description that it belongs to. */
  readonly declared: string | undefined;
}

/** Reads the bodies of one operation; throws `Problem` 400, 413 or 415, and adds to `issues`. */
export type BodyReader = (
  request: IncomingRequest,
  limit: number,
  issues: Issue[],
) => Promise<ReadBody>;

type Decoder = (bytes: Uint8Array, contentType: string, issues: Issue[]) => unknown;

const NO_BODY: ReadBody = { value: undefined, contentType: undefined, declared: undefined };

export function bodyReader({ content }: BodyData): BodyReader {
  const types = Object.keys(content);
  const decoders = new Map<string, Decoder>();
  for (const [type, codec] of Object.entries(content)) {
    const data = typeof codec === "string" ? { codec } : codec;
    decoders.set(type, checking(decoderFor(data), data.check));
  }

  return async (request, limit, issues) => {
    if (!request.hasBody) return NO_BODY;
    const contentType = request.header("content-type");
    if (contentType === undefined) {
      const bytes = await request.read(limit);
      if (bytes.length === 0) return NO_BODY;
      throw unsupported(types);
    }
    const declared = decoders.has(contentType) ? contentType : matchMedia(types, contentType);
    const decoder = decoders.get(declared ?? "");
    if (decoder === undefined) throw unsupported(types);
    const bytes = await request.read(limit);
    const type = mediaTypeOf(contentType);
    if (bytes.length === 0 && isJson(type)) return NO_BODY;
    return { value: decoder(bytes, contentType, issues), contentType: type, declared };
  };
}

function unsupported(declared: readonly string[]): Problem {
  const types = declared.join(", ");
  return new Problem(415, {
    message: `The body has to be ${types}.`,
    headers: { Accept: types },
  });
}

function decoderFor(data: PlainCodec | FormCodec): Decoder {
  if (!("fields" in data)) {
    const { read = JSON.parse } = data;
    const json: Decoder = (bytes, contentType) => decodeJson(bytes, contentType, read);
    return { json, text: decodeText, binary: (bytes: Uint8Array) => bytes }[data.codec];
  }
  const fields = data.fields.map((field) => ({ field, reader: fieldReader(field, "body") }));
  return data.codec === "form" ? formDecoder(fields) : multipartDecoder(fields);
}

function checking(decode: Decoder, check: Judge | undefined): Decoder {
  if (check === undefined) return decode;
  return (bytes, contentType, issues) => {
    const value = decode(bytes, contentType, issues);
    const found: Issue[] = [];
    if (!check(value, found)) {
      for (const issue of found) issues.push({ ...issue, path: `/body${issue.path}` });
    }
    return value;
  };
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function textOf(bytes: Uint8Array, decoder = utf8): string {
  try {
    return decoder.decode(bytes);
  } catch {
    const issue = issueAt("/body", "encoding", `must be valid ${decoder.encoding}`);
    throw new Problem(400, { issues: [issue] });
  }
}

const MOST_DEPTH = 500;

function decodeJson(
  bytes: Uint8Array,
  contentType: string,
  read: (text: string) => unknown,
): unknown {
  const charset = parameterOf(contentType, "charset")?.toLowerCase() ?? "utf-8";
  if (charset !== "utf-8" && charset !== "us-ascii" && charset !== "utf8") {
    throw new Problem(415, { message: "JSON has to be in UTF-8." });
  }
  if (bytes.length > MOST_DEPTH && depthOf(bytes) > MOST_DEPTH) {
    const issue = issueAt("/body", "depth", `must not be nested deeper than ${MOST_DEPTH}`);
    throw new Problem(400, { issues: [issue] });
  }
  const text = textOf(bytes);
  try {
    return read(text);
  } catch {
    throw new Problem(400, { issues: [issueAt("/body", "json", "must be JSON")] });
  }
}

/** How deep JSON is nested at most, brackets in strings left out; what reads it later recurses. */
function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (quoted) {
      if (byte === 0x5c) index++;
      else if (byte === 0x22) quoted = false;
    } else if (byte === 0x22) quoted = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > deepest) deepest = depth;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return deepest;
}

function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = parameterOf(contentType, "charset");
  if (charset === undefined) return textOf(bytes);
  let decoder: typeof utf8;
  try {
    decoder = new TextDecoder(charset, { fatal: true });
  } catch {
    throw new Problem(415, { message: "This charset cannot be read here." });
  }
  return textOf(bytes, decoder);
}

interface FormReader {
  readonly field: FormField;
  readonly reader: FieldReader;
}

/** `application/x-www-form-urlencoded`, read as a query is. */
function formDecoder(fields: readonly FormReader[]): Decoder {
  const names = new Set(fields.map(({ field }) => field.name));
  return (bytes, _contentType, issues) => {
    const pairs = readPairs(textOf(bytes), "/body", issues);
    const body: Record<string, unknown> = {};
    const claimed = new Set(names);
    for (const { field, reader } of fields) {
      const value = readFromPairs(reader, pairs, names, issues);
      if (value !== undefined) {
        setMember(body, field.name, value);
        for (const name of membersOf(reader, pairs)) claimed.add(name);
      } else if (field.default !== undefined) setMember(body, field.name, field.default);
    }
    for (const [index, name] of pairs.names.entries()) {
      if (claimed.has(name)) continue;
      addText(body, name, decode(pairs.values[index] ?? "", "query") ?? "");
    }
    return body;
  };
}

/** The names that a field takes besides its own. */
function membersOf(reader: FieldReader, { names }: Pairs): readonly string[] {
  if (reader.style === "deepObject")
    return names.filter((name) => name.startsWith(`${reader.name}[`));
  const object = reader.explode && !reader.json ? reader.kinds.object : undefined;
  if (object === undefined) return [];
  return object.rest === undefined ? Object.keys(object.properties) : names;
}

/** `multipart/form-data` (RFC 7578). */
function multipartDecoder(fields: readonly FormReader[]): Decoder {
  const readers = new Map(
    fields.map(({ field, reader }) => {
      // The parts of one name are the items of its list, so each is read as an item.
      const item = field.repeated === true ? reader.kinds.list?.items : undefined;
      const kinds = item === undefined ? reader.kinds : kindsOf(item);
      return [field.name, { field, reader: { ...reader, kinds } }];
    }),
  );
  return (bytes, contentType, issues) => {
    const boundary = parameterOf(contentType, "boundary");
    const parts = boundary === undefined ? undefined : readParts(bytes, boundary);
    if (parts === undefined) {
      throw new Problem(400, { issues: [issueAt("/body", "multipart", "must be multipart data")] });
    }
    const body: Record<string, unknown> = {};
    for (const part of parts) {
      const entry = readers.get(part.name);
      const place = pointerTo("/body", part.name);
      const value = valueOf(part, entry, place, issues);
      if (entry?.field.repeated === true) {
        const list = Object.hasOwn(body, part.name) ? (body[part.name] as unknown[]) : [];
        list.push(value);
        setMember(body, part.name, list);
      } else if (entry === undefined) addText(body, part.name, value);
      else if (Object.hasOwn(body, part.name)) {
        issues.push(issueAt(place, "duplicate", "must be given only once"));
      } else setMember(body, part.name, value);
    }
    for (const { field } of fields) {
      if (field.default !== undefined && !Object.hasOwn(body, field.name)) {
        setMember(body, field.name, field.default);
      }
    }
    return body;
  };
}

function valueOf(
  part: Part,
  entry: FormReader | undefined,
  place: string,
  issues: Issue[],
): unknown {
  const { bytes, fileName, contentType } = part;
  if (entry === undefined ? fileName !== undefined : entry.field.binary === true) {
    const type = contentType ?? "application/octet-stream";
    return new File([new DataView(bytes.buffer as ArrayBuffer)], fileName ?? "", { type });
  }
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    issues.push(issueAt(place, "encoding", "must be valid utf-8"));
    return undefined;
  }
  if (entry === undefined) return text;
  const json = entry.reader.json || isJson(mediaTypeOf(contentType));
  // The text of a part is not percent-encoded, whatever the style says about its members.
  return readText({ ...entry.reader, json, place, encoding: "none" }, text, issues);
}

/** The second value of a name that is not declared makes a list of both. */
function addText(body: Record<string, unknown>, name: string, value: unknown): void {
  if (!Object.hasOwn(body, name)) return setMember(body, name, value);
  const before = body[name];
  if (Array.isArray(before)) before.push(value);
  else setMember(body, name, [before, value]);
}

/** A parameter of a media type, quoted or not: `boundary` in `multipart/form-data; boundary="x"`. */
export function parameterOf(contentType: string, name: string): string | undefined {
  if (!contentType.includes(";")) return undefined;
  const pattern = /;[ \t]*([^\s=;]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;
  for (const [, key = "", quoted, token] of contentType.matchAll(pattern)) {
    if (key.toLowerCase() === name) return quoted?.replace(/\\(.)/g, "$1") ?? token;
  }
  return undefined;
}
