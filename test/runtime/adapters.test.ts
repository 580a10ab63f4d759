import { once } from "node:events";
import { type IncomingMessage, createServer, request } from "node:http";
import { type IncomingHttpHeaders, connect, createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import type { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import { afterEach, describe, expect, test } from "vitest";
import { expressHandler } from "../../src/runtime/server/adapters/express.js";
import { fastifyErrors, fastifyPlugin } from "../../src/runtime/server/adapters/fastify.js";
import { honoMiddleware } from "../../src/runtime/server/adapters/hono.js";
import { koaMiddleware } from "../../src/runtime/server/adapters/koa.js";
import { nodeListener } from "../../src/runtime/server/adapters/node.js";
import { Problem } from "../../src/runtime/server/problem.js";
import { READ_BEFORE, isMountedAt } from "../../src/runtime/server/adapters/mount.js";
import { readParts } from "../../src/runtime/wire/multipart.js";
import { bytesOf } from "../../src/runtime/server/adapters/parsed-body.js";
import { type Server, createServer as createApi } from "../../src/runtime/server/server.js";
import { route } from "./route.js";
import { joinHandlers } from "../../src/runtime/server/handlers.js";
import { fetchListener } from "../conformance/fetch-listener.js";
import { bearer } from "../../src/runtime/server/authenticate.js";
import { type Answer, KEY, petsServer } from "./pets-server.js";

const stops: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function listen(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  stops.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

async function listenFastify(app: {
  listen(options: object): Promise<string>;
  close(): Promise<unknown>;
}): Promise<string> {
  stops.push(() => app.close());
  return await app.listen({ port: 0, host: "127.0.0.1" });
}

const post = (body: string, type = "application/json"): RequestInit => ({
  method: "POST",
  headers: { ...KEY, "content-type": type },
  body,
});

/** Applications that have more than the API, which is below `/api/v1` there. */
const applications: Readonly<Record<string, (server: Server) => Promise<string>>> = {
  Express: (server) => {
    const app = express();
    app.use("/api", expressHandler(server));
    app.get("/other", (_, response) => void response.send("other"));
    return listen(app);
  },
  Fastify: (server) => {
    const app = fastify({ frameworkErrors: fastifyErrors(server) });
    void app.register(fastifyPlugin(server), { prefix: "/api" });
    app.get("/other", () => "other");
    return listenFastify(app);
  },
  Koa: (server) => {
    const app = new Koa();
    app.use(koaMiddleware(server));
    app.use((context) => {
      if (context.path === "/other") context.body = "other";
    });
    return listen(app.callback());
  },
};

describe.each(Object.keys(applications))("%s", (name) => {
  test("keeps what is its own beside an API that is mounted below a prefix", async () => {
    const server = petsServer({ basePath: "/api/v1" });
    const url = (await applications[name]?.(server)) ?? "";

    const pets = await fetch(`${url}/api/v1/pets?limit=3`, { headers: KEY });
    expect([pets.status, pets.headers.get("x-limit")]).toEqual([200, "3"]);
    const created = await fetch(`${url}/api/v1/pets`, post('{"name":"Ada"}'));
    expect([created.status, await created.json()]).toEqual([201, { id: 1, name: "Ada" }]);
    const unknown = await fetch(`${url}/api/v1/nothing`);
    expect(unknown.headers.get("content-type")).toBe("application/problem+json");
    expect((await fetch(`${url}/api/v1/%ff`)).status).toBe(404);
    expect((await fetch(`${url}/api/v1/pets/%ff`)).status).toBe(400);

    expect(await (await fetch(`${url}/other`)).text()).toBe("other");
    const outside = await fetch(`${url}/api/v10/pets`);
    expect(outside.status).toBe(404);
    expect(outside.headers.get("content-type")).not.toBe("application/problem+json");
    const undecodable = await fetch(`${url}/%ff`);
    expect(undecodable.headers.get("content-type")).not.toBe("application/problem+json");
    expect(server.errors).toEqual([]);
  });

  test("reads malformed JSON and unknown media types in the words of the server", async () => {
    const url = (await applications[name]?.(petsServer({ basePath: "/api/v1" }))) ?? "";
    const broken = await fetch(`${url}/api/v1/pets`, post("{"));
    expect([broken.status, await broken.json()]).toMatchObject([
      400,
      { issues: [{ pointer: "/body", keyword: "json" }] },
    ]);
    for (const type of ["text/csv", "application/json; =", "nonsense"])
      expect([type, (await fetch(`${url}/api/v1/pets`, post("{}", type))).status]).toEqual([
        type,
        type.startsWith("application/json") ? 400 : 415,
      ]);
  });
});

/** Applications of which the API takes no more than is its own. */
const roots: Readonly<Record<string, (server: Server) => Promise<string>>> = {
  Express: (server) => {
    const app = express();
    app.use(expressHandler(server));
    app.get("/other", (_, response) => void response.send("other"));
    return listen(app);
  },
  Fastify: (server) => {
    const app = fastify();
    void app.register(fastifyPlugin(server));
    app.get("/other", () => "other");
    return listenFastify(app);
  },
  Koa: applications["Koa"] as (server: Server) => Promise<string>,
};

test.each(Object.keys(roots))("%s has operations that are served elsewhere", async (name) => {
  const handle = () => ({ status: 204 });
  const server = createApi(
    { basePath: "/v1" },
    {},
    {
      a: route({ method: "GET", path: "/a", handle }),
      b: route({ method: "GET", path: "/b", basePath: "/v2", handle }),
      health: route({ method: "GET", path: "/health", basePath: "", handle }),
      c: route({ method: "GET", path: "/c", basePath: "/v1/more", handle }),
    },
  );
  const url = (await roots[name]?.(server)) ?? "";
  const status = async (path: string): Promise<number> => (await fetch(url + path)).status;
  const own = ["/v1/a", "/v2/b", "/health?x=1", "/v1/more/c"];
  expect(await Promise.all(own.map(status))).toEqual([204, 204, 204, 204]);
  const wrong = ["/a", "/b", "/v1/b", "/v1/health", "/v1/c", "/v2", "/none"];
  expect(await Promise.all(wrong.map(status))).toEqual(wrong.map(() => 404));
  expect((await fetch(`${url}/health`, { method: "PUT" })).status).toBe(405);
  expect(await (await fetch(`${url}/other`)).text()).toBe("other");
  const none = await fetch(`${url}/none`);
  expect(none.headers.get("content-type")).not.toBe("application/problem+json");
});

test("what express.json() has read is still checked, and what is lost is told", async () => {
  const server = petsServer();
  const app = express();
  app.use(express.json(), express.urlencoded({ extended: true }), express.raw());
  app.use(expressHandler(server));
  const url = await listen(app);

  const created = await fetch(`${url}/pets`, post('{"name":"Ada"}'));
  expect([created.status, await created.json()]).toEqual([201, { id: 1, name: "Ada" }]);
  expect((await fetch(`${url}/pets`, post('{"name":7}'))).status).toBe(400);
  const packed = await fetch(`${url}/pets`, {
    ...post(""),
    headers: { ...KEY, "content-type": "application/json", "content-encoding": "gzip" },
    body: gzipSync('{"name":"Ada"}'),
  });
  expect(packed.status).toBe(201);
  const bytes = await fetch(`${url}/bytes`, {
    method: "PUT",
    headers: { "content-type": "application/octet-stream" },
    body: new Uint8Array(9),
  });
  expect(await bytes.text()).toBe("9");
  expect(server.errors).toEqual([]);

  const rounded = await fetch(`${url}/pets`, post('{"name":"Ada","id":9007199254740993}'));
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const parsed = await fetch(`${url}/bytes`, { method: "PUT", headers: form, body: "a=1&b[c]=2" });
  expect([rounded.status, parsed.status, await parsed.text()]).toEqual([500, 200, "14"]);
  expect(server.errors.map(String)).toEqual([`Error: ${READ_BEFORE}`]);
});

test("a body that something else has swallowed is an error, not a request that never ends", async () => {
  const server = petsServer();
  const app = express();
  app.use((request, _, next) => {
    request.resume().once("end", () => next());
  });
  app.use(expressHandler(server));
  const swallowed = await fetch(`${await listen(app)}/pets`, post('{"name":"Ada"}'));
  expect(swallowed.status).toBe(500);
  expect(server.errors.map(String)).toEqual([`Error: ${READ_BEFORE}`]);
});

test("without an application, as in a cloud function, Express's handler answers every path", async () => {
  const handle = expressHandler(petsServer({ basePath: "/v1" }), { unmatched: "next" });
  const url = await listen((request, response) => void handle(request, response));
  expect((await fetch(`${url}/v1/pets`, post('{"name":"Ada"}'))).status).toBe(201);
  expect((await fetch(`${url}/pets`)).status).toBe(404);
  expect((await fetch(`${url}/v1/nothing`)).status).toBe(404);
});

test("Koa's body parsers leave the text of the body, which is read again", async () => {
  const app = new Koa();
  app.use(async ({ req, request }, next) => {
    let text = "";
    for await (const chunk of req) text += String(chunk);
    Object.assign(request, { rawBody: text, body: JSON.parse(text) as unknown });
    await next();
  });
  let status = 0;
  app.use(async (context, next) => {
    await next();
    ({ status } = context);
  });
  app.use(koaMiddleware(petsServer()));
  const created = await fetch(`${await listen(app.callback())}/pets`, post('{"name":"Ada"}'));
  expect(await created.json()).toEqual({ id: 1, name: "Ada" });
  expect(status).toBe(201);
});

test("Fastify's hooks run, may refuse, and its own routes keep its parsers", async () => {
  const server = petsServer({ basePath: "/v1" });
  const app = fastify();
  const seen: string[] = [];
  app.addHook("onRequest", async (request) => {
    if (request.headers["x-refused"] !== undefined)
      throw Object.assign(new Error("no"), { statusCode: 418 });
    seen.push("onRequest");
  });
  app.addHook("preHandler", async () => void seen.push("preHandler"));
  app.addHook("onResponse", async (_, reply) => void seen.push(`onResponse ${reply.statusCode}`));
  void app.register(fastifyPlugin(server));
  app.post("/own", (request) => request.body);
  const url = await listenFastify(app);

  expect((await fetch(`${url}/v1/pets`, post('{"name":"Ada"}'))).status).toBe(201);
  await expect.poll(() => seen).toEqual(["onRequest", "preHandler", "onResponse 201"]);
  expect((await fetch(`${url}/v1/pets`, { headers: { "x-refused": "" } })).status).toBe(418);
  expect(await (await fetch(`${url}/own`, post('{"a":[1]}'))).json()).toEqual({ a: [1] });
});

test("a prefix of Fastify that is not part of the basePath is refused with what to set", async () => {
  const app = fastify();
  void app.register(fastifyPlugin(petsServer({ basePath: "/v1" })), { prefix: "/api" });
  await expect(app.ready()).rejects.toThrow("set it to /api/v1");
});

test("Hono routes to the fetch handler, and a body that it read is told", async () => {
  const server = petsServer({ basePath: "/v1" });
  const app = new Hono();
  app.use("/v1/bytes", async (context, next) => {
    await context.req.text();
    await next();
  });
  app.all("/v1/*", (context) => server.fetch(context.req.raw));
  app.get("/other", (context) => context.text("other"));
  const created = await app.request("/v1/pets", post('{"name":"Ada"}'));
  expect([created.status, await created.json()]).toEqual([201, { id: 1, name: "Ada" }]);
  expect(await (await app.request("/other")).text()).toBe("other");
  const bytes = await app.request("/v1/bytes", { ...post("x", "text/plain"), method: "PUT" });
  expect(bytes.status).toBe(500);
  expect(server.errors.map(String)).toEqual([`Error: ${READ_BEFORE}`]);
});

test("the remote address of a fetch handler is what the platform is asked for", async () => {
  const keys: string[] = [];
  const take = (key: string) => {
    keys.push(key);
    return { allowed: true, limit: 1, remaining: 1, reset: 1, retryAfter: 0 };
  };
  const limits = () => [{ requests: 1, seconds: 1 }];
  const { fetch: handle } = petsServer({ rateLimit: { limiter: { take }, limits } });
  await handle(new Request("http://x/pets/1"), { remoteAddress: "192.0.2.7" });
  await handle(new Request("http://x/pets/1"), { env: "of a worker" });
  expect(keys).toEqual(["address:192.0.2.7", "address:"]);
});

// Where requests of Node are made into these (h3, Nitro), a body that is looked at and left breaks the connection.
test.each([
  ["POST", "/nothing", {}, 404],
  ["DELETE", "/pets", {}, 405],
  ["POST", "/pets", {}, 401],
  ["POST", "/pets", { ...KEY, "content-type": "text/csv" }, 415],
  ["POST", "/pets", { ...KEY, "content-type": "application/json" }, 413],
  ["PUT", "/bytes", { "content-type": "a/b" }, 413],
] as const)("%s %s with %o is refused without a look at its body", async (...row) => {
  const [method, target, headers, status] = row;
  let looks = 0;
  class Watched extends Request {
    override get body() {
      looks++;
      return super.body;
    }
  }
  const body = "x".repeat(100);
  const init = { method, headers: { ...headers, "content-length": "100" }, body };
  const server = petsServer({ bodyLimit: 50 });
  const { status: given } = await server.fetch(new Watched(`http://a.example${target}`, init));
  expect([given, looks]).toEqual([status, 0]);
});

test("a request without a signal, as Azure Functions has it, is never aborted", async () => {
  const request = new Request("http://a.example/any");
  Object.defineProperty(request, "signal", { value: undefined });
  const server = petsServer({}, ({ signal }) => ({
    status: 200,
    contentType: "text/plain",
    body: `${signal.aborted}`,
  }));
  expect(await (await server.fetch(request)).text()).toBe("false");
});

test("a mount ends at the end of a segment", () => {
  const at = (basePath: string, target: string) =>
    isMountedAt({ ...petsServer(), basePath }, target);
  expect(
    ["/v1", "/v1/", "/v1?x", "/v1/pets", "http://host/v1/pets"].map((t) => at("/v1", t)),
  ).toEqual([true, true, true, true, true]);
  expect(["/v10", "/", "/V1/pets", "http://host/", "*"].map((t) => at("/v1", t))).toEqual(
    Array(5).fill(false),
  );
  expect(at("", "*")).toBe(true);
});

test.each(["\n", "\r\n", ""])(
  "a part that holds its boundary behind %j is not split when a form is written again",
  async (lineBreak) => {
    const text = `a${lineBreak}--b\r\nContent-Disposition: form-data; name="role"\r\n\r\nadmin`;
    const file = { fieldname: "f", originalname: "f", mimetype: "text/plain" };
    for (const form of [
      { body: { note: text } },
      { files: [{ ...file, buffer: new TextEncoder().encode(text) }] },
    ]) {
      const written = bytesOf(form, "multipart/form-data; boundary=b");
      if (lineBreak !== "") await expect(written).rejects.toThrow(READ_BEFORE);
      else expect(readParts(await written, "b", 9)).toHaveLength(1);
    }
  },
);

test("bytes of a body that was read: the raw ones before the parsed ones", async () => {
  const text = async (source: object, type = "application/json") =>
    new TextDecoder().decode(await bytesOf(source, type));
  expect(await text({ rawBody: Buffer.from("[1.0]"), body: [1] })).toBe("[1.0]");
  expect(await text({ body: { a: 1.5 } })).toBe('{"a":1.5}');
  expect(await text({ body: "plain" }, "text/plain")).toBe("plain");
  const pairs = { a: "1 2", b: ["x", "y"], c: { d: "&", e: { f: ["1"] } }, g: [{ h: "2" }] };
  expect(decodeURIComponent(await text({ body: pairs }, "application/x-www-form-urlencoded"))).toBe(
    "a=1+2&b=x&b=y&c[d]=&&c[e][f]=1&g[0][h]=2",
  );
  await expect(text({})).rejects.toThrow(READ_BEFORE);
  await expect(text({ body: { a: 1 } }, "text/plain")).rejects.toThrow(READ_BEFORE);
  const numbers = text({ body: { a: 1 } }, "application/x-www-form-urlencoded");
  await expect(numbers).rejects.toThrow(READ_BEFORE);
});

/** Applications that have set fields of the reply before the API, in the words of each framework. */
const before: Readonly<Record<string, (server: Server) => Promise<string>>> = {
  "node:http": (server) => {
    const api = nodeListener(server);
    return listen((request, response) => {
      response.setHeader("vary", "Origin").setHeader("set-cookie", "before=1");
      api(request, response);
    });
  },
  Express: (server) => {
    const app = express();
    app.use((_, response, next) => {
      response.vary("Origin").append("set-cookie", "before=1");
      next();
    });
    app.use(expressHandler(server));
    return listen(app);
  },
  Fastify: (server) => {
    const app = fastify();
    app.addHook("onRequest", async (_, reply) => {
      reply.header("vary", "Origin").header("set-cookie", "before=1");
    });
    void app.register(fastifyPlugin(server));
    return listenFastify(app);
  },
  Koa: (server) => {
    const app = new Koa();
    app.use(async (context, next) => {
      context.append("set-cookie", "before=1");
      await next();
      context.vary("Origin");
    });
    app.use(koaMiddleware(server));
    return listen(app.callback());
  },
  Hono: async (server) => {
    const app = new Hono();
    app.use(async (context, next) => {
      context.header("vary", "Origin");
      context.header("set-cookie", "before=1");
      await next();
    });
    app.use(honoMiddleware(server));
    return await listen(fetchListener((request) => app.fetch(request)));
  },
};

test.each(Object.keys(before))("%s keeps cookies and Vary of both sides", async (name) => {
  const answer = () => ({
    status: 200,
    contentType: "text/plain",
    headers: { "Set-Cookie": ["a=1", "b=2"] },
    body: "x",
  });
  const url = (await before[name]?.(petsServer({}, answer))) ?? "";
  const { headers } = await fetch(`${url}/any`);
  expect(headers.getSetCookie()).toEqual(["before=1", "a=1", "b=2"]);
  expect(headers.get("vary")?.split(/, */).sort()).toEqual(["Accept", "Origin"]);
});

test("with unmatched: next, only operations are the API's", async () => {
  const server = petsServer();
  const app = express();
  app.use(expressHandler(server, { unmatched: "next" }));
  app.use((request, response) => void response.send(`own ${request.method} ${request.path}`));
  const url = await listen(app);
  const text = async (path: string, method = "GET") =>
    await (await fetch(url + path, { method, headers: KEY })).text();
  expect(await text("/healthz")).toBe("own GET /healthz");
  expect(await text("/pets", "DELETE")).toBe("own DELETE /pets");
  expect(await text("/pets?limit=3")).toBe("[]");
});

test("what handlers are given in part leaves out is a 501, or the application's", async () => {
  const handle = () => ({ status: 204 });
  const server = createApi(
    { handlers: { a: handle, c: handle } },
    {},
    {
      a: route({ method: "GET", path: "/a", handle }),
      b: route({ method: "GET", path: "/b", handle }),
      c: route({ operation: "c d", method: "GET", path: "/c", handle }),
    },
  );
  const status = async (path: string) =>
    (await server.fetch(new Request(`http://x${path}`))).status;
  expect([await status("/a"), await status("/b"), await status("/c")]).toEqual([204, 501, 204]);
  expect(["/a", "/b", "/c", "/d"].map((path) => server.has("GET", path))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(server.routes.map(({ path }) => path)).toEqual(["/a", "/c"]);
});

test("OPTIONS is for the server where it has a handler for it, or answers preflights for one at the path", () => {
  const handle = () => ({ status: 204 });
  for (const cors of [undefined, { origins: "*" as const }]) {
    const routes = {
      a: route({ method: "GET", path: "/some", handle }),
      b: route({ method: "DELETE", path: "/some", handle }),
      c: route({ method: "GET", path: "/none", handle }),
      o: route({ method: "OPTIONS", path: "/own", handle }),
    };
    const server = createApi({ handlers: { a: handle, o: handle }, cors }, {}, routes);
    const isOurs = (path: string) => server.has("OPTIONS", path);
    expect(["/some", "/none", "/own", "/other"].map(isOurs)).toEqual([!!cors, false, true, false]);
  }
});

test("a problem has its status under the name that each framework reads, and once in JSON", () => {
  const problem = new Problem(415);
  expect([problem.status, problem.statusCode]).toEqual([415, 415]);
  expect(JSON.stringify(problem)).not.toContain("statusCode");
});

test("handlers of several objects and classes are one, and keep their this", async () => {
  class Books {
    readonly #title = "a";
    getBook() {
      return this.#title;
    }
  }
  class Loans extends Books {
    lend = () => "lent";
  }
  const joined = joinHandlers(new Loans(), { plain: () => 1 });
  expect([joined.getBook(), joined.lend(), joined.plain()]).toEqual(["a", "lent", 1]);
  expect(() => joinHandlers(new Books(), new Loans())).toThrow("two handlers for getBook");
});

test("over HTTP/2, a body needs no length", async () => {
  const http = createHttp2Server(nodeListener(petsServer()));
  await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", () => resolve()));
  stops.push(() => void http.close());
  const session = connect(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  stops.push(() => session.destroy());
  const put = session.request(
    { ":method": "PUT", ":path": "/bytes", "content-type": "application/octet-stream" },
    { endStream: false },
  );
  put.end(Buffer.alloc(70_000));
  let text = "";
  for await (const piece of put) text += String(piece);
  expect(text).toBe("70000");
});

/** What is left of a request when its reply is there: over each version, and where something else sends the replies. */
const uploads: Readonly<Record<string, (server: Server) => Promise<string>>> = {
  "node:http": (server) => listen(nodeListener(server)),
  Koa: (server) => listen(new Koa().use(koaMiddleware(server)).callback()),
  Fastify: (server) => {
    const app = fastify();
    void app.register(fastifyPlugin(server));
    return listenFastify(app);
  },
  "node:http2": async (server) => {
    const http = createHttp2Server(nodeListener(server));
    await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", () => resolve()));
    stops.push(() => new Promise<void>((resolve) => void http.close(() => resolve())));
    return `h2://127.0.0.1:${(http.address() as AddressInfo).port}`;
  },
  "Fastify over HTTP/2": async (server) => {
    const app = fastify({ http2: true });
    void app.register(fastifyPlugin(server));
    return (await listenFastify(app)).replace("http:", "h2:");
  },
};

interface Upload {
  readonly path: string;
  readonly key?: string;
  /** Pieces of 64 KiB, or for ever. */
  readonly pieces: number;
  /** Between two pieces. */
  readonly wait?: number;
}

interface Uploaded {
  readonly status: number;
  readonly text: string;
  /** Whether all of the body was taken; over HTTP/1.1, Node's client does not send the rest once the reply has ended. */
  readonly isTaken: boolean | undefined;
}

async function send(body: Writable, { pieces, wait }: Upload): Promise<boolean> {
  const piece = Buffer.alloc(65_536, "a");
  let isOpen = true;
  let go = (): void => undefined;
  const close = (): void => {
    isOpen = false;
    go();
  };
  body
    .on("close", close)
    .on("error", close)
    .on("drain", () => go());
  for (let at = 0; at < pieces && isOpen; at++) {
    if (!body.write(piece)) await new Promise<void>((resolve) => (go = resolve));
    if (wait !== undefined) await sleep(wait);
  }
  body.end();
  return isOpen;
}

/** Rejects if the reply is not whole. */
async function upload(url: string, sent: Upload): Promise<Uploaded> {
  const headers = { "content-type": "application/octet-stream", authorization: sent.key ?? "" };
  if (!url.startsWith("h2:")) {
    const outgoing = request(url + sent.path, { method: "PUT", headers, agent: false });
    const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
    const sending = send(outgoing, sent);
    const [incoming] = await answered;
    const body = await text(incoming);
    await sending;
    return { status: incoming.statusCode ?? 0, text: body, isTaken: undefined };
  }
  const session = connect(url.replace("h2:", "http:"));
  const fields = { ":method": "PUT", ":path": sent.path, ...headers };
  const stream = session.request(fields, { endStream: false });
  const answered = once(stream, "response") as Promise<[IncomingHttpHeaders]>;
  const closed = once(stream, "close");
  const taken = send(stream, sent);
  const [head] = await answered;
  const body = await text(stream);
  await closed;
  if (stream.rstCode !== 0) throw new Error(`The stream was closed with ${stream.rstCode}.`);
  // Ends only when its streams have ended, as the server does after the test.
  await new Promise<void>((resolve) => session.close(resolve));
  return { status: Number(head[":status"]), text: body, isTaken: await taken };
}

describe("what is left of a request", () => {
  const streamed: Answer = () => ({ status: 200, contentType: "text/plain", body: items() });
  async function* items(): AsyncGenerator<string> {
    yield "one ";
    await sleep(10);
    yield "two";
  }
  const server = () =>
    createApi<undefined>(
      { bodyLimit: 100_000, onError: () => undefined },
      { bearerAuth: bearer(() => undefined) },
      {
        whole: route({
          method: "PUT",
          path: "/whole",
          body: { content: { "*/*": "binary" } },
          handle: () => ({ status: 204 }),
        }),
        locked: route({
          method: "PUT",
          path: "/locked",
          security: [{ bearerAuth: [] }],
          body: { content: { "*/*": "binary" } },
          handle: () => ({ status: 204 }),
        }),
        streamed: route({ method: "PUT", path: "/streamed", handle: streamed }),
        none: route({ method: "PUT", path: "/none", handle: () => ({ status: 204 }) }),
      },
    );
  const cases: readonly (readonly [path: string, status: number])[] = [
    ["/whole", 413],
    ["/nothing", 404],
    ["/locked", 401],
    ["/streamed", 200],
    ["/none", 204],
  ];

  const ways = Object.entries(uploads).map(([name, start]) => ({ name, start }));

  test.each(ways.flatMap((way) => cases.map(([path, status]) => ({ ...way, path, status }))))(
    "$name, $path: the rest is taken and discarded, and the reply is whole",
    async ({ start, path, status }) => {
      const url = await start(server());
      const sent = { path, key: "Bearer x", pieces: 200 };
      const replies = await Promise.all(Array.from({ length: 4 }, () => upload(url, sent)));
      for (const reply of replies) {
        expect([reply.status, reply.isTaken ?? true]).toEqual([status, true]);
        if (status === 200) expect(reply.text).toBe("one two");
        if (status > 400) expect(JSON.parse(reply.text)).toMatchObject({ status });
      }
    },
  );

  // All at once, since each takes as long as the server waits.
  // Client and server are one process: where that stands still for a while, the connection is closed before the reply is read.
  test(
    "a body that never ends is given up after a while, over each of them",
    { retry: 2 },
    async () => {
      const endless = { key: "Bearer x", pieces: Infinity, wait: 20 };
      const ended = await Promise.all(
        ways.map(async ({ name, start }) => {
          const url = await start(server());
          const replies = await Promise.all(
            cases.map(([path]) => upload(url, { path, ...endless })),
          );
          return replies.map((reply, at) => [
            name,
            cases[at]?.[0],
            reply.status,
            reply.isTaken ?? false,
          ]);
        }),
      );
      expect(ended.flat()).toEqual(
        ways.flatMap(({ name }) => cases.map(([path, status]) => [name, path, status, false])),
      );
    },
  );
});

test("events of onReply are JSON without headers and without the query", async () => {
  const lines: string[] = [];
  const server = petsServer({ onReply: (event) => lines.push(JSON.stringify(event)) });
  const url = await listen(nodeListener(server));
  await fetch(`${url}/pets?limit=3&key=secret`, { headers: KEY });
  await server.fetch(new Request("http://x/pets?key=secret", { headers: KEY }));
  expect(lines.length).toBe(2);
  for (const line of lines) {
    expect(line).not.toMatch(/secret|key-ann/);
    expect(JSON.parse(line)).toMatchObject({
      route: "/pets",
      status: 200,
      request: { method: "GET", path: "/pets" },
    });
  }
});
