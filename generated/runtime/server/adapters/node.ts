import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { Chunks } from "../../wire/chunks.js";
import { type Awaitable, isJson, mediaTypeOf } from "../../wire/http.js";
import { type ParsedBody, bytesOf } from "./mount.js";
import { Problem } from "../problem.js";
import type { IncomingRequest, OutgoingReply, Server } from "../server.js";

/** For `http.createServer(nodeListener(server))`. */
export function nodeListener(
  server: Server,
): (message: IncomingMessage, response: ServerResponse) => void {
  return (message, response) => void answer(server, message, response);
}

/**
 * Lets `server` answer what `http` receives. Unlike with `nodeListener` alone, a client that sends
 * `Expect: 100-continue` is told to go on only when its body is about to be read.
 */
export function attach(server: Server, http: HttpServer): void {
  http.on("request", nodeListener(server));
  http.on("checkContinue", (message: IncomingMessage, response: ServerResponse) => {
    void answer(server, message, response, { expectsContinue: true });
  });
}

/** What an adapter knows of a request that Node's own message does not say. */
export interface MessageOptions {
  /** Path and query as the client sent them, where a framework changes `url`. */
  readonly target?: string | undefined;
  /** The client waits for a word before it sends the body. */
  readonly expectsContinue?: boolean | undefined;
  /** Where a body is found that was read before. */
  readonly parsed?: ParsedBody | undefined;
}

/** For adapters: resolves when the reply is sent, or broke off; never rejects. */
export function answer(
  server: Server,
  message: IncomingMessage,
  response: ServerResponse,
  options: MessageOptions = NO_OPTIONS,
): Promise<unknown> {
  const request = new NodeRequest(message, response, options);
  return server.handle(request).then((reply) => {
    // Too late for another reply: the client has to see that this one is not whole.
    const breakOff = (error: unknown): void => {
      response.destroy();
      server.report(error, request);
    };
    try {
      return send(reply, request, message, response)?.catch(breakOff);
    } catch (error) {
      return breakOff(error);
    }
  });
}

const NO_OPTIONS: MessageOptions = {};

/** An `IncomingMessage` of Node as the server reads it. */
class NodeRequest implements IncomingRequest {
  readonly raw: IncomingMessage;
  readonly target: string;
  readonly #response: ServerResponse;
  readonly #parsed: ParsedBody | undefined;
  #expectsContinue: boolean;
  #controller: AbortController | undefined;

  constructor(message: IncomingMessage, response: ServerResponse, options: MessageOptions) {
    this.raw = message;
    this.target = options.target ?? message.url ?? "/";
    this.#response = response;
    this.#parsed = options.parsed;
    this.#expectsContinue = options.expectsContinue === true;
  }

  get method(): string {
    return this.raw.method ?? "GET";
  }

  get remoteAddress(): string | undefined {
    return this.raw.socket.remoteAddress;
  }

  get hasBody(): boolean {
    const { headers } = this.raw;
    const length = headers["content-length"];
    return (length !== undefined && length !== "0") || headers["transfer-encoding"] !== undefined;
  }

  /** The client waits for a word before it sends its body, and has not had it. */
  get isWaiting(): boolean {
    return this.#expectsContinue;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      const response = this.#response;
      this.#controller = controller;
      const abort = (): void => {
        if (!response.writableFinished) controller.abort();
      };
      if (response.closed) abort();
      else response.once("close", abort);
    }
    return this.#controller.signal;
  }

  header(name: string): string | undefined {
    // A parser that has read the body has unpacked it, too.
    if (this.#parsed !== undefined && name === "content-encoding" && this.raw.readableDidRead)
      return;
    const { headers } = this.raw;
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
    return typeof value === "object" ? value.join(", ") : value;
  }

  *headers(): Iterable<readonly [name: string, value: string]> {
    const { rawHeaders } = this.raw;
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      yield [rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""];
    }
  }

  #continue(): void {
    if (!this.#expectsContinue) return;
    this.#expectsContinue = false;
    this.#response.writeContinue();
  }

  /** Node's own iterator would close the connection, and with it the reply, when a loop is left early. */
  chunks(): Chunks {
    const message = this.raw;
    if (message.readableDidRead) return once(async () => this.#readBefore(Infinity));
    return {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          this.#continue();
          for (;;) {
            const chunk = message.read() as Uint8Array | null;
            if (chunk !== null) return { done: false, value: chunk };
            if (message.readableEnded) return { done: true, value: undefined };
            if (message.destroyed) throw brokenOff();
            await changed(message);
          }
        },
        return: async () => ({ done: true, value: undefined }),
      }),
    };
  }

  read(limit: number): Awaitable<Uint8Array> {
    const message = this.raw;
    const length = Number(message.headers["content-length"] ?? 0);
    if (length > limit) throw new Problem(413);
    if (message.readableDidRead) return this.#readBefore(limit);
    return this.#readNow(length) ?? this.#readSoon(length, limit);
  }

  /** A short body has come in with its head, as a rule: it takes no events to read it. */
  #readNow(length: number): Uint8Array | undefined {
    const message = this.raw;
    const isThere = length > 0 && message.readableLength === length;
    return isThere && message.readableFlowing !== true ? (message.read() as Uint8Array) : undefined;
  }

  async #readSoon(length: number, limit: number): Promise<Uint8Array> {
    this.#continue();
    // Node says that there is a request before it looks at what has come in behind the head.
    await undefined;
    return this.#readNow(length) ?? this.#readByEvents(limit);
  }

  #readByEvents(limit: number): Promise<Uint8Array> {
    const message = this.raw;
    if (message.readableEnded) return Promise.resolve(new Uint8Array());
    if (message.destroyed) return Promise.reject(brokenOff());
    return new Promise((resolve, reject) => {
      const chunks: Uint8Array[] = [];
      let length = 0;
      let done = false;
      message.on("data", (chunk: Uint8Array) => {
        length += chunk.length;
        if (length <= limit) chunks.push(chunk);
        else if (!done) {
          done = true;
          message.pause();
          reject(new Problem(413));
        }
      });
      message.on("end", () => {
        if (done) return;
        done = true;
        const [first] = chunks;
        resolve(first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks));
      });
      message.on("close", () => {
        if (!done) reject(brokenOff());
      });
    });
  }

  /** What a parser before the server has left of the body. */
  #readBefore(limit: number): Uint8Array {
    const bytes = bytesOf(this.#parsed ?? {}, isJson(mediaTypeOf(this.header("content-type"))));
    if (bytes.length > limit) throw new Problem(413);
    return bytes;
  }
}

