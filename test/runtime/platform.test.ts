import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, expect, test, vi } from "vitest";
import { bearer } from "../../src/runtime/client/auth/bearer.js";
import { apiKeyCookie } from "../../src/runtime/client/auth/credentials.js";
import { ConnectionError } from "../../src/runtime/client/errors.js";
import { binaryBody } from "../../src/runtime/client/bodies/bodies.js";
import { multipartBody, part } from "../../src/runtime/client/bodies/multipart-body.js";
import { clientCredentials, withTokens } from "../../src/runtime/client/auth/oauth.js";
import { fetchRedirect, fetchStream, fetchWithCookies } from "../../src/runtime/client/platform.js";
import type { FetchFor } from "../../src/runtime/client/operation.js";
import { stream } from "../../src/runtime/client/replies/body-readers.js";
import { bytes, json } from "../../src/runtime/client/replies/readers.js";
import { items } from "../../src/runtime/client/replies/streams.js";
import { readJsonLines } from "../../src/runtime/wire/streams/item-readers.js";
import { FakeClock, fakeService, reply } from "./fakes.js";
import { fullSender, send } from "./senders.js";

afterEach(() => vi.unstubAllGlobals());

/** A page's `Request`: it sets no cookie, and may know no streams. */
function stubBrowser(knowsStreams: boolean): void {
  class PageRequest extends Request {
    constructor(url: string, init: RequestInit = {}) {
      const isText = !knowsStreams && init.body instanceof ReadableStream;
      super(url, isText ? { ...init, body: "[object ReadableStream]" } : init);
      this.headers.delete("cookie");
    }
  }
  vi.stubGlobal("Request", PageRequest);
}

function perform(fetchHere: FetchFor, url: string, request: RequestInit): Promise<Response> {
  const { body, headers = {} } = request as { body: BodyInit; headers?: Record<string, string> };
  return fetchHere({ operation: "op", url, headers, body })(url, request);
}

const http = "http://a.example/x";
const https = "https://a.example/x";
const streamed = () => ({ method: "PUT", body: new ReadableStream(), headers: {} });
const cookies = { headers: { cookie: "a=1" } };

test.each<[string, FetchFor, string, RequestInit, RegExp | undefined]>([
  ["node", fetchWithCookies, http, cookies, undefined],
  ["node", fetchRedirect, http, {}, undefined],
  ["node", fetchStream, http, streamed(), undefined],
  ["browser", fetchWithCookies, https, cookies, /^op has cookies, which no page may set/],
  ["browser", fetchWithCookies, https, { headers: {} }, undefined],
  ["browser", fetchRedirect, https, {}, /^op is answered with a redirect/],
  ["browser", fetchStream, http, streamed(), /^op has .* over HTTP\/2 only, and so with https$/],
  ["browser", fetchStream, https, streamed(), undefined],
  ["browser", fetchStream, https, { ...streamed(), ...cookies }, /^op has cookies/],
  ["browser", fetchStream, http, { body: "text", headers: {} }, undefined],
  ["without streams", fetchStream, https, streamed(), /^op has .* cannot be sent from here$/],
])("in %s, %o", (place, fetchHere, url, request, message) => {
  if (place !== "node") stubBrowser(place === "browser");
  const fetch = vi.fn(() => Promise.resolve(new Response()));
  vi.stubGlobal("fetch", fetch);
  const call = () => perform(fetchHere, url, request);
  if (message) expect(call).toThrow(message);
  else call();
  expect(fetch).toHaveBeenCalledTimes(message ? 0 : 1);
});

test("a cookie's credential leaves a stream to what knows whether one can be sent", async () => {
  stubBrowser(false);
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  const body = binaryBody(new ReadableStream(), "application/octet-stream");
  const sender = fullSender({ baseUrl: https }, { sid: apiKeyCookie("sid", () => undefined) });
  const described = { operation: "op", method: "PUT", path: "/", body, security: [["sid"]] };
  const error = send(sender, () => ({ ...described, replies: {} })).reply();
  await expect(error).rejects.toThrow("op has a stream as its body, which cannot be sent from");
  expect(fetch).not.toHaveBeenCalled();
});

