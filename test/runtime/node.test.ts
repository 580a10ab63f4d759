import { type Server as HttpServer, createServer, request as httpRequest } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { attach, nodeListener } from "../../src/runtime/server/adapters/node.js";
import type { ServerSettings } from "../../src/runtime/server/server.js";
import { type Answer, type Caller, KEY, petsServer } from "./pets-server.js";

const running: HttpServer[] = [];

afterEach(async () => {
  for (const http of running.splice(0)) {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  }
});

async function listen(answer?: Answer, settings?: ServerSettings<Caller>, bare = false) {
  const server = petsServer(settings, answer);
  const http = bare ? createServer(nodeListener(server)) : createServer();
  if (!bare) attach(server, http);
  running.push(http);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${port}` };
}

/** Sends texts as they are and gives back all that came until the connection ended or stood still. */
function exchange(port: number, ...texts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received));
    socket.setTimeout(1500, () => socket.destroy());
    for (const text of texts) socket.write(text);
  });
}

/** The same, with time for each text to come in by itself. */
function slowly(port: number, texts: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1").setNoDelay();
    let received = "";
    socket.on("data", (chunk: Buffer) => (received += chunk.toString("latin1")));
    socket.on("close", () => resolve(received));
    void (async () => {
      for (const text of texts) {
        socket.write(text);
        await sleep(5);
      }
    })();
  });
}

const head = (line: string, ...fields: string[]): string =>
  [`${line} HTTP/1.1`, "Host: x", ...fields, "", ""].join("\r\n");

const AUTHORIZED = `Authorization: ${KEY["authorization"] ?? ""}`;

const statuses = (text: string): string[] =>
  Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status = ""]) => status);

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries++) await sleep(10);
  expect(holds()).toBe(true);
}

test("replies are whole, with their length, over one connection", async () => {
  const { port } = await listen(() => ({ status: 200, contentType: "text/plain", body: "ü" }));
  const text = await exchange(
    port,
    head("GET /any"),
    head("HEAD /any"),
    head("GET /nope"),
    head("DELETE /any"),
    head("OPTIONS /any", "Connection: close"),
  );
  expect(statuses(text)).toEqual(["200", "200", "404", "405", "204"]);
  expect(text.match(/content-length: 2\r\n/g)).toHaveLength(2);
  expect(text).not.toMatch(/transfer-encoding/i);
});

test("with nodeListener alone too", async () => {
  const { url } = await listen(undefined, {}, true);
  const reply = await fetch(`${url}/pets?limit=3`, { headers: KEY });
  expect([reply.status, reply.headers.get("x-limit"), await reply.json()]).toEqual([200, "3", []]);
});

test("pipelined requests are answered in their order", async () => {
  let first = true;
  const { port } = await listen(async () => {
    const wait = first ? 50 : 0;
    first = false;
    await sleep(wait);
    return { status: 200, body: [wait] };
  });
  const text = await exchange(port, head("GET /any") + head("GET /any", "Connection: close"));
  expect(Array.from(text.matchAll(/\[(\d+)\]/g), ([, wait]) => wait)).toEqual(["50", "0"]);
});

test.each([false, true])("a request for no host or several is refused (bare: %s)", async (bare) => {
  const { port } = await listen(undefined, undefined, bare);
  const status = async (version: string, ...fields: string[]) => {
    const lines = [`GET /any HTTP/${version}`, ...fields, "Connection: close", "", ""];
    return statuses(await exchange(port, lines.join("\r\n")));
  };
  for (const host of ["", "x", "x:80", "x:", "a_b.example", "[::1]:80", "%41", "192.0.2.1"])
    expect([host, await status("1.1", `Host: ${host}`)]).toEqual([host, ["200"]]);
  for (const host of ["a b", "a, b", "u@x", "x/y", "x:y", "x?", "[::1", "%4", "é"])
    expect([host, await status("1.1", `Host: ${host}`)]).toEqual([host, ["400"]]);
  expect(await status("1.1", "Host: x", "host: x")).toEqual(["400"]);
  const expecting = await status("1.1", "Host: x", "Host: y", "Expect: 100-continue");
  expect(expecting).toEqual(bare ? ["100", "400"] : ["400"]);
  expect(await status("1.1")).toEqual(["400"]);
  expect(await status("1.0")).toEqual(["200"]);
});

test("100 Continue is sent when the body is wanted, and not before", async () => {
  const { port } = await listen();
  const fields = ["Content-Type: application/json", "Expect: 100-continue", "Connection: close"];
  const post = head("POST /pets", AUTHORIZED, "Content-Length: 14", ...fields);
  expect(statuses(await exchange(port, post, '{"name":"rex"}'))).toEqual(["100", "201"]);
  const refused = head("POST /pets", "Content-Length: 14", ...fields);
  expect(statuses(await exchange(port, refused))).toEqual(["401"]);
  const untyped = head("POST /pets", AUTHORIZED, "Content-Length: 14", ...fields.slice(1));
  expect(statuses(await exchange(port, untyped))).toEqual(["415"]);
  const large = head("POST /pets", AUTHORIZED, "Content-Length: 2000000", ...fields);
  expect(statuses(await exchange(port, large))).toEqual(["413"]);
});

test("a body over the limit is 413, however it comes, and the client sees it", async () => {
  const { port } = await listen(undefined, { bodyLimit: 1000 });
  const type = "Content-Type: application/octet-stream";
  const whole = Buffer.alloc(3_000_000, "a");
  const known = head("PUT /bytes", type, `Content-Length: ${whole.length}`);
  expect(statuses(await exchange(port, known, whole))).toEqual(["413"]);
  const chunk = Buffer.concat([
    Buffer.from("f4240\r\n"),
    whole.subarray(0, 1_000_000),
    Buffer.from("\r\n"),
  ]);
  const chunked = head("PUT /bytes", type, "Transfer-Encoding: chunked");
  const text = await exchange(port, chunked, chunk, chunk, chunk, "0\r\n\r\n");
  expect(statuses(text)).toEqual(["413"]);
  expect(text).toMatch(/connection: close/i);
  const fits = head("PUT /bytes", type, "Content-Length: 1000", "Connection: close");
  expect(await exchange(port, fits, whole.subarray(0, 1000))).toMatch(/\r\n\r\n1000$/);
});

test("a body of another transfer coding than chunked is refused, not read as chunked alone", async () => {
  const { port } = await listen();
  const type = "Content-Type: application/json";
  const body = '{"name":"Ada"}';
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const sent = (...fields: string[]) => {
    const key = Object.entries(KEY).map((field) => field.join(": "));
    return exchange(port, head("POST /pets", type, ...key, ...fields, "Connection: close") + chunk);
  };
  for (const name of ["Transfer-Encoding", "transfer-encoding"]) {
    expect(statuses(await sent(`${name}: chunked`))).toEqual(["201"]);
    expect(statuses(await sent(`${name}: Chunked`))).toEqual(["201"]);
    for (const coding of ["gzip", "deflate", "compress", "x-own"]) {
      expect(statuses(await sent(`${name}: ${coding}, chunked`))).toEqual(["501"]);
      expect(statuses(await sent(`${name}: ${coding}`, `${name}: chunked`))).toEqual(["501"]);
    }
  }
});

test("a client that never ends its body does not keep the connection", async () => {
  const { port } = await listen();
  const started = performance.now();
  const fields = ["Content-Type: application/json", "Transfer-Encoding: chunked"];
  const socket = connect(port, "127.0.0.1");
  socket.on("data", () => undefined);
  socket.write(head("POST /pets", ...fields) + "5\r\n12345\r\n");
  await new Promise((resolve) => socket.once("close", resolve));
  expect(performance.now() - started).toBeLessThan(4000);
});

test("a refused request with a short body leaves the connection usable", async () => {
  const { port } = await listen();
  const refused = head("POST /pets", "Content-Type: application/json", "Content-Length: 4");
  const text = await exchange(port, refused + "null", head("GET /pets/7", "Connection: close"));
  expect(statuses(text)).toEqual(["401", "200"]);
});

test("the signal fires when the client goes away, and not after a whole reply", async () => {
  const signals: AbortSignal[] = [];
  const { port, server } = await listen(async ({ signal }) => {
    signals.push(signal);
    await sleep(60);
    return { status: 200, body: [] };
  });
  const request = httpRequest({ port, path: "/any" });
  request.on("error", () => undefined);
  request.end();
  await until(() => signals.length === 1);
  expect(signals[0]?.aborted).toBe(false);
  request.destroy();
  await until(() => signals[0]?.aborted === true);
  expect(statuses(await exchange(port, head("GET /any", "Connection: close")))).toEqual(["200"]);
  await sleep(20);
  expect(signals[1]?.aborted).toBe(false);
  expect(server.errors).toEqual([]);
});

test("a client that goes away during its upload does no harm", async () => {
  const { port, server, url } = await listen();
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(
    head("POST /pets", AUTHORIZED, "Content-Type: application/json", "Content-Length: 99") + "{",
  );
  await sleep(50);
  socket.destroy();
  await sleep(50);
  expect((await fetch(`${url}/pets/7`)).status).toBe(200);
  expect(server.errors).toEqual([]);
});

test("a body is the same however it comes in, with authentication or without", async () => {
  const { port } = await listen();
  const last = "Connection: close";
  const post = (body: string, ...fields: string[]): string =>
    head("POST /pets", AUTHORIZED, "Content-Type: application/json", ...fields) + body;
  const put = (...fields: string[]): string =>
    head("PUT /bytes", "Content-Type: image/png", ...fields);
  const whole = [
    post('{"name":"rex"}', "Content-Length: 14") + post('{"name":"ada"}', "Content-Length: 14"),
    put("Content-Length: 3", last) + "abc",
  ];
  const together = await exchange(port, whole.join(""));
  expect(together.match(/(?<=\r\n\r\n).+?(?=HTTP|$)/g)).toEqual([
    '{"id":1,"name":"rex"}',
    '{"id":1,"name":"ada"}',
    "3",
  ]);
  const chunked = "3\r\nabc\r\n4\r\ndefg\r\n0\r\n\r\n";
  const pieces = [
    [put("Content-Length: 7", last), "abc", "defg"],
    [put("Content-Length: 7", last) + "a", "bcdef", "g"],
    [put("Transfer-Encoding: chunked", last) + chunked],
    [put("Transfer-Encoding: chunked", last), ...chunked],
  ];
  for (const texts of pieces) expect(await slowly(port, texts)).toMatch(/\r\n\r\n7$/);
  const long = put("Content-Length: 300000", last);
  expect(await exchange(port, long, Buffer.alloc(300_000))).toMatch(/\r\n\r\n300000$/);
  const none = put("Transfer-Encoding: chunked", last) + "0\r\n\r\n";
  expect(await exchange(port, none)).toMatch(/\r\n\r\n0$/);
});

test("an empty body is empty where something has looked for it before", async () => {
  const listener = nodeListener(petsServer());
  const http = createServer((message, response) => {
    message.resume().once("end", () => setImmediate(() => listener(message, response)));
  });
  running.push(http);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const fields = ["Content-Type: image/png", "Transfer-Encoding: chunked", "Connection: close"];
  const text = await exchange(
    (http.address() as AddressInfo).port,
    head("PUT /bytes", ...fields) + "0\r\n\r\n",
  );
  expect(text).toMatch(/\r\n\r\n0$/);
});

test("a body that breaks off is not taken for none, nor waited for", async () => {
  const replies: number[] = [];
  const onReply = ({ status }: { status: number }): void => void replies.push(status);
  const { port, server } = await listen(undefined, { onReply });
  const put = head("PUT /bytes", "Content-Type: image/png", "Content-Length: 9") + "abc";
  const socket = connect(port, "127.0.0.1");
  socket.write(put);
  await sleep(50);
  socket.destroy();
  await until(() => replies.length === 1);
  expect([replies, server.errors]).toEqual([[400], []]);
});

test("a stream that fails late destroys the connection, without a second reply", async () => {
  const { port, server, url } = await listen(() => ({
    status: 200,
    contentType: "text/plain",
    body: (async function* () {
      yield "part";
      await sleep(20);
      throw new Error("late");
    })(),
  }));
  const text = await exchange(port, head("GET /any"));
  expect(statuses(text)).toEqual(["200"]);
  expect(text).toContain("4\r\npart\r\n");
  expect(text).not.toContain("\r\n0\r\n");
  expect(server.errors).toEqual([new Error("late")]);
  expect((await fetch(`${url}/pets/7`)).status).toBe(200);
});

test("parts of a stream are sent as they come", async () => {
  const { port } = await listen(() => ({
    status: 200,
    contentType: "text/plain",
    body: (async function* () {
      yield "one";
      await sleep(80);
      yield "two";
    })(),
  }));
  const times: number[] = [];
  const socket = connect(port, "127.0.0.1");
  socket.on("data", (chunk: Buffer) => {
    if (/one|two/.test(chunk.toString())) times.push(performance.now());
  });
  socket.write(head("GET /any", "Connection: close"));
  await new Promise((resolve) => socket.once("close", resolve));
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(50);
});

test("a stream waits for a slow client, and ends when the client does", async () => {
  let made = 0;
  let ended = false;
  const { port } = await listen(() => ({
    status: 200,
    contentType: "text/plain",
    body: (async function* () {
      try {
        for (;;) {
          made++;
          yield Buffer.alloc(65_536);
          await Promise.resolve();
        }
      } finally {
        ended = true;
      }
    })(),
  }));
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.pause();
  socket.write(head("GET /any"));
  await until(() => made > 1);
  await sleep(200);
  const before = made;
  await sleep(100);
  expect(made).toBe(before);
  socket.destroy();
  await until(() => ended);
});

test("a stream is whole where writing returns nothing, as with serverless-express", async () => {
  const answer: Answer = () => ({
    status: 200,
    contentType: "text/plain",
    body: (async function* () {
      yield "a";
      yield "b";
    })(),
  });
  const listener = nodeListener(petsServer({}, answer));
  const http = createServer((request, response) => {
    const write = response.write.bind(response) as (chunk: unknown) => boolean;
    response.write = (chunk: unknown): never => void write(chunk) as never;
    listener(request, response);
  });
  running.push(http);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}/any`)).text()).toBe("ab");
});

