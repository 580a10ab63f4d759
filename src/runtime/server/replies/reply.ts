import { hasOwn } from "../../validate/own.js";
import { chunksOf } from "../../wire/streams/chunks.js";
import { endable } from "../../wire/streams/node-streams.js";
import { ofLength } from "./length.js";
import { isJson } from "../../wire/http.js";
import { inUtf8, matchMedia, mediaTypeOf } from "../../wire/media-types.js";
import type { Judge, Issue } from "../../validate/issue.js";
import type { ProjectedBody } from "./projection.js";
import { DELIMITED, assert } from "../../wire/assert.js";
import type { OutgoingReply, Reply } from "../server.js";

/** The media types of a reply with their checks; a check alone is for `application/json`. */
export type ReplyContent =
  | Judge
  | ProjectedBody
  | Readonly<Record<string, Judge | WrittenJson | WrittenForm | StreamedItems | undefined>>;

/** JSON that is serialized by a function other than `JSON.stringify`. */
export interface WrittenJson {
  readonly check?: Judge | undefined;
  readonly write: Write;
}

/** A form, whose type may have a boundary. */
export interface WrittenForm {
  readonly check?: Judge | undefined;
  encode(body: unknown): { readonly type?: string | undefined; readonly body?: unknown };
}

/** Gets the issues of an item before it is sent; if it throws, the stream ends. */
export type ItemFault = (issues: readonly Issue[]) => void;

/** Writes a stream of items; created by `sendItems`. */
export interface StreamedItems {
  /** Undefined if the body has no items. */
  items(
    body: unknown,
    onFault: ItemFault | undefined,
  ): AsyncIterable<Uint8Array | string> | undefined;
}

type Write = (value: unknown) => string | undefined;

/**
 * The formats of reply headers that are not plain text or lists, by status as in the replies, and by lower-case name. `divided`: a
 * text, where a list or an object may stand as well.
 */
export type HeaderForms = Readonly<
  Record<string, Readonly<Record<string, "divided" | "exploded" | Write>>>
>;

/** By status, range (`4XX`) or `default`; `undefined` for a reply without a body. */
export type ReplyTable = Readonly<Record<string, ReplyContent | undefined>>;

/** Checks of headers of an operation's replies, by status as in its replies, and by name. */
export type HeaderChecks = Readonly<Record<string, Readonly<Record<string, Judge>>>>;

export interface DeclaredReply {
  readonly types: readonly string[];
  readonly checks: ReadonlyMap<string, Judge | undefined>;
  readonly headers: HeaderForms[string] | undefined;
  readonly headerChecks: HeaderChecks[string] | undefined;
  /** By media type, if it is not `JSON.stringify`. */
  readonly writers: ReadonlyMap<string, Write>;
  /** By media type, if the body is a stream of items. */
  readonly streams: ReadonlyMap<string, StreamedItems>;
  /** By media type, if the body is a form. */
  readonly forms: ReadonlyMap<string, WrittenForm>;
}

/** The replies of one operation, as declared. */
export interface DeclaredReplies {
  readonly operation: string;
  /** `undefined` for an undeclared status. */
  find(status: number): DeclaredReply | undefined;
  /** The media types of all success replies, in order. */
  readonly accepts: readonly string[];
}

export function declaredReplies(
  operation: string,
  table: ReplyTable | undefined,
  headers: HeaderForms = {},
  headerChecks: HeaderChecks = {},
): DeclaredReplies | undefined {
  if (table === undefined) return undefined;
  const exact = new Map<number, DeclaredReply>();
  const replies = new Map<string, DeclaredReply>();
  const accepts = new Set<string>();
  for (const [status, content] of Object.entries(table)) {
    const isJson = typeof content === "function" || isDeclared(content);
    const media = isJson ? { "application/json": content } : (content ?? {});
    const checks = new Map<string, Judge | undefined>();
    const writers = new Map<string, Write>();
    const streams = new Map<string, StreamedItems>();
    const forms = new Map<string, WrittenForm>();
    for (const [type, rule] of Object.entries(media)) {
      checks.set(type, typeof rule === "function" ? rule : undefined);
      if (typeof rule !== "object") continue;
      if ("items" in rule) streams.set(type, rule);
      else {
        checks.set(type, rule.check);
        if ("write" in rule) writers.set(type, rule.write);
        else forms.set(type, rule);
      }
    }
    const types = [...checks.keys()];
    const reply: DeclaredReply = {
      types,
      checks,
      writers,
      streams,
      forms,
      headers: headers[status],
      headerChecks: headerChecks[status],
    };
    exact.set(Number(status), reply);
    replies.set(status.toUpperCase(), reply);
    if (status.startsWith("2")) for (const type of types) accepts.add(type);
  }
  return {
    operation,
    accepts: [...accepts],
    find: (status) =>
      exact.get(status) ?? replies.get(`${Math.floor(status / 100)}XX`) ?? replies.get("DEFAULT"),
  };
}

/** `projected` may also be the name of a media type, but its rule is never `true`. */
function isDeclared(content: Exclude<ReplyContent, Judge> | undefined): content is ProjectedBody {
  return content !== undefined && "projected" in content && content.projected === true;
}

