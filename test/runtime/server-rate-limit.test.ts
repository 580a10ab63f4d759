import { expect, test } from "vitest";
import { memoryLimiter } from "../../src/runtime/server/limiter.js";
import type { RateLimiting } from "../../src/runtime/server/rate-limit.js";
import { type Caller, KEY, type Told, ask, petsServer } from "./pets-server.js";

const START = 20_000 * 86_400_000;

function limited(more: Partial<RateLimiting<Caller>> = {}) {
  let now = START;
  const server = petsServer({
    rateLimit: {
      limiter: memoryLimiter({ clock: () => now }),
      limits: (caller) => [{ requests: caller === undefined ? 2 : 3, seconds: 60 }],
      ...more,
    },
    rateLimitHeaders: {
      limit: "X-RateLimit-Limit",
      remaining: "X-RateLimit-Remaining",
      reset: "X-RateLimit-Reset",
    },
  });
  return { server, wait: (seconds: number) => void (now += seconds * 1000) };
}

const figures = ({ status, headers }: Told): unknown[] => [
  status,
  headers["x-ratelimit-limit"],
  headers["x-ratelimit-remaining"],
];

test("figures go on every reply, whoever makes it", async () => {
  for (const [line, fields, status] of [
    ["GET /pets", KEY, 200],
    ["HEAD /pets", KEY, 200],
    ["GET /pets?limit=0", KEY, 400],
    ["GET /pets", {}, 401],
    ["GET /pets", { authorization: "Bearer broken" }, 500],
    ["GET /nope", KEY, 404],
    ["PUT /pets", KEY, 405],
    ["OPTIONS /pets", {}, 204],
    ["GET /any", { accept: "text/html" }, 406],
    ["POST /pets", { ...KEY, "content-type": "text/plain" }, 400],
  ] as const) {
    const { headers, ...reply } = await ask(limited().server, line, fields);
    expect(reply.status).toBe(status);
    expect(headers["x-ratelimit-limit"]).toMatch(/^[23]$/);
    expect(headers["x-ratelimit-remaining"]).toMatch(/^[12]$/);
    expect(headers["x-ratelimit-reset"]).toBe(String(START / 1000 + 60));
  }
});

test("the headers of the figures can be named where the description does not, or otherwise", async () => {
  const { headers } = await ask(
    limited({ headers: { limit: "RateLimit-Limit", remaining: "RateLimit-Remaining" } }).server,
    "GET /nope",
    KEY,
  );
  expect(headers).toMatchObject({ "ratelimit-limit": "2", "ratelimit-remaining": "1" });
  expect(Object.keys(headers).filter((name) => name.includes("reset"))).toEqual([]);
  expect(headers).not.toHaveProperty("x-ratelimit-limit");
});

test("over the limit: 429 with Retry-After, no body where none is declared, until the window ends", async () => {
  const { server, wait } = limited();
  wait(18.2);
  for (const remaining of ["2", "1", "0"]) {
    expect(figures(await ask(server, "GET /pets", KEY))).toEqual([200, "3", remaining]);
  }
  const refused = await ask(server, "GET /pets", KEY);
  expect(refused).toEqual({
    status: 429,
    headers: {
      "retry-after": "42",
      "x-ratelimit-limit": "3",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(START / 1000 + 60),
    },
    body: "",
  });
  const other = { authorization: "Bearer key-bob" };
  expect((await ask(server, "GET /pets", other)).status).toBe(200);
  wait(41.8);
  expect(figures(await ask(server, "GET /pets", KEY))).toEqual([200, "3", "2"]);
  expect(server.errors).toEqual([]);
});

test("those without a caller share the limit of their address, also for what is not found", async () => {
  const { server } = limited();
  expect((await ask(server, "GET /pets")).status).toBe(401);
  expect((await ask(server, "GET /nope")).status).toBe(404);
  expect((await ask(server, "GET /pets", { authorization: "Bearer bad" })).status).toBe(429);
  expect((await ask(server, "GET /nope")).status).toBe(429);
  expect((await ask(server, "OPTIONS /pets")).status).toBe(429);
  expect((await ask(server, "GET /pets", KEY)).status).toBe(200);
});

test("a key can be given, and the date of Retry-After be one", async () => {
  const { server } = limited({ key: () => "all", retryAfter: "http-date" });
  for (const name of ["a", "b", "c"]) {
    await ask(server, "GET /pets", { authorization: `Bearer key-${name}` });
  }
  const refused = await ask(server, "GET /pets", KEY);
  expect(refused.headers["retry-after"]).toBe(new Date(START + 60_000).toUTCString());
});

test("who is not limited gets no figures", async () => {
  const { server } = limited({ limits: () => undefined });
  for (let count = 0; count < 10; count++) {
    expect(figures(await ask(server, "GET /pets", KEY))).toEqual([200, undefined, undefined]);
  }
});

test("while a limiter fails, this process counts, or lets requests through, or refuses them", async () => {
  const limiter = { take: () => Promise.reject(new Error("redis is gone")) };
  const { server } = limited({ limiter });
  expect(figures(await ask(server, "GET /pets", KEY))).toEqual([200, "3", "2"]);
  expect((await ask(server, "GET /nope")).status).toBe(404);
  expect(server.errors).toEqual([new Error("redis is gone"), new Error("redis is gone")]);
  const lax = limited({ limiter, onFailure: "allow" }).server;
  expect(figures(await ask(lax, "GET /pets", KEY))).toEqual([200, undefined, undefined]);
  const strict = limited({ limiter, onFailure: "refuse" }).server;
  expect((await ask(strict, "GET /pets", KEY)).status).toBe(503);
  expect((await ask(strict, "GET /nope")).status).toBe(503);
});

test("what asks for the limits may fail, and then there is nothing to count against", async () => {
  const limits = () => {
    throw new Error("no plan");
  };
  expect(figures(await ask(limited({ limits }).server, "GET /pets", KEY))).toEqual([
    200,
    undefined,
    undefined,
  ]);
});

test("a handler's own figures count, and it sees the rate limit", async () => {
  const rateLimit = { limits: () => [{ requests: 5, seconds: 60 }] };
  const server = petsServer(
    { rateLimit, rateLimitHeaders: { remaining: "X-RateLimit-Remaining" } },
    ({ rateLimit }) => ({
      status: 200,
      headers: { "x-ratelimit-remaining": `${rateLimit?.remaining}!` },
    }),
  );
  expect((await ask(server, "GET /free")).headers).toEqual({ "x-ratelimit-remaining": "4!" });
});
