import { isJson } from "../../wire/http.js";
import { inUtf8, mediaTypeOf } from "../../wire/media-types.js";
import { READ_BEFORE } from "./mount.js";

/**
 * The bytes of a text that a body was decoded to, of which `sent` is the number that the client sent, if it is known. Fails
 * if they may not be those.
 */
export function encoded(
  text: string,
  contentType: string,
  sent: number | undefined,
): ReturnType<InstanceType<typeof TextEncoder>["encode"]> {
  const bytes = encoder.encode(text);
  const missing = missingIn(bytes, sent);
  const type = mediaTypeOf(contentType);
  const isText = (isJson(type) || type.startsWith("text/")) && inUtf8(contentType) === contentType;
  // What a decoder puts in the place of bytes that are no text.
  if (text.includes("\uFFFD") && !(isText && missing === 0)) throw new Error(READ_BEFORE);
  // Decoders leave out a byte order mark.
  return missing === MARK.length ? encoder.encode(`\uFEFF${text}`) : bytes;
}

/** The number of bytes that a client sent of the body that a parser gives, by the headers of the request. */
export function sentLength(
  length: string | null | undefined,
  coding: string | null | undefined,
): number | undefined {
  return typeof length === "string" && typeof coding !== "string" ? Number(length) : undefined;
}

export function missingIn(bytes: Uint8Array, sent: number | undefined): number {
  return sent === undefined ? 0 : sent - bytes.length;
}

const encoder = new TextEncoder();
const MARK = encoder.encode("\uFEFF");