function brokenOff(): Problem {
  return new Problem(400, { message: "The body broke off." });
}

/** Makes a promise only for a body that comes in parts. */
function send(
  { status, headers, body }: OutgoingReply,
  request: NodeRequest,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<unknown> | undefined {
  if (response.destroyed) {
    return isIterable(body) ? body[Symbol.asyncIterator]().return?.() : undefined;
  }
  const fields: string[] = [];
  let hasLength = false;
  for (const field of headers) {
    const name = field[0];
    fields.push(name, field[1]);
    if (name.length === 14 && name.toLowerCase() === "content-length") hasLength = true;
  }
  if (
    !hasLength &&
    !isIterable(body) &&
    status !== 204 &&
    status !== 304 &&
    request.method !== "HEAD"
  ) {
    fields.push("content-length", String(body === undefined ? 0 : Buffer.byteLength(body)));
  }
  const unread = !message.complete && request.hasBody && !isSoonOver(request);
  if (unread) fields.push("connection", "close");
  response.writeHead(status, fields);
  if (isIterable(body)) return stream(body, response);
  if (!unread || request.isWaiting) sendWhole(response, body);
  else {
    if (body === undefined) response.flushHeaders();
    else response.write(body);
    drain(message, () => response.end());
  }
  return undefined;
}

/** Sends a text in one piece: `end(text)` makes it two, the second of them empty, which take longer to write. */
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

const SHORT_BODY = 65_536;

/** Whether what the client still sends is so little that the connection can be kept. */
function isSoonOver({ raw, isWaiting }: NodeRequest): boolean {
  return !isWaiting && Number(raw.headers["content-length"] ?? Infinity) <= SHORT_BODY;
}

const LINGER_MILLISECONDS = 2000;

/**
 * Reads on for a while without keeping anything: a connection that is closed while data is on its way
 * is reset, and then the client may never see the reply (RFC 9112, section 9.6).
 */
function drain(message: IncomingMessage, done: () => void): void {
  const finish = (): void => {
    clearTimeout(timer);
    done();
  };
  const timer = setTimeout(() => {
    message.off("close", finish);
    message.destroy();
    done();
  }, LINGER_MILLISECONDS);
  message.once("close", finish);
  message.resume();
}

function isIterable(body: OutgoingReply["body"]): body is AsyncIterable<Uint8Array | string> {
  return typeof body === "object" && !(body instanceof Uint8Array);
}

/** Waits while the client does not take what was written, and stops when it goes away. */
async function stream(
  body: AsyncIterable<Uint8Array | string>,
  response: ServerResponse,
): Promise<void> {
  const iterator = body[Symbol.asyncIterator]();
  const stop = (): void => void iterator.return?.().catch(() => undefined);
  response.once("close", stop);
  response.flushHeaders();
  for (;;) {
    const { done, value } = await iterator.next();
    if (response.destroyed) return;
    if (done === true) break;
    if (!response.write(value)) await drained(response);
  }
  response.off("close", stop);
  response.end();
}

async function* once(read: () => Promise<Uint8Array>): Chunks {
  yield await read();
}

/** Resolves when there is more to read, or will never be. */
function changed(message: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const events = ["readable", "end", "error", "close"];
    const go = (): void => {
      for (const event of events) message.off(event, go);
      resolve();
    };
    for (const event of events) message.on(event, go);
  });
}

function drained(response: ServerResponse): Promise<void> {
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
