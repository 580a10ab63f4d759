import { hasOwn } from "../../validate/own.js";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import type { Chunks } from "../../wire/streams/chunks.js";
import type { Awaitable } from "../../wire/http.js";
import { inUtf8 } from "../../wire/media-types.js";
import { sentLength } from "./decoded-body.js";
import { type ParsedBody, bytesOf } from "./parsed-body.js";
import { Problem } from "../problem.js";
import { type LoggedRequest, loggedRequest } from "../observe.js";
import type { IncomingRequest } from "../server.js";

/** Information about a request that Node's message lacks. */
export interface MessageOptions {
  /** Path and query as the client sent them, if a framework changes `url`. */
  readonly target?: string | undefined;
  /** The client waits for a `100 Continue` before it sends the body. */
  readonly expectsContinue?: boolean | undefined;
  /** Returns a body that a parser has read. */
  readonly parsed?: ParsedBody | undefined;
  /** `context.host` of handlers. */
  readonly host?: unknown;
}

/** Adapts a Node message, of HTTP/1.1 or HTTP/2. */
export class NodeRequest implements IncomingRequest {
  readonly raw: IncomingMessage;
  readonly target: string;
  readonly host: unknown;
  readonly #response: ServerResponse;
  readonly #parsed: ParsedBody | undefined;
  /** By a parser, before the server. */
  readonly #wasRead: boolean;
  #expectsContinue: boolean;
  #controller: AbortController | undefined;

  constructor(message: IncomingMessage, response: ServerResponse, options: MessageOptions) {
    this.raw = message;
    this.target = options.target ?? message.url ?? "/";
    this.host = options.host;
    this.#response = response;
    this.#parsed = options.parsed;
    this.#wasRead = message.readableDidRead;
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
    if (length !== undefined) return length !== "0";
    return headers["transfer-encoding"] !== undefined || isOpen(this.raw);
  }

  /** The client still waits for a `100 Continue` before it sends the body. */
  get isWaiting(): boolean {
    return this.#expectsContinue;
  }

  get isRewritten(): boolean {
    const { rawBody, body } = this.#parsed ?? {};
    return this.#wasRead && !((rawBody ?? body) instanceof Uint8Array);
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      const controller = new AbortController();
      const response = this.#response;
      this.#controller = controller;
      const abort = (): void => {
        if (!isSent(response, this.raw)) controller.abort();
      };
      if (response.closed) abort();
      else response.once("close", abort);
    }
    return this.#controller.signal;
  }

  header(name: string): string | undefined {
    // A parser that has read the body has also decompressed it, and decoded what is not left in bytes.
    if (this.#parsed !== undefined && name === "content-encoding" && this.#wasRead) return;
    const { headers } = this.raw;
    const value = hasOwn(headers, name) ? headers[name] : undefined;
    if (typeof value === "object") return value.join(", ");
    const all = value !== undefined && FIRST_ONLY.has(name) ? this.#allOf(name, value) : value;
    return name === "content-type" && all && this.isRewritten ? inUtf8(all) : all;
  }

  /** All values of a header of which Node gives the first; the first alone where something has changed it. */
  #allOf(name: string, first: string): string {
    const values: string[] = [];
    for (const [key, value] of this.headers()) if (key.toLowerCase() === name) values.push(value);
    return values[0] === first ? values.join(", ") : first;
  }

  *headers(): Iterable<[name: string, value: string]> {
    const { rawHeaders } = this.raw;
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      const name = rawHeaders[index] ?? "";
      // HTTP/2 has pseudo-headers.
      if (!name.startsWith(":")) yield [name, rawHeaders[index + 1] ?? ""];
    }
  }

  toJSON(): LoggedRequest {
    return loggedRequest(this);
  }

  #continue(): void {
    if (!this.#expectsContinue) return;
    this.#expectsContinue = false;
    this.#response.writeContinue();
  }

  /** Node's own iterator would close the connection, and with it the reply, when a loop is left early. */
  chunks(): Chunks {
    const message = this.raw;
    if (message.readableDidRead) return once(() => this.#readBefore(Infinity));
    return {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          this.#continue();
          for (;;) {
            const chunk = message.read() as Uint8Array | null;
            if (chunk !== null) return { done: false, value: chunk };
            if (message.readableEnded) {
              await ended(message);
              return { done: true, value: undefined };
            }
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
    if (message.readableEnded) return ended(message).then(() => new Uint8Array());
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
        const whole = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
        ended(message).then(() => resolve(whole), reject);
      });
      message.on("close", () => {
        if (!done) reject(brokenOff());
      });
    });
  }

  /** The rest of the body that a parser before the server has left. */
  async #readBefore(limit: number): Promise<Uint8Array> {
    const { "content-length": length, "content-encoding": coding } = this.raw.headers;
    const sent = sentLength(length, coding);
    const bytes = await bytesOf(this.#parsed ?? {}, this.header("content-type"), sent);
    if (bytes.length > limit) throw new Problem(413);
    return bytes;
  }
}

/** Those that decide who is calling and how a body is read: of several, nothing here may choose one. */
const FIRST_ONLY: ReadonlySet<string> = new Set(["authorization", "content-type"]);

/** Over HTTP/2, a body needs no header that says that there is one. */
function isOpen(message: IncomingMessage | Http2ServerRequest): boolean {
  return "stream" in message && !message.stream.endAfterHeaders;
}

/** Over HTTP/2, a reply that was cut off has ended, too. */
function isSent(response: ServerResponse, message: IncomingMessage | Http2ServerRequest): boolean {
  return "stream" in message ? !message.stream.aborted : response.writableFinished;
}

/** Over HTTP/2, a body that breaks off ends as a whole one does, and only right after that Node says that it was aborted. */
async function ended(message: IncomingMessage | Http2ServerRequest): Promise<void> {
  if (!("stream" in message)) return;
  await new Promise((resolve) => setImmediate(resolve));
  if (message.aborted) throw brokenOff();
}

function brokenOff(): Problem {
  return new Problem(400, { message: "The body broke off." });
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
