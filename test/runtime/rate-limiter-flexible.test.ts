import { RateLimiterMemory } from "rate-limiter-flexible";
import { expect, test } from "vitest";
import type { Limit } from "../../src/runtime/server/limiter.js";
import {
  type FlexibleLimiter,
  sharedLimiter,
} from "../../src/runtime/server/adapters/rate-limiter-flexible.js";
import { petsServer, KEY, ask } from "./pets-server.js";

const MINUTE: Limit = { requests: 3, seconds: 60 };
const DAY: Limit = { requests: 5, seconds: 86_400 };

/** The package's own limiter; what it is told of points and duration must make no difference. */
const store = (): FlexibleLimiter => new RateLimiterMemory({ points: 1, duration: 1 });

test("counts down, refuses, and says when the window ends", async () => {
  const limiter = sharedLimiter(store());
  const before = Date.now() / 1000;
  const first = await limiter.take("a", [MINUTE]);
  expect(first).toMatchObject({ allowed: true, limit: 3, remaining: 2, retryAfter: 0 });
  expect(first.reset).toBeGreaterThanOrEqual(Math.floor(before) + 60);
  expect(first.reset).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + 60);
  await limiter.take("a", [MINUTE]);
  expect((await limiter.take("a", [MINUTE])).remaining).toBe(0);
  const refused = await limiter.take("a", [MINUTE]);
  expect(refused).toMatchObject({ allowed: false, limit: 3, remaining: 0 });
  expect(refused.retryAfter).toBeGreaterThanOrEqual(58);
  expect(refused.retryAfter).toBeLessThanOrEqual(60);
  expect((await limiter.take("b", [MINUTE])).remaining).toBe(2);
});

test("of several windows, what one of them refuses does not count in the others", async () => {
  const limiter = sharedLimiter(store());
  for (let count = 0; count < 3; count++) await limiter.take("a", [MINUTE, DAY]);
  for (let count = 0; count < 4; count++)
    expect(await limiter.take("a", [MINUTE, DAY])).toMatchObject({ allowed: false, limit: 3 });
  expect(await limiter.take("a", [DAY])).toMatchObject({ allowed: true, limit: 5, remaining: 1 });
  expect(await limiter.take("a", [{ requests: 9, seconds: 60 }, DAY])).toMatchObject({
    allowed: true,
    limit: 5,
    remaining: 0,
  });
  const last = await limiter.take("a", [MINUTE, DAY]);
  expect(last).toMatchObject({ allowed: false, limit: 5 });
  expect(last.retryAfter).toBeGreaterThan(86_000);
});

test("two limits of one length count a request once", async () => {
  const limiter = sharedLimiter(store());
  const limits = [MINUTE, { requests: 2, seconds: 60 }];
  expect(await limiter.take("a", limits)).toMatchObject({ limit: 2, remaining: 1 });
  expect(await limiter.take("a", limits)).toMatchObject({ allowed: true, remaining: 0 });
  expect(await limiter.take("a", limits)).toMatchObject({ allowed: false, limit: 2 });
});

/** A store that is there or not, and counts how often it is asked. */
function failing(how: () => Promise<never>) {
  const good = store();
  const state = { isDown: true, asked: 0 };
  const limiter: FlexibleLimiter = {
    penalty(key, points, options) {
      state.asked++;
      return state.isDown ? how() : good.penalty(key, points, options);
    },
    reward: (key, points, options) => good.reward(key, points, options),
  };
  return { limiter, state };
}

test("a store that does not answer has failed in time, and is left alone for a while", async () => {
  const { limiter: silent, state } = failing(() => new Promise<never>(() => undefined));
  const limiter = sharedLimiter(silent, { timeout: 20, pause: 60 });
  await expect(limiter.take("a", [MINUTE])).rejects.toThrow("did not answer within 20 ms");
  await expect(limiter.take("a", [MINUTE])).rejects.toThrow("is down");
  expect(state.asked).toBe(1);
  state.isDown = false;
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(await limiter.take("a", [MINUTE])).toMatchObject({ allowed: true, remaining: 2 });
});

test("while the store is down: requests are counted here, pass or are refused, as `onFailure` says", async () => {
  const statuses = async (onFailure?: "allow" | "refuse" | "local") => {
    const { limiter } = failing(() => Promise.reject(new Error("redis is gone")));
    const server = petsServer({
      rateLimit: { limiter: sharedLimiter(limiter), limits: () => [MINUTE], onFailure },
      rateLimitHeaders: { remaining: "X-RateLimit-Remaining" },
    });
    const seen: string[] = [];
    for (let count = 0; count < 4; count++) {
      const { status, headers } = await ask(server, "GET /pets", KEY);
      seen.push(`${status} ${headers["x-ratelimit-remaining"] ?? "-"}`);
    }
    expect(server.errors.map(String)).toEqual([
      "Error: redis is gone",
      ...Array.from({ length: 3 }, () => "StoreDownError: The store of the rate limits is down."),
    ]);
    return seen;
  };
  expect(await statuses()).toEqual(["200 2", "200 1", "200 0", "429 0"]);
  expect(await statuses("allow")).toEqual(["200 -", "200 -", "200 -", "200 -"]);
  expect(await statuses("refuse")).toEqual(["503 -", "503 -", "503 -", "503 -"]);
  expect(await statuses("local")).toEqual(["200 2", "200 1", "200 0", "429 0"]);
});
