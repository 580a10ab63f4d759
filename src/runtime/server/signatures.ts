import {
  type Bytes,
  bytesOfBase64,
  type HmacKey,
  hmacKey,
  signedContent,
  webhookKey,
} from "../wire/hmac.js";
import type { Verify } from "./verified.js";

export type { Verify } from "./verified.js";

/** Verifies the signatures of webhooks: one function for all, or one for each by name; those without one are not verified. */
export type Verifying<Handlers> =
  Verify | { readonly [Name in keyof Handlers]?: Verify | undefined };

export interface SignatureOptions {
  /** Maximum age of a message, and clock difference, in seconds; 300 by default. */
  readonly tolerance?: number | undefined;
  /** In milliseconds; for tests. */
  readonly now?: (() => number) | undefined;
}

/** Several during a rotation. */
export type Secrets = string | readonly string[];

/** Verifies messages that are signed according to Standard Webhooks (https://www.standardwebhooks.com). */
export function standardWebhooks(secrets: Secrets, options: SignatureOptions = {}): Verify {
  const keys = Promise.all([secrets].flat().map(webhookKey));
  keys.catch(() => undefined);
  return async (message) => {
    const id = message.header("webhook-id");
    const time = message.header("webhook-timestamp");
    if (id === undefined || time === undefined || !isRecent(time, options)) return false;
    const given = (message.header("webhook-signature") ?? "").split(" ");
    const found = given.flatMap((one) =>
      one.startsWith("v1,") ? (bytesOfBase64(one.slice(3)) ?? []) : [],
    );
    return await isSigned(await keys, found, signedContent(`${id}.${time}.`, message.bytes));
  };
}

export interface HmacOptions extends SignatureOptions {
  readonly header: string;
  readonly secret: Secrets;
  /** The prefix of a signature in the header: `sha256=` at GitHub, `v1=` at Stripe. */
  readonly prefix?: string | undefined;
  /** `"hex"` by default. */
  readonly encoding?: "hex" | "base64" | undefined;
  /**
   * The place of the signed timestamp, in seconds: a prefix in the same header (`t=` at Stripe), or the name of a header.
   * Without it, an intercepted message can be replayed at any time.
   */
  readonly timestamp?: string | undefined;
  /** Signed before the body; `${timestamp}.` by default. */
  readonly before?: ((timestamp: string) => string) | undefined;
}

/** Verifies messages that are signed with HMAC-SHA-256, such as those of Stripe, GitHub, Shopify and Slack. */
export function hmacSha256(options: HmacOptions): Verify {
  const { header, secret, prefix = "", encoding = "hex", timestamp } = options;
  const { before = (time: string) => `${time}.` } = options;
  const keys = Promise.all([secret].flat().map(hmacKey));
  keys.catch(() => undefined);
  const read = encoding === "hex" ? bytesOfHex : bytesOfBase64;
  return async (message) => {
    const parts = (message.header(header.toLowerCase()) ?? "").split(",").map((one) => one.trim());
    const found = behind(parts, prefix).flatMap((one) => read(one) ?? []);
    let head = "";
    if (timestamp !== undefined) {
      const [time] = timestamp.endsWith("=")
        ? behind(parts, timestamp)
        : [message.header(timestamp.toLowerCase())];
      if (time === undefined || !isRecent(time, options)) return false;
      head = before(time);
    }
    return await isSigned(await keys, found, signedContent(head, message.bytes));
  };
}

function behind(parts: readonly string[], prefix: string): readonly string[] {
  return parts.flatMap((one) => (one.startsWith(prefix) ? one.slice(prefix.length) : []));
}

/** Compares in constant time. */
async function isSigned(
  keys: readonly HmacKey[],
  signatures: readonly Bytes[],
  content: Bytes,
): Promise<boolean> {
  let isRight = false;
  for (const key of keys)
    for (const signature of signatures.slice(0, MOST_SIGNATURES))
      if (await crypto.subtle.verify("HMAC", key, signature, content)) isRight = true;
  return isRight;
}

/** Verifies each signature with each secret, over the whole body. */
const MOST_SIGNATURES = 8;

function isRecent(seconds: string, { tolerance = 300, now = Date.now }: SignatureOptions): boolean {
  if (!/^\d{1,12}$/.test(seconds)) return false;
  return Math.abs(Number(seconds) - now() / 1000) <= tolerance;
}

function bytesOfHex(text: string): Bytes | undefined {
  if (!/^(?:[\da-f]{2})+$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
