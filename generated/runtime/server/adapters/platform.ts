import { type Chunks, chunksOf } from "../../wire/streams/chunks.js";
import { READ_BEFORE } from "./mount.js";
import { type LoggedRequest, loggedRequest } from "../observe.js";
import { Problem, refuse } from "../problem.js";
import type { Connection, IncomingRequest, OutgoingReply } from "../server.js";

/** Adapts a `Request` of the platform. */
export class PlatformRequest implements IncomingRequest {
  readonly raw: Request;
  readonly method: string;
  readonly target: string;
  readonly remoteAddress: string | undefined;
  readonly host: unknown;

  constructor(request: Request, { remoteAddress, host }: Connection = {}) {
    this.raw = request;
    this.method = request.method;
    this.target = targetOf(request);
    this.remoteAddress = remoteAddress;
    this.host = host;
  }

  toJSON(): LoggedRequest {
    return loggedRequest(this);
  }

  /** Without a look at the body if possible: h3 and others then begin to read it, and half read it breaks the connection. */
  get hasBody(): boolean {
    return Number(this.header("content-length")) > 0 || this.raw.body !== null;
  }

  /** The request of Azure Functions is like a `Request`, but has no signal. */
  get signal(): AbortSignal {
    return (this.raw.signal as AbortSignal | undefined) ?? new AbortController().signal;
  }

  header(name: string): string | undefined {
    return this.raw.headers.get(name) ?? undefined;
  }

  headers(): Iterable<[name: string, value: string]> {
    const all: [string, string][] = [];
    this.raw.headers.forEach((value, name) => all.push([name, value]));
    return all;
  }

  chunks(): Chunks {
    return chunksOf(this.raw.body ?? new Blob([]).stream(), refuse);
  }

  async read(limit: number): Promise<Uint8Array> {
    if (Number(this.header("content-length") ?? 0) > limit) throw new Problem(413);
    const { body, bodyUsed } = this.raw;
    if (body === null) return new Uint8Array();
    if (bodyUsed) throw new Error(READ_BEFORE);
    const chunks: Uint8Array[] = [];
    let length = 0;
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    for (;;) {
      const chunk = await reader.read().catch(refuse);
      if (chunk.done) break;
      length += chunk.value.length;
      if (length > limit) {
        await reader.cancel();
        throw new Problem(413);
      }
      chunks.push(chunk.value);
    }
    return joined(chunks, length);
  }
}

/** Path and query of a request. */
export function targetOf({ url }: Request): string {
  // In Bun, this is only the target if there is no Host.
  const path = url.startsWith("/") ? 0 : url.indexOf("/", url.indexOf("//") + 2);
  const hash = url.indexOf("#");
  return path < 0 ? "/" : url.slice(path, hash < 0 ? undefined : hash);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (first !== undefined && chunks.length === 1) return first;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

type ResponseBody = ConstructorParameters<typeof Response>[0];

/** An error of a streamed body is passed to `onError`, and the stream breaks off. */
export function toResponse(
  reply: OutgoingReply,
  request: PlatformRequest,
  onError: (error: unknown) => void,
): Response {
  const { status, body } = reply;
  const headers = reply.headers.map(([name, value]): [string, string] => [name, value]);
  if (typeof body === "object" && !(body instanceof Uint8Array)) {
    return new Response(streamOf(body, request.signal, onError), { status, headers });
  }
  // By their type, bytes may be in shared memory, which `Response` does not accept.
  return new Response((body ?? null) as ResponseBody, { status, headers });
}

/** Ends `body` when the platform cancels the stream; also when `signal` is aborted, since some platforms read on without a client. */
function streamOf(
  body: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let isLeft = false;
  let abort: () => void = () => undefined;
  const leave = (): unknown => {
    isLeft = true;
    signal.removeEventListener("abort", abort);
    return iterator.return?.();
  };
  const finish = (end: () => void): void => {
    signal.removeEventListener("abort", abort);
    if (!isLeft) end();
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      abort = () => {
        // Deno, which cancels as well, but later, would log the error.
        const end = (): void => controller.error(signal.reason);
        void Promise.resolve(leave()).then(end, end);
      };
      if (signal.aborted) abort();
      else signal.addEventListener("abort", abort);
    },
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (done === true) finish(() => controller.close());
        else if (!isLeft)
          controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      } catch (error) {
        onError(error);
        finish(() => controller.error(error));
      }
    },
    async cancel() {
      await leave();
    },
  });
}
