import type { Request as ExpressRequest } from "express";
import express from "express";
import fastify, { type FastifyRequest } from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import { createServer } from "node:http";
import { createSecureServer } from "node:http2";
import { expressHandler } from "./generated/runtime/server/adapters/express.ts";
import { fastifyErrors, fastifyPlugin } from "./generated/runtime/server/adapters/fastify.ts";
import { honoMiddleware } from "./generated/runtime/server/adapters/hono.ts";
import { koaMiddleware } from "./generated/runtime/server/adapters/koa.ts";
import { nodeListener } from "./generated/runtime/server/adapters/node.ts";
import { inPart, joinHandlers } from "./generated/runtime/server/server.ts";
import { standardWebhooks } from "./generated/runtime/server/signatures.ts";
import { type ShopHandlers, createShopServer } from "./generated/server.ts";
import { createShopWebhookServer } from "./generated/webhooks.ts";

interface Known {
  readonly user?: string | undefined;
}

const handlers: Partial<ShopHandlers<string, Known>> = {
  getSession: (_, { host }) => ({ status: 200, body: host.user ?? "nobody" }),
  deleteOrder: () => ({ status: 204, extraHeaders: { "Set-Cookie": ["a=1"] } }),
  putBytes: (_, { request }) => ({
    status: 200,
    body: 1,
    extraHeaders: new Headers([...request.headers()]),
  }),
};
const plain = createShopServer({ key: () => "ada", handlers: inPart<ShopHandlers<string>>({}) });
const known = createShopServer<string, Known>({
  key: () => "ada",
  handlers: inPart<ShopHandlers<string, Known>>(handlers),
});

// What stands behind a guard of the application needs no more than what that knows.
createShopServer({
  key: (_, { host }) => host.user,
  handlers: inPart<ShopHandlers<string, Known>>(handlers),
});
createShopServer({
  key: (_, { host }: { host: { user: number } }) => String(host.user),
  // @ts-expect-error -- that is not what the handlers count on
  handlers: inPart<ShopHandlers<string, Known>>(handlers),
});

// Each framework's own types take what the adapters give.
express().use(expressHandler(plain));
express().use(
  expressHandler(known, {
    unmatched: "next",
    context: (request: ExpressRequest) => ({ user: request.ip }),
  }),
);
new Koa().use(koaMiddleware(plain));
new Koa().use(koaMiddleware<Known, Koa.Context>(known, { context: ({ ip }) => ({ user: ip }) }));
void fastify({ frameworkErrors: fastifyErrors(plain) }).register(fastifyPlugin(plain));
void fastify().register(
  fastifyPlugin(known, { context: (request: FastifyRequest) => ({ user: request.ip }) }),
);
new Hono().use(honoMiddleware(plain));
new Hono().use(honoMiddleware(known, { context: () => ({ user: "ada" }) }));
createServer(nodeListener(plain));
createServer(expressHandler(plain));
createServer(nodeListener(known, { context: (request) => ({ user: request.headers.host }) }));
createSecureServer({}, nodeListener(plain));

// What handlers count on has to be given.
// @ts-expect-error -- there is no context
express().use(expressHandler(known));
// @ts-expect-error -- there is no context
createServer(nodeListener(known));
// @ts-expect-error -- it is of another type
new Hono().use(honoMiddleware(known, { context: () => ({ user: 7 }) }));

/** Two halves, the second of which has none for some operations. */
class Half {
  deleteOrder() {
    return { status: 204 as const };
  }
}
// @ts-expect-error -- most handlers are missing
createShopServer({ key: () => "ada", handlers: joinHandlers(new Half(), {}) });

createShopWebhookServer({
  handlers: { orderPaid: () => ({ status: 204 }) },
  verify: { orderPaid: standardWebhooks("c2VjcmV0") },
});
createShopWebhookServer({
  handlers: { orderPaid: () => ({ status: 204 }) },
  // @ts-expect-error -- there is no such webhook
  verify: { orderPayed: standardWebhooks("c2VjcmV0") },
});
