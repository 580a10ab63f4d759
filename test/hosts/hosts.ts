import "reflect-metadata";
import { type RequestListener, type Server as HttpServer, createServer } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { serve as serveHono } from "@hono/node-server";
import { All, Controller, Get, Module, Next, Req, Res } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter, type NestExpressApplication } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import express from "express";
import express4 from "express4";
import fastify from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import { expressHandler } from "generated/runtime/server/adapters/express.ts";
import { fastifyPlugin } from "generated/runtime/server/adapters/fastify.ts";
import { honoMiddleware } from "generated/runtime/server/adapters/hono.ts";
import { koaMiddleware } from "generated/runtime/server/adapters/koa.ts";
import { nestHandler } from "generated/runtime/server/adapters/nest.ts";
import { nodeListener } from "generated/runtime/server/adapters/node.ts";
import type { After } from "./harness.ts";
import { type Shop, store } from "./shop.ts";

/** Starts an application that has the shop, and gives its address. */
export type Start = (shop: Shop, after: After) => Promise<string>;

const known = () => ({ user: "ada" });
const options = { unmatched: "next", context: known } as const;

/**
 * Applications with middleware before the shop that sets headers and cookies and runs the rest in a store, and with
 * routes of their own: `/healthz`, `/legacy`, which the shop has no handler for, and `DELETE /orders`.
 */
export const hosts: Readonly<Record<string, Start>> = {
  "node:http": (shop, after) => listen(createServer(ownNode(shop)), after),
  "node:http2": (shop, after) => listen(createHttp2Server(ownNode(shop)), after),
  "Express 5": (shop, after) => listen(createServer(ownExpress(express(), shop)), after),
  "Express 4": (shop, after) => listen(createServer(ownExpress(express4(), shop)), after),
  "Fastify 5": (shop, after) => ownFastify(shop, after, {}),
  "Fastify 5 over HTTP/2": (shop, after) => ownFastify(shop, after, { http2: true }),
  "Koa 3": (shop, after) => {
    const app = new Koa();
    app.use(async (context, next) => {
      context.set("x-before", "yes");
      context.vary("Origin");
      context.append("set-cookie", "before=1");
      await store.run("a store", next);
      context.set("x-after", String(context.status));
    });
    app.use(koaMiddleware(shop, options));
    app.use((context) => {
      if (context.path === "/healthz") context.body = "healthy";
      if (context.path === "/legacy") context.body = "old";
      if (context.method === "DELETE" && context.path === "/orders") context.body = "own";
    });
    app.silent = true;
    return listen(createServer(app.callback()), after);
  },
  Hono: async (shop, after) => {
    const app = new Hono();
    app.use(async (context, next) => {
      context.header("x-before", "yes");
      context.header("vary", "Origin");
      context.header("set-cookie", "before=1");
      await store.run("a store", next);
      context.header("x-after", String(context.res.status));
    });
    app.use(honoMiddleware(shop, options));
    app.get("/healthz", (context) => context.text("healthy"));
    app.get("/legacy", (context) => context.text("old"));
    app.delete("/orders", (context) => context.text("own"));
    return await new Promise((resolve) => {
      const http = serveHono({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
        resolve(`http://127.0.0.1:${port}`),
      ) as HttpServer;
      after(() => closed(http));
    });
  },
  "Nest on Express": async (shop, after) => {
    const app = await NestFactory.create<NestExpressApplication>(
      moduleOf(shop),
      new ExpressAdapter(express()),
      { logger: false },
    );
    app.use(before);
    return await listenNest(app, after);
  },
  "Nest on Fastify": async (shop, after) => {
    const app = await NestFactory.create(moduleOf(shop, "*"), new FastifyAdapter(), {
      logger: false,
    });
    const instance = app.getHttpAdapter().getInstance() as ReturnType<typeof fastify>;
    addHooks(instance);
    // Fastify itself refuses what no parser is for.
    instance.addContentTypeParser("*", (_request, _payload, done) => done(null));
    return await listenNest(app, after);
  },
};

function ownNode(shop: Shop): RequestListener {
  const api = nodeListener(shop, options);
  return (request, response) => {
    response.setHeader("x-before", "yes");
    response.setHeader("vary", "Origin");
    response.setHeader("set-cookie", "before=1");
    store.run("a store", () => {
      api(request, response, () => {
        const own: Record<string, string> = {
          "/healthz": "healthy",
          "/legacy": "old",
          "/orders": "own",
        };
        const text = own[request.url ?? ""];
        response.writeHead(text === undefined ? 404 : 200).end(text);
      });
    });
  };
}

type Middleware = ReturnType<typeof express>;

const before = (
  _: unknown,
  response: { append(name: string, value: string): unknown; vary(name: string): unknown },
  next: () => void,
): void => {
  response.append("x-before", "yes");
  response.vary("Origin");
  response.append("set-cookie", "before=1");
  store.run("a store", next);
};

function ownExpress(app: Middleware, shop: Shop): Middleware {
  app.use(before);
  app.use(expressHandler(shop, options));
  app.get("/healthz", (_, response) => void response.send("healthy"));
  app.get("/legacy", (_, response) => void response.send("old"));
  app.delete("/orders", (_, response) => void response.send("own"));
  return app;
}

function addHooks(app: ReturnType<typeof fastify>): void {
  app.addHook("onRequest", (_, reply, done) => {
    reply.header("x-before", "yes").header("vary", "Origin").header("set-cookie", "before=1");
    store.run("a store", done);
  });
  app.addHook("onSend", async (_, reply) => void reply.header("x-after", String(reply.statusCode)));
}

async function ownFastify(shop: Shop, after: After, more: object): Promise<string> {
  const app = fastify(more);
  addHooks(app);
  app.get("/healthz", () => "healthy");
  app.get("/legacy", () => "old");
  app.delete("/orders", () => "own");
  await app.register(fastifyPlugin(shop, options));
  after(() => {
    app.server.closeAllConnections?.();
    return app.close();
  });
  return await app.listen({ port: 0, host: "127.0.0.1" });
}

function moduleOf(shop: Shop, rest = "*path"): object {
  const handle = nestHandler(shop, options);

  @Controller()
  class Own {
    @Get("healthz") health() {
      return "healthy";
    }
    @Get("legacy") legacy() {
      return "old";
    }
  }

  @Controller()
  class Api {
    @All(rest) api(@Req() request: never, @Res() response: never, @Next() next: () => void) {
      return handle(request, response, next);
    }
  }

  @Module({ controllers: [Own, Api] })
  class App {}
  return App;
}

async function listenNest(
  app: {
    listen(port: number, host: string): Promise<unknown>;
    getHttpServer(): HttpServer;
    close(): Promise<unknown>;
  },
  after: After,
): Promise<string> {
  await app.listen(0, "127.0.0.1");
  const http = app.getHttpServer();
  after(() => {
    http.closeAllConnections();
    return app.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

export async function listen(
  http: {
    listen(port: number, host: string, done: () => void): unknown;
    address(): unknown;
    close(): unknown;
    closeAllConnections?(): void;
  },
  after: After,
): Promise<string> {
  await new Promise<void>((resolve) => void http.listen(0, "127.0.0.1", resolve));
  after(() => closed(http));
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

function closed(http: { close(): unknown; closeAllConnections?(): void }): void {
  http.close();
  http.closeAllConnections?.();
}
