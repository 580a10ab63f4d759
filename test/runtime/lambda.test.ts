import fc from "fast-check";
import { Hono } from "hono";
import { type LambdaEvent, handle } from "hono/aws-lambda";
import { expect, test } from "vitest";
import { honoMiddleware } from "../../src/runtime/server/adapters/hono.js";
import { createServer } from "../../src/runtime/server/server.js";
import { route } from "./route.js";

const seed = Number(process.env["SEED"] ?? 20_261_128);

interface Received {
  readonly path: { readonly key: string };
  readonly query: { readonly tag?: readonly string[] };
  readonly cookies: { readonly sid?: string };
  readonly body: Uint8Array;
}

const addresses: unknown[] = [];
let received: Received | undefined;
const server = createServer(
  { onReply: ({ request }) => addresses.push(request.remoteAddress) },
  {},
  {
    put: route({
      method: "PUT",
      path: "/files/{key}",
      parameters: [
        { in: "path", name: "key" },
        { in: "query", name: "tag", type: { items: "string" } },
        { in: "cookie", name: "sid" },
      ],
      body: { content: { "image/png": "binary" } },
      handle(request: Received) {
        received = request;
        const extraHeaders = {
          "Set-Cookie": ["a=1", "b=2; Expires=Wed, 09 Jun 2027 10:18:14 GMT"],
        };
        return { status: 200, contentType: "image/png", body: request.body, extraHeaders };
      },
    }),
  },
);
const app = new Hono().use(honoMiddleware(server));
const lambda = handle(app);

interface Sent {
  readonly path: string;
  readonly tags: readonly string[];
  readonly sid: string;
  readonly content: Uint8Array;
}

const encode = encodeURIComponent;

/** The events that API Gateway makes of a request, by their version. */
const events: Readonly<Record<string, (sent: Sent) => object>> = {
  "1.0": ({ path, tags, sid, content }) => ({
    resource: "/{proxy+}",
    path,
    httpMethod: "PUT",
    multiValueHeaders: {
      Host: ["a.example"],
      "Content-Type": ["image/png"],
      Cookie: [`sid=${sid}`],
    },
    headers: { Host: "a.example", "Content-Type": "image/png", Cookie: `sid=${sid}` },
    queryStringParameters: tags.length > 0 ? { tag: tags.at(-1) } : null,
    multiValueQueryStringParameters: tags.length > 0 ? { tag: tags } : null,
    requestContext: { stage: "prod", path: `/prod${path}`, identity: { sourceIp: "192.0.2.1" } },
    body: Buffer.from(content).toString("base64"),
    isBase64Encoded: true,
  }),
  "2.0": ({ path, tags, sid, content }) => ({
    version: "2.0",
    rawPath: path,
    rawQueryString: tags.map((tag) => `tag=${encode(tag)}`).join("&"),
    headers: { host: "a.example", "content-type": "image/png" },
    cookies: [`sid=${sid}`],
    requestContext: {
      domainName: "a.example",
      http: { method: "PUT", path, sourceIp: "192.0.2.1" },
    },
    body: Buffer.from(content).toString("base64"),
    isBase64Encoded: true,
  }),
};

test.each(Object.entries(events))("in Lambda, with events %s", async (_, eventOf) => {
  const key = fc.string({ minLength: 1, unit: "grapheme" });
  const tags = fc.array(fc.string({ minLength: 1, unit: "grapheme" }), { maxLength: 4 });
  const content = fc.uint8Array({ minLength: 1, maxLength: 40 });
  const requests = fc.asyncProperty(key, tags, fc.nat(), content, async (name, list, id, sent) => {
    const made = { path: `/files/${encode(name)}`, tags: list, sid: String(id), content: sent };
    const reply = await lambda(eventOf(made) as LambdaEvent);
    expect(received).toMatchObject({
      path: { key: name },
      query: list.length > 0 ? { tag: list } : {},
      cookies: { sid: String(id) },
    });
    expect(reply).toMatchObject({ statusCode: 200, isBase64Encoded: true });
    expect(reply.body).toBe(Buffer.from(sent).toString("base64"));
    const cookies = "cookies" in reply ? reply.cookies : reply.multiValueHeaders?.["set-cookie"];
    expect(cookies).toEqual(["a=1", "b=2; Expires=Wed, 09 Jun 2027 10:18:14 GMT"]);
    expect(addresses.pop()).toBe("192.0.2.1");
  });
  await fc.assert(requests, { seed, numRuns: 100 });
});

test.each([
  ["Node", { incoming: { socket: { remoteAddress: "192.0.2.7" } } }, "192.0.2.7"],
  ["Deno", { remoteAddr: { hostname: "192.0.2.7" } }, "192.0.2.7"],
  ["Bun", { requestIP: ({ url }: Request) => ({ address: new URL(url).hostname }) }, "a.example"],
  ["Bun, after the end", { requestIP: () => null }, undefined],
  ["a worker", {}, undefined],
  ["a test", undefined, undefined],
])("Hono tells the remote address in %s", async (_, env, address) => {
  await app.request("http://a.example/files/1", { method: "PUT" }, env);
  expect(addresses.pop()).toBe(address);
});
