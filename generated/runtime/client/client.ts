import { type Answer, ApiError, ConnectionError } from "./errors.js";
import type { AnyReply, BodyOf, SuccessStatus } from "../wire/http.js";
import type { Broken, Draft, Outgoing, Reader, Signer, Signing } from "./operation.js";
import type {
  BaseUrl,
  FetchOptions,
  HeaderFields,
  PlainCallOptions,
  PlainClientOptions,
} from "./options.js";
import { assert } from "../wire/assert.js";

/** The replies of a union whose status is one of `S`: those of a success. */
export type Success<R extends AnyReply, S = SuccessStatus> = R extends { readonly status: S }
  ? R
  : Extract<R["status"], S> extends never
    ? never
    : R & { readonly status: Extract<R["status"], S> };

/** A promise of the body of the success reply, which rejects with `ApiError` for any other reply. */
export interface Call<R extends AnyReply, S = SuccessStatus> extends Promise<
  BodyOf<Success<R, S>>
> {
  /** The reply of any declared status. */
  reply(): Promise<R>;
  /** The success reply with its headers; rejects as the call itself does. */
  ok(): Promise<Success<R, S>>;
}

/** Sends requests; the first argument of every generated operation. */
export interface Sender {
  /** Sends the request that `make` returns for the client's base URL; an exception in it rejects the call. */
  send<R extends AnyReply, S = SuccessStatus>(
    call: PlainCallOptions | undefined,
    make: (base: string) => Draft,
  ): Call<R, S>;
}

/** One attempt of a call, with all headers; `fetch` gets it as its options. */
export interface Attempt extends Outgoing, PlainCallOptions {
  /** 0 or left out for the first attempt. */
  readonly attempt?: number;
}

/** Performs one attempt of a call. */
export type Performance = (attempt: Attempt, sign: Signer | undefined) => Promise<Answer>;

/**
 * Creates the part of a client that all operations share. `read` reads replies of operations without a reader of their
 * own; `extend` adds features, such as `waitOut` and `callHooks`.
 */
export function createSender(
  options: PlainClientOptions & BaseUrl,
  sign: Signer | undefined,
  read: Reader,
  extend = (perform: Performance): Performance => perform,
): Sender {
  baseOf(options.baseUrl);
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
    // `Object.assign`, because V8 is slow at literals with a spread and further members.
    const request: Signing & Pick<Attempt, "fetch"> = Object.assign(
      {},
      options.init,
      attempt.init,
      attempt,
      { headers },
    );
    const broken: Broken = (cause) => {
      attempt.signal?.throwIfAborted();
      // The cause says more: `connect ECONNREFUSED 127.0.0.1:8080`.
      throw new ConnectionError(
        attempt,
        "failed",
        { cause },
        (cause as { cause?: unknown } | undefined)?.cause ?? cause,
      );
    };
    await sign?.(request);
    attempt.signal?.throwIfAborted();
    const fetcher = request.fetch ?? options.fetch ?? request.fetchHere?.(request) ?? fetch;
    let response: Response;
    try {
      // A `fetch` of tests may throw at once, or return what is no promise.
      response = await fetcher(request.url, request as FetchOptions);
    } catch (cause) {
      if (cause instanceof TypeError) refuseUnsendable(request);
      return broken(cause);
    }
    return {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
      ok: attempt.redirect === "manual" ? response.status < 400 : response.ok,
      reply: await attempt.read(attempt, response, broken),
    };
  });

  return {
    send<R extends AnyReply, S>(call: PlainCallOptions | undefined, make: (base: string) => Draft) {
      let attempt: Attempt;
      const answering = (async () => {
        const base = baseOf(call?.baseUrl ?? options.baseUrl);
        const outgoing = make(base);
        // Modifies the object of this call, since a copy takes time.
        const { url = base + outgoing.path, read: reader = read } = outgoing;
        attempt = Object.assign(outgoing, { url, read: reader }, call);
        assert(attempt.type === undefined || attempt.body !== undefined, "body");
        return perform(attempt, sign);
      })();
      const success = (answer: Answer): Success<R, S> => {
        if (answer.ok) return answer.reply as Success<R, S>;
        throw new ApiError(attempt, answer);
      };
      const body = answering.then((answer) => success(answer).body as BodyOf<Success<R, S>>);
      const instead =
        <T>(read: (answer: Answer) => T) =>
        (): Promise<T> => {
          // A failure is reported by the returned promise.
          body.catch(() => undefined);
          return answering.then(read);
        };
      return Object.assign(body, {
        reply: instead(({ reply }) => reply as R),
        ok: instead(success),
      });
    },
  };
}

/** The base URL that paths are appended to. */
function baseOf(baseUrl: string): string {
  assert(/^(https?:\/\/[^/]|\/|$)[^?#@\s]*$/i.test(baseUrl), "baseUrl");
  return baseUrl.replace(/\/+$/, "");
}

/**
 * Rejects a request that the platform can never send, so that it is not retried. Checked here, because the error of
 * `fetch` would quote the value, which may be a secret.
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
      assert(false, what);
    }
  };
  tried("baseUrl", {});
  tried("method", { method });
  for (const name in headers) tried(name, { headers: { [name]: `${headers[name]}` } });
  tried("body", { method, body: body && "-" } as FetchOptions);
}
