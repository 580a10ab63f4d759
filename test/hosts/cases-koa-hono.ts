import { createServer } from "node:http";
import type { Server } from "node:http";
import { gunzipSync } from "node:zlib";
import { serve } from "@hono/node-server";
import { bodyParser } from "@koa/bodyparser";
import koaCors from "@koa/cors";
import { Hono } from "hono";
import { compress as honoCompress } from "hono/compress";
import { getCookie, setCookie } from "hono/cookie";
import { cors as honoCors } from "hono/cors";
import { secureHeaders } from "hono/secure-headers";
import { timing } from "hono/timing";
import Koa from "koa";
import { koaBody } from "koa-body";
import koaCompress from "koa-compress";
import koaHelmet from "koa-helmet";
import koaSession from "koa-session";
import { honoMiddleware } from "generated/runtime/server/adapters/hono.ts";
import { koaMiddleware } from "generated/runtime/server/adapters/koa.ts";
import { check, equal, ok } from "./harness.ts";
import { listen } from "./hosts.ts";
import { type Sent, form, json, send, urlencoded } from "./http.ts";
import { LONG, createShop } from "./shop.ts";

type Ask = (target: string, sent?: Sent) => ReturnType<typeof send>;
const gzip = { headers: { "accept-encoding": "gzip" } };
const origin = { origin: "https://a.example" };

function inKoa(
  what: string,
  prepare: (app: Koa) => unknown,
  run: (ask: Ask) => Promise<void>,
): void {
  check(`Koa with ${what}`, async (after) => {
    const app = new Koa();
    app.keys = ["a"];
    prepare(app);
    app.use(
      koaMiddleware(createShop(), {
        context: (context: Koa.Context) => ({ session: context["session"] as { user?: string } }),
      } as never),
    );
    const url = await listen(createServer(app.callback()), after);
    await run((target, sent) => send(url, target, sent));
  });
}

inKoa(
  "@koa/cors",
  (app) => app.use(koaCors({ credentials: true })),
  async (ask) => {
    const { headers } = await ask("/orders/1", { headers: origin });
    equal(
      [headers["access-control-allow-origin"], headers["vary"]],
      [origin.origin, "Origin, Accept"],
    );
  },
);
inKoa(
  "koa-session: a login is remembered",
  (app) => app.use(koaSession({ signed: false }, app)),
  async (ask) => {
    const { headers } = await ask("/login", urlencoded("user=ada"));
    const cookie = headers["set-cookie"]?.find((one) => one.startsWith("koa.sess=")) ?? "";
    ok(cookie !== "", "no session");
    equal(
      (await ask("/session", { headers: { cookie: cookie.split(";")[0] ?? "" } })).text,
      '"ada"',
    );
  },
);
inKoa(
  "koa-compress",
  (app) => app.use(koaCompress({ threshold: 0 })),
  async (ask) => {
    const { headers, body } = await ask("/long", gzip);
    equal(headers["content-encoding"], "gzip");
    equal(JSON.parse(gunzipSync(body).toString()), LONG);
    equal((await ask("/orders/1", gzip)).headers["set-cookie"], ["a=1; Path=/", "b=2; Path=/"]);
  },
);
inKoa(
  "koa-compress: events come one by one",
  (app) => app.use(koaCompress({ threshold: 0, filter: () => true })),
  async (ask) => {
    const { pieces } = await ask("/events", gzip);
    ok((pieces[1]?.[0] ?? 0) > 100);
  },
);
inKoa(
  "koa-helmet and a response time",
  (app) =>
    app.use(koaHelmet()).use(async (context, next) => {
      await next();
      context.set("x-response-time", `${context.status} ${String(context.body).length}`);
    }),
  async (ask) => {
    const { headers } = await ask("/long");
    equal(
      [headers["x-frame-options"], headers["x-response-time"]],
      ["SAMEORIGIN", `200 ${LONG.length + 2}`],
    );
  },
);
inKoa(
  "middleware that answers errors of its own, and puts another body in the place of ours",
  (app) =>
    app.use(async (context, next) => {
      await next();
      if (context.status === 404) context.body = "my own page";
    }),
  async (ask) => equal((await ask("/nothing")).text, "my own page"),
);
inKoa(
  "@koa/bodyparser before it",
  (app) => app.use(bodyParser()),
  async (ask) => {
    equal((await ask("/orders", json({ title: "a" }))).status, 201);
    equal((await ask("/login", urlencoded("user=a%26b"))).text, '{"user":"a&b"}');
  },
);
inKoa(
  "koa-body before it",
  (app) => app.use(koaBody({ multipart: true })),
  async (ask) => {
    equal((await ask("/orders", json({ title: "a", count: 1 }))).text, '{"title":"a","count":1}');
    equal(
      (await ask("/login", urlencoded("user=a%26b&roles=x&roles=y"))).text,
      '{"user":"a&b","roles":["x","y"]}',
    );
    const photo = new File(["png"], "a.png", { type: "image/png" });
    const { text } = await ask(
      "/photos",
      await form([
        ["title", "t"],
        ["tags", "x"],
        ["tags", "y"],
        ["photo", photo],
      ]),
    );
    equal(JSON.parse(text), { title: "t", tags: ["x", "y"], photo: "a.png image/png png" });
  },
);

