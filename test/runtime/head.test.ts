import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import { afterEach, describe, expect, test } from "vitest";
import { expressHandler } from "../../src/runtime/server/adapters/express.js";
import { fastifyPlugin } from "../../src/runtime/server/adapters/fastify.js";
import { honoMiddleware } from "../../src/runtime/server/adapters/hono.js";
import { koaMiddleware } from "../../src/runtime/server/adapters/koa.js";
import { nodeListener } from "../../src/runtime/server/adapters/node.js";
import { Problem } from "../../src/runtime/server/problem.js";
import {
  type Reply,
  type Server,
  createServer as createApi,
} from "../../src/runtime/server/server.js";
import { fetchListener } from "../conformance/fetch-listener.js";
import { route } from "./route.js";

const stops: (() => unknown)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

type Listener = Parameters<typeof createServer>[1];

async function listen(listener: Listener): Promise<number> {
  const http = createServer(listener);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  stops.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return (http.address() as AddressInfo).port;
}

const hosts: Readonly<Record<string, (server: Server) => Promise<number>>> = {
  node: (server) => listen(nodeListener(server)),
  fetch: (server) => listen(fetchListener((one) => server.fetch(one))),
  Express: (server) => listen(express().use(expressHandler(server))),
  Fastify: async (server) => {
    const app = fastify();
    await app.register(fastifyPlugin(server));
    await app.listen({ port: 0, host: "127.0.0.1" });
    stops.push(() => app.close());
    return (app.server.address() as AddressInfo).port;
  },
  Koa: (server) => listen(new Koa().use(koaMiddleware(server)).callback()),
  Hono: (server) => {
    const app = new Hono().use(honoMiddleware(server));
    return listen(fetchListener((one) => app.fetch(one)));
  },
};

async function* chunks() {
  yield await Promise.resolve("some");
  yield "thing";
}

const fields = { "X-One": "1", ETag: '"a"' };
/** As a handler that hands on the fields of another service's reply. */
const others = {
  "Content-Length": "3",
  "Transfer-Encoding": "chunked",
  Trailer: "X-Sum",
  "Keep-Alive": "timeout=999",
};
const replies: Readonly<Record<string, () => Reply>> = {
  json: () => ({ status: 200, headers: fields, body: { a: "é" } }),
  text: () => ({ status: 200, headers: fields, contentType: "text/plain", body: "ü" }),
  emptyText: () => ({ status: 200, headers: fields, contentType: "text/plain", body: "" }),
  bytes: () => ({ status: 200, contentType: "application/octet-stream", body: new Uint8Array(9) }),
  stream: () => ({ status: 200, headers: fields, contentType: "text/plain", body: chunks() }),
  nothing: () => ({ status: 200, headers: fields }),
  noContent: () => ({ status: 204, headers: fields }),
  notModified: () => ({ status: 304, headers: fields }),
  othersJson: () => ({ status: 200, extraHeaders: others, body: { a: 1 } }),
  othersText: () => ({ status: 200, extraHeaders: others, contentType: "text/plain", body: "ü" }),
  othersBytes: () => ({ status: 200, extraHeaders: others, body: new Uint8Array(9) }),
  othersBlob: () => ({ status: 200, extraHeaders: others, body: new Blob(["12345"]) }),
  othersNothing: () => ({ status: 200, extraHeaders: others }),
  othersNoContent: () => ({ status: 204, extraHeaders: others }),
  othersProblem: () => {
    throw new Problem(418, { headers: others });
  },
  ofLength: () => ({ status: 200, headers: { "content-length": 9 }, body: chunks() }),
  redirect: () => ({ status: 302, headers: { Location: "/json" } }),
  problem: () => {
    throw new Problem(418, { code: "teapot", headers: { "X-Tea": "1" } });
  },
  bug: () => {
    throw new Error("a bug");
  },
};

interface Told {
  readonly status: number | undefined;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function ask(port: number, method: string, path: string, agent: Agent): Promise<Told> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, method, path, agent, host: "127.0.0.1" }, (response) => {
      const { date: _, connection: __, "keep-alive": ___, ...fields } = response.headers;
      const told = (body: string) => resolve({ status: response.statusCode, fields, body });
      text(response).then(told, reject);
    });
    sent.on("error", reject).end();
  });
}

describe.each(Object.keys(hosts))("%s", (name) => {
  const operations = Object.entries(replies).map(([id, handle]) => [
    id,
    route({ method: "GET", path: `/${id}`, handle }),
  ]);
  const own = route({
    method: "HEAD",
    path: "/own",
    handle: () => ({ status: 200, headers: { "Content-Length": "1234", "X-Own": "1" } }),
  });
  const lying = { short: 10, long: 8, odd: "9 bytes" };
  const errors: unknown[] = [];
  const server = createApi({ onError: (error) => errors.push(error) }, {}, {
    ...Object.fromEntries(operations),
    own,
    ...Object.fromEntries(
      Object.entries(lying).map(([id, length]) => {
        const handle = (): Reply => ({
          status: 200,
          headers: { "Content-Length": length },
          body: chunks(),
        });
        return [id, route({ method: "GET", path: `/${id}`, handle })];
      }),
    ),
  } as never);

  test("HEAD has the fields of GET, a length only if it is that of GET, and no body", async () => {
    const port = (await hosts[name]?.(server)) ?? 0;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    stops.push(() => agent.destroy());
    for (const path of [...Object.keys(replies), "missing"]) {
      const get = await ask(port, "GET", `/${path}`, agent);
      const head = await ask(port, "HEAD", `/${path}`, agent);
      const { "content-length": length, "transfer-encoding": _, ...others } = get.fields;
      const { "content-length": own, "transfer-encoding": __, ...found } = head.fields;
      if (length !== undefined && path !== "notModified")
        expect([path, length]).toEqual([path, String(Buffer.byteLength(get.body))]);
      if (path === "othersNoContent") expect([length, own]).toEqual([undefined, undefined]);
      expect([path, head.status, found]).toEqual([path, get.status, others]);
      expect([path, head.body]).toEqual([path, ""]);
      const size = length ?? String(Buffer.byteLength(get.body));
      // A handler may answer HEAD without the body that it gives the length of.
      if (path === "othersNothing") expect(own).toBe("3");
      else if (own !== undefined) expect([path, own]).toEqual([path, size]);
      else if (get.body !== "") expect(path).toBe("stream");
    }
    const { status, fields: sent, body } = await ask(port, "HEAD", "/own", agent);
    expect([status, sent["content-length"], sent["x-own"], body]).toEqual([200, "1234", "1", ""]);
    expect((await ask(port, "GET", "/own", agent)).status).toBe(405);
    expect(errors.splice(0).map(String)).toEqual(["Error: a bug", "Error: a bug"]);
  });

  test("a stream that does not have its length breaks off, and the next reply is whole", async () => {
    const port = (await hosts[name]?.(server)) ?? 0;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    stops.push(() => agent.destroy());
    for (const path of ["short", "long"]) {
      await expect(ask(port, "GET", `/${path}`, agent)).rejects.toThrow();
      expect(errors.splice(0).map(String)).toEqual([
        expect.stringMatching(/does not have the \d+ bytes of its Content-Length/),
      ]);
      expect((await ask(port, "GET", "/json", agent)).body).toBe('{"a":"é"}');
    }
    expect((await ask(port, "GET", "/odd", agent)).status).toBe(500);
    expect(errors.splice(0).map(String)).toEqual([expect.stringContaining("no number of bytes")]);
  });
});
