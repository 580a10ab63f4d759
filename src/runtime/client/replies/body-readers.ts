import { webStream } from "../../wire/streams/web-stream.js";
import { contentTypeOf, isJson } from "../../wire/http.js";
import { matchMedia, mediaTypeOf, parameterOf } from "../../wire/media-types.js";
import type { BodyReader, Incoming } from "../operation.js";
import { readMisfit } from "./readers.js";

/**
 * Reads a body by its media type: the declared type, its range (`image/*`), or any. All JSON types match each
 * other, since services often send a different one; Docker, Kubernetes and grpc-gateway call lines of JSON so, too.
 */
export async function byType(
  reply: Incoming,
  readers: Readonly<Record<string, BodyReader>>,
): Promise<unknown> {
  const type = contentTypeOf(reply.response);
  const declared = Object.keys(readers);
  const media =
    (type === null && declared.length === 1 ? declared[0] : undefined) ??
    declared.find((entry) => entry === type) ??
    matchMedia(declared, type) ??
    (isJson(type) ? (declared.find(isJson) ?? declared.find(isJsonLines)) : undefined);
  const read = media === undefined ? undefined : readers[media];
  if (media === undefined || read === undefined)
    return readMisfit(reply, `its content type is ${type ?? "missing"}`);
  const isRange = media.includes("*");
  if (isRange || declared.length > 1) reply.reply.contentType = isRange ? mediaTypeOf(type) : media;
  return read(reply);
}

function isJsonLines(type: string): boolean {
  return /[/+](?:x-)?(?:ndjson|jsonl|jsonlines|json-lines)\s*(?:;|$)/i.test(type);
}

/** A body as text, in the charset of its Content-Type, or in UTF-8 if that is missing or unknown. */
export const text: BodyReader<string> = async ({ response, broken }) => {
  const type = contentTypeOf(response) ?? "";
  const charset = parameterOf(type, "charset") ?? "utf-8";
  if (/^utf-?8$/i.test(charset)) return response.text().catch(broken);
  const body = await response.arrayBuffer().catch(broken);
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
};

/** A body as a `Blob` with its media type. */
export const blob: BodyReader<Blob> = ({ response, broken }) => response.blob().catch(broken);

/** A body as a stream. */
export const stream: BodyReader<ReadableStream<Uint8Array>> = ({ response }) =>
  webStream(response.body ?? new Blob([]).stream());
