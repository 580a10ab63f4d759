import { expect, test } from "vitest";
import {
  type Limit,
  type RateLimitStatus,
  memoryLimiter,
} from "../../src/runtime/server/limiter.js";

const MINUTE = { requests: 3, seconds: 60 };
const DAY = { requests: 5, seconds: 86_400 };
/** A full day after 1970, so that windows of a minute and of a day begin here. */
const START = 20_000 * 86_400_000;

function limiterAt(options: { maxKeys?: number } = {}) {
  let now = START;
  const limiter = memoryLimiter({ ...options, clock: () => now });
  return {
    wait: (seconds: number) => void (now += seconds * 1000),
    take: (key: string, limits: readonly Limit[]) => limiter.take(key, limits) as RateLimitStatus,
  };
}

test("counts down, refuses, and starts anew with the next window", () => {
  const { take, wait } = limiterAt();
  wait(12.5);
  const reset = START / 1000 + 60;
  expect(take("a", [MINUTE])).toEqual({
    allowed: true,
    limit: 3,
    remaining: 2,
    reset,
    retryAfter: 0,
  });
  expect(take("a", [MINUTE]).remaining).toBe(1);
  expect(take("a", [MINUTE]).remaining).toBe(0);
  expect(take("a", [MINUTE])).toEqual({
    allowed: false,
    limit: 3,
    remaining: 0,
    reset,
    retryAfter: 48,
  });
  wait(47.4);
  expect(take("a", [MINUTE])).toMatchObject({ allowed: false, retryAfter: 1 });
  wait(0.1);
  expect(take("a", [MINUTE])).toMatchObject({ allowed: true, remaining: 2, reset: reset + 60 });
});

test("keys do not share their counts", () => {
  const { take } = limiterAt();
  for (let count = 0; count < 3; count++) take("a", [MINUTE]);
  expect(take("a", [MINUTE]).allowed).toBe(false);
  expect(take("b", [MINUTE])).toMatchObject({ allowed: true, remaining: 2 });
});

test("of several windows, the one with the fewest requests left is reported", () => {
  const { take, wait } = limiterAt();
  expect(take("a", [MINUTE, DAY])).toMatchObject({ limit: 3, remaining: 2 });
  take("a", [MINUTE, DAY]);
  take("a", [MINUTE, DAY]);
  wait(60);
  expect(take("a", [MINUTE, DAY])).toMatchObject({
    allowed: true,
    limit: 5,
    remaining: 1,
    reset: START / 1000 + 86_400,
  });
});

test("refused requests are not counted, and the window that opens last is reported", () => {
  const { take, wait } = limiterAt();
  for (let count = 0; count < 3; count++) take("a", [MINUTE, DAY]);
  for (let count = 0; count < 10; count++) {
    expect(take("a", [MINUTE, DAY])).toMatchObject({ allowed: false, limit: 3 });
  }
  wait(60);
  expect(take("a", [MINUTE, DAY]).remaining).toBe(1);
  expect(take("a", [MINUTE, DAY]).remaining).toBe(0);
  expect(take("a", [MINUTE, DAY])).toMatchObject({
    allowed: false,
    limit: 5,
    retryAfter: 86_400 - 60,
    reset: START / 1000 + 86_400,
  });
  take("b", [
    { requests: 1, seconds: 60 },
    { requests: 1, seconds: 3600 },
  ]);
  expect(
    take("b", [
      { requests: 1, seconds: 60 },
      { requests: 1, seconds: 3600 },
    ]),
  ).toMatchObject({
    allowed: false,
    retryAfter: 3600 - 60,
  });
});

test("a caller who changes plans keeps what was counted", () => {
  const { take } = limiterAt();
  for (let count = 0; count < 3; count++) take("a", [MINUTE]);
  expect(take("a", [{ requests: 10, seconds: 60 }])).toMatchObject({ allowed: true, remaining: 6 });
});

test("two limits of one length count a request once", () => {
  const { take } = limiterAt();
  const limits = [MINUTE, { requests: 2, seconds: 60 }];
  expect(take("a", limits)).toMatchObject({ limit: 2, remaining: 1 });
  expect(take("a", limits)).toMatchObject({ allowed: true, remaining: 0 });
  expect(take("a", limits)).toMatchObject({ allowed: false, limit: 2 });
});

test("nothing is allowed where the limit is 0", () => {
  expect(limiterAt().take("a", [{ requests: 0, seconds: 60 }])).toMatchObject({ allowed: false });
});

test("a moment can be given with each request", () => {
  const limiter = memoryLimiter({ clock: () => START });
  limiter.take("a", [{ requests: 1, seconds: 60 }], START);
  expect(limiter.take("a", [{ requests: 1, seconds: 60 }])).toMatchObject({ allowed: false });
  expect(limiter.take("a", [{ requests: 1, seconds: 60 }], START + 60_000)).toMatchObject({
    allowed: true,
  });
});

test("memory is bounded: the key that was seen longest ago is forgotten first", () => {
  const { take } = limiterAt({ maxKeys: 2 });
  const once = [{ requests: 1, seconds: 60 }];
  take("a", once);
  take("b", once);
  expect(take("a", once).allowed).toBe(false);
  take("c", once);
  expect(take("a", once).allowed).toBe(false);
  expect(take("b", once).allowed).toBe(true);
});
