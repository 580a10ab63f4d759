import { setTimeout as wait } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import rateLimit from "@fastify/rate-limit";
import session from "@fastify/session";
import fastify, { type FastifyInstance } from "fastify";
import { fastifyPlugin } from "generated/runtime/server/adapters/fastify.ts";
import { check, equal, ok } from "./harness.ts";
import { type Sent, send, urlencoded } from "./http.ts";
import { LONG, createShop } from "./shop.ts";

for (const unmatched of [undefined, "next"] as const) {
  const inApp = (
    what: string,
    prepare: (app: FastifyInstance) => unknown,
    run: (
      ask: (target: string, sent?: Sent) => ReturnType<typeof send>,
      app: FastifyInstance,
    ) => Promise<void>,
  ): void =>
    check(`Fastify${unmatched ? " by routes" : ""} with ${what}`, async (after) => {
      const app = fastify();
      await prepare(app);
      const context = (request: { user?: string; session?: object }) => ({
        user: request.user,
        session: request.session as { user?: string },
      });
      await app.register(fastifyPlugin(createShop(), { unmatched, context: context as never }));
      after(() => {
        app.server.closeAllConnections();
        return app.close();
      });
      const url = await app.listen({ port: 0, host: "127.0.0.1" });
      await run((target, sent) => send(url, target, sent), app);
    });

  inApp(
    "@fastify/cors: both requests of a browser",
    (app) => app.register(cors, { origin: ["https://a.example"], credentials: true }),
    async (ask) => {
      const origin = { origin: "https://a.example" };
      const { headers } = await ask("/orders/1", { headers: origin });
      equal(headers["access-control-allow-origin"], origin.origin);
      equal(headers["vary"]?.split(", ").sort(), ["Accept", "Origin"]);
      const asked = { ...origin, "access-control-request-method": "PUT" };
      const preflight = await ask("/orders", { method: "OPTIONS", headers: asked });
      equal(
        [preflight.status, preflight.headers["access-control-allow-origin"]],
        [204, origin.origin],
      );
    },
  );

  inApp(
    "@fastify/cookie and @fastify/session: a login is remembered",
    async (app) => {
      await app.register(cookie);
      const secret = "a secret with minimum length of 32 characters";
      await app.register(session, { secret, cookie: { secure: false }, saveUninitialized: false });
    },
    async (ask) => {
      const { headers } = await ask("/login", urlencoded("user=ada"));
      const [first = ""] = headers["set-cookie"] ?? [];
      ok(first.startsWith("sessionId="), `no session: ${first}`);
      const again = await ask("/session", { headers: { cookie: first.split(";")[0] ?? "" } });
      equal(again.text, '"ada"');
    },
  );

  inApp(
    "@fastify/rate-limit: figures on each reply, and a 429 of its own",
    (app) => app.register(rateLimit, { max: 2, timeWindow: 60_000 }),
    async (ask) => {
      const { headers } = await ask("/orders/1");
      equal([headers["x-ratelimit-limit"], headers["x-ratelimit-remaining"]], ["2", "1"]);
      await ask("/orders/1");
      equal((await ask("/orders/1")).status, 429);
    },
  );

  inApp(
    "@fastify/compress",
    (app) => app.register(compress, { threshold: 0, encodings: ["gzip"] }),
    async (ask) => {
      const gzip = { headers: { "accept-encoding": "gzip" } };
      const { headers, body } = await ask("/long", gzip);
      equal(headers["content-encoding"], "gzip");
      equal(JSON.parse(gunzipSync(body).toString()), LONG);
      const { pieces } = await ask("/events", gzip);
      ok((pieces[1]?.[0] ?? 0) > 100);
    },
  );

  inApp(
    "@fastify/helmet, and hooks that see and change the reply",
    async (app) => {
      await app.register(helmet);
      app.addHook("onRequest", async (_, reply) => void reply.header("x-request", "1"));
      app.addHook("onSend", async (_request, reply, payload) => {
        reply.header("x-size", String((payload as Buffer | undefined)?.length ?? 0));
        return payload;
      });
    },
    async (ask) => {
      const { headers } = await ask("/long");
      equal([headers["x-frame-options"], headers["x-request"]], ["SAMEORIGIN", "1"]);
      equal(headers["x-size"], String(LONG.length + 2));
    },
  );

  inApp(
    "hooks that refuse a request, and onResponse with its status",
    (app) => {
      app.addHook("preHandler", async (request) => {
        if (request.headers["x-bad"]) throw Object.assign(new Error("no"), { statusCode: 418 });
      });
      app.addHook("onResponse", async (_, reply) => void seen.push(reply.statusCode));
    },
    async (ask) => {
      seen.length = 0;
      equal((await ask("/orders/1", { headers: { "x-bad": "1" } })).status, 418);
      equal((await ask("/orders/1", { method: "DELETE" })).status, 204);
      for (let turn = 0; turn < 40 && seen.length < 2; turn++) await wait(5);
      equal(seen, [418, 204]);
    },
  );
  const seen: number[] = [];

  inApp(
    "inject",
    () => undefined,
    async (_, app) => {
      const { statusCode, headers } = await app.inject({ url: "/orders/1" });
      equal([statusCode, headers["set-cookie"]], [200, ["a=1; Path=/", "b=2; Path=/"]]);
      const posted = await app.inject({ method: "POST", url: "/orders", payload: { title: "a" } });
      equal([posted.statusCode, posted.json()], [201, { title: "a" }]);
    },
  );
}
