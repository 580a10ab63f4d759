import type { Server } from "../server.js";

/** Options of an adapter, about the application that it is put into. */
export interface AdapterOptions<Request, Host> {
  /**
   * Handling of requests that are none of the description's operations: `next` leaves them to the application. By
   * default that is so only of what is not below the server's `basePath`; the server answers the rest, with 404 or 405.
   */
  readonly unmatched?: "next" | undefined;
  /**
   * Handling of requests that fail: `next` throws what a handler threw, and the `Problem` of one that the server
   * refuses, for the application to answer as it does its own errors. By default the server answers.
   */
  readonly errors?: "next" | undefined;
  /** Makes `context.host` of handlers from the framework's own request. */
  readonly context?: ((request: Request) => Host) | undefined;
}

/** The options of an adapter; where handlers count on something as `context.host`, it has to be given. */
export type HostOptions<Request, Host> = unknown extends Host
  ? [options?: AdapterOptions<Request, Host>]
  : [
      options: AdapterOptions<Request, Host> & {
        readonly context: (request: Request) => Host;
      },
    ];

/** Other requests are for the rest of the application. */
export function isFor<Host>(
  server: Server<Host>,
  { unmatched }: AdapterOptions<never, Host>,
  method: string,
  target: string,
): boolean {
  return unmatched === "next" ? server.has(method, target) : isMountedAt(server, target);
}

export function isMountedAt(
  server: Pick<Server, "basePath" | "hasElsewhere">,
  target: string,
): boolean {
  const path = target.charCodeAt(0) === SLASH ? target : target.replace(/^https?:\/\/[^/]*/i, "");
  return isBelow(server.basePath, path) || server.hasElsewhere(path);
}

/** True for `basePath` itself, too. */
export function isBelow(basePath: string, path: string): boolean {
  if (!path.startsWith(basePath)) return false;
  const next = path.charAt(basePath.length);
  return basePath === "" || next === "/" || next === "?" || next === "";
}

const SLASH = 0x2f;

/** The message for a body that nothing can read any more. */
export const READ_BEFORE =
  "The body of the request was read before the API saw it: mount the API before the body parsers.";
