import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import { expressHandler } from "generated/runtime/server/adapters/express.ts";
import { fastifyErrors, fastifyPlugin } from "generated/runtime/server/adapters/fastify.ts";
import { koaMiddleware } from "generated/runtime/server/adapters/koa.ts";
import { attach } from "generated/runtime/server/adapters/node.ts";
import { fetchListener } from "./fetch-listener.js";
import { type Start, adapter } from "./server-adapter.js";

const starts: Readonly<Record<string, Start>> = {
  "node:http": (server) => listen(undefined, (http) => attach(server, http)),
  fetch: (server) => listen(fetchListener((request) => server.fetch(request))),
  Hono: (server) => {
    const app = new Hono();
    app.all("*", (context) => server.fetch(context.req.raw));
    return listen(fetchListener((request) => app.fetch(request)));
  },
  Express: (server) => {
    const app = express();
    app.use(expressHandler(server));
    return listen(app);
  },
  Fastify: async (server) => {
    const app = fastify({ frameworkErrors: fastifyErrors(server) });
    await app.register(fastifyPlugin(server));
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo;
    const close = (): Promise<void> => {
      app.server.closeAllConnections();
      return app.close();
    };
    return { port, close };
  },
  Koa: (server) => {
    const app = new Koa();
    app.use(koaMiddleware(server));
    return listen(app.callback());
  },
};

async function listen(
  listener: RequestListener | undefined,
  prepare: (http: ReturnType<typeof createServer>) => void = () => undefined,
): ReturnType<Start> {
  const http = listener === undefined ? createServer() : createServer(listener);
  prepare(http);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      http.close(() => resolve());
      http.closeAllConnections();
    });
  return { port: (http.address() as AddressInfo).port, close };
}

const name = process.env["SERVER_ADAPTER"] ?? "node:http";
const start = starts[name];
if (start === undefined) throw new Error(`There is no adapter ${name}.`);

export const chosen = adapter(name, start);
