import { hasOwn } from "../validate/own.js";
import type { Awaitable } from "../wire/http.js";
import type { NameCodec } from "../wire/names.js";
import { andThen } from "./awaitable.js";
import type { Reply } from "./server.js";

/** By status, range (`4XX`) or `default`; undefined for a body that is not renamed. */
export type NamedReplies = Readonly<Record<string, NameCodec | undefined>>;

/** Adapts a handler that uses names of code to a server that uses names of the wire. */
export function inNames<Request, Context, Answer extends Reply>(
  names: NameCodec | undefined,
  replies: NamedReplies,
  handle: (request: Request, context: Context) => Awaitable<Answer>,
): (request: Request, context: Context) => Awaitable<Answer> {
  return (request, context) =>
    andThen(handle(names ? names.read(request) : request, context), (reply) => {
      const codec = (reply as Answer | undefined) && codecFor(replies, reply.status);
      return codec ? { ...reply, body: codec.write(reply.body) } : reply;
    });
}

function codecFor(replies: NamedReplies, status: number): NameCodec | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, "default"];
  const key = keys.find((one) => hasOwn(replies, one));
  return key === undefined ? undefined : replies[key];
}
