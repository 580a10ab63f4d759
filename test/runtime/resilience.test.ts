import { describe, expect, test } from "vitest";
import { binaryBody, jsonBody } from "../../src/runtime/client/bodies/bodies.js";
import type { AnyReply } from "../../src/runtime/wire/http.js";
import type { CallOptions, ClientOptions } from "../../src/runtime/client/options.js";
import { byType } from "../../src/runtime/client/replies/body-readers.js";
import { json } from "../../src/runtime/client/replies/readers.js";
import { dropped, FakeClock, fakeService, never, reply, type Sent, type Step } from "./fakes.js";
import { fullSender, type Outgoing, send } from "./senders.js";

/** What a scripted service answers, and what the client must have done in the end. */
interface Row {
  /** The clause that the row stands for. */
  readonly clause: string;
  readonly method?: string;
  /** The answer to each request; the last one answers all further ones. */
  readonly steps: readonly Step[];
  readonly options?: ClientOptions;
  readonly call?: CallOptions;
  readonly change?: Partial<Outgoing>;
  /** What `random()` gives; 1 when left out, which is the longest wait. */
  readonly chance?: number;
  /** How many calls are made, at once (`together`) or one after the other. */
  readonly calls?: number;
  readonly together?: boolean;
  /** When the caller gives up, in milliseconds. */
  readonly abortAt?: number;
  /** When each request was sent, in milliseconds. */
  readonly sent?: readonly number[];
  readonly fewerThan?: number;
  /** Of the last call: its status, or what its error must hold. */
  readonly outcome: number | object;
  /** When that is known, in milliseconds. */
  readonly settledAt?: number;
  readonly also?: (sent: readonly Sent[]) => void;
}

const start = Date.parse("2026-01-02T03:04:05Z");
const ok = reply(200, { fine: true });
const once = [0];
const again = [0, 500];
const at = (seconds: number): string => new Date(start + seconds * 1000).toUTCString();
const rateLimited = (headers: Record<string, string> = {}): Response => reply(429, {}, headers);
const busy = (headers: Record<string, string> = {}): Response => reply(503, {}, headers);
const halfBody = (): Response =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"fine"'));
        stream.error(new TypeError("terminated"));
      },
    }),
    { headers: { "content-type": "application/json" } },
  );

const passing = [408, 429, 500, 502, 503, 504];
const final = [400, 401, 403, 404, 405, 410, 412, 415, 422, 501];
const harmless = ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"];
const harmful = ["POST", "PATCH"];
const keyed = { idempotencyKey: "k-1" };
const sameKeys = (sent: readonly Sent[]): void =>
  expect(new Set(sent.map(({ headers }) => headers["idempotency-key"]))).toEqual(new Set(["k-1"]));

