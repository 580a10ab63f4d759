import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a runtime reports of one case; without an error it passed. */
export interface Outcome {
  readonly name: string;
  readonly milliseconds: number;
  readonly error?: string;
}

/** A running service, with a second origin that it redirects to. */
export interface Service {
  readonly url: string;
  readonly other: string;
  /** Resolves when a runtime has posted its outcomes to `/outcomes`. */
  readonly outcomes: Promise<readonly Outcome[]>;
  close(): Promise<void>;
}

type Answer = (
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
) => void | Promise<void>;

/**
 * Starts the service of `description.yaml` on free ports of the loopback address. It is written by
 * hand: a generated one might make the same mistakes as the client. `files` are served as they are.
 */
export async function startService(files: ReadonlyMap<string, string>): Promise<Service> {
  const other = await listen(async (request, response, body) => echo(request, response, body));
  let report: (outcomes: readonly Outcome[]) => void = () => undefined;
  const outcomes = new Promise<readonly Outcome[]>((resolve) => {
    report = resolve;
  });
  const attempts = new Map<string, number>();
  const attempt = ({ url = "", method = "" }: IncomingMessage): number => {
    const count = (attempts.get(method + url) ?? 0) + 1;
    attempts.set(method + url, count);
    return count;
  };
  const first: Answer = async (request, response, body) => {
    const [path = ""] = (request.url ?? "").split("?");
    const file = files.get(path);
    if (file !== undefined) {
      response.setHeader("content-type", path.endsWith(".js") ? "text/javascript" : "text/html");
      return void response.end(file);
    }
    if (path === "/outcomes") {
      response.end();
      return report(JSON.parse(body.toString()) as readonly Outcome[]);
    }
    if (path.startsWith("/moved")) {
      response.writeHead(302, { location: `${originOf(other)}/elsewhere` });
      return void response.end();
    }
    if (path.startsWith("/flaky/")) {
      const count = attempt(request);
      if (count > 1) return echo(request, response, body, { "x-attempt": String(count) });
      response.writeHead(503, { "retry-after-ms": "1" });
      return void response.end("a body to be thrown away");
    }
    if (path.startsWith("/limited/")) {
      const count = attempt(request);
      if (count > 1) return echo(request, response, body, { "x-time": String(Date.now()) });
      response.writeHead(429, { "retry-after": "1" });
      return void response.end();
    }
    await fixed(path, request, response, body);
  };
  const main = await listen(first);
  return {
    url: originOf(main),
    other: originOf(other),
    outcomes,
    close: async () => {
      for (const server of [main, other]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}

const item = (text: string, headers: Record<string, string> = {}): Answer => {
  return (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", ...headers });
    response.end(text);
  };
};

const answers: Readonly<Record<string, Answer>> = {
  "GET /item": item('{"name":"Å","size":9007199254740993}', {
    "x-count": "7",
    "x-list": "a, b",
    "content-type": "application/json; charset=utf-8",
  }),
  "GET /wrong/body": item('{"size":"large"}'),
  "GET /wrong/json": item('{"name":'),
  "GET /wrong/type": item("<html>", { "content-type": "text/html" }),
  "GET /wrong/status": (_request, response) => void response.writeHead(418).end("short and stout"),
  "GET /wrong/half": (_request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
    response.write('{"name":');
    setTimeout(() => response.destroy(), 20);
  },
  "GET /wrong/cut": (request) => void request.socket.destroy(),
  "GET /wrong/endless": (_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" ".repeat(1000)), 5);
    response.on("close", () => clearInterval(timer));
  },
  "GET /events": (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    // In pieces that cut a line end and a letter of two bytes.
    const text =
      '\ufeff: hello\r\nevent: added\r\nid: 1\r\ndata: {"name":"ü",\ndata: "size":9007199254740993}\r\n\r\ndata: {"name":"b"}\n\n';
    slowly(response, Buffer.from(text), 7);
  },
  "GET /lines": (_request, response) => {
    response.writeHead(200, { "content-type": "application/jsonl" });
    let count = 0;
    const timer = setInterval(() => response.write(`{"name":"${++count}"}\n`), 5);
    response.on("close", () => clearInterval(timer));
  },
  "GET /bytes": (_request, response) => {
    response.writeHead(200, { "content-type": "application/octet-stream" });
    response.end(Buffer.from([0, 255, 10, 128]));
  },
  "GET /text": (_request, response) => {
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8" });
    response.end("ünï");
  },
  "DELETE /nothing": (_request, response) => void response.writeHead(204).end(),
  "HEAD /nothing": (_request, response) => void response.writeHead(200).end(),
  "GET /slow": (_request, response) => {
    const timer = setTimeout(() => response.writeHead(204).end(), 10_000);
    response.on("close", () => clearTimeout(timer));
  },
};

function slowly(response: ServerResponse, bytes: Buffer, size: number): void {
  if (bytes.length === 0) return void response.end();
  response.write(bytes.subarray(0, size));
  setTimeout(() => slowly(response, bytes.subarray(size), size), 2);
}

async function fixed(
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): Promise<void> {
  const answer = answers[`${request.method ?? ""} ${path}`] ?? echo;
  await answer(request, response, body);
}

/** Answers with what arrived, as the schema `Echo` of the description has it. */
function echo(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  headers: Record<string, string> = {},
): void {
  const { method, url: target } = request;
  const seen = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
  response.writeHead(200, { "content-type": "application/json" });
  const arrived = { method, target, headers: { ...seen, ...headers } };
  response.end(JSON.stringify({ ...arrived, body: body.toString("base64") }));
}

async function listen(answer: Answer): Promise<Server> {
  const server = createServer((request, response) => {
    // The page of the browser is at one origin, and is redirected to the other.
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*, authorization");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => void answer(request, response, Buffer.concat(chunks)));
    request.on("error", () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
