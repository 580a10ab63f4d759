import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkReplies } from "../../src/runtime/client/replies/checks.js";
import { type Call, createSender } from "../../src/runtime/client/client.js";
import { ApiError } from "../../src/runtime/client/errors.js";
import { callHooks } from "../../src/runtime/client/hooks.js";
import type {
  BaseUrl,
  CallOptions,
  ClientOptions,
  ProgressEvent,
} from "../../src/runtime/client/options.js";
import { bytes, json } from "../../src/runtime/client/replies/readers.js";
import {
  renewable,
  type RenewableCredential,
  sendRenewed,
} from "../../src/runtime/client/auth/renew.js";
import { waitOut } from "../../src/runtime/client/retries/retry.js";
import type { AnyReply } from "../../src/runtime/wire/http.js";
import { fullSender, type Outgoing, send } from "./senders.js";

type Fetch = NonNullable<ClientOptions["fetch"]>;

const plain: Outgoing = {
  operation: "me",
  method: "GET",
  path: "/me",
  replies: { 200: { body: json }, "4XX": { body: json } },
};

const answer = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

describe("what a client and a call set", () => {
  const seen: [string, RequestInit & { next?: unknown }][] = [];
  const fetch: Fetch = (url, init) => {
    seen.push([url, init]);
    return Promise.resolve(answer(200, {}));
  };
  const sender = fullSender({
    baseUrl: "https://a.example/v1",
    fetch,
    headers: { "x-a": "client", "x-b": "client" },
    init: { credentials: "include", cache: "no-store" },
  });

  test("init goes to fetch; a call's members win, and none of the request's own are lost", async () => {
    const init = { cache: "reload", next: { revalidate: 60 }, method: "PUT" } as const;
    await send(sender, () => plain, { init, headers: { "X-B": "call" } });
    expect(seen.pop()).toMatchObject([
      "https://a.example/v1/me",
      {
        method: "GET",
        credentials: "include",
        cache: "reload",
        next: { revalidate: 60 },
        headers: { "x-a": "client", "x-b": "call" },
      },
    ]);
  });

  test("an address and a fetch of a call stand in the place of the client's", async () => {
    const own: string[] = [];
    const call: CallOptions = {
      baseUrl: "http://127.0.0.1:9/v2/",
      fetch: (url) => {
        own.push(url);
        return Promise.resolve(answer(404, { message: "none" }));
      },
    };
    await expect(send(sender, () => plain, call)).rejects.toThrow("GET /me: 404: none");
    expect([own, seen]).toEqual([["http://127.0.0.1:9/v2/me"], []]);
    await expect(send(sender, () => plain, { baseUrl: "v2" })).rejects.toThrow(
      "baseUrl is invalid",
    );
  });
});

/** A service that takes one token, and a session that renews it. */
function session(
  refresh: (session: Session) => unknown = (it) => void (it.token = `t${++it.count}`),
  options: ClientOptions = {},
): Session {
  const it: Session = {
    token: "t0",
    valid: "t1",
    count: 0,
    sent: [],
    call: (change, call) => send(sender, () => ({ ...plain, ...change }), call),
  };
  const fetch: Fetch = async (_, { headers }) => {
    const { authorization = "none" } = headers as Record<string, string>;
    it.sent.push(authorization);
    await new Promise((resolve) => setTimeout(resolve, 1));
    return authorization === `Bearer ${it.valid}`
      ? answer(200, "you")
      : answer(401, { message: "log in" });
  };
  const credential: RenewableCredential = {
    get: () => it.token,
    refresh: async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return refresh(it);
    },
  };
  const all: ClientOptions & BaseUrl = { baseUrl: "https://a.example", fetch, ...options };
  const sender = createSender(all, renewable(credential), checkReplies(all), (perform) =>
    waitOut(all, callHooks(all, sendRenewed(perform))),
  );
  return it;
}

interface Session {
  token: string | undefined;
  valid: string;
  count: number;
  readonly sent: string[];
  call(change?: Partial<Outgoing>, options?: CallOptions): Call<AnyReply>;
}