const what: readonly Row[] = [
  ...harmless.flatMap((method): Row[] => [
    ...passing.map((status) => ({
      clause: `${status} is tried again for ${method}`,
      method,
      steps: [reply(status, {}), ok],
      sent: again,
      outcome: 200,
    })),
    ...final.map((status) => ({
      clause: `${status} is final for ${method}`,
      method,
      steps: [reply(status, {}), ok],
      sent: once,
      outcome: status,
    })),
    {
      clause: `a dropped connection is tried again for ${method}`,
      method,
      steps: [dropped(), ok],
      sent: again,
      outcome: 200,
    },
  ]),
  ...harmful.flatMap((method): Row[] => [
    {
      clause: `429 is tried again for ${method}`,
      method,
      steps: [rateLimited(), ok],
      sent: again,
      outcome: 200,
    },
    ...passing
      .filter((status) => status !== 429)
      .flatMap((status): Row[] => [
        {
          clause: `${status} is final for ${method} without a key`,
          method,
          steps: [reply(status, {}), ok],
          sent: once,
          outcome: status,
        },
        {
          clause: `${status} is tried again for ${method} with a key, the same each time`,
          method,
          call: keyed,
          steps: [reply(status, {}), ok],
          sent: again,
          outcome: 200,
          also: sameKeys,
        },
      ]),
    ...final.map((status) => ({
      clause: `${status} is final for ${method}, with a key too`,
      method,
      call: keyed,
      steps: [reply(status, {}), ok],
      sent: once,
      outcome: status,
    })),
    {
      clause: `a dropped connection is final for ${method} without a key`,
      method,
      steps: [dropped(), ok],
      sent: once,
      outcome: { name: "ConnectionError" },
    },
    {
      clause: `a dropped connection is tried again for ${method} with a key`,
      method,
      call: keyed,
      steps: [dropped(), ok],
      sent: again,
      outcome: 200,
      also: sameKeys,
    },
    {
      clause: `half a reply is final for ${method} without a key`,
      method,
      steps: [halfBody, ok],
      sent: once,
      outcome: { name: "ConnectionError" },
    },
  ]),
  {
    clause: "half a reply is tried again for GET",
    steps: [halfBody, ok],
    sent: again,
    outcome: 200,
  },
  {
    clause: "a new key for each call",
    method: "POST",
    options: { idempotencyKey: counter() },
    calls: 2,
    steps: [busy(), ok, busy(), ok],
    outcome: 200,
    also: (sent) =>
      expect(sent.map(({ headers }) => headers["idempotency-key"])).toEqual(["1", "1", "2", "2"]),
  },
  {
    clause: "then the real reply",
    steps: [busy(), busy(), reply(500, { last: true })],
    sent: [0, 500, 1500],
    outcome: { status: 500, body: { last: true } },
  },
];

function counter(): () => string {
  let count = 0;
  return () => String(++count);
}

const waits: readonly Row[] = [
  ...(
    [
      ["in seconds", { "retry-after": "7" }, 7000],
      ["as an HTTP date", { "retry-after": at(7) }, 7000],
      ["retry-after-ms wins", { "retry-after-ms": "1250", "retry-after": "7" }, 1250],
      ["malformed: own backoff", { "retry-after": "soon" }, 500],
      ["negative: own backoff", { "retry-after": "-7" }, 500],
      ["past: own backoff", { "retry-after": at(-7) }, 500],
      ["zero: own backoff", { "retry-after": "0" }, 500],
      ["malformed retry-after-ms gives way", { "retry-after-ms": "x", "retry-after": "7" }, 7000],
      ["at the cap", { "retry-after": "60" }, 60_000],
      [
        "X-RateLimit-Remaining: 0 with -Reset as a moment",
        { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(start / 1000 + 7) },
        7000,
      ],
      [
        "X-RateLimit-Remaining: 0 with -Reset in seconds",
        { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "7" },
        7000,
      ],
      [
        "X-RateLimit-Remaining: 1 does not count",
        { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "7" },
        500,
      ],
    ] as const
  ).map(([form, headers, wait]): Row => ({
    clause: `Retry-After, ${form}`,
    steps: [rateLimited(headers), ok],
    sent: [0, wait],
    outcome: 200,
  })),
  ...[0, 0.5].map((chance): Row => ({
    clause: `Retry-After is obeyed whatever chance says (${chance})`,
    chance,
    steps: [rateLimited({ "retry-after": "7" }), ok],
    sent: [0, 7000],
    outcome: 200,
  })),
  ...[429, 503].map((status): Row => ({
    clause: `longer than the cap fails at once, with retryAfter on the error (${status})`,
    steps: [reply(status, {}, { "retry-after": "61" })],
    sent: once,
    settledAt: 0,
    outcome: { name: "ApiError", status, retryAfter: 61 },
  })),
  {
    clause: "retryAfter is on the error of a reply that is final, too",
    steps: [reply(403, {}, { "retry-after": at(90) })],
    sent: once,
    outcome: { name: "ApiError", status: 403, retryAfter: 90 },
  },
  ...[0, 0.25, 1].map((chance): Row => ({
    clause: `0.5 s × 2^n with full jitter, cap 8 s (chance ${chance})`,
    chance,
    options: { retries: 6 },
    steps: [reply(500, {})],
    sent: [0, 500, 1500, 3500, 7500, 15_500, 23_500].map((time) => time * chance),
    outcome: 500,
  })),
  {
    clause: "a budget keeps an outage from tripling the load",
    steps: [reply(503, {})],
    calls: 60,
    fewerThan: 120,
    outcome: 503,
  },
  {
    clause: "the budget holds for calls at once",
    steps: [dropped()],
    calls: 60,
    together: true,
    fewerThan: 120,
    outcome: { name: "ConnectionError" },
  },
];

