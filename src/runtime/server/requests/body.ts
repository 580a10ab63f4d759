import { andThen } from "../awaitable.js";
import { issuesOf } from "../../validate/enough.js";
import { type FormField, WRONG_TYPE, formReader, multipartReader } from "../../wire/forms.js";
import { type Awaitable, isJson } from "../../wire/http.js";
import { decoderOf, matchMedia, mediaTypeOf, parameterOf } from "../../wire/media-types.js";
import { infiniteAt } from "./infinite.js";
import type { Judge, Issue } from "../../validate/issue.js";
import { type RequestLimits, USUAL_LIMITS, depthOf } from "../../wire/limits.js";
import { readParts } from "../../wire/multipart.js";
import { Problem } from "../problem.js";
import { mayRound, roundedIssues } from "./rounded.js";
import { issueAt } from "../../validate/shape.js";
import type { IncomingRequest } from "../server.js";

export type { FormField } from "../../wire/forms.js";

/** The reader of a media type; a codec name alone has no check of its own. */
export type BodyCodec = PlainCodec["codec"] | PlainCodec | FormCodec | StreamCodec;

/** `binary` returns a `Uint8Array`. */
export interface PlainCodec {
  readonly codec: "json" | "text" | "binary";
  /** For JSON; `JSON.parse` by default. */
  readonly read?: ((text: string) => unknown) | undefined;
  /** For operations whose body schema depends on the media type, and so is not part of the request's check. */
  readonly check?: Judge | undefined;
}

/** Undeclared fields are read as text, or as a `File` if they have a file name. */
export interface FormCodec {
  readonly codec: "form" | "multipart";
  readonly fields: readonly FormField[];
  readonly check?: Judge | undefined;
}

/** A streamed body of items; created by `receiveItems`. */
export interface StreamCodec {
  readonly codec: "stream";
  /** An item that is invalid, or longer than `limit`, is thrown to its reader as `Problem` 400 or 413. */
  open(request: IncomingRequest, limit: number, limits: RequestLimits): unknown;
}

export interface BodyData {
  /** The check of the request reports what is missing. */
  readonly required?: boolean | undefined;
  /** By media type or range: `application/json`, `image/*`. */
  readonly content: Readonly<Record<string, BodyCodec>>;
}

export interface ReadBody {
  /** `undefined` if the request has no body. */
  readonly value: unknown;
  /** The media type of the request, without its parameters. */
  readonly contentType: string | undefined;
  /** The media type or range of the description that it matches. */
  readonly declared: string | undefined;
  /** True if integers in it may have been rounded. */
  readonly isLong?: boolean | undefined;
}

/** Reads the bodies of one operation; throws `Problem` 413 or 415, and adds other errors to `issues`. */
export type BodyReader = (
  request: IncomingRequest,
  limit: number,
  issues: Issue[],
) => Awaitable<ReadBody>;

type Decoder = (bytes: Uint8Array, contentType: string, issues: Issue[]) => Decoded;

interface Decoded {
  /** Undefined if it cannot be read. */
  readonly value: unknown;
  readonly isLong?: boolean;
}

const UNREADABLE: Decoded = { value: undefined };

const NO_BODY: ReadBody = { value: undefined, contentType: undefined, declared: undefined };

export function bodyReader(
  { content }: BodyData,
  limits: RequestLimits = USUAL_LIMITS,
): BodyReader {
  const types = Object.keys(content);
  const decoders = new Map<string, Decoder>();
  const streams = new Map<string, StreamCodec>();
  // A binary body may be of any media type, even `application/json`, and may be empty.
  const bytes = new Set<string | undefined>();
  // A media type that is spelled as declared does not have to be parsed for each request.
  const plain = new Map(types.map((type) => [type, mediaTypeOf(type)]));
  for (const [type, codec] of Object.entries(content)) {
    const data = typeof codec === "string" ? { codec } : codec;
    if (data.codec === "binary") bytes.add(type);
    if (data.codec === "stream") streams.set(type, data);
    else decoders.set(type, checking(decoderFor(data, limits), data.check));
  }

  // A PUT without a type has the only declared one. Not so a POST, which pages of other origins may send without a type.
  const [only = "", ...others] = types;
  const usual = others.length > 0 || /[*]|^multipart\//.test(only) ? undefined : only;
  // Where any type is declared, one without a type is what RFC 9110, section 8.3, takes it for.
  const any = types.includes("*/*") ? "application/octet-stream" : undefined;

  return (request, limit, issues) => {
    const said = request.header("content-type");
    const assumed = any ?? (request.method === "PUT" ? usual : undefined);
    const contentType = said ?? (request.hasBody ? assumed : undefined);
    if (contentType === undefined) {
      if (!request.hasBody) return NO_BODY;
      if (Number(request.header("content-length")) > 0) throw unsupported(types, request);
      return andThen(request.read(limit), (body) => {
        if (body.length === 0) return NO_BODY;
        throw unsupported(types, request);
      });
    }
    const known = plain.get(contentType);
    const declared = known === undefined ? matchMedia(types, contentType) : contentType;
    const type = known ?? mediaTypeOf(contentType);
    const stream = streams.get(declared ?? "");
    if (stream) return { value: stream.open(request, limit, limits), contentType: type, declared };
    const decoder = decoders.get(declared ?? "");
    const isNoneWhenEmpty = isJson(type) && !bytes.has(declared);
    if (!request.hasBody) {
      // An empty body is also valid text, an empty form or no bytes.
      if (decoder === undefined || isNoneWhenEmpty || type.startsWith("multipart/")) return NO_BODY;
      const { value } = decoder(new Uint8Array(), contentType, issues);
      return { value, contentType: type, declared };
    }
    if (decoder === undefined) throw unsupported(types, request);
    return andThen(request.read(limit), (body) => {
      if (body.length === 0 && isNoneWhenEmpty) return NO_BODY;
      const { value, isLong } = decoder(body, contentType, issues);
      return { value, contentType: type, declared, isLong };
    });
  };
}

