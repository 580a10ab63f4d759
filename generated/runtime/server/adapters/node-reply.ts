import { hasOwn } from "../../validate/own.js";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import { Readable } from "node:stream";
import { type HeaderFields, joinedFields } from "../requests/header-fields.js";
import type { NodeRequest } from "./node-request.js";
import type { OutgoingReply } from "../server.js";

/** Returns a promise only for a streamed body. */
export function sendReply(
  reply: OutgoingReply,
  request: NodeRequest,
  response: ServerResponse,
): Promise<unknown> | undefined {
  const { body } = reply;
  if (isGone(request, response)) {
    return isIterable(body) ? body[Symbol.asyncIterator]().return?.() : undefined;
  }
  const unread = isLeftUnread(request);
  lingerOnStream(request, !isIterable(body));
  writeHead(reply, request, response, unread);
  if (isIterable(body)) return stream(body, request, response);
  if (!unread || request.isWaiting) sendWhole(response, body);
  else {
    if (body === undefined) response.flushHeaders();
    else response.write(body);
    void drained(request.raw).then(() => response.end());
  }
  return undefined;
}

function writeHead(
  { status, headers, body }: OutgoingReply,
  request: NodeRequest,
  response: ServerResponse,
  unread: boolean,
): void {
  const fields: string[] = [];
  let hasLength = false;
  for (const field of headers) {
    const name = field[0];
    fields.push(name, field[1]);
    if (name.length === 14 && name.toLowerCase() === "content-length") hasLength = true;
  }
  const isWhole = !isIterable(body) && status !== 204 && status !== 304;
  if (!hasLength && isWhole && request.method !== "HEAD")
    fields.push("content-length", String(body === undefined ? 0 : Buffer.byteLength(body)));
  if (unread) fields.push("connection", "close");
  if (isUntouched(response, request.raw)) {
    response.writeHead(status, fields);
    return;
  }
  // With `setHeader`, for middleware, and because Node 20 would keep only one field of each name.
  for (const [name, value] of joinedFields(pairsOf(fields), (one) => response.getHeader(one)))
    response.setHeader(name, value);
  response.writeHead(status);
}

/** True if no middleware has touched the head, so that its fields can be written directly. */
function isUntouched(response: ServerResponse, { httpVersionMajor }: IncomingMessage): boolean {
  if (httpVersionMajor !== 1 || hasOwn(response, "writeHead")) return false;
  return response.getHeaderNames().length === 0;
}

function pairsOf(fields: readonly string[]): HeaderFields {
  const pairs: [string, string][] = [];
  for (let at = 0; at < fields.length; at += 2)
    pairs.push([fields[at] ?? "", fields[at + 1] ?? ""]);
  return pairs;
}

/** Sends a string in one chunk: `end(text)` makes two, the second of them empty, which is slower. */
function sendWhole(response: ServerResponse, body: string | Uint8Array | undefined): void {
  if (typeof body !== "string") response.end(body);
  else {
    response.write(body);
    process.nextTick(end, response);
  }
}

function end(response: ServerResponse): void {
  response.end();
}

/** Breaks the connection, so that the client notices the incomplete reply. */
export function breakOff(
  response: ServerResponse,
  { raw }: { readonly raw: IncomingMessage | Http2ServerRequest },
): void {
  if ("stream" in raw) raw.stream.close(INTERNAL_ERROR);
  else {
    if (raw.httpVersion === "1.0") reset(raw);
    response.destroy();
  }
}

/** In HTTP/1.0, a connection that is closed is the end of a whole reply, too. */
function reset({ socket }: IncomingMessage): void {
  try {
    socket.resetAndDestroy();
  } catch {
    // TLS, which has an end of its own, or a Unix socket.
  }
}

/** An error code of HTTP/2 (RFC 9113, section 7), without which a destroyed stream looks complete. */
const INTERNAL_ERROR = 2;

/**
 * For frameworks that send replies themselves: a body that they can send, and whether to close the connection
 * after it. An error of a stream is passed to `onError`, and the framework breaks the reply off.
 */
export function sendable(
  { body }: OutgoingReply,
  request: NodeRequest,
  response: ServerResponse,
  onError: (error: unknown) => void,
): { readonly body: string | Uint8Array | Readable | undefined; readonly closes: boolean } {
  const closes = isLeftUnread(request);
  lingerOnStream(request, !isIterable(body));
  if (isIterable(body)) {
    // Sends the head before the first item.
    response.once("pipe", () => response.flushHeaders());
    const fail = (error: unknown): void => {
      onError(error);
      if (request.raw.httpVersion !== "1.1") breakOff(response, request);
    };
    return { body: readable(body, request, fail), closes };
  }
  if (!closes || request.isWaiting || request.method === "HEAD") return { body, closes };
  return { body: Readable.from(lingering(body, request.raw), BYTES), closes };
}

