import type { IncomingMessage, ServerResponse } from "node:http";
import type { ParsedBody } from "./mount.js";
import { isMountedAt } from "./mount.js";
import { answer } from "./node.js";
import type { Server } from "../server.js";

/** What is used of a context of Koa, so that its types need not be installed. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly request: ParsedBody;
  readonly originalUrl: string;
  respond?: boolean;
}

/**
 * For `app.use(koaMiddleware(server))`, before a body parser. Looks at the whole path, wherever it is
 * mounted, and hands on what is not below the server's `basePath`. It sends its replies itself, so
 * that they are there as a whole, streams included, when what stands before it goes on.
 */
export function koaMiddleware(
  server: Server,
): (context: KoaContext, next: () => Promise<unknown>) => Promise<void> {
  return async (context, next) => {
    const { req, res, request, originalUrl } = context;
    if (!isMountedAt(server, originalUrl)) {
      await next();
      return;
    }
    context.respond = false;
    await answer(server, req, res, { target: originalUrl, parsed: request });
  };
}
