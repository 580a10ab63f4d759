import { createServer } from "node:http";
import cors from "@fastify/cors";
import compression from "compression";
import express from "express";
import fastify from "fastify";
import Koa from "koa";
import { koaBody } from "koa-body";
import { type Page, chromium } from "playwright-core";
import { expressHandler } from "generated/runtime/server/adapters/express.ts";
import { fastifyPlugin } from "generated/runtime/server/adapters/fastify.ts";
import { koaMiddleware } from "generated/runtime/server/adapters/koa.ts";
import { type After, check, equal, ok } from "./harness.ts";
import { listen } from "./hosts.ts";
import { createShop } from "./shop.ts";

const executablePath = process.env["CHROMIUM"];
const options = { context: () => ({}) };

/** A page of an origin of its own, with this in its body. */
async function pageOf(html: string, after: After): Promise<Page> {
  const http = createServer((_, response) =>
    response.setHeader("content-type", "text/html").end(`<!doctype html><title>x</title>${html}`),
  );
  const url = await listen(http, after);
  const browser = await chromium.launch({
    executablePath: executablePath ?? "",
    args: ["--no-sandbox"],
  });
  after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(url);
  return page;
}

if (executablePath) {
  check("Chromium: a page of another origin sends a PUT through @fastify/cors", async (after) => {
    const app = fastify();
    await app.register(cors, { origin: true, credentials: true, methods: ["GET", "PUT"] });
    await app.register(fastifyPlugin(createShop(), options));
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    after(() => app.close());
    const page = await pageOf("", after);
    const text = await page.evaluate(async (url) => {
      const headers = { "content-type": "application/json" };
      const init = {
        method: "PUT",
        headers,
        body: '{"title":"a"}',
        credentials: "include",
      } as const;
      return await (await fetch(`${url}/orders`, init)).text();
    }, url);
    equal(text, '{"title":"a"}');
  });

  check("Chromium: an EventSource behind compression() gets events one by one", async (after) => {
    const app = express();
    app.use((_, response, next) => {
      response.setHeader("access-control-allow-origin", "*");
      next();
    });
    app.use(
      compression({ threshold: 0, filter: () => true }),
      expressHandler(createShop(), options),
    );
    const url = await listen(createServer(app), after);
    const page = await pageOf("", after);
    const [texts, apart] = await page.evaluate(
      (url) =>
        new Promise<[string[], number]>((resolve) => {
          const source = new EventSource(`${url}/events`);
          const texts: string[] = [];
          let first = 0;
          source.onmessage = ({ data }) => {
            first ||= performance.now();
            texts.push(String(data));
            if (texts.length < 2) return;
            source.close();
            resolve([texts, performance.now() - first]);
          };
        }),
      url,
    );
    equal(texts, ["first", "second"]);
    ok(apart > 100, `${apart} ms apart`);
  });

  check(
    "Chromium: a form with a file control in which nothing was chosen, behind koa-body",
    async (after) => {
      for (const prepare of [
        (app: Koa) => app,
        (app: Koa) =>
          app.use(
            koaBody({ multipart: true, formidable: { allowEmptyFiles: true, minFileSize: 0 } }),
          ),
      ]) {
        const app = new Koa();
        prepare(app);
        app.use(koaMiddleware(createShop(), options));
        const url = await listen(createServer(app.callback()), after);
        const page = await pageOf(
          `<form action="${url}/photos" method="post" enctype="multipart/form-data">
          <input name="title" value="ü"><input type="file" name="photo"><button>Send</button></form>`,
          after,
        );
        await page.click("button");
        await page.waitForLoadState();
        equal(await page.evaluate(() => document.body.innerText.trim()), '{"title":"ü"}');
      }
    },
  );
}
