import { createReadStream } from "node:fs";
import { type Server as HttpServer, createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { readJsonLines } from "../../src/runtime/wire/streams/item-readers.js";
import { writeEvents, writeJsonLines } from "../../src/runtime/wire/streams/item-writers.js";
import { attach } from "../../src/runtime/server/adapters/node.js";
import { projectBy } from "../../src/runtime/server/replies/projection.js";
import { Problem } from "../../src/runtime/server/problem.js";
import {
  type Context,
  type Reply,
  type ServerOptions,
  createServer as create,
} from "../../src/runtime/server/server.js";
import { route } from "./route.js";
import { receiveItems, sendItems } from "../../src/runtime/server/streams.js";

const running: HttpServer[] = [];
afterEach(() => {
  for (const http of running.splice(0)) {
    http.closeAllConnections();
    http.close();
  }
});

function isNumber(value: unknown, issues: Issue[]): boolean {
  if (typeof value === "number") return true;
  issues.push({ path: "", schema: "", keyword: "type", params: {}, message: "must be a number" });
  return false;
}

type Handle = (
  request: { readonly body: AsyncIterable<number> },
  context: Context,
) => Reply | Promise<Reply>;

/** A server with `POST /in`, which takes numbers, and `GET /out`, which answers with some. */
async function serve(handle: Handle, options: ServerOptions = {}) {
  const errors: unknown[] = [];
  const server = create<undefined>(
    { onError: (error) => errors.push(error), ...options },
    {},
    {
      in: route({
        method: "POST",
        path: "/in",
        body: {
          required: true,
          content: { "application/jsonl": receiveItems(readJsonLines(), isNumber) },
        },
        handle: (request: { readonly body: AsyncIterable<number> }, context) =>
          handle(request, context),
      }),
      out: route({
        method: "GET",
        path: "/out",
        replies: {
          200: {
            "application/jsonl": sendItems(writeJsonLines(), isNumber),
            "text/event-stream": sendItems(writeEvents()),
          },
        },
        handle: (_, context) => handle({ body: none() }, context),
      }),
    },
  );
  const http = createServer();
  attach(server, http);
  running.push(http);
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const { port } = http.address() as AddressInfo;
  return { server, http, port, url: `http://127.0.0.1:${port}`, errors };
}

async function* none(): AsyncGenerator<number> {}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const lines = (body: RequestInit["body"], more: object = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/jsonl" },
  body: body ?? null,
  ...more,
});

const sum: Handle = async ({ body }) => {
  const all = await collect(body);
  return { status: 200, contentType: "application/json", body: all };
};

test("items are handed on while they come in, and a wrong one is a 400 with its place", async () => {
  const { url, server } = await serve(sum);
  for (const send of [
    fetch,
    (input: string, init: RequestInit) => server.fetch(new Request(input, init)),
  ]) {
    expect(await (await send(`${url}/in`, lines("1\n2\n3"))).json()).toEqual([1, 2, 3]);
    expect(await (await send(`${url}/in`, lines(""))).json()).toEqual([]);
    const wrong = await send(`${url}/in`, lines('1\n"x"\n2'));
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ issues: [{ pointer: "/body/1", keyword: "type" }] });
    expect(await (await send(`${url}/in`, lines("1\n{"))).json()).toMatchObject({
      issues: [{ pointer: "/body/1", keyword: "json" }],
    });
    const bytes = await send(`${url}/in`, lines(Uint8Array.of(0x31, 0x0a, 0xff)));
    expect(await bytes.json()).toMatchObject({
      issues: [{ pointer: "/body", keyword: "encoding" }],
    });
  }
});

test("the limit is for each item, however long the stream is", async () => {
  const { url } = await serve(sum, { bodyLimit: 10 });
  const many = await fetch(`${url}/in`, lines("1\n".repeat(1000)));
  expect(await many.json()).toHaveLength(1000);
  expect((await fetch(`${url}/in`, lines(`1\n${"1".repeat(11)}\n`))).status).toBe(413);
});

