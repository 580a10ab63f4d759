import { base64Of, signedContent, webhookKey } from "../../wire/hmac.js";
import type { AnyReply, Awaitable, SuccessStatus } from "../../wire/http.js";
import { assert } from "../../wire/assert.js";
import { type Call, type Sender, createSender } from "../client.js";
import { systemClock } from "../retries/clock.js";
import { callHooks } from "../hooks.js";
import type { Draft, Signer, Signing } from "../operation.js";
import type { CallOptions, ClientOptions, FetchOptions, HeaderFields } from "../options.js";
import { readJson } from "../replies/receive.js";
import { refusePrivate } from "./private-addresses.js";
import { waitOut } from "../retries/retry.js";

/** The signed parts of a webhook. */
export interface UnsignedWebhook {
  /** The same for all attempts. */
  readonly id: string;
  /** The time of this attempt, in seconds. */
  readonly timestamp: number;
  readonly body: Uint8Array;
}

export interface WebhookOptions extends ClientOptions {
  /** The URL to send to: one for all webhooks, or one for each by name. Callbacks have their own. */
  readonly url?: string | ((webhook: string) => string) | undefined;
  /** The secret for Standard Webhooks; during a rotation, a list of secrets, each of which signs. */
  readonly secret?: string | readonly string[] | undefined;
  /** Creates signature headers, in place of those of Standard Webhooks. */
  readonly sign?: ((webhook: UnsignedWebhook) => Awaitable<HeaderFields>) | undefined;
  /** Allows callbacks to this machine and to private networks; false by default. */
  readonly allowPrivate?: boolean | undefined;
  /** Resolves host names, to reject callbacks to names of private addresses: `dns.promises.resolve`. */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
}

/** Sends webhooks; used by every generated one. */
export interface WebhookSender {
  /** `callback` returns the URL of a callback. */
  send<R extends AnyReply, S = SuccessStatus>(
    webhook: string,
    callback: (() => string) | undefined,
    make: (url: string) => Draft,
    call?: CallOptions,
  ): Call<R, S>;
}

/** Each attempt has the id of its webhook, a timestamp and signatures; redirects are not followed. */
export function createWebhookSender(options: WebhookOptions): WebhookSender {
  const { url: usual, fetch: given = fetch } = options;
  const plain = {
    ...options,
    baseUrl: "/",
    fetch: (url: string, init: FetchOptions) => given(url, { ...init, redirect: "manual" }),
  };
  const sign = signerOf(options);
  const senderWith = (signer: Signer): Sender =>
    createSender(plain, signer, readJson, (perform) =>
      waitOut(options, callHooks(options, perform)),
    );
  const webhooks = senderWith(sign);
  const callbacks = senderWith(async (request) => {
    await refusePrivate(request.url, options);
    await sign(request);
  });
  return {
    send(webhook, callback, make, call) {
      const id = call?.idempotencyKey ?? `msg_${crypto.randomUUID()}`;
      const drafted = (): Draft => {
        const url = callback?.() ?? (typeof usual === "function" ? usual(webhook) : usual) ?? "";
        assert(/^https?:\/\//i.test(url), "url");
        const draft = make(url);
        return { ...draft, fields: { ...draft.fields, "webhook-id": id } };
      };
      const own: CallOptions = { ...call, idempotencyKey: id };
      return (callback ? callbacks : webhooks).send(own, drafted);
    },
  };
}

/** The URL of a subscriber, which may have a query, with a query such as `?a=1` appended. */
export function withQuery(url: string, query: string): string {
  const address = url.replace(/#[^]*/, "");
  return address + (address.includes("?") ? query.replace("?", "&") : query);
}

function signerOf(options: WebhookOptions): Signer {
  const { secret, sign, clock = systemClock } = options;
  const secrets = secret === undefined ? [] : [secret].flat();
  const keys = Promise.all(secrets.map(webhookKey));
  keys.catch(() => undefined);
  return async (request) => {
    const body = await bytesOf(request);
    const id = request.headers["webhook-id"] ?? "";
    const timestamp = Math.floor(clock.now() / 1000);
    request.headers["webhook-timestamp"] = `${timestamp}`;
    if (sign) Object.assign(request.headers, lowered(await sign({ id, timestamp, body })));
    const content = signedContent(`${id}.${timestamp}.`, body);
    const signatures = (await keys).map(
      async (key) => `v1,${base64Of(await crypto.subtle.sign("HMAC", key, content))}`,
    );
    if (signatures.length > 0)
      request.headers["webhook-signature"] = (await Promise.all(signatures)).join(" ");
  };
}

/** The body as bytes, so that the signed bytes are those that are sent. */
async function bytesOf(request: Signing): Promise<Uint8Array> {
  const { body } = request;
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (body === undefined || body === null) return new Uint8Array();
  const packed = new Response(body);
  const type = packed.headers.get("content-type");
  if (type !== null) request.headers["content-type"] ??= type;
  const bytes = new Uint8Array(await packed.arrayBuffer());
  Object.assign(request, { body: bytes });
  return bytes;
}

function lowered(fields: HeaderFields): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) headers[name.toLowerCase()] = value;
  return headers;
}