/** Statuses whose replies never have content (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5). */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

export type HeaderList = [name: string, value: string][];

export interface WrittenReply {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: OutgoingReply["body"];
}

/** Serializes a reply for the platform; throws if it cannot be sent. */
export function writeReply(
  reply: Reply,
  declared: DeclaredReply | undefined,
  accepted: string | undefined,
  onItemFault?: ItemFault,
): WrittenReply {
  const { status } = reply;
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new RangeError(`A reply cannot have the status ${status}.`);
  }
  if (reply.body === undefined || isBodiless(status)) {
    const headers: HeaderList = [];
    addAllHeaders(headers, reply, declared);
    if (status === 204) removeHeader(headers, LENGTH);
    return { status, headers, body: undefined };
  }
  const said =
    reply.contentType === undefined
      ? typeFor(reply.body, declared?.types ?? NONE, accepted)
      : checkedValue("Content-Type", reply.contentType);
  const form = isPlain(reply.body) ? formFor(said, declared)?.encode(reply.body) : undefined;
  const meant = form?.type ?? said;
  const given = form ? form.body : reply.body;
  const items = streamFor(said, declared)?.items(given, onItemFault);
  const body = items ?? contentOf(given, meant, writerFor(said, declared));
  const type = items !== undefined || typeof body === "string" ? inUtf8(meant) : meant;
  const bare = typeof body === "string" && type.startsWith("text/") && !type.includes(";");
  const headers: HeaderList = [["content-type", bare ? `${type}; charset=utf-8` : type]];
  addAllHeaders(headers, reply, declared);
  if (!isPlain(given) && isBlob(given)) {
    removeHeader(headers, LENGTH);
    headers.push([LENGTH, String(given.size)]);
  }
  if (type.startsWith("text/event-stream") && typeof body !== "string") addUsual(headers, LIVE);
  return { status, headers, body: measured(body, headers) };
}

/** A stream has the length that its handler declares; that of any other body is known. */
function measured(body: OutgoingReply["body"], headers: HeaderList): OutgoingReply["body"] {
  const [, length] = headers.find(([name]) => name.toLowerCase() === LENGTH) ?? [];
  if (length === undefined) return body;
  if (typeof body === "object" && !(body instanceof Uint8Array)) {
    assert(/^\d+$/.test(length), "The header Content-Length", "is no number of bytes");
    return ofLength(body, Number(length));
  }
  removeHeader(headers, LENGTH);
  return body;
}

const LENGTH = "content-length";

/** Headers against buffering by proxies and compression. */
const LIVE: HeaderList = [
  ["cache-control", "no-cache, no-transform"],
  ["x-accel-buffering", "no"],
];

function addUsual(headers: HeaderList, usual: HeaderList): void {
  for (const field of usual) if (!hasHeader(headers, field[0])) headers.push(field);
}

const NONE: readonly string[] = [];

function streamFor(type: string, declared: DeclaredReply | undefined): StreamedItems | undefined {
  if (declared === undefined || declared.streams.size === 0) return undefined;
  return declared.streams.get(matchMedia(declared.types, type) ?? type);
}

function formFor(type: string, declared: DeclaredReply | undefined): WrittenForm | undefined {
  if (declared === undefined || declared.forms.size === 0) return undefined;
  return declared.forms.get(matchMedia(declared.types, type) ?? type);
}

function writerFor(type: string, declared: DeclaredReply | undefined): Write {
  if (declared === undefined || declared.writers.size === 0) return JSON.stringify;
  const write =
    declared.writers.get(type) ?? declared.writers.get(matchMedia(declared.types, type) ?? "");
  return write ?? JSON.stringify;
}

function typeFor(body: unknown, declared: readonly string[], accepted: string | undefined): string {
  if (!isPlain(body) && isBlob(body) && body.type !== "")
    return checkedValue("Content-Type", body.type);
  const type = accepted !== undefined && declared.includes(accepted) ? accepted : declared[0];
  if (type !== undefined && !type.includes("*")) return type;
  if (typeof body === "string") return "text/plain";
  return isBinary(body) ? "application/octet-stream" : "application/json";
}

function contentOf(body: unknown, type: string, write: Write): OutgoingReply["body"] {
  if (typeof body === "object" && body !== null && !isPlain(body)) {
    if (body instanceof Uint8Array) return body;
    if (body instanceof ArrayBuffer) return new Uint8Array(body);
    if (isBlob(body)) return chunksOf(body.stream());
    if (isStream(body)) return chunksOf(body);
    if (isIterable(body)) return endable(body);
  }
  if (isJsonType(type)) return jsonOf(body, write);
  if (typeof body === "string") return body;
  if (/^(?:number|boolean|bigint)$/.test(typeof body)) return String(body);
  throw new TypeError(`A body of the type ${type} has to be text, bytes or a stream.`);
}

export function isJsonType(type: string): boolean {
  return type === "application/json" || isJson(mediaTypeOf(type));
}

