import { type Answer, ApiError, ConnectionError } from "./errors.js";
import { type AnyReply, type SuccessStatus, resolveValue } from "./http.js";
import type { Broken, Outgoing, Signer } from "./operation.js";
import type {
  BaseUrl,
  CheckOptions,
  FetchOptions,
  HeaderFields,
  PlainCallOptions,
  PlainClientOptions,
} from "./options.js";
import { refuse } from "./refuse.js";

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
  const base = checkBase(options.baseUrl);
  const perform = extend(async (attempt, sign) => {
    const { accept, fields, headers, signal, type } = attempt;
    // By assign: V8 is slow at literals that add to what they spread.
    const request = Object.assign({}, attempt, {
      headers: merge(
        { accept, "content-type": type },
        await resolveValue(options.headers),
        fields,
        headers,
      ),
    });
    const broken: Broken = (cause) => {
      signal?.throwIfAborted();
      throw new ConnectionError(attempt, "failed", { cause });
    };
    await sign?.(request);
    signal?.throwIfAborted();
    const response = await (options.fetch ?? fetch)(request.url, request as FetchOptions).catch(
      broken,
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

/** The address without a slash at its end. */
function checkBase(address: string): string {
  refuse(!/^(https?:\/\/[^/]|\/)[^?#@\s]*$/i.test(address), "baseUrl");
  return address.replace(/\/+$/, "");
}

/** Names in lower case, so that later ones replace earlier ones. */
function merge(...all: readonly (HeaderFields | undefined)[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const fields of all) {
    for (const name in fields) {
      if (fields[name] !== undefined) headers[name.toLowerCase()] = fields[name];
    }
  }
  return headers;
}