function inHono(
  what: string,
  prepare: (app: Hono) => unknown,
  run: (ask: Ask) => Promise<void>,
): void {
  check(`Hono with ${what}`, async (after) => {
    const app = new Hono();
    prepare(app);
    // Below another address each: what `mount` hands on lacks that, unless the request is handed on as it is.
    app.mount("/mounted", createShop().fetch);
    app.mount("/v2", createShop({ basePath: "/v2" }).fetch, { replaceRequest: (raw) => raw });
    app.use(honoMiddleware(createShop(), { context: () => ({}) }));
    const url = await new Promise<string>((resolve) => {
      const http = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
        resolve(`http://127.0.0.1:${port}`),
      ) as Server;
      after(() => {
        http.close();
        http.closeAllConnections();
      });
    });
    await run((target, sent) => send(url, target, sent));
  });
}

inHono(
  "cors",
  (app) => app.use(honoCors({ origin: ["https://a.example"] })),
  async (ask) => {
    const { headers } = await ask("/orders/1", { headers: origin });
    equal(headers["access-control-allow-origin"], origin.origin);
    equal(headers["vary"]?.split(", ").sort(), ["Accept", "Origin"]);
  },
);
inHono(
  "the API mounted once more, with and without its prefix",
  (app) => app,
  async (ask) => {
    const { text } = await ask("/orders/1");
    equal((await ask("/mounted/orders/1")).text, text);
    equal((await ask("/v2/orders/1")).text, text);
  },
);
inHono(
  "secure headers and timing",
  (app) => app.use(secureHeaders(), timing()),
  async (ask) => {
    const { headers } = await ask("/orders/1");
    equal(headers["x-frame-options"], "SAMEORIGIN");
    ok(headers["server-timing"]);
  },
);
inHono(
  "compress",
  (app) => app.use(honoCompress({ threshold: 0 })),
  async (ask) => {
    const { headers, body } = await ask("/long", gzip);
    equal(headers["content-encoding"], "gzip");
    equal(JSON.parse(gunzipSync(body).toString()), LONG);
  },
);
inHono(
  "cookies before and behind it",
  (app) =>
    app.use(async (context, next) => {
      setCookie(context, "first", getCookie(context, "x") ?? "none");
      await next();
      setCookie(context, "last", "1");
    }),
  async (ask) => {
    const { headers } = await ask("/orders/1", { headers: { cookie: "x=y" } });
    equal(headers["set-cookie"], [
      "first=y; Path=/",
      "a=1; Path=/",
      "b=2; Path=/",
      "last=1; Path=/",
    ]);
  },
);
inHono(
  "a body that was read before, in each way",
  (app) => {
    app.use("/orders", async (context, next) => {
      await context.req.json();
      await next();
    });
    app.use("/login", async (context, next) => {
      await context.req.formData();
      await next();
    });
    app.use("/photos", async (context, next) => {
      if (context.req.query("form")) await context.req.formData();
      else await context.req.parseBody();
      await next();
    });
  },
  async (ask) => {
    const long = '{"title":"a","count":9007199254740991}';
    equal((await ask("/orders", { ...json({}), body: long })).text, long);
    equal(
      (await ask("/login", urlencoded("user=a%26b&roles=x&roles=y"))).text,
      '{"user":"a&b","roles":["x","y"]}',
    );
    const photo = new File(["png"], "a.png", { type: "image/png" });
    for (const target of ["/photos", "/photos?form=1"])
      equal(
        JSON.parse(
          (
            await ask(
              target,
              await form([
                ["title", "t"],
                ["photo", photo],
              ]),
            )
          ).text,
        ),
        { title: "t", photo: "a.png image/png png" },
      );
  },
);