function jsonOf(body: unknown, write: Write): string {
  const text = write(body);
  if (text === undefined) throw new TypeError(`There is no JSON for a ${typeof body}.`);
  return text;
}

function isBinary(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  if (body instanceof Uint8Array || body instanceof ArrayBuffer) return true;
  return isBlob(body) || isStream(body) || isIterable(body);
}

/** True for a plain list or object, as nearly every body is. */
function isPlain(body: unknown): boolean {
  if (typeof body !== "object" || body === null || Symbol.asyncIterator in body) return false;
  const prototype: unknown = Object.getPrototypeOf(body);
  return prototype === Object.prototype || prototype === Array.prototype;
}

function isIterable(body: object): body is AsyncIterable<Uint8Array | string> {
  return Symbol.asyncIterator in body;
}

function isBlob(body: unknown): body is Blob {
  return typeof Blob !== "undefined" && body instanceof Blob;
}

function isStream(body: unknown): body is ReadableStream<Uint8Array> {
  return typeof ReadableStream !== "undefined" && body instanceof ReadableStream;
}

function addAllHeaders(
  list: HeaderList,
  { headers, extraHeaders }: Reply,
  declared: DeclaredReply | undefined,
): void {
  if (headers !== undefined) addHeaders(list, headers, declared);
  if (extraHeaders !== undefined) addHeaders(list, extraHeaders, undefined);
}

/** The fields of `Headers`, or of an object by name. */
function fieldsOf(headers: object): [name: string, value: unknown][] {
  const { forEach } = headers as { readonly forEach?: unknown };
  if (typeof forEach !== "function") return Object.entries(headers);
  const all: [string, unknown][] = [];
  (headers as Headers).forEach((value, name) => all.push([name, value]));
  return all;
}

/**
 * Absent values are left out; a list is joined by commas, except for `Set-Cookie`, which has one field for each item, as it
 * has in `Headers`.
 */
function addHeaders(headers: HeaderList, more: object, declared: DeclaredReply | undefined): void {
  for (const [name, value] of fieldsOf(more)) {
    if (value === undefined) continue;
    if (!/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name)) {
      throw new TypeError(`A header cannot have the name ${JSON.stringify(name)}.`);
    }
    const field = name.toLowerCase();
    if (FRAMING.has(field)) continue;
    if (field === "set-cookie" && Array.isArray(value)) {
      for (const item of value) headers.push([name, checkedValue(name, textOf(name, item))]);
      continue;
    }
    if (field === "content-type" || field === LENGTH) removeHeader(headers, field);
    const forms = declared?.headers;
    const form = forms && hasOwn(forms, field) ? forms[field] : undefined;
    headers.push([name, checkedValue(name, textOf(name, value, form))]);
  }
}

/** What the connection decides, and a handler has from the reply of another service (RFC 9110, section 7.6.1). */
const FRAMING: ReadonlySet<string> = new Set(["transfer-encoding", "trailer", "keep-alive"]);

/** `name` is in lower case. */
export function removeHeader(headers: HeaderList, name: string): void {
  const index = headers.findIndex(([known]) => known.toLowerCase() === name);
  if (index >= 0) headers.splice(index, 1);
}

/** `name` is in lower case. */
export function hasHeader(headers: HeaderList, name: string): boolean {
  for (const [known] of headers) {
    if (known.length === name.length && known.toLowerCase() === name) return true;
  }
  return false;
}

/** The style `simple`, which is the only one that headers have, or JSON. */
function textOf(name: string, value: unknown, form?: HeaderForms[string][string]): string {
  // Characters beyond ASCII are escaped, as JSON allows.
  if (typeof form === "function") return (form(value) ?? "").replace(/[^\x20-\x7e]/g, escaped);
  if (typeof value === "string") {
    const delimiters = form === "exploded" ? /[,=]/ : /,/;
    assert(form === undefined || !delimiters.test(value), `The header ${name}`, DELIMITED);
    return value;
  }
  if (Array.isArray(value)) {
    assert(value.length !== 1 || value[0] !== "", `The header ${name}`, DROPPED);
    return value.map((item) => itemText(name, item)).join(",");
  }
  if (value instanceof Date) return value.toUTCString();
  if (typeof value !== "object" || value === null) return String(value);
  const separator = form === "exploded" ? "=" : ",";
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members
    .map(([key, member]) => {
      assert(form !== "exploded" || !key.includes("="), `The header ${name}`, DELIMITED);
      return itemText(name, key) + separator + itemText(name, member ?? "");
    })
    .join(",");
}

const DROPPED = "holds white space or nothing in a list, which is dropped";

/** HTTP dates contain commas, as lists do. */
function itemText(name: string, value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value);
  assert(!text.includes(","), `The header ${name}`, DELIMITED);
  assert(text === text.trim(), `The header ${name}`, DROPPED);
  return text;
}

function escaped(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A line break in a header would begin another header, or another reply. */
function checkedValue(name: string, value: string): string {
  // White space at the ends is not part of the value (RFC 9110, section 5.5).
  const isSent = value === value.trim() && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
  assert(isSent, `The header ${name}`, "holds a character that cannot be sent");
  return value;
}
