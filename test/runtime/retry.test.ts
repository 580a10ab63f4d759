import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import type { Call, Sender } from "../../src/runtime/client/client.js";
import { binaryBody, jsonBody } from "../../src/runtime/client/bodies/bodies.js";
import {
  ApiError,
  ConnectionError,
  RateLimitError,
  TimeoutError,
} from "../../src/runtime/client/errors.js";
import type { AnyReply } from "../../src/runtime/wire/http.js";
import type { CallOptions, ClientOptions, RetryEvent } from "../../src/runtime/client/options.js";
import type { Incoming } from "../../src/runtime/client/operation.js";
import { byType, stream } from "../../src/runtime/client/replies/body-readers.js";
import { json } from "../../src/runtime/client/replies/readers.js";
import { retryAfter } from "../../src/runtime/client/retries/retry-after.js";
import { dropped, FakeClock, fakeService, never, reply, type Sent, type Step } from "./fakes.js";
import { fullSender, type Outgoing, send } from "./senders.js";

interface Scene {
  readonly clock: FakeClock;
  readonly sent: Sent[];
  readonly sender: Sender;
  call(method?: string, options?: CallOptions, change?: Partial<Outgoing>): Promise<AnyReply>;
  body(): Call<AnyReply>;
}

const start = 1_000_000;

function scene(steps: readonly Step[], options: ClientOptions = {}): Scene {
  const clock = new FakeClock(start);
  const { fetch, sent } = fakeService(clock, ...steps);
  const sender = fullSender({ baseUrl: "https://a.example", fetch, clock, ...options });
  const outgoing = {
    operation: "op",
    path: "/x",
    replies: { default: { body: (reply: Incoming) => byType(reply, { "*/*": json }) } },
  };
  return {
    clock,
    sent,
    sender,
    call: (method = "GET", call = {}, change = {}) =>
      send(sender, () => ({ ...outgoing, method, ...change }), call).reply(),
    body: () => send(sender, () => ({ ...outgoing, method: "GET" })),
  };
}
/** When each request was sent, counted from the first moment. */
const times = (sent: readonly Sent[]): number[] => sent.map(({ at }) => at - start);
const settled = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => error);