function unsupported(declared: readonly string[], { method }: IncomingRequest): Problem {
  const types = declared.join(", ");
  return new Problem(415, {
    message: `The body has to be ${types}.`,
    headers: { Accept: types, ...(method === "PATCH" ? { [ACCEPT_PATCH]: types } : {}) },
  });
}

/** RFC 5789, section 3.1. */
export const ACCEPT_PATCH = "Accept-Patch";

function decoderFor(data: PlainCodec | FormCodec, { depth, fields }: RequestLimits): Decoder {
  if (!("fields" in data)) {
    const { read = JSON.parse } = data;
    const json: Decoder = (bytes, contentType, issues) => {
      checkCharset(contentType);
      return decodeJson(bytes, read, depth, issues);
    };
    const text: Decoder = (bytes, contentType, issues) => ({
      value: decodeText(bytes, contentType, issues),
    });
    return { json, text, binary: (value: Uint8Array) => ({ value }) }[data.codec];
  }
  if (data.codec === "form") {
    const readForm = formReader(data.fields, "/body", { depth, fields });
    return (bytes, _contentType, issues) => {
      const text = textOf(bytes, issues);
      return text === undefined ? UNREADABLE : { value: readForm(text, issues) };
    };
  }
  const readMultipart = multipartReader(data.fields, depth);
  return (bytes, contentType, issues) => {
    const boundary = parameterOf(contentType, "boundary");
    const parts = boundary === undefined ? "malformed" : readParts(bytes, boundary, fields);
    if (typeof parts === "object") {
      const value = readMultipart(parts, issues);
      const wrong = issues.filter(({ keyword }) => keyword === WRONG_TYPE);
      if (wrong.length > 0) throw new Problem(415, { issues: wrong });
      return { value };
    }
    issues.push(
      parts === "malformed"
        ? issueAt("/body", "multipart", "must be multipart data")
        : issueAt("/body", "maxProperties", `must not have more than ${fields} parts`),
    );
    return UNREADABLE;
  };
}

function checking(decode: Decoder, check: Judge | undefined): Decoder {
  if (check === undefined) return decode;
  return (bytes, contentType, issues) => {
    const decoded = decode(bytes, contentType, issues);
    const { value, isLong } = decoded;
    if (value === undefined) return decoded;
    issues.push(...issuesOf(check, value, "/body"));
    if (isLong === true && issues.length === 0) {
      const found = roundedIssues(value, "", check);
      issues.push(...found.map((issue) => ({ ...issue, path: `/body${issue.path}` })));
    }
    return decoded;
  };
}

function textOf(
  bytes: Uint8Array,
  issues: Issue[],
  decoder = decoderOf(undefined),
): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    issues.push(issueAt("/body", "encoding", `must be valid ${decoder.encoding}`));
    return undefined;
  }
}

function checkCharset(contentType: string): void {
  const charset = parameterOf(contentType, "charset")?.toLowerCase() ?? "utf-8";
  if (charset !== "utf-8" && charset !== "us-ascii" && charset !== "utf8") {
    throw new Problem(415, { message: "JSON has to be in UTF-8." });
  }
}

function decodeJson(
  bytes: Uint8Array,
  read: (text: string) => unknown,
  most: number,
  issues: Issue[],
): Decoded {
  if (bytes.length > most && depthOf(bytes) > most) {
    issues.push(issueAt("/body", "depth", `must not be nested deeper than ${most}`));
    return UNREADABLE;
  }
  const text = textOf(bytes, issues);
  if (text === undefined) return UNREADABLE;
  const isLong = mayRound(text);
  let value: unknown;
  try {
    value = read(text);
  } catch {
    issues.push(issueAt("/body", "json", "must be JSON"));
    return UNREADABLE;
  }
  const place = infiniteAt(text, value, isLong, "/body");
  if (place === undefined) return { value, isLong };
  issues.push(issueAt(place, "number", `must be a number between ±${Number.MAX_VALUE}`));
  return UNREADABLE;
}

function decodeText(bytes: Uint8Array, contentType: string, issues: Issue[]): string | undefined {
  let decoder: ReturnType<typeof decoderOf>;
  try {
    decoder = decoderOf(contentType);
  } catch {
    throw new Problem(415, { message: "This charset cannot be read here." });
  }
  return textOf(bytes, issues, decoder);
}
