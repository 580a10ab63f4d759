import { createServer } from "node:http";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import Koa from "koa";
import { bodyParser } from "@koa/bodyparser";
import { Webhook } from "standardwebhooks";
import { createShopWebhooks } from "generated/webhook-sender.ts";
import { createShopWebhookServer } from "generated/webhooks.ts";
import { expressHandler } from "generated/runtime/server/adapters/express.ts";
import { fastifyPlugin } from "generated/runtime/server/adapters/fastify.ts";
import { honoMiddleware } from "generated/runtime/server/adapters/hono.ts";
import { koaMiddleware } from "generated/runtime/server/adapters/koa.ts";
import { standardWebhooks } from "generated/runtime/server/signatures.ts";
import { type After, check, equal } from "./harness.ts";
import { listen } from "./hosts.ts";
import { send } from "./http.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const official = new Webhook(secret);
const received: unknown[] = [];
const receiver = () =>
  createShopWebhookServer({
    verify: { orderPaid: standardWebhooks([secret, "b3RoZXI="]) },
    onError: () => undefined,
    handlers: {
      orderPaid({ body }) {
        received.push(body);
        return { status: 204 };
      },
    },
  });

const keepRaw = {
  verify: (request: object, _: unknown, rawBody: Buffer) =>
    void Object.assign(request, { rawBody }),
};
const places: Record<string, (after: After) => Promise<string>> = {
  Express: (after) => listen(createServer(express().use(expressHandler(receiver()))), after),
  "Express behind express.json with a raw body": (after) =>
    listen(createServer(express().use(express.json(keepRaw), expressHandler(receiver()))), after),
  "Express behind express.json": (after) =>
    listen(createServer(express().use(express.json(), expressHandler(receiver()))), after),
  "Koa behind @koa/bodyparser": (after) =>
    listen(
      createServer(new Koa().use(bodyParser()).use(koaMiddleware(receiver())).callback()),
      after,
    ),
  Fastify: async (after) => {
    const app = fastify();
    await app.register(fastifyPlugin(receiver()));
    after(() => app.close());
    return await app.listen({ port: 0, host: "127.0.0.1" });
  },
  "Hono behind c.req.json": async (after) => {
    const app = new Hono();
    app.use(async (context, next) => {
      await context.req.json();
      await next();
    });
    app.use(honoMiddleware(receiver()));
    const { serve } = await import("@hono/node-server");
    return await new Promise((resolve) => {
      const http = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
        resolve(`http://127.0.0.1:${port}`),
      );
      after(() => http.close());
    });
  },
};

for (const [place, start] of Object.entries(places)) {
  check(
    `webhooks in ${place}: the official library signs, and what is not signed is a 401`,
    async (after) => {
      const url = await start(after);
      const keeps = place !== "Express behind express.json";
      // Without the bytes, only what is written alike has the same signature.
      const body = keeps ? '{"order": 7, "at": 1.0}' : '{"order":7,"at":1}';
      const at = new Date();
      const headers = (signature: string) => ({
        "content-type": "application/json",
        "webhook-id": "msg_1",
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": signature,
      });
      received.length = 0;
      const right = headers(official.sign("msg_1", at, body));
      equal((await send(url, "/orderPaid", { method: "POST", headers: right, body })).status, 204);
      equal(received, [{ order: 7, at: 1 }]);
      for (const wrong of ["", "v1,AAAA", official.sign("msg_2", at, body)])
        equal(
          (await send(url, "/orderPaid", { method: "POST", headers: headers(wrong), body })).status,
          401,
        );
      equal(received.length, 1);
    },
  );
}

check("webhooks: what the sender signs, the official library takes, at each try", async (after) => {
  const seen: string[] = [];
  const http = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => (body += String(piece)));
    request.on("end", () => {
      official.verify(body, request.headers as Record<string, string>);
      seen.push(`${String(request.headers["webhook-id"])} ${body}`);
      response.writeHead(seen.length === 1 ? 503 : 204).end();
    });
  });
  const url = await listen(http, after);
  await createShopWebhooks({ url: `${url}/hook?x=1`, secret }).orderPaid({ body: { order: 7 } });
  equal([seen.length, seen[0]], [2, seen[1]]);
});