describe("a token that is renewed after a 401", () => {
  test("once for all that wait, each of which is sent once more", async () => {
    const it = session();
    const calls = Array.from({ length: 5 }, () => it.call());
    expect(await Promise.all(calls)).toEqual(["you", "you", "you", "you", "you"]);
    expect(it.count).toBe(1);
    expect(it.sent.sort()).toEqual([
      ...Array.from({ length: 5 }, () => "Bearer t0"),
      ...Array.from({ length: 5 }, () => "Bearer t1"),
    ]);
    // The token of that time is good from then on; the next one that is not is renewed again.
    await it.call();
    it.valid = "t2";
    await it.call();
    expect([it.count, it.sent.slice(10)]).toEqual([2, ["Bearer t1", "Bearer t1", "Bearer t2"]]);
  });

  test("a 401 to a token that another call renewed since is only sent once more", async () => {
    const it = session();
    const slow = it.call(
      {},
      {
        fetch: async (_, { headers }) => {
          const { authorization } = headers as Record<string, string>;
          await new Promise((resolve) => setTimeout(resolve, 20));
          return authorization === "Bearer t1" ? answer(200, "slow") : answer(401, {});
        },
      },
    );
    expect([await it.call(), await slow, it.count]).toEqual(["you", "slow", 1]);
  });

  test("without a token the request is sent without one, and then renewed", async () => {
    const it = session();
    it.token = undefined;
    expect(await it.call({ method: "POST" })).toBe("you");
    expect(it.sent).toEqual(["none", "Bearer t1"]);
  });

  test.each<[string, (it: Session) => unknown, number]>([
    ["fails", () => Promise.reject(new Error("s3cret")), 1],
    [
      "throws",
      () => {
        throw new Error("s3cret");
      },
      1,
    ],
    ["gives a token that is no better", (it) => void (it.token = "bad"), 2],
    ["changes nothing", () => undefined, 2],
  ])("when refresh %s, the caller sees the 401", async (_, refresh, times) => {
    const statuses: number[] = [];
    const it = session(refresh, { onResponse: ({ status }) => void statuses.push(status) });
    const error = await it.call().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 401, message: "GET /me: 401: log in" });
    expect(it.sent).toHaveLength(times);
    // A hook that goes to the login does so once, when nothing helps.
    expect(statuses).toEqual([401]);
    expect(await it.call().reply()).toMatchObject({ status: 401 });
  });

  test("what was set by hand, what is a stream, and other statuses are left as they are", async () => {
    const it = session();
    const byHand = it.call({}, { headers: { Authorization: "Bearer own" } });
    await expect(byHand).rejects.toMatchObject({ status: 401 });
    const body = { type: "text/plain", body: new Blob(["x"]).stream(), duplex: "half" } as const;
    await expect(it.call({ method: "POST", body })).rejects.toMatchObject({ status: 401 });
    const forbidden: Fetch = () => Promise.resolve(answer(403, {}));
    await expect(it.call({}, { fetch: forbidden })).rejects.toMatchObject({ status: 403 });
    expect([it.count, it.sent]).toEqual([0, ["Bearer own", "Bearer t0"]]);
  });

  test("an abort ends a call that waits for it", async () => {
    const it = session(() => new Promise(() => undefined));
    const abort = new AbortController();
    const call = it.call({}, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 15);
    await expect(call).rejects.toThrow("enough");
  });
});

describe("hooks", () => {
  const wrapped: Fetch = () => Promise.resolve(answer(200, { data: { id: 1 } }));
  const sender = (options: ClientOptions) =>
    fullSender({ baseUrl: "https://a.example", fetch: wrapped, ...options });

  test("onResponse gives another response to read: what stands in `data`", async () => {
    const unwrapping = sender({
      onResponse: async ({ response }) => {
        const { data } = (await response.json()) as { data: unknown };
        return new Response(JSON.stringify(data), response);
      },
    });
    expect(await send(unwrapping, () => plain)).toEqual({ id: 1 });
  });

  test("onResponse may read a clone, or nothing", async () => {
    const read: unknown[] = [];
    const reading = sender({
      onResponse: async ({ response }) => void read.push(await response.clone().json()),
    });
    expect(await send(reading, () => plain)).toEqual({ data: { id: 1 } });
    expect(read).toEqual([{ data: { id: 1 } }]);
  });

  test("onRequest sees the body, for a signature of it", async () => {
    const bodies: unknown[] = [];
    const signing = sender({
      onRequest: ({ body, headers }) => {
        bodies.push(body);
        headers["x-signature"] = String(String(body).length);
      },
    });
    const body = { type: "application/json", body: '{"a":1}' };
    await send(signing, () => ({ ...plain, method: "POST", body }));
    expect(bodies).toEqual(['{"a":1}']);
  });
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("progress", () => {
  const size = 300_000;
  const whole = new Uint8Array(size).fill(7);
  const replies = { 200: { body: bytes }, 204: {} };

  test.each([
    ["with a length", { "content-length": String(size) }, size],
    ["without one", {}, undefined],
  ])("of a download %s", async (_, headers: Record<string, string>, total) => {
    const baseUrl = await serve((request, response) => {
      if (request.method === "DELETE") response.writeHead(204).end();
      else response.writeHead(200, headers).end(whole);
    });
    const events: ProgressEvent[] = [];
    const call: CallOptions = { onDownloadProgress: (event) => events.push(event) };
    const sender = fullSender({ baseUrl });
    expect(await send(sender, () => ({ ...plain, replies }), call)).toEqual(whole);
    expect(events.at(-1)).toEqual({ loaded: size, total });
    expect(events.every(({ loaded }, at) => loaded > (events[at - 1]?.loaded ?? 0))).toBe(true);
    expect(
      await send(sender, () => ({ ...plain, method: "DELETE", replies }), call),
    ).toBeUndefined();
  });

  test("of an upload, which is sent again as a whole", async () => {
    const got: [number, string | undefined][] = [];
    const baseUrl = await serve((request, response) => {
      let length = 0;
      request.on("data", (chunk: Uint8Array) => (length += chunk.length));
      request.on("end", () => {
        got.push([length, request.headers["content-type"]]);
        response.writeHead(got.length === 1 ? 503 : 204, { "retry-after": "0" }).end();
      });
    });
    const events: ProgressEvent[] = [];
    const onUploadProgress = (event: ProgressEvent) => void events.push(event);
    const sender = fullSender({ baseUrl });
    const outgoing = { ...plain, method: "PUT", replies };
    const body = { body: new Blob([whole], { type: "image/png" }) };
    await send(sender, () => ({ ...outgoing, body }), { onUploadProgress });
    expect(got).toEqual([
      [size, "image/png"],
      [size, "image/png"],
    ]);
    expect(events.filter(({ loaded }) => loaded === size)).toEqual([
      { loaded: size, total: size },
      { loaded: size, total: size },
    ]);
    const text = { type: "text/plain", body: "zwölf" };
    await send(sender, () => ({ ...outgoing, body: text }), { onUploadProgress });
    expect([events.at(-1), got.at(-1)]).toEqual([{ loaded: 6, total: 6 }, [6, "text/plain"]]);
  });
});