test("a handler may leave a stream before its end, and the reply is whole", async () => {
  const { url } = await serve(async ({ body }) => {
    for await (const item of body) if (item === 2) break;
    return { status: 200, contentType: "text/plain", body: "enough" };
  });
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((done) => setTimeout(done, 1));
      controller.enqueue(new TextEncoder().encode(`${++sent}\n`));
    },
  });
  const reply = await fetch(`${url}/in`, lines(endless, { duplex: "half" }));
  expect(await reply.text()).toBe("enough");
});

test("items go out of generators, lists, streams of either kind, and bytes go as they are", async () => {
  const sources: readonly (() => unknown)[] = [
    async function* () {
      yield* [1, 2];
    },
    () => [1, 2],
    () => Readable.from([1, 2]),
    () => new ReadableStream({ start: (it) => (it.enqueue(1), it.enqueue(2), it.close()) }),
    () => Readable.from([Buffer.from("1\n"), Buffer.from("2\n")]),
    () => new Blob(["1\n2\n"]),
    () => "1\n2\n",
  ];
  for (const source of sources) {
    const { url } = await serve(() => ({
      status: 200,
      contentType: "application/jsonl",
      body: source(),
    }));
    const reply = await fetch(`${url}/out`);
    expect([reply.headers.get("content-type"), await reply.text()]).toEqual([
      "application/jsonl",
      "1\n2\n",
    ]);
  }
});

test("an item that breaks its schema ends the connection, is reported, or is not looked at", async () => {
  async function* wrong(): AsyncGenerator<unknown> {
    yield 1;
    await new Promise((done) => setTimeout(done, 20));
    yield "x";
    yield 2;
  }
  const reply: Reply = { status: 200, contentType: "application/jsonl", body: undefined };
  const cut = await serve(() => ({ ...reply, body: wrong() }));
  await expect(fetch(`${cut.url}/out`).then((got) => got.text())).rejects.toThrow();
  expect(cut.errors).toMatchObject([{ name: "ReplyFault", issues: [{ path: "/1" }] }]);
  const told = await serve(() => ({ ...reply, body: wrong() }), { replies: "report" });
  expect(await (await fetch(`${told.url}/out`)).text()).toBe('1\n"x"\n2\n');
  expect(told.errors).toHaveLength(1);
  const blind = await serve(() => ({ ...reply, body: wrong() }), { replies: "off" });
  expect(await (await fetch(`${blind.url}/out`)).text()).toBe('1\n"x"\n2\n');
  expect(blind.errors).toEqual([]);
});

test("of an item, only what is declared is sent, after it was checked", async () => {
  const seen: unknown[] = [];
  const check = (value: unknown): boolean => seen.push(value) > 0;
  const only = projectBy({
    Event: { inside: { data: { members: ["a"] } } },
    Line: { members: ["a"] },
  });
  const item = { a: 1, b: 2 };
  const lines = sendItems(writeJsonLines(), only("Line", check)).items([item], () => undefined);
  expect(await collect<unknown>(lines ?? none())).toEqual(['{"a":1}\n']);
  expect(seen).toEqual([item]);
  const events = sendItems(writeEvents("json"), only("Event")).items(
    [{ event: "x", id: "7", data: item }],
    undefined,
  );
  expect(await collect<unknown>(events ?? none())).toEqual(['event: x\nid: 7\ndata: {"a":1}\n\n']);
});

test("a stream that fails late breaks the connection and is reported", async () => {
  async function* failing(): AsyncGenerator<unknown> {
    yield { data: "1" };
    await new Promise((done) => setTimeout(done, 20));
    throw new Error("lost the database");
  }
  const { url, errors } = await serve(() => ({
    status: 200,
    contentType: "text/event-stream",
    body: failing(),
  }));
  const reply = await fetch(`${url}/out`);
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
  expect(errors).toMatchObject([{ message: "lost the database" }]);
});

async function* failing(error: Error, wait: number): AsyncGenerator<unknown> {
  await new Promise((done) => setTimeout(done, wait));
  yield Promise.reject(error);
}

