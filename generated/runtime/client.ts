import { type Answer, ApiError, ConnectionError, type Exchange } from "./errors.js";
import { type AnyReply, type SuccessStatus, resolveValue } from "./http.js";
import type { ClientOperation, Signer, Signing } from "./operation.js";
import type { BaseUrl, HeaderFields, PlainCallOptions, PlainClientOptions } from "./options.js";
import { readReply } from "./receive.js";

export type { ClientOperation, ReplyReader } from "./operation.js";
export type {
  CallOptions,
  ClientOptions,
  PlainCallOptions,
  PlainClientOptions,
} from "./options.js";

/** The replies of a union whose status is a success. */
export type Success<R extends AnyReply> = R extends { readonly status: SuccessStatus }
  ? R
  : Extract<R["status"], SuccessStatus> extends never
    ? never
    : R & { readonly status: Extract<R["status"], SuccessStatus> };

/** The type of a reply's body; `undefined` for a reply without one. */
export type BodyOf<R extends AnyReply> = R extends { readonly body?: infer Body }
  ? unknown extends Body
    ? R extends { readonly body: unknown }
      ? Body
      : undefined
    : Body
  : undefined;

/** A promise of one of the replies of an operation. */
export interface Call<R extends AnyReply> extends Promise<R> {
  /** The reply, if it is a success; rejects with `ApiError` if it is not. */
  ok(): Promise<Success<R>>;
  /** The body of the reply, if it is a success; rejects with `ApiError` if it is not. */
  body(): Promise<BodyOf<Success<R>>>;
}

/** Sends requests; every generated operation takes one. */
export interface Sender {
  /** What making the request throws rejects the call. */
  send<Request, R extends AnyReply>(
    operation: ClientOperation<Request>,
    request: Request,
    call?: PlainCallOptions,
  ): Call<R>;
}

/** One try of a call: what `fetch` is called with. */
export interface Try extends Signing {
  /** 0 for the first one. */
  readonly attempt: number;
  readonly method: string;
  readonly signal: AbortSignal | null;
}

/** One call, as the parts of a client see it. */
export interface Attempts {
  readonly operation: ClientOperation;
  readonly exchange: Exchange;
  readonly call: PlainCallOptions;
  /** Whether the body can be sent again. */
  readonly repeatable: boolean;
  /** Makes the request of one try, without credentials. */
  prepare(attempt: number, signal: AbortSignal | undefined, more?: HeaderFields): Promise<Try>;
  /**
   * Puts the credentials in and sends it. Rejects with `ConnectionError` when no response came, with
   * the signal's reason if that is aborted.
   */
  send(request: Try): Promise<Response>;
  /** Rejects with `ConnectionError` when the body breaks off. */
  read(response: Response, reader?: Reading): Promise<AnyReply>;
}

/** Makes a reply of a response, as the operation declares it. */
export type Reading = (
  operation: ClientOperation,
  response: Response,
  broken: (cause: unknown) => never,
) => Promise<AnyReply>;

/** Takes a call to its answer. */
export type Performance = (attempts: Attempts) => Promise<Answer>;

/** What a client can do beyond sending once and reading. It hands on to `next`, with other attempts if it likes. */
export type Part = (next: Performance) => Performance;

const once: Performance = async ({ call, exchange, prepare, send, read }) => {
  const response = await send(await prepare(0, call.signal));
  return { exchange, response, reply: await read(response) };
};

/**
 * Makes the part of a client that all operations share. The parts are `waitOut` of `./retry.js`,
 * `checkReplies` of `./checks.js` and `callHooks` of `./hooks.js`; without them, a request is sent once,
 * and its reply is handed on as it is.
 */
export function createSender(
  options: PlainClientOptions & BaseUrl,
  sign: Signer | undefined,
  ...parts: readonly Part[]
): Sender {
  const base = checkBase(options.baseUrl);
  const perform = parts.reduce((next, part) => part(next), once);

  async function start<Request>(
    operation: ClientOperation<Request>,
    request: Request,
    call: PlainCallOptions,
  ): Promise<Answer> {
    const { id, method, accept } = operation;
    const url = operation.url(base, request);
    const exchange = { operation: id, method, url };
    const fields = operation.headers?.(request);
    const { type, ...body } = operation.body?.(request) ?? {};
    const fail = (problem: string, cause: unknown): never => {
      call.signal?.throwIfAborted();
      throw new ConnectionError(exchange, problem, cause);
    };

    return perform({
      operation,
      exchange,
      call,
      repeatable: !body.duplex,

      async prepare(attempt, signal, more) {
        const own = await resolveValue(options.headers);
        const headers = merge({ accept, "content-type": type }, more, own, fields, call.headers);
        return { ...body, operation, attempt, url, method, headers, signal: signal ?? null };
      },

      async send(request) {
        await sign?.(request);
        request.signal?.throwIfAborted();
        try {
          return await (options.fetch ?? fetch)(request.url, request);
        } catch (cause) {
          return fail("got no response", cause);
        }
      },

      async read(response, reader = readReply) {
        const half = (cause: unknown): never => fail("got half a response", cause);
        try {
          return await reader(operation, response, half);
        } catch (cause) {
          // How a body breaks off differs by platform (workerd: a plain error that can be retried).
          const broken =
            cause instanceof TypeError ||
            (cause instanceof Error && ("code" in cause || "retryable" in cause));
          if (broken) half(cause);
          throw cause;
        }
      },
    });
  }

  return {
    send<Request, R extends AnyReply>(
      operation: ClientOperation<Request>,
      request: Request,
      call: PlainCallOptions = {},
    ): Call<R> {
      const answer = start(operation, request, call);
      const promise = answer.then(({ reply }) => reply as R);
      const ok = async (): Promise<Success<R>> => {
        const reply = await promise;
        const { response } = await answer;
        if (response.ok) return reply as Success<R>;
        throw new ApiError(await answer);
      };
      // Added to the promise itself: with a derived one, who uses only `ok()` would leave a rejection unhandled.
      return Object.assign(promise, {
        ok,
        body: async () => (await ok()).body as BodyOf<Success<R>>,
      });
    },
  };
}

/** The address without a slash at its end. Only a browser knows what a relative one stands for. */
function checkBase(address: string): string {
  const page = (globalThis as { readonly location?: { readonly href: string } }).location?.href;
  if (!/^(https?:\/\/[^/?#@]+)?(\/[^?#]*)?$/i.test(address) || !URL.canParse(address, page))
    throw new TypeError("baseUrl must be like https://host/path");
  return address.replace(/\/+$/, "");
}

/** Names in lower case, so that later ones replace earlier ones. */
function merge(...all: readonly (HeaderFields | undefined)[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const fields of all) {
    for (const name in fields) {
      const value = fields[name];
      if (value !== undefined) headers[name.toLowerCase()] = value;
    }
  }
  return headers;
}
