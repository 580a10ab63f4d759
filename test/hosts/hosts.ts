import "reflect-metadata";
import { type RequestListener, type Server as HttpServer, createServer } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import type { AddressInfo } from "node:net";
import { serve as serveHono } from "@hono/node-server";
import {
  All,
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  Module,
  Next,
  Req,
  Res,
  UseFilters,
} from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter, type NestExpressApplication } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import express, { type ErrorRequestHandler } from "express";
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

/** The shop's errors are answered by a handler of the application, or by what the framework does without one. */
export type Errors = "next" | "framework";

/** Starts an application that has the shop, and gives its address; with `errors`, it answers the shop's errors, too. */
export type Start = (shop: Shop, after: After, errors?: Errors) => Promise<string>;

const known = () => ({ user: "ada" });
const optionsWith = (errors: Errors | undefined) =>
  ({ unmatched: "next", context: known, errors: errors && "next" }) as const;

/** What the error handling of each application answers. */
function ownAnswer(error: unknown): { readonly status: number; readonly text: string } {
  const { status = 500, message } = error as { status?: number; message?: string };
  return { status, text: `own: ${message}` };
}

/**
 * Applications with middleware before the shop that sets headers and cookies and runs the rest in a store, and with
 * routes of their own: `/healthz`, `/legacy`, which the shop has no handler for, and `DELETE /orders`.
 */
export const hosts: Readonly<Record<string, Start>> = {
  "node:http": (shop, after, errors) => listen(createServer(ownNode(shop, errors)), after),
  "node:http2": (shop, after, errors) => listen(createHttp2Server(ownNode(shop, errors)), after),
  "Express 5": (shop, after, errors) =>
    listen(createServer(ownExpress(express(), shop, errors)), after),
  "Express 4": (shop, after, errors) =>
    listen(createServer(ownExpress(express4(), shop, errors)), after),
  "Fastify 5": (shop, after, errors) => ownFastify(shop, after, errors, {}),
  "Fastify 5 over HTTP/2": (shop, after, errors) =>
    ownFastify(shop, after, errors, { http2: true }),
  "Koa 3": (shop, after, errors) => {
    const app = new Koa();
    app.use(async (context, next) => {
      try {
        await next();
      } catch (error) {
        if (errors === "framework") throw error;
        ({ status: context.status, text: context.body } = ownAnswer(error));
      }
    });
    app.use(async (context, next) => {
      context.set("x-before", "yes");
      context.vary("Origin");
      context.append("set-cookie", "before=1");
      await store.run("a store", next);
      context.set("x-after", String(context.status));
    });
    app.use(koaMiddleware(shop, optionsWith(errors)));
    app.use((context) => {
      if (context.path === "/healthz") context.body = "healthy";
      if (context.path === "/legacy") context.body = "old";
      if (["DELETE", "OPTIONS"].includes(context.method) && context.path === "/orders")
        context.body = "own";
    });
    app.silent = true;
    return listen(createServer(app.callback()), after);
  },
  Hono: async (shop, after, errors) => {
    const app = new Hono();
    app.onError((error, context) => {
      const { status, text } = ownAnswer(error);
      return context.text(text, status as 400);
    });
    app.use(async (context, next) => {
      context.header("x-before", "yes");
      context.header("vary", "Origin");
      context.header("set-cookie", "before=1");
      await store.run("a store", next);
      context.header("x-after", String(context.res.status));
    });
    app.use(honoMiddleware(shop, optionsWith(errors)));
    app.get("/healthz", (context) => context.text("healthy"));
    app.get("/legacy", (context) => context.text("old"));
    app.on(["DELETE", "OPTIONS"], "/orders", (context) => context.text("own"));
    return await new Promise((resolve) => {
      const http = serveHono({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
        resolve(`http://127.0.0.1:${port}`),
      ) as HttpServer;
      after(() => closed(http));
    });
  },
  "Nest on Express": async (shop, after, errors) => {
    const app = await NestFactory.create<NestExpressApplication>(
      moduleOf(shop, errors),
      new ExpressAdapter(express()),
      { logger: false },
    );
    app.use(before);
    return await listenNest(app, after);
  },
  "Nest on Fastify": async (shop, after, errors) => {
    const app = await NestFactory.create(moduleOf(shop, errors, "*"), new FastifyAdapter(), {
      logger: false,
    });
    const instance = app.getHttpAdapter().getInstance() as ReturnType<typeof fastify>;
    addHooks(instance);
    // Fastify itself refuses what no parser is for.
    instance.addContentTypeParser("*", (_request, _payload, done) => done(null));
    return await listenNest(app, after);
  },
};

function ownNode(shop: Shop, errors: Errors | undefined): RequestListener {
  const api = nodeListener(shop, optionsWith(errors));
  return (request, response) => {
    response.setHeader("x-before", "yes");
    response.setHeader("vary", "Origin");
    response.setHeader("set-cookie", "before=1");
    store.run("a store", () => {
      api(request, response, (error) => {
        if (error !== undefined) {
          const { status, text } = ownAnswer(error);
          response.writeHead(status).end(text);
          return;
        }
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

function ownExpress(app: Middleware, shop: Shop, errors: Errors | undefined): Middleware {
  app.use(before);
  app.use(expressHandler(shop, optionsWith(errors)));
  app.get("/healthz", (_, response) => void response.send("healthy"));
  app.get("/legacy", (_, response) => void response.send("old"));
  app.delete("/orders", (_, response) => void response.send("own"));
  app.options("/orders", (_, response) => void response.send("own"));
  if (errors === "framework") return app.set("env", "test");
  const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
    const { status, text } = ownAnswer(error);
    response.status(status).send(text);
  };
  app.use(answerError);
  return app;
}

function addHooks(app: ReturnType<typeof fastify>): void {
  app.addHook("onRequest", (_, reply, done) => {
    reply.header("x-before", "yes").header("vary", "Origin").header("set-cookie", "before=1");
    store.run("a store", done);
  });
  app.addHook("onSend", async (_, reply) => void reply.header("x-after", String(reply.statusCode)));
}

async function ownFastify(
  shop: Shop,
  after: After,
  errors: Errors | undefined,
  more: object,
): Promise<string> {
  const app = fastify(more);
  addHooks(app);
  if (errors !== "framework")
    app.setErrorHandler((error, _, reply) => {
      const { status, text } = ownAnswer(error);
      return reply.code(status).send(text);
    });
  app.get("/healthz", () => "healthy");
  app.get("/legacy", () => "old");
  app.route({ method: ["DELETE", "OPTIONS"], url: "/orders", handler: () => "own" });
  await app.register(fastifyPlugin(shop, optionsWith(errors)));
  after(() => {
    app.server.closeAllConnections?.();
    return app.close();
  });
  return await app.listen({ port: 0, host: "127.0.0.1" });
}

@Catch()
class OwnFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const { status, text } = ownAnswer(error);
    const reply = host.switchToHttp().getResponse<{
      status(status: number): { send(text: string): void };
    }>();
    reply.status(status).send(text);
  }
}

function moduleOf(shop: Shop, errors: Errors | undefined, rest = "*path"): object {
  const handle = nestHandler(shop, optionsWith(errors));

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
  @UseFilters(...(errors === "framework" ? [] : [OwnFilter]))
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