test("a call that a page cannot make is a mistake of its caller, no broken connection", async () => {
  stubBrowser(true);
  const fetch = vi.fn();
  vi.stubGlobal("fetch", fetch);
  const make = () => ({ ...moved, fetchHere: fetchRedirect });
  const moved = { operation: "op", method: "GET", path: "/", replies: {} } as const;
  const error = send(fullSender({ baseUrl: https, retries: 2 }), make).reply();
  await expect(error).rejects.toThrow(
    new TypeError("op is answered with a redirect, which browsers do not show to pages"),
  );
  expect(fetch).not.toHaveBeenCalled();
});

const large = 0x1000000;
const bodies: readonly (readonly [string, () => RequestInit, boolean])[] = [
  ["a stream", streamed, true],
  ["a large file", () => ({ body: new Blob([new Uint8Array(large)]) }), true],
  ["many bytes", () => ({ body: new Uint8Array(large) }), true],
  ["a buffer of them", () => ({ body: new ArrayBuffer(large) }), true],
  ["a file", () => ({ body: new Blob([new Uint8Array(large - 1)]) }), false],
  ["bytes", () => ({ body: new Uint8Array(large - 1) }), false],
  ["a long text", () => ({ body: "x".repeat(large) }), false],
  ["nothing", () => ({}), false],
];

for (const [name, init, isOnce] of bodies)
  for (const given of [undefined, "follow", "manual", "error"] as const)
    test.each(["node", "browser"] as const)(
      `the redirect of ${name}, where ${given} is given, in %s`,
      (place) => {
        if (place === "browser") stubBrowser(true);
        const fetch = vi.fn((_: string, _init: RequestInit) => Promise.resolve(new Response()));
        vi.stubGlobal("fetch", fetch);
        const options = Object.assign(init(), given === undefined ? {} : { redirect: given });
        void perform(fetchStream, https, options);
        const sent = given ?? (isOnce && place === "node" ? "error" : undefined);
        expect(fetch.mock.calls[0]?.[1].redirect).toBe(sent);
      },
    );

test.each([
  ["a file", () => binaryBody(new Blob([new Uint8Array(large)]))],
  ["a form", () => multipartBody([part("a", new Blob([new Uint8Array(large)]))])],
  ["a stream", () => binaryBody(new Blob(["a"]).stream())],
])(
  "a redirect that %s would have to be sent again for is an error that says so",
  async (_, make) => {
    const service = createServer((request, response) => {
      request.resume();
      request.on("end", () => {
        if (request.url === "/to") response.end();
        else response.writeHead(307, { location: "/to" }).end();
      });
    }).listen(0, "127.0.0.1");
    await once(service, "listening");
    const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const sender = fullSender({ baseUrl, retries: 0 });
    const upload = (redirect?: "follow") =>
      send(
        sender,
        () => ({ operation: "up", method: "PUT", path: "/x", body: make(), replies: { 200: {} } }),
        redirect && { init: { redirect } },
      );
    await expect(upload()).rejects.toThrow(/^PUT .*\/x: failed: .*redirect.* is sent once only/);
    if (!(make().body instanceof ReadableStream)) await upload("follow");
    service.close();
  },
);

test("Workers, which cannot be told to follow no redirect, follow those of a stream", () => {
  class WorkersRequest extends Request {
    constructor(url: string, init: RequestInit = {}) {
      if (init.redirect === "error") throw new TypeError("Invalid redirect value");
      super(url, init);
    }
  }
  vi.stubGlobal("Request", WorkersRequest);
  const fetch = vi.fn((_url: string, _init: RequestInit) => Promise.resolve(new Response()));
  vi.stubGlobal("fetch", fetch);
  void perform(fetchStream, https, streamed());
  expect(fetch.mock.calls[0]?.[1].redirect).toBeUndefined();
});