describe("what is tried again", () => {
  const passing = [408, 429, 500, 502, 503, 504];
  const final = [400, 401, 403, 404, 405, 409, 410, 412, 415, 422, 501, 505];
  const repeatable = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"];
  const once = ["POST", "PATCH"];

  test.each(repeatable.flatMap((method) => passing.map((status) => [method, status] as const)))(
    "%s after %i",
    async (method, status) => {
      const { clock, sent, call } = scene([reply(status, {}), reply(200, {})]);
      expect(await clock.run(call(method))).toMatchObject({ status: 200 });
      expect(sent).toHaveLength(2);
    },
  );

  test.each(
    [...repeatable, ...once].flatMap((method) => final.map((status) => [method, status] as const)),
  )("never %s after %i", async (method, status) => {
    const { clock, sent, call } = scene([reply(status, {})]);
    expect(await clock.run(call(method, { idempotencyKey: "k" }))).toMatchObject({ status });
    expect(sent).toHaveLength(1);
  });

  test.each(once.flatMap((method) => passing.map((status) => [method, status] as const)))(
    "%s after %i: only a 429, or with an idempotency key",
    async (method, status) => {
      const steps = [reply(status, {}), reply(200, {})];
      const bare = scene(steps);
      await bare.clock.run(bare.call(method));
      expect(bare.sent).toHaveLength(status === 429 ? 2 : 1);
      const keyed = scene(steps);
      await keyed.clock.run(keyed.call(method, { idempotencyKey: "k-1" }));
      expect(keyed.sent.map(({ headers }) => headers["idempotency-key"])).toEqual(["k-1", "k-1"]);
    },
  );

  test.each([...repeatable, ...once])("%s after a dropped connection", async (method) => {
    const steps = [dropped(), reply(200, {})];
    const bare = scene(steps);
    const outcome = await bare.clock.run(settled(bare.call(method)));
    if (once.includes(method)) expect(outcome).toBeInstanceOf(ConnectionError);
    else expect(outcome).toMatchObject({ status: 200 });
    const keyed = scene(steps);
    expect(await keyed.clock.run(keyed.call(method, { idempotencyKey: "k" }))).toMatchObject({
      status: 200,
    });
  });

  test("a key from the client's options is the same with each try and new for each call", async () => {
    let count = 0;
    const { clock, sent, call } = scene([reply(500, {}), reply(200, {})], {
      idempotencyKey: () => `k-${++count}`,
    });
    await clock.run(call("POST"));
    await clock.run(call("PATCH"));
    await clock.run(call("PUT"));
    const keys = sent.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual(["k-1", "k-1", "k-2", undefined]);
  });

  test("a key that is a parameter of the operation counts", async () => {
    const { clock, sent, call } = scene([dropped(), reply(200, {})]);
    await clock.run(call("POST", {}, { headers: { "Idempotency-Key": "mine" } }));
    expect(sent).toHaveLength(2);
  });

  test("a connection that breaks in the middle of a reply", async () => {
    const half = (): Response =>
      new Response(new ReadableStream({ start: (it) => it.error(new TypeError("terminated")) }));
    const { clock, sent, call } = scene([half, reply(200, {})]);
    expect(await clock.run(call())).toMatchObject({ status: 200 });
    expect(sent).toHaveLength(2);
  });

  test("a reply that breaks its description is final", async () => {
    const { clock, sent, call } = scene([new Response("<p>")]);
    const outcome = await clock.run(
      settled(
        call(
          "GET",
          {},
          {
            replies: {
              200: {
                body: json,
              },
            },
          },
        ),
      ),
    );
    expect(outcome).toMatchObject({ name: "UnexpectedResponse" });
    expect(sent).toHaveLength(1);
  });

  test("a stream is sent once, whatever happens", async () => {
    const { clock, sent, call } = scene([reply(429, {}), reply(200, {})]);
    const body = binaryBody(new Blob(["x"]).stream());
    expect(await clock.run(call("PUT", {}, { body }))).toMatchObject({ status: 429 });
    expect(sent).toHaveLength(1);
  });

  test("a repeated PUT sends the same bytes", async () => {
    const { clock, sent, sender } = scene([reply(503, {}), dropped(), reply(200, {})]);
    let made = 0;
    const call = send(sender, () => ({
      operation: "op",
      method: "PUT",
      path: "/x",
      body: jsonBody({ made: ++made }),
      replies: { 200: {} },
    }));
    await clock.run(call);
    expect(sent.map(({ body }) => body)).toEqual(['{"made":1}', '{"made":1}', '{"made":1}']);
  });

  test("the number of repetitions: 2, or the client's, or the call's", async () => {
    for (const [options, call, count] of [
      [{}, {}, 3],
      [{ retries: 0 }, {}, 1],
      [{ retries: 1 }, {}, 2],
      [{ retries: 1 }, { retries: 4 }, 5],
    ] as const) {
      const { clock, sent, call: send } = scene([reply(500, { real: true })], options);
      expect(await clock.run(send("GET", call))).toEqual({
        status: 500,
        body: { real: true },
        contentType: "application/json",
      });
      expect(sent).toHaveLength(count);
    }
  });

  test("bodies of failed tries are cancelled", async () => {
    const cancelled = vi.fn();
    const failing = (): Response =>
      new Response(new ReadableStream({ cancel: cancelled }), { status: 503 });
    const { clock, call } = scene([failing, failing, reply(200, {})]);
    await clock.run(call());
    expect(cancelled).toHaveBeenCalledTimes(2);
  });

  test("credentials and header functions are asked for each try", async () => {
    let count = 0;
    const { clock, sent, call } = scene([reply(500, {}), reply(200, {})], {
      headers: () => ({ "x-n": String(++count) }),
    });
    await clock.run(call());
    expect(sent.map(({ headers }) => headers["x-n"])).toEqual(["1", "2"]);
  });

  test("onRetry says what comes and why", async () => {
    const events: RetryEvent[] = [];
    const { clock, call } = scene([reply(503, {}), dropped(), reply(200, {})], {
      onRetry: (event) => events.push(event),
    });
    await clock.run(call());
    expect(events).toMatchObject([
      { operation: "op", url: "https://a.example/x", attempt: 1, wait: 500, status: 503 },
      { attempt: 2, wait: 1000, status: undefined, error: { name: "ConnectionError" } },
    ]);
  });
});

