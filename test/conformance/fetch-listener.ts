import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { ReadableStream as NodeStream } from "node:stream/web";

/** The least that lets a `fetch` handler be tested over sockets: no more than a platform does for it. */
export function fetchListener(
  handle: (request: Request) => Response | Promise<Response>,
): RequestListener {
  return (message, response) => {
    let request: Request;
    try {
      request = requestOf(message, response);
    } catch {
      response.writeHead(400).end();
      return;
    }
    void Promise.resolve(handle(request))
      .then((reply) => send(reply, message, response))
      .catch(() => response.destroy());
  };
}

function requestOf(message: IncomingMessage, response: ServerResponse): Request {
  const { method = "GET", url = "/", headers, rawHeaders } = message;
  const fields = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    fields.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  const address = url.startsWith("/") ? `http://${headers.host ?? "localhost"}${url}` : url;
  const hasBody = method !== "GET" && method !== "HEAD" && isSent(message);
  return new Request(url === "*" ? `http://${headers.host ?? "localhost"}/*` : address, {
    method,
    headers: fields,
    signal: controller.signal,
    ...(hasBody ? { body: Readable.toWeb(message) as ReadableStream, duplex: "half" } : {}),
  });
}

function isSent({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || (headers["content-length"] ?? "0") !== "0";
}

async function send(
  reply: Response,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const unread = !message.complete;
  response.writeHead(reply.status, [
    ...[...reply.headers].flat(),
    ...(unread ? ["connection", "close"] : []),
  ]);
  if (reply.body === null) response.end();
  else {
    response.flushHeaders();
    for await (const chunk of reply.body as NodeStream<Uint8Array>) response.write(chunk);
    response.end();
  }
  if (unread) message.resume();
}
