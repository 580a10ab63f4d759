import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { gunzipSync } from "node:zlib";
import compression from "compression";
import cookieParser from "cookie-parser";
import cors from "cors";
import express from "express";
import express4 from "express4";
import fileUpload from "express-fileupload";
import session from "express-session";
import helmet from "helmet";
import multer from "multer";
import { pinoHttp } from "pino-http";
import { pino } from "pino";
import supertest from "supertest";
import { expressHandler } from "generated/runtime/server/adapters/express.ts";
import { type After, check, equal, ok } from "./harness.ts";
import { listen } from "./hosts.ts";
import { type Sent, form, json, send, urlencoded } from "./http.ts";
import { LONG, type Shop, createShop } from "./shop.ts";

type App = ReturnType<typeof express>;
const known = (request: { user?: string; session?: object }) => ({
  user: request.user,
  session: request.session as { user?: string },
});

for (const [name, make] of Object.entries({ "Express 5": express, "Express 4": express4 })) {
  const inApp = (
    what: string,
    prepare: (app: App) => void,
    run: (ask: (target: string, sent?: Sent) => ReturnType<typeof send>, app: App) => Promise<void>,
    shop: Shop = createShop(),
  ): void =>
    check(`${name} with ${what}`, async (after: After) => {
      const app = make() as App;
      prepare(app);
      app.use(expressHandler(shop, { context: known }));
      const url = await listen(createServer(app), after);
      await run((target, sent) => send(url, target, sent), app);
    });

  inApp(
    "cors: both requests of a browser, and Vary has what both sides say",
    (app) => app.use(cors({ origin: ["https://a.example"], credentials: true })),
    async (ask) => {
      const origin = { origin: "https://a.example" };
      const { headers } = await ask("/orders/1", { headers: origin });
      equal(headers["access-control-allow-origin"], origin.origin);
      equal(headers["vary"], "Origin, Accept");
      const asked = { ...origin, "access-control-request-method": "PUT" };
      const preflight = await ask("/orders", { method: "OPTIONS", headers: asked });
      equal(
        [preflight.status, preflight.headers["access-control-allow-origin"]],
        [204, origin.origin],
      );
    },
  );

  inApp(
    "helmet",
    (app) => app.use(helmet()),
    async (ask) => {
      const { headers } = await ask("/orders/x");
      equal([headers["x-frame-options"], headers["x-powered-by"]], ["SAMEORIGIN", undefined]);
    },
  );

  inApp(
    "compression: JSON is packed, and its length is not that of the text",
    (app) => app.use(compression({ threshold: 0 })),
    async (ask) => {
      const { headers, body } = await ask("/long", { headers: { "accept-encoding": "gzip" } });
      equal([headers["content-encoding"], headers["content-length"]], ["gzip", undefined]);
      equal(JSON.parse(gunzipSync(body).toString()), LONG);
      const two = await ask("/orders/1", { headers: { "accept-encoding": "gzip" } });
      equal(two.headers["vary"], "Accept, Accept-Encoding");
      equal(two.headers["set-cookie"], ["a=1; Path=/", "b=2; Path=/"]);
    },
  );

  inApp(
    "compression: events come one by one",
    (app) => app.use(compression({ threshold: 0, filter: () => true })),
    async (ask) => {
      const { pieces, text } = await ask("/events", { headers: { "accept-encoding": "gzip" } });
      equal(text, "data: first\n\ndata: second\n\n");
      ok((pieces[1]?.[0] ?? 0) > 100);
    },
  );

  inApp(
    "compression: what a handler streams is sent on while it waits",
    (app) => app.use(compression({ threshold: 0, filter: () => true })),
    async (ask) => {
      const { headers, pieces } = await ask("/lines", { headers: { "accept-encoding": "gzip" } });
      equal(headers["content-encoding"], "gzip");
      ok((pieces.at(-1)?.[0] ?? 0) > 100, "all came at once");
    },
  );

  inApp(
    "express-session: a login is remembered",
    (app) => app.use(session({ secret: "s", resave: false, saveUninitialized: false })),
    async (ask) => {
      const { headers } = await ask("/login", urlencoded("user=ada"));
      const [cookie = ""] = headers["set-cookie"] ?? [];
      ok(cookie.startsWith("connect.sid="));
      const again = await ask("/session", { headers: { cookie: cookie.split(";")[0] ?? "" } });
      equal(again.text, '"ada"');
    },
  );

  inApp(
    "cookie-parser and a user that earlier middleware found",
    (app) =>
      app.use(cookieParser(), (request, _, next) => {
        Object.assign(request, { user: (request.cookies as { who: string }).who });
        next();
      }),
    async (ask) => {
      const { text } = await ask("/orders/1", { headers: { cookie: "who=eve" } });
      equal(JSON.parse(text), { title: "of eve in nothing" });
    },
  );

  const parsers = (app: App) => app.use(express.json(), express.urlencoded({ extended: true }));
  inApp("express.json before it", parsers, async (ask) => {
    equal((await ask("/orders", json({ title: "a", count: 3 }))).text, '{"title":"a","count":3}');
    equal((await ask("/orders", json({ count: 3 }))).status, 400);
    const long = await ask("/orders", {
      ...json({}),
      body: '{"title":"a","count":9007199254740993}',
    });
    equal(long.status, 500);
  });
  inApp("express.urlencoded before it", parsers, async (ask) => {
    const { text } = await ask("/login", urlencoded("user=a%26b&roles=x&roles=y"));
    equal(JSON.parse(text), { user: "a&b", roles: ["x", "y"] });
    equal((await ask("/login", urlencoded("other=1"))).status, 400);
  });
  inApp(
    "express.urlencoded({ extended: false }) before it",
    (app) => app.use(express.urlencoded({ extended: false })),
    async (ask) => equal((await ask("/login", urlencoded("user=%C3%BC"))).text, '{"user":"ü"}'),
  );

  const photo = new File(["p\r\n--g"], 'a"ü.png', { type: "image/png" });
  const twice: [string, File][] = [
    ["more", new File(["1"], "1", { type: "application/octet-stream" })],
    ["more", new File(["2"], "2", { type: "application/octet-stream" })],
  ];
  const sent = form([
    ["title", "t"],
    ["tags", "x"],
    ["tags", "y"],
    ["data", '{"a":1}'],
    ["photo", photo],
    ...twice,
  ]);
  const came = {
    title: "t",
    tags: ["x", "y"],
    data: { a: 1 },
    photo: 'a"ü.png image/png p\r\n--g',
    more: ["1 application/octet-stream 1", "2 application/octet-stream 2"],
  };
  const readers: Record<string, Parameters<App["use"]>[0]> = {
    "multer in memory": multer({ storage: multer.memoryStorage(), defParamCharset: "utf8" }).any(),
    "multer on disk": multer({ dest: tmpdir(), defParamCharset: "utf8" }).fields([
      { name: "photo" },
      { name: "more" },
    ]),
    "express-fileupload": fileUpload({ defParamCharset: "utf8" }),
    "express-fileupload on disk": fileUpload({
      useTempFiles: true,
      tempFileDir: tmpdir(),
      defParamCharset: "utf8",
    }),
  };
  for (const [reader, middleware] of Object.entries(readers))
    inApp(
      `${reader} before it`,
      (app) => app.use(middleware),
      async (ask) => {
        const { status, text } = await ask("/photos", await sent);
        equal([status, JSON.parse(text)], [200, came]);
        const wrong = new File(["x"], "x.gif", { type: "image/gif" });
        equal((await ask("/photos", await form([["photo", wrong]]))).status, 415);
      },
    );

  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  inApp(
    "pino-http, and pino for onReply",
    (app) => app.use(pinoHttp({ logger })),
    async (ask) => {
      lines.length = 0;
      await ask("/orders/1");
      const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, never>);
      const event = [first, second].find((line) => line && "route" in line);
      equal([event?.["operation"], event?.["status"]], ["getOrder", 200]);
      const http = [first, second].find((line) => line && "res" in line);
      equal((http?.["res"] as unknown as { statusCode: number }).statusCode, 200);
    },
    createShop({ onReply: (event) => logger.info(event) }),
  );

  inApp(
    "supertest",
    () => undefined,
    async (_, app) => {
      await supertest(app).get("/orders/1").expect(200, { title: "of nobody in nothing" });
      await supertest(app).post("/orders").send({ title: "x" }).expect(201);
      await supertest(app)
        .post("/photos")
        .attach("photo", Buffer.from("p"), { filename: "p.png", contentType: "image/png" })
        .expect(200);
    },
  );
}
