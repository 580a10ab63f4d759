import { createServer as createHttp } from "node:http";
import { createServer as createHttp2 } from "node:http2";
import { type AddressInfo, connect } from "node:net";
import express from "express";
import fastify from "fastify";
import Koa from "koa";
import { expect, onTestFinished, test } from "vitest";
import { expressHandler } from "../../src/runtime/server/adapters/express.js";
import { fastifyPlugin } from "../../src/runtime/server/adapters/fastify.js";
import { koaMiddleware } from "../../src/runtime/server/adapters/koa.js";
import { nodeListener } from "../../src/runtime/server/adapters/node.js";
import { receiveBytes } from "../../src/runtime/server/requests/streamed-bodies.js";
import { type Server, createServer } from "../../src/runtime/server/server.js";
import { route } from "./route.js";

interface Listening {
  on(event: "connection", listener: (socket: { destroy(): unknown }) => void): unknown;
  listen(port: number, host: string, done: () => void): unknown;
  address(): AddressInfo | string | null;
  close(): unknown;
}

async function portOf(http: Listening): Promise<number> {
  http.on("connection", (socket) => onTestFinished(() => void socket.destroy()));
  await new Promise<void>((done) => void http.listen(0, "127.0.0.1", done));
  onTestFinished(() => void http.close());
  return (http.address() as AddressInfo).port;
}

/** A frame of the stream 1 (RFC 9113, section 4.1): Node's own client ends a body properly before it aborts. */
function frame(type: number, flags: number, payload: Uint8Array, stream = 1): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function fieldBlock(fields: Readonly<Record<string, string>>): Buffer {
  const texts = Object.entries(fields).flatMap(([name, value]) => [
    Buffer.from([0, name.length]),
    Buffer.from(name),
    Buffer.from([value.length]),
    Buffer.from(value),
  ]);
  return Buffer.concat(texts);
}

const reset = (code: number): Buffer => frame(3, 0, Uint8Array.of(0, 0, 0, code));
const last = frame(0, 1, Buffer.from("last"));

const ends: Record<string, readonly [end: Buffer | undefined, status: number, length?: number]> = {
  "is whole": [last, 200],
  "is cancelled": [reset(8), 400],
  "is cancelled without an error": [reset(0), 400],
  "is shorter than was said": [last, 400, 100],
  "breaks off with its connection": [undefined, 400],
};

const cases = ["/whole", "/chunks"].flatMap((path) =>
  Object.entries(ends).map(([what, end]) => [path, what, end] as const),
);

test.each(cases)("HTTP/2 %s: a body that %s", async (path, _, [end, status, length]) => {
  const statuses: number[] = [];
  let reply = (): void => undefined;
  const replied = new Promise<void>((resolve) => (reply = resolve));
  const server = createServer(
    {
      onError: () => undefined,
      onReply(event) {
        statuses.push(event.status);
        reply();
      },
    },
    {},
    {
      whole: route({
        method: "PUT",
        path: "/whole",
        body: { content: { "*/*": "binary" } },
        handle: () => ({ status: 200 }),
      }),
      chunks: route({
        method: "PUT",
        path: "/chunks",
        body: { content: { "*/*": receiveBytes } },
        async handle({ body }: { body: AsyncIterable<Uint8Array> }) {
          for await (const _chunk of body);
          return { status: 200 };
        },
      }),
    },
  );
  const http = createHttp2(nodeListener(server));
  const asked = new Promise((resolve) => http.once("stream", resolve));
  const socket = connect(await portOf(http), "127.0.0.1");
  const fields = {
    ":method": "PUT",
    ":scheme": "http",
    ":authority": "localhost",
    ":path": path,
    "content-type": "application/octet-stream",
    ...(length === undefined ? {} : { "content-length": String(length) }),
  };
  socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
  socket.write(frame(4, 0, new Uint8Array(), 0));
  socket.write(frame(1, 4, fieldBlock(fields)));
  socket.write(frame(0, 0, Buffer.from("first")));
  await asked;
  if (end) socket.write(end);
  else socket.destroy();
  await replied;
  expect(statuses).toEqual([status]);
});

