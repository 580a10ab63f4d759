import type { IncomingMessage, Server as HttpServer, ServerResponse } from "node:http";
import type { Http2ServerRequest, Http2ServerResponse } from "node:http2";
import { breakOff, sendReply } from "./node-reply.js";
import { type MessageOptions, NodeRequest } from "./node-request.js";
import type { HostOptions } from "./mount.js";
import type { Server } from "../server.js";

export type NodeMessage = IncomingMessage | Http2ServerRequest;
export type NodeResponse = ServerResponse | Http2ServerResponse;

/** For `http.createServer(nodeListener(server))`, and those of `https` and `http2`. */
export function nodeListener<Host>(
  server: Server<Host>,
  ...[options = {}]: HostOptions<NodeMessage, Host>
): (message: NodeMessage, response: NodeResponse, next?: (error?: unknown) => void) => void {
  const { context, unmatched, errors } = options;
  return (message, response, next) => {
    const { method = "GET", url = "/" } = message;
    if (unmatched === "next" && next && !server.has(method, url)) return next();
    // The messages of HTTP/2 have all that is used of those of HTTP/1.1.
    const [request, reply] = [message as IncomingMessage, response as ServerResponse];
    const known = context ? { host: context(message) } : NO_OPTIONS;
    void answer(server, request, reply, known, errors === "next" ? next : undefined);
  };
}

/**
 * Lets `server` answer what `http` receives. Unlike with `nodeListener` alone, a client that sends
 * `Expect: 100-continue` gets `100 Continue` only when its body is about to be read.
 */
export function attach(server: Server, http: HttpServer): void {
  http.on("request", nodeListener(server));
  http.on("checkContinue", (message: IncomingMessage, response: ServerResponse) => {
    void answer(server, message, response, { expectsContinue: true });
  });
}

/**
 * For adapters: resolves when the reply is sent, or broke off; never rejects. Where there is a `next`, that gets what failed, and
 * no reply is sent.
 */
export function answer(
  server: Server<never>,
  message: IncomingMessage,
  response: ServerResponse,
  options: MessageOptions = NO_OPTIONS,
  next?: (error: unknown) => unknown,
): Promise<unknown> {
  const request = new NodeRequest(message, response, options);
  return server.handle(request, next === undefined ? undefined : "next").then((reply) => {
    const fail = (error: unknown): void => {
      breakOff(response, request);
      server.report(error, request);
    };
    try {
      return sendReply(reply, request, response)?.catch(fail);
    } catch (error) {
      return fail(error);
    }
  }, next);
}

const NO_OPTIONS: MessageOptions = {};
