import type { IncomingMessage, ServerResponse } from "node:http";
import type { ParsedBody } from "./mount.js";
import { isBelow, isMountedAt } from "./mount.js";
import { answer } from "./node.js";
import type { Server } from "../server.js";

/** What is used of a request of Fastify. */
export interface FastifyRequest extends ParsedBody {
  readonly raw: IncomingMessage;
  readonly originalUrl: string;
}

/** What is used of a reply of Fastify. */
export interface FastifyReply {
  readonly raw: ServerResponse;
  hijack(): unknown;
  callNotFound(): unknown;
}

/** What is used of an error of Fastify. */
export interface FastifyFailure {
  readonly statusCode?: number | undefined;
  readonly code?: string;
  readonly message: string;
}

/** What is used of an instance of Fastify. */
export interface FastifyInstance {
  readonly prefix: string;
  all(path: string, handler: (request: FastifyRequest, reply: FastifyReply) => void): unknown;
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    parser: (request: FastifyRequest, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  setErrorHandler(
    handler: (error: FastifyFailure, request: FastifyRequest, reply: FastifyReply) => void,
  ): unknown;
}

/**
 * For `app.register(fastifyPlugin(server))`: answers all that is below the server's `basePath`, after the
 * hooks of the application and instead of its parsers.
 */
export function fastifyPlugin(
  server: Server,
): (instance: FastifyInstance, options: unknown, done: (error?: Error) => void) => void {
  const handle = handler(server);
  return (instance, _, done) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null));
    instance.setErrorHandler((error, request, reply) => {
      // What Fastify says of a body is for the server to say; hooks fail in their own words.
      if (error.code?.startsWith("FST_ERR_CTP_") !== true) throw error;
      handle(request, reply);
    });
    const path = pathBelow(instance.prefix, server.basePath);
    if (path instanceof Error) return done(path);
    if (path !== "") instance.all(path, handle);
    instance.all(`${path}/*`, handle);
    for (const basePath of server.otherBasePaths) {
      if (isBelow(server.basePath, basePath)) continue;
      const other = pathBelow(instance.prefix, basePath);
      if (other instanceof Error)
        return done(new Error(`${NOT_BELOW} ${basePath || "/"}: register it without a prefix.`));
      instance.all(`${other}/*`, (request, reply) => {
        if (isMountedAt(server, request.originalUrl)) handle(request, reply);
        else reply.callNotFound();
      });
    }
    done();
  };
}

/**
 * For `Fastify({ frameworkErrors: fastifyErrors(server) })`: requests that Fastify refuses before it
 * looks for a route, such as those with bad percent-encoding, get the replies of the server, too.
 */
export function fastifyErrors(
  server: Server,
): (error: FastifyFailure, request: FastifyRequest, reply: FastifyReply) => void {
  const handle = handler(server);
  return ({ statusCode = 400, code, message }, request, reply) => {
    if (isMountedAt(server, request.originalUrl)) return handle(request, reply);
    reply.hijack();
    reply.raw.writeHead(statusCode, { "content-type": "application/json" });
    reply.raw.end(JSON.stringify({ statusCode, code, message }));
  };
}

/** Fastify puts its prefix before each path, and `basePath` has it already. */
function pathBelow(prefix: string, basePath: string): string | Error {
  if (basePath === prefix || basePath.startsWith(`${prefix}/`))
    return basePath.slice(prefix.length);
  return new Error(
    `The prefix ${prefix} of Fastify has to begin the basePath of the server, which is ${basePath || "empty"}: set it to ${prefix}${basePath}.`,
  );
}

const NOT_BELOW = "The API has operations that are not below the prefix of Fastify, at";

function handler(server: Server): (request: FastifyRequest, reply: FastifyReply) => void {
  return ({ raw, originalUrl, body }, reply) => {
    reply.hijack();
    void answer(server, raw, reply.raw, { target: originalUrl, parsed: { body } });
  };
}