const hosts: Record<string, (server: Server) => Promise<number>> = {
  "node:http": (server) => portOf(createHttp(nodeListener(server))),
  Express: (server) => portOf(createHttp(express().use(expressHandler(server)))),
  Koa: (server) => portOf(createHttp(new Koa().use(koaMiddleware(server)).callback())),
  Fastify: async (server) => {
    const app = fastify();
    await app.register(fastifyPlugin(server));
    await app.ready();
    return portOf(app.server);
  },
};

test.each(Object.entries(hosts))(
  "%s: a reply of HTTP/1.0 that breaks off does not end as a whole one does",
  async (_, start) => {
    let go = (): void => undefined;
    const server = createServer(
      { onError: () => undefined },
      {},
      {
        stream: route({
          method: "GET",
          path: "/{end}",
          handle: ({ path }: { path: { end: string } }) => ({
            status: 200,
            contentType: "text/plain",
            body: (async function* () {
              const received = new Promise<void>((resolve) => (go = resolve));
              yield "first";
              await received;
              if (path.end === "broken") throw new Error("The source broke.");
            })(),
          }),
        }),
      },
    );
    const port = await start(server);
    const endOf = (path: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port, "127.0.0.1");
        socket.on("error", (error: NodeJS.ErrnoException) => resolve(String(error.code)));
        socket.on("end", () => resolve("end"));
        socket.on("data", () => go());
        socket.write(`GET ${path} HTTP/1.0\r\nHost: localhost\r\n\r\n`);
      });
    expect(await endOf("/whole")).toBe("end");
    expect(await endOf("/broken")).toBe("ECONNRESET");
  },
);

/** What a platform throws while a body is read, and the status that follows. */
const refusals: readonly (readonly [error: unknown, status: number])[] = [
  ...["status", "statusCode"].flatMap((name) =>
    [200, 302, 400, 408, 413, 415, 499, 500, 503, 999, 413.5, "413", null].map((status) => {
      const is4xx = typeof status === "number" && /^4\d\d$/.test(String(status));
      const error = Object.assign(new Error("of the platform"), { [name]: status });
      return [error, is4xx ? Number(status) : 500] as const;
    }),
  ),
  [new Error("413"), 500],
  [413, 500],
  [undefined, 500],
];

test("a body that the platform refuses is answered with the status that it says", async () => {
  const ways = {
    json: { content: { "application/json": "json" } },
    bytes: { content: { "*/*": "binary" } },
    form: { content: { "application/x-www-form-urlencoded": { codec: "form", fields: [] } } },
    chunks: { content: { "*/*": receiveBytes } },
  } as const;
  const types = { json: "application/json", form: "application/x-www-form-urlencoded" };
  const routes = Object.entries(ways).map(([name, body]) => {
    const handle = async (request: { body: AsyncIterable<Uint8Array> }) => {
      if (name === "chunks") for await (const _chunk of request.body);
      return { status: 200 };
    };
    return [name, route({ method: "PUT", path: `/${name}`, body, handle })] as const;
  });
  for (const verify of [undefined, { json: () => true, bytes: () => true }]) {
    const reported: unknown[] = [];
    const onError = (error: unknown): void => void reported.push(error);
    const server = createServer({ onError, verify }, {}, Object.fromEntries(routes));
    for (const name of Object.keys(ways))
      for (const [error, status] of refusals) {
        const body = new ReadableStream({
          pull: (controller) => controller.error(error),
        });
        const type = { ...types, bytes: "a/b", chunks: "a/b" }[name] ?? "";
        const init = { method: "PUT", body, duplex: "half", headers: { "content-type": type } };
        const reply = await server.fetch(new Request(`http://own.example/${name}`, init));
        expect([name, error, reply.status]).toEqual([name, error, status]);
        expect(await reply.text()).not.toContain("of the platform");
        expect(reported.splice(0)).toHaveLength(status === 500 ? 1 : 0);
      }
  }
});