async function* lingering(
  body: string | Uint8Array | undefined,
  message: IncomingMessage,
): AsyncIterable<string | Uint8Array> {
  if (body !== undefined && body.length > 0) yield body;
  await drained(message);
}

const BYTES = { objectMode: false };

function readable(
  body: AsyncIterable<Uint8Array | string>,
  request: NodeRequest,
  onError: (error: unknown) => void,
): Readable {
  const iterator = body[Symbol.asyncIterator]();
  const source: AsyncIterableIterator<Uint8Array | string> = {
    [Symbol.asyncIterator]: () => source,
    async next() {
      try {
        const result = await iterator.next();
        if (result.done === true) await drainedRest(request);
        return result;
      } catch (error) {
        onError(error);
        throw error;
      }
    },
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
  };
  return Readable.from(source, BYTES);
}

const SHORT_BODY = 65_536;

/** True if too much of the request's body is unread to keep the connection; HTTP/2 ends only the stream. */
function isLeftUnread(request: NodeRequest): boolean {
  const { raw, isWaiting } = request;
  if (raw.complete || raw.httpVersionMajor !== 1 || !request.hasBody) return false;
  return isWaiting || Number(raw.headers["content-length"] ?? Infinity) > SHORT_BODY;
}

const LINGER_MILLISECONDS = 2000;

/**
 * Reads and discards the rest for a while, before the reply ends, and the connection with it: if a connection is closed
 * while data arrives, it is reset, and the client may never see the reply (RFC 9112, section 9.6).
 */
function drained(message: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      message.off("close", finish);
      resolve();
    };
    const timer = setTimeout(finish, LINGER_MILLISECONDS);
    message.once("close", finish);
    message.resume();
  });
}

/** After a streamed reply, during which its handler may have read the rest. */
async function drainedRest(request: NodeRequest): Promise<void> {
  if (isLeftUnread(request) && !request.isWaiting) await drained(request.raw);
}

/**
 * Over HTTP/2, what `drained` does, of one stream: Node closes it at once where nothing has read from it, and leaves it open
 * where something has. What is read while the reply is sent is left to the handler of a streamed one.
 */
function lingerOnStream(request: NodeRequest, isWhole: boolean): void {
  const raw = request.raw as IncomingMessage | Http2ServerRequest;
  if (!("stream" in raw) || raw.complete || !request.hasBody) return;
  const { stream } = raw;
  if (isWhole) raw.resume();
  stream.once("finish", () => {
    raw.resume();
    const timer = setTimeout(() => stream.close(), LINGER_MILLISECONDS);
    stream.once("close", () => clearTimeout(timer));
  });
}

function isIterable(body: OutgoingReply["body"]): body is AsyncIterable<Uint8Array | string> {
  return typeof body === "object" && !(body instanceof Uint8Array);
}

/** Of HTTP/2, only the request says so. */
function isGone({ raw }: NodeRequest, response: ServerResponse): boolean {
  return response.destroyed || (raw.httpVersionMajor !== 1 && raw.destroyed && !raw.complete);
}

/** Writes a stream with backpressure, and stops if the client disconnects. */
async function stream(
  body: AsyncIterable<Uint8Array | string>,
  request: NodeRequest,
  response: ServerResponse,
): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  let isClosed = false;
  const stop = (): void => {
    isClosed = true;
    void iterator.return?.()?.catch(() => undefined);
  };
  response.once("close", stop);
  response.flushHeaders();
  const flush = flusherOf(response);
  for (;;) {
    const { done, value } = await iterator.next();
    if (isClosed) return;
    if (done === true) break;
    // Responses made from events, as in a Lambda, may return nothing, and never drain.
    if (response.write(value) === false) await writable(response);
    flush?.();
  }
  response.off("close", stop);
  await drainedRest(request);
  response.end();
}

/** Flushes what `compression()` buffers, once for several chunks. */
function flusherOf(response: ServerResponse & { flush?: () => void }): (() => void) | undefined {
  if (typeof response.flush !== "function" || !hasOwn(response, "flush")) return undefined;
  let isDue = false;
  const flush = (): void => {
    isDue = false;
    if (!response.writableEnded) response.flush?.();
  };
  return () => {
    if (!isDue) setImmediate(flush);
    isDue = true;
  };
}

function writable(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      response.off("drain", go);
      response.off("close", go);
      resolve();
    };
    response.once("drain", go);
    response.once("close", go);
  });
}
