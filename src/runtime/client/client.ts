import { type Answer, ApiError, ConnectionError } from "./errors.js";
import type { AnyReply, SuccessStatus } from "../wire/http.js";
import type { Broken, Outgoing, Signer } from "./operation.js";
import type {
  BaseUrl,
  CheckOptions,
  FetchOptions,
  HeaderFields,
  PlainCallOptions,
  PlainClientOptions,
} from "./options.js";
import { refuse } from "../wire/refuse.js";

export type { Outgoing, Replies, ReplyReader } from "./operation.js";
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
  /** Calls `make` with the address of the service; what it throws rejects the call. */
  send<R extends AnyReply>(make: (base: string) => Outgoing, call?: PlainCallOptions): Call<R>;
}

/** One try of a call; `fetch` is called with it, and with all headers. */
export interface Attempt extends Outgoing, PlainCallOptions {
  /** 0, or left out, for the first one. */
  readonly attempt?: number;
  readonly unexpected?: CheckOptions["unexpected"];
}

/** Takes a try of a call to its answer. */
export type Performance = (attempt: Attempt, sign: Signer | undefined) => Promise<Answer>;

/**
 * Makes the part of a client that all operations share. `extend` gives it what it can do beyond sending
 * once and reading: `waitOut` of `./retry.js`, `checkReplies` of `./checks.js`, `callHooks` of `./hooks.js`.
 */
export function createSender(
  options: PlainClientOptions & BaseUrl,
  sign: Signer | undefined,
  extend = (perform: Performance): Performance => perform,
): Sender {
  const { baseUrl } = options;
  refuse(!/^(https?:\/\/[^/]|\/)[^?#@\s]*$/i.test(baseUrl), "baseUrl");
  const base = baseUrl.replace(/\/+$/, "");
  const perform = extend(async (attempt, sign) => {
    const headers = Object.create(null) as Record<string, string>;
    for (const fields of [
      { accept: attempt.accept, "content-type": attempt.type },
      typeof options.headers === "function" ? await options.headers() : options.headers,
      attempt.fields,
      attempt.headers,
    ] as readonly (HeaderFields | undefined)[]) {
      for (const name in fields) {
        // Names in lower case, so that later ones replace earlier ones.
        const value = fields[name];
        if (value !== undefined) headers[name.toLowerCase()] = value;
      }
    }
    // By assign: V8 is slow at literals that add to what they spread.
    const request = Object.assign({}, attempt, { headers });
    const broken: Broken = (cause) => {
      attempt.signal?.throwIfAborted();
      throw new ConnectionError(attempt, "failed", { cause });
    };
    await sign?.(request);
    attempt.signal?.throwIfAborted();
    const response = await (options.fetch ?? fetch)(request.url, request as FetchOptions).catch(
      (cause: unknown) => {
        if (cause instanceof TypeError) refuseUnsendable(request);
        return broken(cause);
      },
    );
    return {
      ok: response.ok,
      status: response.status,
      headers: response.headers,
      reply: await attempt.read(attempt, response, broken),
    };
  });

  return {
    send<R extends AnyReply>(make: (base: string) => Outgoing, call?: PlainCallOptions): Call<R> {
      let attempt: Attempt;
      let answer: Answer;
      const promise = (async () => {
        attempt = Object.assign(make(base), call);
        refuse(attempt.type !== undefined && attempt.body === undefined, "body");
        answer = await perform(attempt, sign);
        return answer.reply as R;
      })();
      const success = (reply: R): Success<R> => {
        if (answer.ok) return reply as Success<R>;
        throw new ApiError(attempt, `answered ${answer.status}`, answer);
      };
      // Both ask the promise itself: with another one, who uses only these would leave a rejection unhandled.
      return Object.assign(promise, {
        ok: () => promise.then(success),
        body: () => promise.then((reply) => success(reply).body as BodyOf<Success<R>>),
      });
    },
  };
}

/**
 * Refuses what the platform can never send, which no repetition mends. Said here, because what `fetch` says
 * about it quotes the value, which may be a secret.
 */
function refuseUnsendable({
  url,
  method,
  body,
  headers,
}: Outgoing & { headers: HeaderFields }): void {
  const tried = (what: string, options: FetchOptions): void => {
    try {
      new Request(url, options);
    } catch {
      refuse(true, what);
    }
  };
  tried("baseUrl", {});
  for (const name in headers) tried(name, { headers: [[name, `${headers[name]}`]] });
  tried("method", { method });
  tried("body", { method, ...(body && { body: "-" }) });
}
