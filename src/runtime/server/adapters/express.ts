import type { IncomingMessage, ServerResponse } from "node:http";
import type { ParsedBody } from "./mount.js";
import { isMountedAt } from "./mount.js";
import { answer } from "./node.js";
import type { Server } from "../server.js";

/** What is used of a request of Express, so that its types need not be installed. */
export interface ExpressRequest extends IncomingMessage, ParsedBody {
  readonly originalUrl?: string;
}

/**
 * For `app.use(expressHandler(server))`, before `express.json()` and its like. Looks at the whole path,
 * wherever it is mounted, and hands on what is not below the server's `basePath`.
 */
export function expressHandler(
  server: Server,
): (request: ExpressRequest, response: ServerResponse, next: () => void) => void {
  return (request, response, next) => {
    const target = request.originalUrl ?? request.url ?? "/";
    if (!isMountedAt(server, target)) next();
    else void answer(server, request, response, { target, parsed: request });
  };
}