test("a stream that fails before its first part is a 500, or what it throws", async () => {
  const answer = (contentType: string, body: unknown): Reply => ({
    status: 200,
    contentType,
    body,
  });
  const replies = [
    () => answer("application/jsonl", failing(new Error("no database"), 5)),
    () => answer("text/event-stream", failing(new Problem(404), 5)),
    () => answer("application/jsonl", createReadStream("/no/such/file")),
    () => answer("application/jsonl", ["x"]),
  ];
  for (const viaNode of [true, false]) {
    let next = 0;
    const { url, server, errors } = await serve(() => replies[next++]?.() ?? { status: 204 });
    const ask = (): Promise<Response> =>
      viaNode ? fetch(`${url}/out`) : server.fetch(new Request(`${url}/out`));
    const statuses: number[] = [];
    for (const _ of replies) {
      const reply = await ask();
      statuses.push(reply.status);
      expect(reply.headers.get("content-type")).toBe("application/problem+json");
      await reply.text();
    }
    expect(statuses).toEqual([500, 404, 500, 500]);
    expect(errors.map((error) => (error as Error).name)).toEqual(["Error", "Error", "ReplyFault"]);
  }
});

test("bytes are waited for, items only for a moment", async () => {
  const late = (): AsyncGenerator<unknown> => failing(new Error("too late"), 400);
  const { url, errors } = await serve(() => ({
    status: 200,
    contentType: "application/jsonl",
    body: late(),
  }));
  const items = await fetch(`${url}/out`);
  expect(items.status).toBe(200);
  await expect(items.text()).rejects.toThrow();
  expect(errors).toMatchObject([{ message: "too late" }]);
  const server = create<undefined>(
    { onError: () => undefined },
    {},
    {
      file: route({
        method: "GET",
        path: "/file",
        handle: () => ({ status: 200, contentType: "application/octet-stream", body: late() }),
      }),
    },
  );
  expect((await server.fetch(new Request("http://pets.example/file"))).status).toBe(500);
});

test("a client that goes away before the first part ends the source", async () => {
  let ended: () => void = () => undefined;
  const end = new Promise<void>((done) => (ended = done));
  let asked: () => void = () => undefined;
  const ask = new Promise<void>((done) => (asked = done));
  const body: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        asked();
        return new Promise(() => undefined);
      },
      return: () => {
        ended();
        return Promise.resolve({ done: true, value: undefined });
      },
    }),
  };
  const { url } = await serve(() => ({ status: 418, contentType: "image/png", body }), {
    replies: "off",
  });
  const controller = new AbortController();
  const reply = fetch(`${url}/out`, { signal: controller.signal }).catch(() => undefined);
  await ask;
  controller.abort();
  await end;
  await reply;
});

test("what is not sent is closed: for HEAD, for a status that is not declared, and if it cannot be opened", async () => {
  const missing = (): Readable => createReadStream("/there/is/no/such/file");
  const sources: Readable[] = [];
  const answer = (status: number, source: Readable, contentType: string): Reply => {
    sources.push(source);
    return { status, contentType, body: source };
  };
  const replies = [
    () => answer(200, Readable.from([1]), "application/jsonl"),
    () => answer(200, Readable.from(["1"]), "text/event-stream"),
    () => answer(418, Readable.from([1]), "application/jsonl"),
    () => answer(200, missing(), "application/jsonl"),
    () => answer(418, missing(), "application/jsonl"),
  ];
  let next = 0;
  const { url } = await serve(() => replies[next++]?.() ?? { status: 500 });
  for (const _ of replies) await fetch(`${url}/out`, { method: "HEAD" });
  await new Promise((done) => setTimeout(done, 20));
  expect(sources.map(({ destroyed }) => destroyed)).toEqual(replies.map(() => true));
});

test("bytes of a file are closed for HEAD, too", async () => {
  const source = createReadStream(new URL(import.meta.url));
  const server = create<undefined>(
    {},
    {},
    {
      file: route({
        method: "GET",
        path: "/file",
        handle: () => ({ status: 200, contentType: "application/octet-stream", body: source }),
      }),
    },
  );
  await server.fetch(new Request("http://pets.example/file", { method: "HEAD" }));
  expect(source.destroyed).toBe(true);
});

