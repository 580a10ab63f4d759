import type { IncomingMessage, ServerResponse } from "node:http";
import { joinedFields } from "../requests/header-fields.js";
import { segmentsOf } from "../routing/router-tree.js";
import { type AdapterOptions, type HostOptions, isBelow, isMountedAt } from "./mount.js";
import { sendable } from "./node-reply.js";
import { NodeRequest } from "./node-request.js";
import { answer } from "./node.js";
import type { ParsedBody } from "./parsed-body.js";
import type { Server } from "../server.js";

/** The used part of Fastify's request, so that its types need not be installed. */
export interface FastifyRequest extends ParsedBody {
  readonly raw: IncomingMessage;
  readonly originalUrl: string;
}

export interface FastifyReply {
  readonly raw: ServerResponse;
  code(status: number): unknown;
  header(name: string, value: string | string[]): unknown;
  getHeader(name: string): unknown;
  send(body?: unknown): unknown;
  hijack(): unknown;
  callNotFound(): unknown;
}

export interface FastifyFailure {
  readonly statusCode?: number | undefined;
  readonly code?: string;
  readonly message: string;
}

type Handle<Request> = (request: Request, reply: FastifyReply) => unknown;

export interface FastifyInstance<Request> {
  readonly prefix: string;
  readonly supportedMethods: readonly string[];
  hasRoute(route: { method: string; url: string }): boolean;
  route(route: { method: string[]; url: string; handler: Handle<Request> }): unknown;
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(
    contentType: string,
    parser: (request: Request, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  setErrorHandler(
    handler: (error: FastifyFailure, request: Request, reply: FastifyReply) => void,
  ): unknown;
}

type Plugin<Request> = (
  instance: FastifyInstance<Request>,
  options: unknown,
  done: (error?: Error) => void,
) => void;

/**
 * For `app.register(fastifyPlugin(server))`: answers all requests below the server's `basePath`, without the
 * application's parsers. Its hooks run and can change the reply. With `unmatched: "next"`, each operation is a
 * route of its own, and all other requests go to the application.
 */
export function fastifyPlugin<Host, Request extends FastifyRequest = FastifyRequest>(
  server: Server<Host>,
  ...[options = {}]: HostOptions<Request, Host>
): Plugin<Request> {
  const handle = fastifyHandler(server, options);
  return (instance, _, done) => {
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", (_request, _payload, parsed) => parsed(null));
    instance.setErrorHandler((error, request, reply) => {
      // Fastify's errors about a body are replaced by the server's; errors of hooks are kept.
      if (error.code?.startsWith("FST_ERR_CTP_") !== true) throw error;
      return handle(request, reply);
    });
    const add = options.unmatched === "next" ? addRoutes : addAll;
    done(add(instance, server, handle));
  };
}

/** Routes for everything below the `basePath`, and for operations elsewhere; throws if that is not possible. */
function addAll<Request extends FastifyRequest>(
  instance: FastifyInstance<Request>,
  server: Server<never>,
  handle: Handle<Request>,
): Error | undefined {
  const path = pathBelow(instance.prefix, server.basePath);
  if (path instanceof Error) return path;
  if (path !== "") addAt(instance, path, handle);
  addAt(instance, `${path}/*`, handle);
  for (const basePath of server.otherBasePaths) {
    if (isBelow(server.basePath, basePath)) continue;
    const other = pathBelow(instance.prefix, basePath);
    if (other instanceof Error) return notBelow(basePath);
    addAt(instance, `${other}/*`, (request, reply) => {
      if (isMountedAt(server, request.originalUrl)) return handle(request, reply);
      return reply.callNotFound();
    });
  }
  return undefined;
}

/** Adds a route for every method that is not taken, as `OPTIONS` is by `@fastify/cors`. */
function addAt<Request>(
  instance: FastifyInstance<Request>,
  path: string,
  handler: Handle<Request>,
): void {
  const whole = instance.prefix + path;
  const urls = whole === "/*" ? [whole, "*"] : [whole];
  const isFree = (method: string): boolean =>
    !urls.some((url) => instance.hasRoute({ method, url }));
  instance.route({ method: instance.supportedMethods.filter(isFree), url: path, handler });
}

/** A Fastify route for each path, with its methods; mixed segments are matched by the server. */
function addRoutes<Request extends FastifyRequest>(
  instance: FastifyInstance<Request>,
  server: Server<never>,
  handle: Handle<Request>,
): Error | undefined {
  const found = new Map<string, Set<string>>();
  for (const { method, path } of server.routes) {
    const below = pathBelow(instance.prefix, path);
    if (below instanceof Error) return notBelow(path);
    const parts = segmentsOf(below).map((part, at) => (part.includes("{") ? `:p${at}` : part));
    const url = parts.join("/").replace(/\*/g, "%2A");
    const methods = found.get(url) ?? new Set();
    found.set(url, methods.add(method));
    if (method === "GET") methods.add("HEAD");
    const isFree = !instance.hasRoute({ method: "OPTIONS", url: instance.prefix + url });
    if (isFree && server.has("OPTIONS", path.replace(/\{[^{}]*\}/g, "1"))) methods.add("OPTIONS");
  }
  for (const [url, methods] of found)
    instance.route({
      url,
      method: [...methods],
      handler: (request, reply) =>
        server.has(request.raw.method ?? "GET", request.originalUrl)
          ? handle(request, reply)
          : reply.callNotFound(),
    });
  return undefined;
}

/**
 * For `Fastify({ frameworkErrors: fastifyErrors(server) })`: requests that Fastify rejects before
 * routing, such as those with malformed percent-encoding, get the server's error replies.
 */
export function fastifyErrors(
  server: Server,
): (error: FastifyFailure, request: FastifyRequest, reply: FastifyReply) => void {
  return ({ statusCode = 400, code, message }, { raw, originalUrl: target, body }, reply) => {
    // Fastify has no route and no hooks for these.
    reply.hijack();
    if (isMountedAt(server, target))
      return void answer(server, raw, reply.raw, { target, parsed: { body } });
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

function notBelow(path: string): Error {
  return new Error(
    `The API has operations that are not below the prefix of Fastify, at ${path || "/"}: register it without a prefix.`,
  );
}

/** Fastify sends the replies, so that its hooks are called. */
export function fastifyHandler<Host, Request extends FastifyRequest>(
  server: Server<Host>,
  { context, errors }: AdapterOptions<Request, Host>,
): Handle<Request> {
  return async (request, reply) => {
    const { raw, originalUrl: target, body: parsed } = request;
    const host = context?.(request);
    const incoming = new NodeRequest(raw, reply.raw, { target, parsed: { body: parsed }, host });
    const made = await server.handle(incoming, errors);
    const { body, closes } = sendable(made, incoming, reply.raw, (error) =>
      server.report(error, incoming),
    );
    reply.code(made.status);
    // Fastify itself appends cookies to existing ones.
    const earlier = (name: string): unknown =>
      name === "set-cookie" ? undefined : reply.getHeader(name);
    for (const [name, value] of joinedFields(made.headers, earlier)) reply.header(name, value);
    if (closes) reply.header("connection", "close");
    // For a string, Fastify would add a charset, which JSON does not have.
    return reply.send(typeof body === "string" ? Buffer.from(body) : body);
  };
}