test("a ReadableStream that stands still is cancelled when the client goes away", async () => {
  let cancelled = false;
  const { port } = await listen(() => ({
    status: 200,
    contentType: "text/plain",
    body: new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from("x")),
      cancel: () => void (cancelled = true),
    }),
  }));
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(head("GET /any"));
  await new Promise((resolve) => socket.once("data", resolve));
  socket.destroy();
  await until(() => cancelled);
});

test("HEAD of a stream has its fields and starts nothing", async () => {
  let started = false;
  const { port } = await listen(() => ({
    status: 200,
    contentType: "text/plain",
    body: (async function* () {
      started = true;
      yield await Promise.resolve("x");
    })(),
  }));
  const text = await exchange(port, head("HEAD /any", "Connection: close"));
  expect(text).toMatch(/^HTTP\/1\.1 200[^]*content-type: text\/plain[^]*\r\n\r\n$/i);
  expect(started).toBe(false);
});

test("a handler sees the request's fields as they were sent", async () => {
  const { url } = await listen(({ request }) => ({
    status: 200,
    body: [...request.headers()].filter(([name]) => name.startsWith("X-")),
    headers: { "X-Joined": request.header("x-many"), "X-From": request.remoteAddress },
  }));
  const port = Number(new URL(url).port);
  const text = await exchange(
    port,
    head("GET /any", "X-Many: a", "X-Many: b", "Connection: close"),
  );
  expect(text).toContain('[["X-Many","a"],["X-Many","b"]]');
  expect(text).toContain("X-Joined: a, b");
  expect(text).toContain("X-From: 127.0.0.1");
});

test("several credentials or media types are all there, so that none of them is taken for the only one", async () => {
  const { port, server } = await listen();
  const ask = (line: string, ...fields: string[]): Promise<string> =>
    exchange(port, head(line, "Connection: close", "Content-Length: 2", ...fields) + "{}");
  await ask("GET /pets", AUTHORIZED, "authorization: Bearer other");
  const all = "Bearer key-ann, Bearer other";
  expect(server.contexts.at(-1)?.request.header("authorization")).toBe(all);
  const json = "Content-Type: application/json";
  expect(statuses(await ask("POST /pets", AUTHORIZED, json))).toEqual(["400"]);
  expect(statuses(await ask("POST /pets", AUTHORIZED, json, json))).toEqual(["415"]);
});
