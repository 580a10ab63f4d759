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
    if (!hasHost(message)) return refuse(response);
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
    if (hasHost(message)) void answer(server, message, response, { expectsContinue: true });
    else refuse(response);
  });
}

/** RFC 9112, section 3.2, of which Node checks only that the field is there. */
function hasHost({ httpVersion, headers, rawHeaders }: NodeMessage): boolean {
  if (httpVersion !== "1.1") return true;
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count <= 1 && HOST.test(headers.host ?? "");
}

/** RFC 3986, sections 3.2.2 and 3.2.3. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/** As Node does where the field is missing. */
function refuse(response: NodeResponse): void {
  response.statusCode = 400;
  response.setHeader("connection", "close");
  response.end();
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