describe("how long it waits", () => {
  const now = Date.parse("2026-01-02T03:04:05Z");
  const asked: readonly (readonly [Record<string, string>, number | undefined])[] = [
    [{}, undefined],
    [{ "retry-after": "5" }, 5000],
    [{ "retry-after": "0" }, undefined],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after": "Fri, 02 Jan 2026 03:04:15 GMT" }, 10_000],
    [{ "retry-after": "Friday, 02-Jan-26 03:04:15 GMT" }, 10_000],
    [{ "retry-after": "Fri Jan  2 03:04:15 2026" }, 10_000],
    [{ "retry-after": "Fri, 02 Jan 2026 03:04:00 GMT" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "1e3" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{ "retry-after-ms": "250", "retry-after": "5" }, 250],
    [{ "retry-after-ms": "x", "retry-after": "5" }, 5000],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now / 1000 + 7) }, 7000],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now + 7000) }, 7000],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": "7" }, 7000],
    [{ "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(now / 1000 - 7) }, undefined],
    [{ "x-ratelimit-remaining": "1", "x-ratelimit-reset": String(now / 1000 + 7) }, undefined],
    [{ "x-ratelimit-remaining": "0" }, undefined],
    [{ "retry-after": "5", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "7" }, 5000],
    // Our clock is 20 s ahead of the service's, whose word counts.
    [
      { "retry-after": "Fri, 02 Jan 2026 03:03:55 GMT", date: "Fri, 02 Jan 2026 03:03:45 GMT" },
      10_000,
    ],
  ];

  test.each(asked)("%j asks for %s ms", (headers, wait) => {
    expect(retryAfter(new Headers(headers), now)).toBe(wait);
  });

  test.each([429, 500, 502, 503, 504, 408])(
    "%i with Retry-After is obeyed to the millisecond",
    async (status) => {
      const { clock, sent, call } = scene([
        reply(status, {}, { "retry-after": "7" }),
        reply(200, {}),
      ]);
      await clock.run(call());
      expect(times(sent)).toEqual([0, 7000]);
    },
  );

  test("else 0.5 s × 2^n with full jitter, at most 8 s", async () => {
    for (const chance of [0, 0.5, 1]) {
      const { clock, sent, call } = scene([reply(500, {})], { retries: 6 });
      clock.chance = chance;
      await clock.run(call());
      const waits = times(sent)
        .slice(1)
        .map((at, index) => at - (times(sent)[index] ?? 0));
      expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000].map((wait) => wait * chance));
    }
  });

  test("a 429 that says nothing is waited out as any failure", async () => {
    const { clock, sent, call } = scene([reply(429, {}), reply(200, {})]);
    await clock.run(call());
    expect(times(sent)).toEqual([0, 500]);
  });

  test("longer than the cap fails at once, with retryAfter on the error", async () => {
    const { clock, sent, body } = scene([reply(429, {}, { "retry-after": "61" })]);
    const error = await clock.run(settled(body()));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, retryAfter: 61 });
    expect(times(sent)).toEqual([0]);
    expect(clock.time).toBe(start);
  });

  test("the cap can be set", async () => {
    const { clock, sent, call } = scene([reply(503, {}, { "retry-after": "90" }), reply(200, {})], {
      maxWait: 100_000,
    });
    await clock.run(call());
    expect(times(sent)).toEqual([0, 90_000]);
  });
});

