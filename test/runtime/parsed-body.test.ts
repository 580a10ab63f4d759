import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type RequestHandler } from "express";
import { Hono, type HonoRequest } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { expressHandler } from "../../src/runtime/server/adapters/express.js";
import { honoMiddleware } from "../../src/runtime/server/adapters/hono.js";
import { nodeListener } from "../../src/runtime/server/adapters/node.js";
import { bytesOf } from "../../src/runtime/server/adapters/parsed-body.js";
import { createServer as createApi } from "../../src/runtime/server/server.js";
import { readParts } from "../../src/runtime/wire/multipart.js";
import { fetchListener } from "../conformance/fetch-listener.js";
import { route } from "./route.js";

/** Sends back what its handler gets. */
const echo = (type: string, how: "json" | "text" | "binary") =>
  route({
    method: "POST",
    path: `/${how}`,
    body: { required: true, content: { [type]: how } },
    handle: ({ body }: { body: unknown }) => ({
      status: 200,
      body: JSON.stringify(body instanceof Uint8Array ? [...body] : body),
      contentType: "text/plain",
    }),
  });

const api = createApi(
  { onError: () => undefined },
  {},
  {
    json: echo("application/json", "json"),
    text: echo("text/plain", "text"),
    binary: echo("application/octet-stream", "binary"),
  },
);

const texts = [
  "é",
  "5",
  '"5"',
  '"\\u00e9"',
  '"é\\n"',
  '""',
  "null",
  "{}",
  " ",
  "",
  "\ufffd",
  "\ufeff{}",
];
const bodies: readonly (readonly number[])[] = [
  ...texts.map((text) => [...Buffer.from(text)]),
  ...texts.map((text) => [...Buffer.from(text, "utf16le")]),
  [0xe9],
  [0, 0xff, 10, 13],
  [0xf0, 0x9f, 0x98, 0x41],
  [0xe2, 0x82],
];
const types = [
  ["json", "application/json"],
  ["text", "text/plain"],
  ["text", "text/plain; charset=iso-8859-1"],
  ["text", "text/plain; charset=utf-16le"],
  ["binary", "application/octet-stream"],
] as const;
const behindExpress = (parser: RequestHandler) =>
  listen(express().use(parser, expressHandler(api)));
const behindHono = (read: (request: HonoRequest) => Promise<unknown>) => {
  const app = new Hono();
  app.use(async ({ req }, next) => {
    await read(req).catch(() => undefined);
    await next();
  });
  app.use(honoMiddleware(api));
  return listen(fetchListener((request) => app.fetch(request)));
};
const parsers: Readonly<Record<string, () => Promise<string>>> = {
  "express.json, not strict,": () => behindExpress(express.json({ strict: false })),
  "express.text": () => behindExpress(express.text({ type: () => true })),
  "express.raw": () => behindExpress(express.raw({ type: () => true })),
  "Hono's text()": () => behindHono((request) => request.text()),
  "Hono's json()": () => behindHono((request) => request.json()),
  "Hono's blob()": () => behindHono((request) => request.blob()),
};

test.each(Object.entries(parsers))(
  "behind %s a body is what was sent, or is refused",
  async (_, start) => {
    const plain = await listen(nodeListener(api));
    const behind = await start();
    const others: unknown[] = [];
    let same = 0;
    for (const [path, type] of types)
      for (const bytes of bodies) {
        const ask = async (base: string): Promise<string | undefined> => {
          const init = { method: "POST", headers: { "content-type": type } };
          const response = await fetch(`${base}/${path}`, {
            ...init,
            body: Uint8Array.from(bytes),
          });
          return response.status === 200 ? await response.text() : undefined;
        };
        const expected = await ask(plain);
        const got = await ask(behind);
        // Parsers also read bytes that are no text of their charset.
        const isText = path !== "text" || expected !== undefined;
        // The Encoding standard takes ISO-8859-1 for Windows-1252, as newer versions of Node do; express does not.
        const latin1 = JSON.stringify(Buffer.from(bytes).toString("latin1"));
        if (got === expected || (type.endsWith("iso-8859-1") && got === latin1)) same += 1;
        else if (got !== undefined && isText) others.push({ type, bytes, expected, got });
      }
    expect(others).toEqual([]);
    expect(same).toBeGreaterThan(types.length * bodies.length * 0.7);
  },
);

test.each(["é ü", "日本", "é\u20ac", "a"])(
  "the names %j of a form are the same whether a parser decodes them or gives a character for each byte",
  async (name) => {
    for (const given of [name, Buffer.from(name).toString("latin1")]) {
      const file = { fieldname: given, originalname: given, mimetype: "text/plain" };
      const form = { body: { [given]: "x" }, files: [{ ...file, buffer: new Uint8Array([1]) }] };
      const parts = readParts(await bytesOf(form, "multipart/form-data; boundary=b"), "b", 9);
      expect(parts).toMatchObject([{ name }, { name, fileName: name }]);
    }
  },
);

test("an invalid signature is put down to a parser only where one has read the body", async () => {
  for (const [parser, count] of [
    [undefined, 0],
    [express.raw({ type: () => true }), 0],
    [express.json(), 1],
  ] as const) {
    const errors: unknown[] = [];
    const receiver = createApi(
      { onError: (error) => errors.push(error), verify: () => false },
      {},
      { signed: echo("application/json", "json") },
    );
    const app = express();
    if (parser) app.use(parser);
    const url = await listen(app.use(expressHandler(receiver)));
    const headers = { "content-type": "application/json" };
    const { status } = await fetch(`${url}/json`, { method: "POST", headers, body: "{}" });
    expect([status, errors.length]).toEqual([401, count]);
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const http = createServer(listener);
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}
