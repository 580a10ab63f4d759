/** Bytes in unshared memory, under a name that all versions of TypeScript accept. */
export type Bytes = ReturnType<typeof Uint8Array.of>;

/** `CryptoKey`, which Node's types do not declare globally. */
export type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** The key for HMAC-SHA-256; a string is encoded as UTF-8. */
export async function hmacKey(secret: string | Uint8Array): Promise<HmacKey> {
  const bytes = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return await crypto.subtle.importKey("raw", Uint8Array.from(bytes), algorithm, false, [
    "sign",
    "verify",
  ]);
}

/** The key in a secret of Standard Webhooks: Base64, with or without the prefix `whsec_`. */
export async function webhookKey(secret: string): Promise<HmacKey> {
  const bytes = bytesOfBase64(secret.replace(/^whsec_/, ""));
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError("The secret of a webhook has to be in Base64.");
  return await hmacKey(bytes);
}

/** `text` and then `body`, as they are signed. */
export function signedContent(text: string, body: Uint8Array): Bytes {
  const head = new TextEncoder().encode(text);
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  return whole;
}

export function bytesOfBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

export function base64Of(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...Array.from(new Uint8Array(bytes))));
}
