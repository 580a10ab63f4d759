import type { IncomingMessage, ServerResponse } from "node:http";
import { type HostOptions, isFor } from "./mount.js";
import { answer } from "./node.js";
import type { ParsedBody } from "./parsed-body.js";
import type { Server } from "../server.js";

/** The part of a request of Express that is used, so that its types need not be installed. */
export type ExpressRequest = IncomingMessage & ParsedBody & { readonly originalUrl?: string };

/**
 * For `app.use(expressHandler(server))`, before `express.json()` and its like. Looks at the whole path,
 * wherever it is mounted, and hands on what is not below the server's `basePath`. Where there is no `next`, as in a function
 * of Google Cloud, the server answers that, too.
 */
export function expressHandler<Host, Request extends ExpressRequest = ExpressRequest>(
  server: Server<Host>,
  ...[options = {}]: HostOptions<Request, Host>
): (request: Request, response: ServerResponse, next?: (error?: unknown) => void) => unknown {
  const { context, errors } = options;
  return (request, response, next) => {
    const { method = "GET", originalUrl: target = request.url ?? "/" } = request;
    if (next && !isFor(server, options, method, target)) return next();
    const host = context?.(request);
    return answer(
      server,
      request,
      response,
      { target, parsed: request, host },
      errors === "next" ? next : undefined,
    );
  };
}
