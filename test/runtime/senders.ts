import { checkReplies } from "../../src/runtime/client/replies/checks.js";
import { type Call, createSender, type Sender } from "../../src/runtime/client/client.js";
import { choose } from "../../src/runtime/client/auth/credentials.js";
import { callHooks } from "../../src/runtime/client/hooks.js";
import type { AnyReply, SuccessStatus } from "../../src/runtime/wire/http.js";
import type { OutgoingBody, ReplyReader } from "../../src/runtime/client/operation.js";
import type {
  BaseUrl,
  CallOptions,
  ClientOptions,
  HeaderFields,
} from "../../src/runtime/client/options.js";
import { waitOut } from "../../src/runtime/client/retries/retry.js";
import { cookieHeader } from "../../src/runtime/wire/parameters/serialize.js";
import { queryString } from "../../src/runtime/wire/parameters/scalar.js";

/** One request and how it is answered, as tests like to write it: all in one. */
export interface Outgoing {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly baseUrl?: string;
  readonly query?: readonly (string | undefined)[];
  readonly headers?: HeaderFields;
  readonly cookies?: readonly (string | undefined)[];
  readonly accept?: string;
  readonly body?: OutgoingBody;
  readonly security?: readonly (readonly string[])[];
  readonly deprecated?: { readonly sunset?: string };
  readonly redirect?: "manual" | "follow";
  readonly replies: Readonly<Record<string, ReplyReader>>;
}

export type Credentials = Parameters<typeof choose>[0];

/** A client with all its parts. */
export function fullSender(
  options: ClientOptions & BaseUrl,
  credentials: Credentials = {},
): Sender {
  return createSender(options, choose(credentials), checkReplies(options), (perform) =>
    waitOut(options, callHooks(options, perform)),
  );
}

/** A client that sends once. */
export function singleSender(
  options: ClientOptions & BaseUrl,
  credentials: Credentials = {},
): Sender {
  return createSender(options, choose(credentials), checkReplies(options), (perform) =>
    callHooks(options, perform),
  );
}

/** Sends what `describe` gives; what it throws rejects the call. */
export function send<R extends AnyReply, S = SuccessStatus>(
  sender: Sender,
  describe: () => Outgoing,
  call?: CallOptions,
): Call<R, S> {
  return sender.send(call, (base) => {
    const { baseUrl = base, path, query = [], headers, cookies = [], body, ...rest } = describe();
    const search = queryString(...query);
    return {
      ...rest,
      ...body,
      ...(baseUrl === base ? { path: path + search } : { url: baseUrl + path + search }),
      fields: { ...headers, cookie: cookieHeader(...cookies) },
    };
  });
}