test("an item may be nested as deep as any body", async () => {
  const { url } = await serve(sum);
  const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  const refused = async (levels: number) =>
    (await (await fetch(`${url}/in`, lines(`1\n${deep(levels)}\n`))).text()).includes("deeper");
  expect([await refused(500), await refused(501)]).toEqual([false, true]);
});

test("a client that goes away ends the source, also one that stands still", async () => {
  let ended: () => void = () => undefined;
  const end = new Promise<void>((done) => (ended = done));
  const source: AsyncIterable<number> = {
    [Symbol.asyncIterator]: () => {
      let count = 0;
      return {
        next: () =>
          count++ < 3
            ? Promise.resolve({ done: false, value: count })
            : new Promise(() => undefined),
        return: () => {
          ended();
          return Promise.resolve({ done: true, value: undefined });
        },
      };
    },
  };
  const { url } = await serve(() => ({
    status: 200,
    contentType: "application/jsonl",
    body: source,
  }));
  const controller = new AbortController();
  const reply = await fetch(`${url}/out`, { signal: controller.signal });
  const reader = reply.body?.getReader();
  await reader?.read();
  controller.abort();
  await end;
});

test.each([false, true])(
  "a client that goes away while an item is made is no error (its signal throws: %s)",
  async (throws) => {
    let state = "";
    async function* ticking(signal: AbortSignal): AsyncGenerator<number> {
      try {
        for (let count = 0; ; count++) {
          yield count;
          state = "asked";
          await new Promise((done) => setTimeout(done, 30));
          if (throws) signal.throwIfAborted();
        }
      } finally {
        state = "ended";
      }
    }
    const reached = async (wanted: string): Promise<void> => {
      while (state !== wanted) await new Promise((done) => setTimeout(done, 1));
    };
    const { server, url, errors } = await serve((_, { signal }) => ({
      status: 200,
      contentType: "application/jsonl",
      body: ticking(signal),
    }));
    const direct: typeof fetch = (address, init) => server.fetch(new Request(address, init));
    for (const ask of [fetch, direct]) {
      state = "";
      const controller = new AbortController();
      const { body } = await ask(`${url}/out`, { signal: controller.signal });
      const reader = body?.getReader();
      await reader?.read();
      await reached("asked");
      const left = reader?.cancel();
      controller.abort();
      await left?.catch(() => undefined);
      await reached("ended");
      await new Promise((done) => setTimeout(done, 10));
    }
    expect(errors).toEqual([]);
  },
);

test("where the platform reads on without a client, the signal of the request ends the source", async () => {
  let ended = 0;
  const { server, url, errors } = await serve(() => ({
    status: 200,
    contentType: "application/jsonl",
    body: (async function* () {
      try {
        for (let count = 0; count < 500; count++) {
          yield count;
          await new Promise((done) => setTimeout(done, 1));
        }
      } finally {
        ended++;
      }
    })(),
  }));
  const controller = new AbortController();
  const request = new Request(`${url}/out`, { signal: controller.signal });
  const read = async (reply: Promise<Response>) => {
    for await (const chunk of (await reply).body ?? []) if (chunk.length > 0) controller.abort();
  };
  await expect(read(server.fetch(request))).rejects.toThrow("aborted");
  // Also where it has gone before the reply begins.
  await expect(read(server.fetch(request))).rejects.toThrow("aborted");
  expect([ended, errors]).toEqual([2, []]);
});

test("a client that takes nothing holds the source up", async () => {
  let made = 0;
  async function* endless(): AsyncGenerator<number> {
    for (;;) {
      made += 1;
      yield 1e300 + made;
    }
  }
  const { port } = await serve(() => ({
    status: 200,
    contentType: "application/jsonl",
    body: endless(),
  }));
  const socket = connect(port, "127.0.0.1");
  socket.pause();
  socket.write("GET /out HTTP/1.1\r\nHost: x\r\n\r\n");
  let before = -1;
  while (before !== made) {
    before = made;
    await new Promise((done) => setTimeout(done, 150));
  }
  expect(made).toBeGreaterThan(0);
  socket.destroy();
});