const limits: readonly Row[] = [
  {
    clause: "abort during a wait rejects at once and sends nothing",
    steps: [rateLimited({ "retry-after": "30" }), ok],
    abortAt: 10_000,
    sent: once,
    settledAt: 10_000,
    outcome: { message: "enough" },
  },
  {
    clause: "abort of a try that is under way",
    steps: [never],
    abortAt: 10_000,
    sent: once,
    settledAt: 10_000,
    outcome: { message: "enough" },
  },
  {
    clause: "a time limit per try",
    options: { tryTimeout: 1000 },
    steps: [never, ok],
    sent: [0, 1500],
    outcome: 200,
  },
  {
    clause: "a time limit per call",
    options: { timeout: 1200, tryTimeout: 1000 },
    steps: [never],
    sent: [0],
    settledAt: 1200,
    outcome: { name: "TimeoutError" },
  },
  {
    clause: "a time limit of one call",
    call: { timeout: 300 },
    options: { timeout: 5000 },
    steps: [never],
    settledAt: 300,
    outcome: { name: "TimeoutError" },
  },
  {
    clause: "the caller's signal together with time limits",
    options: { timeout: 9000, tryTimeout: 8000 },
    steps: [never],
    abortAt: 700,
    settledAt: 700,
    outcome: { message: "enough" },
  },
  {
    clause: "one-shot stream bodies are not repeated",
    method: "PUT",
    change: { body: binaryBody(new Blob(["x"]).stream()) },
    steps: [busy(), ok],
    sent: once,
    outcome: 503,
  },
  {
    clause: "a repeated PUT sends the same bytes",
    method: "PUT",
    change: { body: jsonBody({ made: "once" }) },
    steps: [busy(), dropped(), ok],
    sent: [0, 500, 1500],
    outcome: 200,
    also: (sent) => expect(new Set(sent.map(({ body }) => body)).size).toBe(1),
  },
];

const gate: readonly Row[] = [
  {
    clause: "calls at once that got a 429 come back when the window is open, not one of them early",
    calls: 3,
    together: true,
    chance: 0,
    steps: [
      rateLimited({ "retry-after": "5" }),
      rateLimited({ "retry-after": "20" }),
      rateLimited({ "retry-after-ms": "1" }),
      ok,
    ],
    sent: [0, 0, 0, 20_000, 20_000, 20_000],
    outcome: 200,
  },
  {
    clause: "after 503 with Retry-After the next call waits, though the first one is not repeated",
    options: { retries: 0 },
    calls: 2,
    steps: [busy({ "retry-after": "9" }), ok],
    sent: [0, 9000],
    outcome: 200,
  },
  {
    clause: "after 503 without Retry-After it does not",
    options: { retries: 0 },
    calls: 2,
    steps: [busy(), ok],
    sent: [0, 0],
    outcome: 200,
  },
  {
    clause: "a window beyond the cap: the next call fails at once and is not sent",
    calls: 2,
    steps: [rateLimited({ "retry-after": "3600" }), ok],
    sent: once,
    settledAt: 0,
    outcome: { name: "RateLimitError", retryAfter: 3600 },
  },
];

