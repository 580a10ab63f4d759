import { base64Of, signedContent, webhookKey } from "../../wire/hmac.js";
import type { AnyReply, Awaitable, SuccessStatus } from "../../wire/http.js";
import { assert } from "../../wire/assert.js";
import {
  type Call,
  type CallOptions,
  type ClientOptions,
  type Sender,
  createSender,
} from "../client.js";
import { systemClock } from "../retries/clock.js";
import { callHooks } from "../hooks.js";
import type { Draft, Signer, Signing } from "../operation.js";
import type { FetchOptions, HeaderFields } from "../options.js";
import { readJson } from "../replies/receive.js";
import { refusePrivate } from "./private-addresses.js";
import { waitOut } from "../retries/retry.js";

/** The signed parts of a webhook. */
export interface UnsignedWebhook {
  /** The same with every try. */
  readonly id: string;
  /** Of this try, in seconds. */
  readonly timestamp: number;
  readonly body: Uint8Array;
}

export interface WebhookOptions extends ClientOptions {
  /** Where webhooks are sent: an address for all of them, or for each by its name. Callbacks have their own. */
  readonly url?: string | ((webhook: string) => string) | undefined;
  /** Signs as Standard Webhooks has it; with several secrets, while one is changed for another, with each. */
  readonly secret?: string | readonly string[] | undefined;
  /** Makes headers that sign, in the place of those. */
  readonly sign?: ((webhook: UnsignedWebhook) => Awaitable<HeaderFields>) | undefined;
  /** Lets callbacks go to this machine and to private networks; false when left out. */
  readonly allowPrivate?: boolean | undefined;
  /** The addresses of a host, so that callbacks to names of private ones are refused, too: `dns.promises.resolve`. */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
}

/** Sends webhooks; every generated one takes it. */
export interface WebhookSender {
  /** `callback`: gives the address that a callback goes to. */
  send<R extends AnyReply, S = SuccessStatus>(
    webhook: string,
    callback: (() => string) | undefined,
    make: (url: string) => Draft,
    call?: CallOptions,
  ): Call<R, S>;
}

/** Each try has the id of its webhook, a time and signatures; redirects are not followed. */
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

/** The address of a subscriber, which may have a query of its own, with another one, `?a=1`, behind that. */
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

/** The body as it is sent: bytes from then on, so that these are what is signed. */
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