describe("an outage", () => {
  test.each([
    ["a status", reply(503, {})],
    ["no connection", dropped()],
    ["too many requests", reply(429, {})],
  ])("%s: 60 failing calls make fewer than 120 tries", async (_, step) => {
    const { clock, sent, call } = scene([step]);
    for (let index = 0; index < 60; index++) await clock.run(settled(call()));
    expect(sent.length).toBeGreaterThan(60);
    expect(sent.length).toBeLessThan(120);
  });

  test("all at once, too; and successes earn repetitions again", async () => {
    let broken = true;
    const { clock, sent, call } = scene([() => (broken ? reply(500, {}) : reply(200, {}))]);
    await clock.run(Promise.all(Array.from({ length: 60 }, () => call())));
    expect(sent.length).toBeLessThan(120);
    broken = false;
    for (let index = 0; index < 15; index++) await clock.run(call());
    broken = true;
    const before = sent.length;
    await clock.run(call());
    expect(sent.length - before).toBe(3);
  });
});

describe("giving up", () => {
  test("an abort during a wait rejects at once and sends nothing more", async () => {
    const { clock, sent, call } = scene([reply(503, {}, { "retry-after": "30" })]);
    const abort = new AbortController();
    const pending = settled(call("GET", { signal: abort.signal }));
    await clock.advanceTo(start + 10_000);
    abort.abort(new Error("changed my mind"));
    expect(await pending).toMatchObject({ message: "changed my mind" });
    expect(clock.time).toBe(start + 10_000);
    await clock.advanceTo(start + 60_000);
    expect(sent).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  test("an abort while a request is under way", async () => {
    const { clock, sent, call } = scene([never]);
    const abort = new AbortController();
    const pending = settled(call("GET", { signal: abort.signal, timeout: 5000 }));
    await clock.settle();
    abort.abort(new Error("enough"));
    expect(await pending).toMatchObject({ message: "enough" });
    expect(sent[0]?.signal?.aborted).toBe(true);
    expect(clock.pending).toBe(0);
  });

  test("the time limit of a call covers all tries and waits", async () => {
    const { clock, sent, call } = scene([reply(500, {}, { "retry-after": "4" })], {
      timeout: 10_000,
      retries: 9,
    });
    const error = await clock.run(settled(call()));
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error).toMatchObject({
      message: "GET /x: took longer than 10000 ms, in a wait of 4000 ms after 500",
      wait: { milliseconds: 4000, status: 500 },
    });
    expect(times(sent)).toEqual([0, 4000, 8000]);
    expect(clock.time - start).toBe(10_000);
    const short = scene([never], { timeout: 10_000 });
    await short.clock.run(settled(short.call("GET", { timeout: 300 })));
    expect(short.clock.time - start).toBe(300);
  });

  const failures: readonly (readonly [number | undefined, Step])[] = [
    ...[429, 500, 503].map(
      (status) => [status, reply(status, {}, { "retry-after": "4" })] as const,
    ),
    [undefined, () => Promise.reject(dropped())],
  ];
  test.each(failures)("a time limit within a wait after %s says so", async (status, failure) => {
    const { clock, sent, call } = scene([failure], { timeout: 300 });
    const error = await clock.run(settled(call()));
    const milliseconds = status === undefined ? 500 : 4000;
    expect(error).toMatchObject({ name: "TimeoutError", wait: { milliseconds, status } });
    expect((error as Error).message).toContain(
      `a wait of ${milliseconds} ms after ${status ?? "no reply"}`,
    );
    expect(sent).toHaveLength(1);
  });

  test("a call that another one's 429 holds back says so when its time is over", async () => {
    const { clock, sent, call } = scene([reply(429, {}, { "retry-after": "10" }), reply(200, {})]);
    const first = call();
    await clock.advanceTo(start + 100);
    const others = ["GET", "POST"].map((method) => settled(call(method, { timeout: 700 })));
    for (const error of await clock.run(Promise.all(others))) {
      const { message, wait } = error as TimeoutError;
      expect(wait?.milliseconds).toBeGreaterThanOrEqual(9900);
      expect(message).toBe(
        `${(error as TimeoutError).method} /x: took longer than 700 ms, in a wait of ${wait?.milliseconds} ms after 429`,
      );
      expect(wait?.status).toBe(429);
    }
    expect(await clock.run(first)).toMatchObject({ status: 200 });
    expect(times(sent)).toEqual([0, 10_000]);
  });

  test("a time limit that a request itself reaches speaks of no wait", async () => {
    const { clock, call } = scene([reply(429, {}, { "retry-after": "1" }), never], {
      timeout: 4000,
    });
    const error = await clock.run(settled(call()));
    expect(error).toMatchObject({ message: "GET /x: took longer than 4000 ms", wait: undefined });
  });

  test("the time limit of a try starts another one where that is safe", async () => {
    const { clock, sent, call } = scene([never, reply(200, {})], { tryTimeout: 1000 });
    expect(await clock.run(call())).toMatchObject({ status: 200 });
    expect(times(sent)).toEqual([0, 1500]);
    const post = scene([never, reply(200, {})], { tryTimeout: 1000 });
    expect(await post.clock.run(settled(post.call("POST")))).toBeInstanceOf(TimeoutError);
    expect(post.sent).toHaveLength(1);
  });

  test("a time limit covers a credential that does not come", async () => {
    const { clock, sent, call } = scene([reply(200, {})], {
      timeout: 2000,
      headers: () => new Promise(() => undefined),
    });
    expect(await clock.run(settled(call()))).toBeInstanceOf(TimeoutError);
    expect(sent).toEqual([]);
  });

  test("a time limit covers a body that does not end", async () => {
    const endless: Step = ({ signal }) =>
      new Response(
        new ReadableStream({
          start: (it) => signal?.addEventListener("abort", () => it.error(signal.reason)),
        }),
      );
    const { clock, call } = scene([endless], { timeout: 2000 });
    expect(await clock.run(settled(call()))).toBeInstanceOf(TimeoutError);
  });

  test("after a call nothing of its time limits is left", async () => {
    const { clock, call } = scene([reply(200, {})], { timeout: 1000, tryTimeout: 500 });
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, "removeEventListener");
    const add = vi.spyOn(signal, "addEventListener");
    await clock.run(call("GET", { signal }));
    expect(clock.pending).toBe(0);
    expect(remove.mock.calls.length).toBe(add.mock.calls.length);
  });

  test("a signal has one listener for all calls, and none after them", async () => {
    const { clock, call } = scene(Array.from({ length: 15 }, () => reply(200, {})));
    const { signal } = new AbortController();
    const answers = Promise.all(Array.from({ length: 15 }, () => call("GET", { signal })));
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await clock.run(answers);
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("many calls of one signal are all aborted, and calls after that", async () => {
    const { clock, call } = scene(Array.from({ length: 15 }, () => never));
    const abort = new AbortController();
    const pending = Array.from({ length: 15 }, () =>
      settled(call("GET", { signal: abort.signal })),
    );
    await clock.settle();
    abort.abort(new Error("enough"));
    const errors = await Promise.all([...pending, settled(call("GET", { signal: abort.signal }))]);
    expect(errors.map((error) => (error as Error).message)).toEqual(Array(16).fill("enough"));
  });

  test("a stream that was handed on can still be aborted, and outlives the time limit", async () => {
    const endless: Step = ({ signal }) =>
      new Response(
        new ReadableStream({
          start(it) {
            it.enqueue(new Uint8Array([1]));
            signal?.addEventListener("abort", () => it.error(signal.reason));
          },
        }),
      );
    const { clock, call } = scene([endless], { timeout: 1000, tryTimeout: 1000 });
    const abort = new AbortController();
    const replies = { 200: { body: stream } };
    const { body } = await clock.run(call("GET", { signal: abort.signal }, { replies }));
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    await clock.advanceTo(start + 5000);
    expect((await reader.read()).value).toEqual(new Uint8Array([1]));
    abort.abort(new Error("enough"));
    await expect(reader.read()).rejects.toThrow("enough");
  });
});

describe("the gate", () => {
  test("after a 429 every call of the client waits until the window opens", async () => {
    const { clock, sent, call } = scene([reply(429, {}, { "retry-after": "10" }), reply(200, {})]);
    clock.chance = 0.5;
    const first = call();
    await clock.advanceTo(start + 3000);
    const others = Array.from({ length: 8 }, () => call("POST"));
    await clock.advanceTo(start + 9999);
    expect(times(sent)).toEqual([0]);
    await clock.run(Promise.all([first, ...others]));
    const after = times(sent).slice(1);
    expect(after).toHaveLength(9);
    expect(Math.min(...after)).toBe(10_000);
    expect(new Set(after).size).toBe(9);
    expect(Math.max(...after)).toBeLessThanOrEqual(12_000);
  });

  // Next prerenders no page that asks for either before it has fetched anything.
  test("while it is open, neither time nor chance is asked for before a request", async () => {
    const { fetch } = fakeService(
      new FakeClock(),
      reply(200, {}),
      reply(429, {}, { "retry-after": "1" }),
      reply(200, {}),
    );
    const { clock, call } = scene([], {
      timeout: 5000,
      fetch: async (url, request) => {
        before.push(asked());
        const response = await fetch(url, request);
        now.mockClear();
        random.mockClear();
        return response;
      },
    });
    const now = vi.spyOn(clock, "now");
    const random = vi.spyOn(clock, "random");
    const asked = (): number => now.mock.calls.length + random.mock.calls.length;
    const before: number[] = [];
    for (const method of ["GET", "POST", "PUT"]) await clock.run(call(method));
    expect(before).toEqual([0, 0, expect.any(Number), 0]);
  });

  test("calls in flight that also got a 429 do not come back early", async () => {
    const answers = [
      reply(429, {}, { "retry-after": "5" }),
      reply(429, {}, { "retry-after": "20" }),
      reply(429, {}, { "retry-after-ms": "1" }),
      reply(200, {}),
    ];
    const { clock, sent, call } = scene(answers);
    await clock.run(Promise.all([call(), call(), call()]));
    expect(times(sent).slice(0, 3)).toEqual([0, 0, 0]);
    const late = times(sent).slice(3);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(20_000);
    expect(Math.max(...late)).toBeLessThan(21_000);
  });

  test("a 503 closes it only with Retry-After", async () => {
    for (const [headers, next] of [
      [{ "retry-after": "9" }, 9000],
      [{}, 0],
    ] as const) {
      const { clock, sent, call } = scene([reply(503, {}, headers), reply(200, {})], {
        retries: 0,
      });
      await clock.run(call());
      await clock.run(call());
      expect(times(sent)).toEqual([0, next]);
    }
  });

  test("it is closed also by calls that are not repeated", async () => {
    const { clock, sent, call } = scene([reply(503, {}, { "retry-after": "9" }), reply(200, {})]);
    expect(await clock.run(call("POST"))).toMatchObject({ status: 503 });
    await clock.run(call("POST"));
    expect(times(sent)).toEqual([0, 9000]);
  });

  test("another origin and another client are not held up", async () => {
    const { clock, sent, call } = scene([reply(429, {}, { "retry-after": "10" }), reply(200, {})]);
    const first = call();
    await clock.settle();
    await clock.run(call("GET", {}, { baseUrl: "https://b.example" }));
    await clock.run(call("GET", {}, { baseUrl: "http://a.example" }));
    expect(times(sent)).toEqual([0, 0, 0]);
    await clock.run(first);
    expect(times(sent)).toEqual([0, 0, 0, 10_000]);
  });

  test("a window beyond the cap: later calls fail at once and are not sent", async () => {
    const { clock, sent, call } = scene([
      reply(429, {}, { "retry-after": "3600" }),
      reply(200, {}),
    ]);
    await clock.run(call());
    const error = await clock.run(settled(call()));
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ operation: "op", retryAfter: 3600 });
    expect(sent).toHaveLength(1);
    clock.time += 3_600_000;
    expect(await clock.run(call())).toMatchObject({ status: 200 });
  });

  const today = Date.parse("2026-01-02T03:04:05Z");

  /** Waits of up to 60 s are obeyed; whatever else a reply says, calls are sent again after that. */
  const absurd = [
    "86400",
    "99999999999",
    "9".repeat(400),
    "0".repeat(400) + "99999999999",
    "1".repeat(308),
    "1e9",
    "Infinity",
    "NaN",
    "-1",
    "+5",
    "0",
    "0.0001",
    "1.5.5",
    ".",
    "",
    " ",
    "30, 30",
    "30;a=1",
    "0x7fffffff",
    "2147483648",
    "9007199254740993",
    "never",
    "Fri, 31 Dec 9999 23:59:59 GMT",
    "Fri, 31 Dec 99999 23:59:59 GMT",
    "Thu, 01 Jan 1970 00:00:00 GMT",
    "9999-12-31T23:59:59Z",
    "Fri Dec 31 23:59:59 9999",
  ];
  const replies = [429, 503].flatMap((status) =>
    absurd.flatMap((value) => [
      [status, { "retry-after": value }] as const,
      [status, { "retry-after": value, date: "Thu, 01 Jan 1970 00:00:00 GMT" }] as const,
      [status, { "retry-after": value, date: "Fri, 31 Dec 9999 23:59:59 GMT" }] as const,
      [status, { "retry-after-ms": value }] as const,
      [status, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": value }] as const,
    ]),
  );

  test.each([0, 1000, 60_000])(
    "what replies ask for holds up later calls for at most %i ms",
    async (maxWait) => {
      for (const [status, headers] of replies) {
        for (const attempts of [1, 3]) {
          const steps = Array.from({ length: attempts }, () => reply(status, {}, headers));
          const { clock, call } = scene([...steps, reply(200, {})], { maxWait, retries: 0 });
          clock.time = today;
          for (let index = 0; index < attempts; index++) {
            await clock.run(settled(call()));
            // Later calls may fail before that, but not after it.
            await clock.run(settled(call("POST")));
            clock.time += maxWait;
          }
          const later = clock.time;
          expect([
            headers,
            ((await clock.run(settled(call()))) as { status?: number }).status,
          ]).toEqual([headers, 200]);
          expect(clock.time - later).toBe(0);
        }
      }
    },
  );

  test("a clock that is put back does not keep it closed", async () => {
    const { clock, sent, call } = scene([reply(429, {}, { "retry-after": "10" }), reply(200, {})], {
      retries: 0,
    });
    await clock.run(call());
    clock.time -= 365 * 864e5;
    expect(await clock.run(call())).toMatchObject({ status: 200 });
    expect(sent).toHaveLength(2);
  });

  test("what a service asked for before the gate opened says nothing of later waits", async () => {
    const { clock, sent, call } = scene(
      [
        reply(429, {}, { "retry-after": "99999999999" }),
        reply(429, {}, { "retry-after": "9" }),
        reply(200, {}),
      ],
      { retries: 0 },
    );
    await clock.run(call());
    clock.time += 60_000;
    await clock.run(call());
    await clock.run(call());
    expect(times(sent)).toEqual([0, 60_000, 69_000]);
  });

  test("a date is counted from our clock where the other one was never set", async () => {
    const headers = {
      "retry-after": new Date(today + 9000).toUTCString(),
      date: "Thu, 01 Jan 1970 00:00:07 GMT",
    };
    const { clock, sent, call } = scene([reply(503, {}, headers), reply(200, {})]);
    clock.time = today;
    await clock.run(call());
    expect(sent.map(({ at }) => at - today)).toEqual([0, 9000]);
  });

  test("an abort in front of it rejects at once and sends nothing", async () => {
    const { clock, sent, call } = scene([reply(429, {}, { "retry-after": "10" }), reply(200, {})]);
    const first = call();
    await clock.settle();
    const abort = new AbortController();
    const second = settled(call("GET", { signal: abort.signal }));
    await clock.advanceTo(start + 1000);
    abort.abort(new Error("no more"));
    expect(await second).toMatchObject({ message: "no more" });
    await clock.run(first);
    expect(sent).toHaveLength(2);
  });
});