describe.each([
  ["what is tried again", what],
  ["how long it waits", waits],
  ["limits", limits],
  ["the gate", gate],
] as const)("%s", (_, rows) => {
  test.each(rows.map((row) => [row.clause, row] as const))("%s", async (_clause, row) => {
    const { clock, sent, outcome } = await play(row);
    const times = sent.map((one) => one.at - start);
    if (row.sent) expect(times).toEqual(row.sent);
    if (row.fewerThan !== undefined) {
      expect(times.length).toBeGreaterThan(row.calls ?? 1);
      expect(times.length).toBeLessThan(row.fewerThan);
    }
    if (typeof row.outcome === "number") expect(outcome).toMatchObject({ status: row.outcome });
    else expect(outcome).toMatchObject(row.outcome);
    if (row.settledAt !== undefined) expect(clock.time - start).toBe(row.settledAt);
    row.also?.(sent);
    expect(clock.pending).toBe(0);
  });
});

/** The reply of the last call, or its error; a row that wants an error of the reply gets it from `ok()`. */
async function play(row: Row) {
  const clock = new FakeClock(start);
  clock.chance = row.chance ?? 1;
  const { fetch, sent } = fakeService(clock, ...row.steps);
  const sender = fullSender({ baseUrl: "https://a.example", fetch, clock, ...row.options });
  const abort = new AbortController();
  const wantsError = typeof row.outcome === "object" && "name" in row.outcome;
  const one = async (): Promise<unknown> => {
    const pending = send<AnyReply>(
      sender,
      () => ({
        operation: "op",
        method: row.method ?? "GET",
        path: "/x",
        replies: { default: { body: (it) => byType(it, { "*/*": json }) } },
        ...row.change,
      }),
      { ...row.call, signal: abort.signal },
    );
    return (wantsError ? pending : pending.reply()).catch((error: unknown) => error);
  };
  let outcome: unknown;
  if (row.together) {
    const all = Array.from({ length: row.calls ?? 1 }, one);
    outcome = (await clock.run(Promise.all(all))).at(-1);
  } else
    for (let count = 0; count < (row.calls ?? 1); count++) {
      const pending = one();
      if (row.abortAt !== undefined) {
        await clock.advanceTo(start + row.abortAt);
        abort.abort(new Error("enough"));
      }
      outcome = await clock.run(pending);
    }
  return { clock, sent, outcome };
}

describe("the gate, with calls that come later", () => {
  const open = (headers: Record<string, string>) => {
    const clock = new FakeClock(start);
    clock.chance = 0.5;
    const { fetch, sent } = fakeService(clock, rateLimited(headers), ok);
    const sender = fullSender({ baseUrl: "https://a.example", fetch, clock });
    const call = (baseUrl = "https://a.example"): Promise<AnyReply> =>
      send(sender, () => ({
        operation: "op",
        method: "POST",
        path: "/x",
        baseUrl,
        replies: { default: { body: json } },
      }));
    return { clock, call, times: () => sent.map((one) => one.at - start) };
  };

  test("every call to that origin waits until the window opens, and then they start spread out", async () => {
    const { clock, call, times } = open({ "retry-after": "10" });
    const first = call();
    await clock.advanceTo(start + 2000);
    const others = Array.from({ length: 9 }, () => call());
    await clock.advanceTo(start + 9999);
    expect(times()).toEqual([0]);
    await clock.run(Promise.all([first, ...others]));
    const starts = times().slice(1);
    expect(Math.min(...starts)).toBe(10_000);
    expect(new Set(starts).size).toBe(starts.length);
  });

  test("another origin is not held up", async () => {
    const { clock, call, times } = open({ "retry-after": "10" });
    const first = call();
    await clock.settle();
    await clock.run(call("https://b.example"));
    expect(times()).toEqual([0, 0]);
    await clock.run(first);
    expect(times()).toEqual([0, 0, 10_000]);
  });
});

test("bodies of failed attempts are cancelled", async () => {
  let cancelled = 0;
  const failing = (): Response =>
    new Response(new ReadableStream({ cancel: () => void (cancelled += 1) }), { status: 503 });
  const { outcome } = await play({ clause: "", steps: [failing, failing, ok], outcome: 200 });
  expect(outcome).toMatchObject({ status: 200 });
  expect(cancelled).toBe(2);
});
