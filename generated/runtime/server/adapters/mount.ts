import type { Server } from "../server.js";

/** What an adapter may be told of the application that it is put into. */
export interface AdapterOptions<Request, Host> {
  /**
   * What becomes of a request that is none of the description's operations: `next` leaves it to the application. By default
   * that is so only of what is not below the server's `basePath`; the server answers the rest, with 404 or 405.
   */
  readonly unmatched?: "next" | undefined;
  /**
   * What becomes of a request that fails: `next` throws what a handler threw, and the `Problem` of one that the server
   * refuses, for the application to answer as it does its own errors. By default the server answers.
   */
  readonly errors?: "next" | undefined;
  /** What handlers get as `context.host`, from the framework's own request. */
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

/** Whether a request is for `server`; the rest is for what else the application has. */
export function isFor<Host>(
  server: Server<Host>,
  { unmatched }: AdapterOptions<never, Host>,
  method: string,
  target: string,
): boolean {
  return unmatched === "next" ? server.has(method, target) : isMountedAt(server, target);
}

/** Whether a target lies where `server` is mounted. */
export function isMountedAt(
  server: Pick<Server, "basePath" | "hasElsewhere">,
  target: string,
): boolean {
  const path = target.charCodeAt(0) === SLASH ? target : target.replace(/^https?:\/\/[^/]*/i, "");
  return isBelow(server.basePath, path) || server.hasElsewhere(path);
}

/** Whether a path is the one that stands before all, or goes on behind it. */
export function isBelow(basePath: string, path: string): boolean {
  if (!path.startsWith(basePath)) return false;
  const next = path.charAt(basePath.length);
  return basePath === "" || next === "/" || next === "?" || next === "";
}

const SLASH = 0x2f;

/** What an adapter says of a body that nothing can read any more. */
export const READ_BEFORE =
  "The body of the request was read before the API saw it: mount the API before the body parsers.";
