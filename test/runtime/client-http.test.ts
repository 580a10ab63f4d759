import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { binaryBody, jsonBody } from "../../src/runtime/client/bodies/bodies.js";
import { multipartBody, part } from "../../src/runtime/client/bodies/multipart-body.js";
import type { Call, Sender } from "../../src/runtime/client/client.js";
import { apiKeyHeader } from "../../src/runtime/client/auth/credentials.js";
import { bearer } from "../../src/runtime/client/auth/bearer.js";
import {
  ConnectionError,
  TimeoutError,
  UnexpectedResponse,
} from "../../src/runtime/client/errors.js";
import { integer } from "../../src/runtime/client/replies/header-readers.js";
import { setCookies } from "../../src/runtime/client/replies/header-parts.js";
import type { CallOptions, ClientOptions } from "../../src/runtime/client/options.js";
import type { Incoming } from "../../src/runtime/client/operation.js";
import { readMultipart } from "../../src/runtime/client/replies/form-replies.js";
import { json } from "../../src/runtime/client/replies/readers.js";
import { stream, text } from "../../src/runtime/client/replies/body-readers.js";
import { form } from "../../src/runtime/wire/parameters/serialize.js";
import { readJsonLines } from "../../src/runtime/wire/streams/item-readers.js";
import { items } from "../../src/runtime/client/replies/streams.js";
import { fullSender, type Outgoing, send, singleSender } from "./senders.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(
  ...listeners: RequestListener[]
): Promise<{ baseUrl: string; urls: string[] }> {
  const urls: string[] = [];
  const server = createServer((request, response) => {
    const listener = listeners[Math.min(urls.length, listeners.length - 1)];
    urls.push(`${request.method} ${request.url}`);
    listener?.(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`, urls };
}

const json200: RequestListener = (_, response) => {
  response.writeHead(200, { "content-type": "application/json", "x-left": "7" });
  response.end('{"name":"Rex"}');
};
const echo: RequestListener = (request, response) => {
  response.writeHead(200, {
    "content-type": "application/json",
    "x-type": request.headers["content-type"] ?? "",
  });
  request.pipe(response);
};

type Reply =
  | {
      readonly status: 200;
      readonly headers: { readonly "X-Left": number };
      readonly body: unknown;
    }
  | { readonly status: 429 };

function caller(baseUrl: string, options: ClientOptions = {}, sender?: Sender) {
  const used = sender ?? fullSender({ baseUrl, ...options });
  return (change: Partial<Outgoing> = {}, call?: CallOptions): Call<Reply> =>
    send(
      used,
      () => ({
        operation: "op",
        method: "GET",
        path: "/pets",
        accept: "application/json",
        replies: { 200: { body: json }, 429: {} },
        ...change,
      }),
      call,
    );
}
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => error);

test("a call over HTTP, with query, headers and body", async () => {
  const { baseUrl, urls } = await serve(json200);
  const replies = {
    200: { headers: { "X-Left": integer }, body: json },
  };
  const query = [form("limit", 5), form("tag", ["a b", "é"])];
  expect(await caller(baseUrl)({ replies, query }).reply()).toEqual({
    status: 200,
    headers: { "X-Left": 7 },
    body: { name: "Rex" },
  });
  expect(urls).toEqual(["GET /v1/pets?limit=5&tag=a%20b&tag=%C3%A9"]);
});

test("bodies arrive as they were given: JSON, bytes, a stream", async () => {
  const { baseUrl } = await serve(echo);
  const call = caller(baseUrl);
  expect(await call({ method: "POST", body: jsonBody({ a: "é" }) })).toEqual({ a: "é" });
  const bytes = new TextEncoder().encode('{"bytes":1}');
  expect(await call({ method: "PUT", body: binaryBody(bytes) })).toEqual({ bytes: 1 });
  const body = binaryBody(new Blob(['{"stream"', ":1}"]).stream(), "application/json");
  expect(await call({ method: "POST", body })).toEqual({ stream: 1 });
});

test("a multipart body arrives whole", async () => {
  const { baseUrl } = await serve(echo);
  const body = multipartBody([part("name", "Rex"), part("photo", new File(["x"], "rex.png"))]);
  const replies = { 200: { body: text } };
  const sent = await caller(baseUrl)({ method: "POST", body, replies });
  const form = await new Response(String(sent), {
    headers: { "content-type": body.type ?? "" },
  }).formData();
  expect(form.get("name")).toBe("Rex");
  expect((form.get("photo") as File).name).toBe("rex.png");
});

test("a 429 is waited out", async () => {
  const { baseUrl, urls } = await serve((_, response) => {
    response.writeHead(429, { "retry-after-ms": "30" }).end("{}");
  }, json200);
  const start = performance.now();
  expect((await caller(baseUrl)().reply()).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThanOrEqual(29);
  expect(urls).toHaveLength(2);
});

const cut: RequestListener = (request) => request.socket.destroy();
const half: RequestListener = (request, response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"name":', () => request.socket.destroy());
};

test.each([
  ["cut before the reply", cut],
  ["cut in the middle of the body", half],
])("a connection that is %s", async (_, listener) => {
  const good = await serve(listener, json200);
  expect(await caller(good.baseUrl)()).toEqual({ name: "Rex" });
  const bad = await serve(listener);
  const error = await caught(caller(bad.baseUrl)({ method: "POST" }));
  expect(error).toBeInstanceOf(ConnectionError);
  expect(bad.urls).toHaveLength(1);
});

test("nobody listens", async () => {
  const { baseUrl } = await serve(json200);
  servers.splice(0).forEach((server) => server.close());
  const error = await caught(caller(baseUrl, { retries: 0 })());
  expect(error).toMatchObject({
    name: "ConnectionError",
    cause: { cause: { code: "ECONNREFUSED" } },
  });
});

test("time limits end a reply that does not come and a body that does not end", async () => {
  const silent = await serve(() => undefined);
  expect(await caught(caller(silent.baseUrl)({}, { timeout: 30 }))).toBeInstanceOf(TimeoutError);
  const endless = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write("[");
  });
  expect(await caught(caller(endless.baseUrl, { tryTimeout: 30, retries: 0 })())).toBeInstanceOf(
    TimeoutError,
  );
});

test("an abort ends the request", async () => {
  let closed: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (closed = resolve));
  const { baseUrl } = await serve((request) => request.on("close", () => closed()));
  const abort = new AbortController();
  const pending = caught(caller(baseUrl)({}, { signal: abort.signal }));
  setTimeout(() => abort.abort(new Error("enough")), 20);
  expect(await pending).toMatchObject({ message: "enough" });
  await gone;
});

test("a redirect takes Authorization to no other origin, and a key of its own to none", async () => {
  let seen: string | undefined = "nothing came";
  const other = await serve((request, response) => {
    seen = request.headers.authorization;
    json200(request, response);
  });
  const { baseUrl } = await serve((_, response) => {
    response.writeHead(307, { location: other.baseUrl }).end();
  });
  const security = [["key"]];
  const bearing = singleSender({ baseUrl }, { key: bearer("s3cret") });
  expect((await caller(baseUrl, {}, bearing)({ security }).reply()).status).toBe(200);
  expect(seen).toBeUndefined();
  const keyed = singleSender({ baseUrl }, { key: apiKeyHeader("X-Key", "s3cret") });
  const error = await caught(caller(baseUrl, {}, keyed)({ security }));
  expect(error).toBeInstanceOf(UnexpectedResponse);
  expect(error).toMatchObject({ status: 307 });
  expect(other.urls).toHaveLength(1);
});

test("a header that cannot be sent is refused by its name, at once and without its value", async () => {
  const { baseUrl, urls } = await serve(json200);
  const retried: unknown[] = [];
  const options: ClientOptions = { onRetry: (event) => retried.push(event) };
  const refused = async (own: ClientOptions, call?: CallOptions): Promise<unknown> => {
    const error = await caught(caller(baseUrl, { ...options, ...own })({}, call));
    expect(inspect(error, { depth: null, showHidden: true })).not.toMatch(/s3cret/);
    return error;
  };
  const value = new TypeError("x-mine is invalid");
  expect(await refused({ headers: { "X-Mine": "s3cret\nx: y" } })).toEqual(value);
  expect(await refused({ headers: () => ({ "X-Mine": "s3cret \u2028" }) })).toEqual(value);
  expect(await refused({}, { headers: { "X-Mine": "s3cret\0" } })).toEqual(value);
  expect(await refused({}, { headers: { "x mine": "s3cret" } })).toEqual(
    new TypeError("x mine is invalid"),
  );
  const onRequest: ClientOptions["onRequest"] = ({ headers }) => {
    headers["x-mine"] = "s3cret\r\n";
    headers["x-hook"] = "s3cret\rs3cret";
  };
  expect(await refused({ onRequest })).toEqual(new TypeError("x-hook is invalid"));
  expect([retried, urls]).toEqual([[], []]);
});

test("Set-Cookie comes as the list it is", async () => {
  const { baseUrl } = await serve((_, response) => {
    response.writeHead(200, {
      "set-cookie": ["a=1; Path=/", "b=2; Expires=Fri, 02 Jan 2026 03:04:05 GMT"],
    });
    response.end();
  });
  const replies = { 200: { headers: { "Set-Cookie": setCookies } } };
  expect(await caller(baseUrl)({ replies }).reply()).toEqual({
    status: 200,
    headers: { "Set-Cookie": ["a=1; Path=/", "b=2; Expires=Fri, 02 Jan 2026 03:04:05 GMT"] },
  });
});

test("streams are handed on while they come, and leaving them ends the connection", async () => {
  let closed: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => (closed = resolve));
  const { baseUrl } = await serve((request, response) => {
    response.writeHead(200, { "content-type": "application/jsonl" });
    let count = 0;
    const timer = setInterval(() => response.write(`${count++}\n`), 2);
    request.socket.on("close", () => {
      clearInterval(timer);
      closed();
    });
  });
  const replies = { 200: { body: (reply: Incoming) => items(reply, readJsonLines()) } };
  const body = await caller(baseUrl)({ replies });
  const found: number[] = [];
  for await (const item of body as AsyncIterable<number>) {
    found.push(item);
    if (found.length === 3) break;
  }
  expect(found).toEqual([0, 1, 2]);
  await gone;
  const raw = { 200: { body: stream } };
  const whole = await caller(baseUrl)({ replies: raw }, { timeout: 5000 });
  const reader = (whole as ReadableStream<Uint8Array>).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^\d+\n/);
  await reader.cancel();
});

test.each([
  ["x-own", "x-own"],
  ["gzip, x-own", "gzip, x-own"],
  ["X-GZIP , Br", undefined],
  ["identity", undefined],
  [undefined, undefined],
])(
  "a reply in the content encoding %s that cannot be read: it is named if need be",
  async (encoding, named) => {
    const garbage = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x0a]);
    const encodings = encoding?.split(",").map((one) => one.trim().toLowerCase()) ?? [];
    const encoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
      "x-gzip": gzipSync,
      br: brotliCompressSync,
      gzip: (bytes) => bytes,
    };
    const body = encodings.reduce<Buffer>((bytes, one) => encoders[one]?.(bytes) ?? bytes, garbage);
    for (const [type, read] of [
      ["application/json", json],
      ["application/jsonl", (reply: Incoming) => items(reply, readJsonLines())],
      ["application/x-other", (reply: Incoming) => json(reply)],
      ["multipart/form-data; boundary=x", (reply: Incoming) => readMultipart(reply, [])],
    ] as const) {
      const { baseUrl } = await serve((_, response) => {
        response.writeHead(200, {
          "content-type": type,
          ...(encoding !== undefined && { "content-encoding": encoding }),
        });
        response.end(body);
      });
      const replies = { 200: { body: read } };
      const error = await caught(
        caller(baseUrl)({ replies }).then(async (stream) => {
          for await (const item of stream as AsyncIterable<unknown>) void item;
        }),
      );
      expect(error).toBeInstanceOf(UnexpectedResponse);
      const ending = named === undefined ? "" : `; its content encoding is ${named}`;
      expect((error as Error).message).toMatch(/not JSON|not multipart|content type is/);
      expect((error as Error).message.endsWith(ending)).toBe(true);
      expect((error as Error).message.includes("content encoding")).toBe(named !== undefined);
    }
  },
);

test.each([
  [["text/html", "application/json"]],
  [["application/json", "application/json; charset=utf-8"]],
  [["application/json", "none"]],
])("a reply with the content types %j is read by the last that is one", async (types) => {
  const { baseUrl } = await serve((_, response) => {
    response.setHeader("content-type", types);
    response.end("<");
  });
  // Only a reply whose type is JSON fails with this error.
  const error = await caught(caller(baseUrl)({ replies: { 200: { body: json } } }));
  expect(String(error)).toContain("is not JSON");
});
