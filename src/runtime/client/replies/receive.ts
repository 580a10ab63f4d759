import { discard } from "./discard.js";
import type { BodyReader, HeaderReaders, Incoming, Reader } from "../operation.js";

/** Reads a reply of any status as JSON or text, with the headers of `replyHeaders` that are present. */
export const readJson: Reader = async ({ replyHeaders = {} }, response, broken) => {
  // Not with `readHeaders`, which would make the smallest client larger.
  const headers = Object.create(null) as Record<string, unknown>;
  for (const name in replyHeaders) {
    const text = response.headers.get(name);
    if (text !== null) headers[name] = replyHeaders[name]?.(text, response);
  }
  let body: unknown = await response.text().catch(broken);
  try {
    body = JSON.parse(body as string);
  } catch {
    // Not JSON: kept as text, unless it is empty.
    body ||= undefined;
  }
  return { status: response.status, headers, body };
};

/** Reads a reply as declared, without validation; undeclared replies are passed on. */
export const readReply: Reader = async (outgoing, response, broken) => {
  const { status } = response;
  const { replies = {} } = outgoing;
  const { headers, body } = replies[status] ??
    replies[`${Math.floor(status / 100)}XX`] ??
    replies["default"] ?? { body: jsonOrText };
  const reply: Incoming["reply"] = { status };
  if (headers) reply.headers = readHeaders(response, headers);
  // The undeclared body of an error may explain it.
  const read = body ?? (status < 400 ? undefined : jsonOrText);
  if (read) reply.body = await read({ outgoing, response, reply, broken });
  else discard(response);
  return reply;
};

/** A JSON body of any media type; one that is not JSON is text, and an empty one is undefined. */
export const jsonOrText: BodyReader = async ({ response, broken }) => {
  const text = await response.text().catch(broken);
  try {
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
};

function readHeaders(response: Response, readers: HeaderReaders = {}): Record<string, unknown> {
  const values = Object.create(null) as Record<string, unknown>;
  for (const name in readers) {
    const text = response.headers.get(name);
    if (text !== null) values[name] = readers[name]?.(text, response);
  }
  return values;
}
