import type { AnyReply } from "./http.js";
import type { BodyReader, Incoming, ClientOperation, ReplyReader } from "./operation.js";

/** Reads a response as the operation declares it, and checks nothing; what is not declared is handed on. */
export async function readReply(
  { replies }: ClientOperation,
  response: Response,
  broken?: Incoming["broken"],
): Promise<AnyReply> {
  const { status } = response;
  const { headers, body }: ReplyReader = replies[status] ??
    replies[`${Math.floor(status / 100)}XX`] ??
    replies["default"] ?? { body: jsonOrText };
  const reply: Incoming["reply"] = { status };
  if (headers) {
    const values: Record<string, unknown> = (reply.headers = {});
    for (const name in headers) {
      const text = response.headers.get(name);
      if (text !== null) values[name] = headers[name]?.(text, response);
    }
  }
  if (body) reply.body = await body({ response, reply, broken });
  else discard(response);
  return reply;
}

/** A body in JSON of any media type; what is not JSON stays text, and an empty one is undefined. */
export const jsonOrText: BodyReader = async ({ response }) => {
  const text = await response.text();
  try {
    return text && JSON.parse(text);
  } catch {
    return text;
  }
};

/** Frees the connection of a body that nobody reads. Not waited for: a body that was cloned never ends it. */
export function discard({ body }: Response): void {
  body?.cancel().catch(() => undefined);
}
