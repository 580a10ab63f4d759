import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type BinaryOptions, binary } from "../../src/runtime/client/replies/binary.js";
import { ConnectionError, UnexpectedResponse } from "../../src/runtime/client/errors.js";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { readEventData, readJsonLines } from "../../src/runtime/wire/streams/item-readers.js";
import { writeJsonLines } from "../../src/runtime/wire/streams/item-writers.js";
import type { Incoming } from "../../src/runtime/client/operation.js";
import type { CallOptions, ClientOptions } from "../../src/runtime/client/options.js";
import { streamBody } from "../../src/runtime/client/bodies/stream-body.js";
import { items } from "../../src/runtime/client/replies/streams.js";
import { type Outgoing, fullSender, send } from "./senders.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(listener as never);
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function isNumber(value: unknown, issues: Issue[]): boolean {
  if (typeof value === "number") return true;
  issues.push({ path: "", schema: "", keyword: "type", params: {}, message: "must be a number" });
  return false;
}

const numbers = (reply: Incoming) => items(reply, readJsonLines(), isNumber);

async function call(
  baseUrl: string,
  more: Partial<Outgoing> = {},
  options: Partial<ClientOptions> & Omit<CallOptions, "baseUrl"> & BinaryOptions = {},
): Promise<AsyncIterable<unknown>> {
  const sender = fullSender({ baseUrl, retries: 0, ...options });
  const outgoing = {
    operation: "watch",
    method: "GET",
    path: "/",
    replies: { 200: { body: numbers } },
  };
  return (await send(sender, () => ({ ...outgoing, ...more }), options)) as AsyncIterable<unknown>;
}

async function collect(body: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of body) all.push(item);
  return all;
}

test("each item is checked: a wrong one throws, is reported, or is handed on", async () => {
  const url = await serve((_, response) => response.end('1\n"2"\n{\n3'));
  const failure = await collect(await call(url)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UnexpectedResponse);
  expect(failure).toMatchObject({
    issues: [{ path: "/body/1", message: "must be a number" }],
    body: "2",
  });
  const told: UnexpectedResponse[] = [];
  const unexpected = (error: UnexpectedResponse): void => void told.push(error);
  expect(await collect(await call(url, {}, { unexpected }))).toEqual([1, "2", "{", 3]);
  expect(told.map(({ issues }) => issues[0]?.path)).toEqual(["/body/1", "/body/2"]);
  expect(await collect(await call(url, {}, { unexpected: "pass" }))).toEqual([1, "2", "{", 3]);
});

test("a loop that is left ends the connection, also before the first item", async () => {
  let closed = 0;
  const url = await serve((request, response) => {
    response.write("1\n2\n");
    request.socket.on("close", () => closed++);
  });
  for await (const item of await call(url)) if (item === 2) break;
  await expect.poll(() => closed).toBe(1);
});

test("the caller's signal ends a stream that stands still, with its reason", async () => {
  const url = await serve((_, response) => void response.write("1\n"));
  const controller = new AbortController();
  const body = await call(url, {}, { signal: controller.signal });
  const seen: unknown[] = [];
  const reason = new Error("enough");
  await expect(
    (async () => {
      for await (const item of body) {
        seen.push(item);
        setTimeout(() => controller.abort(reason), 10);
      }
    })(),
  ).rejects.toBe(reason);
  expect(seen).toEqual([1]);
});

test("a stream that breaks off is a ConnectionError after the items that came", async () => {
  const url = await serve((_, response) => {
    response.write("1\n2\n");
    setTimeout(() => response.destroy(), 20);
  });
  const seen: unknown[] = [];
  await expect(
    (async () => {
      for await (const item of await call(url)) seen.push(item);
    })(),
  ).rejects.toThrow(ConnectionError);
  expect(seen).toEqual([1, 2]);
});

test("the data of events, as it comes", async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("data: 1\n\n");
    setTimeout(() => response.end("data: 2\n\n"), 20);
  });
  const replies = { 200: { body: (reply: Incoming) => items(reply, readEventData(), isNumber) } };
  expect(await collect(await call(url, { replies }))).toEqual([1, 2]);
});

test("items are sent as they come, once; a list is sent again", async () => {
  const seen: string[] = [];
  let count = 0;
  const url = await serve((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      seen.push(text);
      response.statusCode = count++ === 0 ? 503 : 200;
      response.end("1\n");
    });
  });
  async function* lazy(): AsyncGenerator<number> {
    yield 1;
    await new Promise((done) => setTimeout(done, 5));
    yield 2;
  }
  const put = { method: "PUT", path: "/" };
  const clock = { now: () => 0, sleep: () => Promise.resolve(), random: () => 0 };
  const list = streamBody([1, 2], "application/jsonl", writeJsonLines());
  expect(await collect(await call(url, { ...put, body: list }, { retries: 1, clock }))).toEqual([
    1,
  ]);
  expect(seen).toEqual(["1\n2\n", "1\n2\n"]);
  count = 0;
  const once = streamBody(lazy(), "application/jsonl", writeJsonLines());
  await expect(call(url, { ...put, body: once }, { retries: 1, clock })).rejects.toThrow();
  expect(seen.slice(2)).toEqual(["1\n2\n"]);
});

test("small items go together, unless there is nothing more to send now", async () => {
  async function* many(pause: number): AsyncGenerator<string> {
    for (let count = 0; count < 2000; count++) {
      if (count % 1000 === 999) await new Promise((done) => setTimeout(done, pause));
      yield "x".repeat(97);
    }
  }
  const chunks: number[] = [];
  const { body } = streamBody(many(20), "application/jsonl", writeJsonLines());
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk.length);
  expect(chunks.reduce((sum, length) => sum + length)).toBe(200_000);
  // Six times 164 of each thousand, and what is left before a pause or the end.
  expect(chunks.filter((length) => length === 16_400)).toHaveLength(12);
  expect(chunks).toHaveLength(15);
});

test("a source that fails, or an item that cannot be written, fails the call and is ended", async () => {
  const url = await serve((request, response) => {
    request.on("error", () => undefined);
    request.on("end", () => response.end());
    request.resume();
  });
  let ended = 0;
  async function* source(bad: boolean): AsyncGenerator<unknown> {
    try {
      yield 1;
      if (bad) throw new Error("no more");
      yield undefined;
    } finally {
      ended += 1;
    }
  }
  for (const bad of [true, false]) {
    const body = streamBody(source(bad), "application/jsonl", writeJsonLines());
    await expect(call(url, { method: "POST", body })).rejects.toThrow(ConnectionError);
  }
  expect(ended).toBe(2);
});

test("bytes are collected, or handed on as they come if the call asks for that", async () => {
  const url = await serve((_, response) => {
    response.write("ab");
    setTimeout(() => response.end("c"), 20);
  });
  const replies = { 200: { body: binary } };
  expect(await call(url, { replies })).toEqual(new TextEncoder().encode("abc"));
  const streamed = (await call(url, { replies }, { stream: true })) as unknown as ReadableStream;
  expect(streamed).toBeInstanceOf(ReadableStream);
  expect(await new Response(streamed).text()).toBe("abc");
});