test("a page's stream that the network refused says what browsers need; its abort stays one", async () => {
  stubBrowser(true);
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const call = (request: RequestInit) => perform(fetchStream, https, request);
  await expect(call(streamed())).rejects.toThrow(
    "Failed to fetch (browsers send a stream over HTTP/2 only)",
  );
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(call({ ...streamed(), signal })).rejects.toThrow("enough");
});

/** Gives the bodies of its responses as node-fetch does. */
function nodeStreams(chunks: readonly string[], closed: () => void, status = 200) {
  return () => {
    const body = Readable.from(chunks.map((chunk) => Buffer.from(chunk)));
    body.on("close", closed);
    const type = { "content-type": "application/json" };
    const response = new Response(chunks.join(""), { status, headers: type });
    return Promise.resolve(Object.defineProperty(response, "body", { value: body }));
  };
}

test("streams of Node as bodies: read, handed on, counted, and ended where they are not read", async () => {
  const chunks = ['{"a":1}\n', '{"a":', "2}\n"];
  const closed = vi.fn();
  const sender = (status?: number) =>
    fullSender({ baseUrl: http, fetch: nodeStreams(chunks, closed, status), retries: 0 });
  const of = (body: unknown) => () =>
    ({ operation: "op", method: "GET", path: "/", replies: { 200: { body } } }) as never;
  const count: number[] = [];
  const onDownloadProgress = ({ loaded }: { loaded: number }) => void count.push(loaded);

  const whole = (await send(sender(), of(stream)).reply()).body as ReadableStream<Uint8Array>;
  expect(await new Response(whole).text()).toBe(chunks.join(""));
  const lines = (reply: Parameters<typeof items>[0]) => items(reply, readJsonLines());
  const found: unknown[] = [];
  const read = (await send(sender(), of(lines)).reply()).body as AsyncIterable<unknown>;
  for await (const item of read) found.push(item);
  expect(found).toEqual([{ a: 1 }, { a: 2 }]);
  const counted = await send(sender(), of(bytes), { onDownloadProgress }).reply();
  expect(new TextDecoder().decode(counted.body as Uint8Array)).toBe(chunks.join(""));
  expect(count.at(-1)).toBe(16);

  closed.mockClear();
  const left = (await send(sender(), of(lines)).reply()).body as AsyncIterable<unknown>;
  for await (const item of left) if (item) break;
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  await send(sender(), of(undefined)).reply();
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(2));
  await expect(send(sender(), of(json)).reply()).rejects.toThrow("is not JSON");
});

test("a token server that is down is the call's own error, with its operation, for each that waits", async () => {
  const { fetch, sent } = fakeService(new FakeClock(), reply(200));
  const down = new TypeError("fetch failed", {
    cause: new Error("connect ECONNREFUSED 127.0.0.1:9"),
  });
  const token = clientCredentials({
    tokenUrl: "https://login.example/token?x=1",
    clientId: "id",
    fetch: () => Promise.reject(down),
  });
  const sender = fullSender(
    { baseUrl: http, fetch, retries: 0 },
    {
      oauth: withTokens(bearer(token)),
    },
  );
  const calls = ["getPet", "addPet"].map((operation) =>
    send(sender, () => ({
      operation,
      method: "GET",
      path: "/",
      security: [["oauth"]],
      replies: {},
    })).reply(),
  );
  const errors = await Promise.all(calls.map((call) => call.catch((error: unknown) => error)));
  const about = {
    url: "https://login.example/token?x=1",
    method: "POST",
    message: "POST https://login.example/token: failed: connect ECONNREFUSED 127.0.0.1:9",
    cause: down,
  };
  expect(errors[0]).toBeInstanceOf(ConnectionError);
  expect(errors).toMatchObject([
    { ...about, operation: "getPet" },
    { ...about, operation: "addPet" },
  ]);
  expect(sent).toEqual([]);
});
