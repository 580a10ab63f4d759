import type { IncomingMessage, ServerResponse } from "node:http";
import type { Readable } from "node:stream";
import { joinedFields } from "../requests/header-fields.js";
import { type HostOptions, isFor } from "./mount.js";
import { sendable } from "./node-reply.js";
import { NodeRequest } from "./node-request.js";
import type { ParsedBody } from "./parsed-body.js";
import type { Server } from "../server.js";

/** The part of a context of Koa that is used, so that its types need not be installed. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** With what body parsers leave there. */
  readonly request: object;
  readonly originalUrl: string;
  status: number;
  body: unknown;
  set(name: string, value: string | string[]): void;
  remove(name: string): void;
}

/**
 * For `app.use(koaMiddleware(server))`, before a body parser. Looks at the whole path, wherever it is
 * mounted, and hands on what is not below the server's `basePath`. Koa sends the replies, so that what stands
 * before it can still change them.
 */
export function koaMiddleware<Host, Context extends KoaContext = KoaContext>(
  server: Server<Host>,
  ...[options = {}]: HostOptions<Context, Host>
): (context: Context, next: () => Promise<unknown>) => Promise<void> {
  return async (context, next) => {
    const { req, res, request, originalUrl: target } = context;
    if (!isFor(server, options, req.method ?? "GET", target)) {
      await next();
      return;
    }
    const host = options.context?.(context);
    const incoming = new NodeRequest(req, res, { target, parsed: request as ParsedBody, host });
    const reply = await server.handle(incoming, options.errors);
    const { body, closes } = sendable(reply, incoming, res, (error) =>
      server.report(error, incoming),
    );
    context.status = reply.status;
    setBody(context, reply.status, body);
    // That of the empty text: a reply to HEAD has the length of the body that it leaves out, if it is known.
    if (req.method === "HEAD") context.remove("content-length");
    for (const [name, value] of joinedFields(reply.headers, (one) => res.getHeader(one)))
      context.set(name, value);
    if (closes) context.set("connection", "close");
  };
}

/** Koa guesses a type and a length for what it is given, and takes no body for a 204. */
function setBody(
  context: KoaContext,
  status: number,
  body: string | Uint8Array | Readable | undefined,
): void {
  if (body === undefined && (status === 204 || status === 304)) {
    context.body = null;
    return;
  }
  const bytes =
    body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.length) : body;
  context.body = bytes ?? "";
  context.remove("content-type");
}
