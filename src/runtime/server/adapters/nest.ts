import type { ServerResponse } from "node:http";
import { type ExpressRequest, expressHandler } from "./express.js";
import { type FastifyReply, type FastifyRequest, fastifyHandler } from "./fastify.js";
import { type AdapterOptions, type HostOptions, isFor } from "./mount.js";
import type { Server } from "../server.js";

/** Nest's request, on Express or Fastify. */
export type NestRequest = ExpressRequest | FastifyRequest;

/**
 * To be called by a controller method with its `@Req()`, `@Res()` and `@Next()`, so that guards and interceptors run.
 * Requests outside of the server's `basePath` are passed to other controllers; on Fastify they are a 404.
 */
export function nestHandler<Host, Request extends NestRequest = NestRequest>(
  server: Server<Host>,
  ...given: HostOptions<Request, Host>
): (request: Request, response: ServerResponse | FastifyReply, next?: () => void) => Promise<void> {
  const [options = {}] = given as [AdapterOptions<NestRequest, unknown>?];
  const inExpress = expressHandler(server as Server, options);
  const inFastify = fastifyHandler(server as Server, options);
  return async (request, response, next = () => undefined) => {
    // Errors are thrown, for Nest's filters; interceptors get no result to serialize.
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
