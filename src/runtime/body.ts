import { type FormField, formReader, multipartReader } from "./forms.js";
import { isJson, matchMedia, mediaTypeOf, parameterOf } from "./http.js";
import type { Judge, Issue } from "./issue.js";
import { type RequestLimits, USUAL_LIMITS, depthOf } from "./limits.js";
import { readParts } from "./multipart.js";
import { Problem } from "./problem.js";
import { mayRound, roundedIssues } from "./rounded.js";
import { issueAt } from "./shape.js";
import type { IncomingRequest } from "./server.js";

export type { FormField } from "./forms.js";

/** How a body of one media type is read; a word alone has no check of its own. */
export type BodyCodec = PlainCodec["codec"] | PlainCodec | FormCodec | StreamCodec;

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

/** A body that is handed on item by item while it comes in; `receiveItems` makes it. */
export interface StreamCodec {
  readonly codec: "stream";
  /** What is wrong with an item, or longer than `limit`, is thrown to who reads it, as `Problem` 400 or 413. */
  open(request: IncomingRequest, limit: number, depth: number): AsyncIterable<unknown>;
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
  /** The JSON itself, where it has integers that may have been rounded. */
  readonly long?: string | undefined;
}

/** Reads the bodies of one operation; throws `Problem` 400, 413 or 415, and adds to `issues`. */
export type BodyReader = (
  request: IncomingRequest,
  limit: number,
  issues: Issue[],
) => Promise<ReadBody>;

type Decoder = (bytes: Uint8Array, contentType: string, issues: Issue[]) => Decoded;

interface Decoded {
  readonly value: unknown;
  readonly long?: string | undefined;
}

const NO_BODY: ReadBody = { value: undefined, contentType: undefined, declared: undefined };

export function bodyReader(
  { content }: BodyData,
  limits: RequestLimits = USUAL_LIMITS,
): BodyReader {
  const types = Object.keys(content);
  const decoders = new Map<string, Decoder>();
  const streams = new Map<string, StreamCodec>();
  // A media type that is written as it is declared does not have to be taken apart for each request.
  const plain = new Map(types.map((type) => [type, mediaTypeOf(type)]));
  for (const [type, codec] of Object.entries(content)) {
    const data = typeof codec === "string" ? { codec } : codec;
    if (data.codec === "stream") streams.set(type, data);
    else decoders.set(type, checking(decoderFor(data, limits), data.check));
  }

  return async (request, limit, issues) => {
    const contentType = request.header("content-type");
    if (contentType === undefined) {
      if (!request.hasBody) return NO_BODY;
      const bytes = await request.read(limit);
      if (bytes.length === 0) return NO_BODY;
      throw unsupported(types);
    }
    const known = plain.get(contentType);
    const declared = known === undefined ? matchMedia(types, contentType) : contentType;
    const type = known ?? mediaTypeOf(contentType);
    const stream = streams.get(declared ?? "");
    if (stream)
      return { value: stream.open(request, limit, limits.depth), contentType: type, declared };
    const decoder = decoders.get(declared ?? "");
    if (!request.hasBody) {
      // Nothing at all is a text, a form or bytes too, of which there are none.
      if (decoder === undefined || isJson(type) || type.startsWith("multipart/")) return NO_BODY;
      const { value } = decoder(new Uint8Array(), contentType, issues);
      return { value, contentType: type, declared };
    }
    if (decoder === undefined) throw unsupported(types);
    const bytes = await request.read(limit);
    if (bytes.length === 0 && isJson(type)) return NO_BODY;
    const { value, long } = decoder(bytes, contentType, issues);
    return { value, contentType: type, declared, long };
  };
}

function unsupported(declared: readonly string[]): Problem {
  const types = declared.join(", ");
  return new Problem(415, {
    message: `The body has to be ${types}.`,
    headers: { Accept: types },
  });
}

function decoderFor(data: PlainCodec | FormCodec, { depth, fields }: RequestLimits): Decoder {
  if (!("fields" in data)) {
    const { read = JSON.parse } = data;
    const json: Decoder = (bytes, contentType) => decodeJson(bytes, contentType, read, depth);
    const text: Decoder = (bytes, contentType) => ({ value: decodeText(bytes, contentType) });
    return { json, text, binary: (value: Uint8Array) => ({ value }) }[data.codec];
  }
  if (data.codec === "form") {
    const readForm = formReader(data.fields, "/body", { depth, fields });
    return (bytes, _contentType, issues) => ({ value: readForm(textOf(bytes), issues) });
  }
  const readMultipart = multipartReader(data.fields, depth);
  return (bytes, contentType, issues) => {
    const boundary = parameterOf(contentType, "boundary");
    const parts = boundary === undefined ? "malformed" : readParts(bytes, boundary, fields);
    if (typeof parts === "object") return { value: readMultipart(parts, issues) };
    const issue =
      parts === "malformed"
        ? issueAt("/body", "multipart", "must be multipart data")
        : issueAt("/body", "maxProperties", `must not have more than ${fields} parts`);
    throw new Problem(400, { issues: [issue] });
  };
}

function checking(decode: Decoder, check: Judge | undefined): Decoder {
  if (check === undefined) return decode;
  return (bytes, contentType, issues) => {
    const decoded = decode(bytes, contentType, issues);
    const { value, long } = decoded;
    for (const issue of issuesOf(check, value)) issues.push(issue);
    if (long !== undefined && issues.length === 0)
      issues.push(...roundedIssues(long, "/body", (one) => issuesOf(check, one)));
    return decoded;
  };
}

function issuesOf(check: Judge, body: unknown): readonly Issue[] {
  const found: Issue[] = [];
  if (check(body, found)) return [];
  return found.map((issue) => ({ ...issue, path: `/body${issue.path}` }));
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

function decodeJson(
  bytes: Uint8Array,
  contentType: string,
  read: (text: string) => unknown,
  most: number,
): Decoded {
  const charset = parameterOf(contentType, "charset")?.toLowerCase() ?? "utf-8";
  if (charset !== "utf-8" && charset !== "us-ascii" && charset !== "utf8") {
    throw new Problem(415, { message: "JSON has to be in UTF-8." });
  }
  if (bytes.length > most && depthOf(bytes) > most) {
    const issue = issueAt("/body", "depth", `must not be nested deeper than ${most}`);
    throw new Problem(400, { issues: [issue] });
  }
  const text = textOf(bytes);
  try {
    // A reader of its own knows which integers are exact.
    return { value: read(text), long: read === JSON.parse && mayRound(text) ? text : undefined };
  } catch {
    throw new Problem(400, { issues: [issueAt("/body", "json", "must be JSON")] });
  }
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
