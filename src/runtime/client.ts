import { ApiError, ConnectionError, type Exchange } from "./errors.js";
import type { AnyReply, SuccessStatus } from "./http.js";
import type { CallOptions, ClientOptions, HeaderFields, SenderOptions } from "./options.js";
import type { Outgoing, Signer, Signing } from "./outgoing.js";
import { readReply } from "./receive.js";

export type { CallOptions, ClientOptions, SenderOptions } from "./options.js";
export type { Outgoing, ReplyReader } from "./outgoing.js";

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
  /** What `describe` throws rejects the call. */
  send<R extends AnyReply>(describe: () => Outgoing, call?: CallOptions): Call<R>;
}

/** By the names of the security schemes; undefined: not given. */
export type Credentials = Readonly<Record<string, Signer | undefined>>;

/** One call as the part sees it that decides when it is sent, and whether again. */
export interface Attempts<R> {
  readonly exchange: Exchange;
  readonly call: CallOptions;
  /** Whether the body can be sent again. */
  readonly repeatable: boolean;
  /** Whether the request carries an idempotency key; known once it was sent. */
  keyed(): boolean;
  /** Rejects with `ConnectionError` when no response came, with the signal's reason if that is aborted. */
  send(attempt: number, signal: AbortSignal | undefined): Promise<Response>;
  /** Rejects as `send` does, and with `UnexpectedResponse`. */
  read(response: Response, signal: AbortSignal | undefined): Promise<R>;
}

/** Decides when a request is sent, and whether again. Made once for each client. */
export type Persistence = (options: ClientOptions) => <R>(attempts: Attempts<R>) => Promise<R>;

const once: Persistence = () => async (attempts) => {
  const { signal } = attempts.call;
  return attempts.read(await attempts.send(0, signal), signal);
};

/**
 * Makes the part of a client that all operations share. Without `persistence`, which is `waitOut` of
 * `./retry.js`, each request is sent once and at once, and `timeout` and its like have no effect.
 */
export function createSender(
  options: SenderOptions,
  credentials: Credentials = {},
  persistence: Persistence = once,
): Sender {
  const persist = persistence(options);
  const base = checkBase(options.baseUrl);

  async function start<R extends AnyReply>(
    describe: () => Outgoing,
    call: CallOptions,
    keep: (exchange: Exchange, response: Response) => void,
  ): Promise<R> {
    const outgoing = describe();
    const { operation, method, body, deprecated } = outgoing;
    const query = joined(outgoing.query, "&");
    const address = outgoing.baseUrl === undefined ? base : checkBase(outgoing.baseUrl);
    const url = address + outgoing.path + (query ? `?${query}` : "");
    const exchange = { operation, method, url };
    const signers = chooseSigners(outgoing, credentials);
    const idempotencyKey =
      call.idempotencyKey ??
      (method === "POST" || method === "PATCH" ? options.idempotencyKey?.() : undefined);
    if (deprecated) options.onDeprecated?.(operation, deprecated.sunset);
    let headers: Record<string, string>;

    return persist<R>({
      exchange,
      call,
      repeatable: !body?.once,
      keyed: () => "idempotency-key" in headers,

      async send(attempt, signal) {
        const { headers: own, onRequest, onResponse } = options;
        headers = {};
        addHeaders(headers, {
          accept: outgoing.accept,
          "content-type": body?.type,
          cookie: joined(outgoing.cookies, "; "),
          "idempotency-key": idempotencyKey,
        });
        addHeaders(headers, typeof own === "function" ? await own() : own);
        addHeaders(headers, outgoing.headers);
        addHeaders(headers, call.headers);
        if (onRequest) await onRequest({ ...exchange, attempt, headers });
        const request: Signing = { url, headers, redirect: "follow" };
        for (const signer of signers) {
          const signing = signer(request);
          if (signing) await signing;
        }
        signal?.throwIfAborted();
        let response: Response;
        try {
          response = await (options.fetch ?? fetch)(request.url, {
            method,
            headers,
            body: body?.data ?? null,
            signal: signal ?? null,
            redirect: request.redirect,
            // Node and Chromium want it for streams; not every platform's types know it.
            ...(body?.once && { duplex: "half" }),
          });
        } catch (cause) {
          signal?.throwIfAborted();
          throw new ConnectionError(exchange, "got no response", cause);
        }
        const { status, headers: received } = response;
        if (onResponse) await onResponse({ ...exchange, attempt, status, headers: received });
        return response;
      },

      async read(response, signal) {
        keep(exchange, response);
        try {
          return (await readReply(outgoing, exchange, response, options.unexpected)) as R;
        } catch (cause) {
          signal?.throwIfAborted();
          // How a body breaks off differs by platform; all other errors are not about it.
          const broken = cause instanceof TypeError || (cause instanceof Error && "code" in cause);
          throw broken ? new ConnectionError(exchange, "got half a response", cause) : cause;
        }
      },
    });
  }

  return {
    send<R extends AnyReply>(describe: () => Outgoing, call: CallOptions = {}): Call<R> {
      let fail: (reply: R) => ApiError<R>;
      const promise = start<R>(describe, call, (exchange, { headers }) => {
        fail = (reply) => new ApiError(exchange, reply, headers, options.clock?.now());
      });
      const ok = (): Promise<Success<R>> =>
        promise.then((reply) => {
          if (reply.status >= 200 && reply.status <= 299) return reply as Success<R>;
          throw fail(reply);
        });
      // Added to the promise itself: with a derived one, who uses only `ok()` would leave a rejection unhandled.
      return Object.assign(promise, {
        ok,
        body: () => ok().then((reply) => reply.body as BodyOf<Success<R>>),
      });
    },
  };
}

/** The address without a slash at its end. Only a browser knows what a relative one stands for. */
function checkBase(address: string): string {
  const { location } = globalThis as { readonly location?: unknown };
  const absolute = /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/i.test(address) && URL.canParse(address);
  if (!absolute && !(location && /^[^:?#]*$/.test(address)))
    throw new TypeError("baseUrl must be like https://host/path, with no user, query or fragment");
  return address.replace(/\/+$/, "");
}

/** Of the combinations that the operation accepts, the first that is given; none only if that is allowed. */
function chooseSigners(outgoing: Outgoing, credentials: Credentials): readonly Signer[] {
  const { operation, security } = outgoing;
  let allowed = !security?.length;
  for (const names of security ?? []) {
    const signers: Signer[] = [];
    for (const name of names) {
      const signer = credentials[name];
      if (signer) signers.push(signer);
    }
    if (names.length === 0) allowed = true;
    else if (signers.length === names.length) return signers;
  }
  if (allowed) return [];
  const wanted = security?.map((names) => names.join(" and ")).join(", or ");
  throw new TypeError(`${operation} needs credentials: ${wanted}`);
}

/** The parts that are given; undefined when none is. */
function joined(
  parts: readonly (string | undefined)[] | undefined,
  separator: string,
): string | undefined {
  return parts?.filter((part) => part !== undefined).join(separator) || undefined;
}

/** Names in lower case, so that later ones replace earlier ones. */
function addHeaders(headers: Record<string, string>, fields: HeaderFields | undefined): void {
  for (const name in fields) {
    const value = fields[name];
    if (value !== undefined) headers[name.toLowerCase()] = value;
  }
}
