import type { ServerResponse } from "node:http";
import { type ExpressRequest, expressHandler } from "./express.js";
import { type FastifyReply, type FastifyRequest, fastifyHandler } from "./fastify.js";
import { type AdapterOptions, type HostOptions, isFor } from "./mount.js";
import type { Server } from "../server.js";

/** A request of Nest, on Express or on Fastify. */
export type NestRequest = ExpressRequest | FastifyRequest;

/**
 * A method of a controller hands its `@Req()`, `@Res()` and `@Next()` to it, so that guards and interceptors run. What
 * is not below the server's `basePath` goes on to other controllers; on Fastify it is not found.
 */
export function nestHandler<Host, Request extends NestRequest = NestRequest>(
  server: Server<Host>,
  ...given: HostOptions<Request, Host>
): (request: Request, response: ServerResponse | FastifyReply, next?: () => void) => Promise<void> {
  const [options = {}] = given as [AdapterOptions<NestRequest, unknown>?];
  const inExpress = expressHandler(server as Server, options);
  const inFastify = fastifyHandler(server as Server, options);
  return async (request, response, next = () => undefined) => {
    // What fails is thrown, for the filters of Nest, and interceptors get nothing to serialize.
    if ("hijack" in response) {
      const own = request as FastifyRequest;
      // Fastify tries no other route.
      const isOwn = isFor(server as Server, options, own.raw.method ?? "GET", own.originalUrl);
      await (isOwn ? inFastify(own, response) : response.callNotFound());
    } else
      await inExpress(request as ExpressRequest, response, (...failure) => {
        if (failure.length > 0) throw failure[0];
        next();
      });
  };
}
