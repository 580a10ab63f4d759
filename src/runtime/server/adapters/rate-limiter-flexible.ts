import { type Limit, type Limiter, type RateLimitStatus, UNLIMITED, tighter } from "../limiter.js";

/**
 * The used part of a limiter of `rate-limiter-flexible`, such as `RateLimiterRedis` or
 * `RateLimiterPostgres`, so that the package need not be installed. Its own `points` and `duration` have no effect:
 * the limits come with each request.
 */
export interface FlexibleLimiter {
  /** Adds to the count of a key, and returns it as `consumedPoints`. */
  penalty(key: string, points: number, options: CountOptions): Promise<Counted>;
  /** Subtracts from the count of a key. */
  reward(key: string, points: number, options: CountOptions): Promise<Counted>;
}

export interface CountOptions {
  /** In seconds. */
  readonly customDuration: number;
}

export interface Counted {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

export interface SharedLimiterOptions {
  /** Milliseconds after which a store that does not answer counts as failed; 500 by default. */
  readonly timeout?: number | undefined;
  /** Milliseconds for which a failed store is not used; 1000 by default. */
  readonly pause?: number | undefined;
}

/** The store failed recently and was not used; `cause` is its error. */
export class StoreDownError extends Error {
  override readonly name: string = "StoreDownError";
}

/**
 * Counts in a store that several processes share. A window begins with the first request of a key and
 * ends by the clock of the store. A rejected request counts only in the windows that reject it.
 * Rejects if the store fails; `onFailure` decides what happens then.
 */
export function sharedLimiter(
  store: FlexibleLimiter,
  { timeout = 500, pause = 1000 }: SharedLimiterOptions = {},
): Limiter {
  let failure: { readonly cause: unknown; readonly until: number } | undefined;

  const count = async (key: string, seconds: number): Promise<Counted> =>
    inTime(store.penalty(`${key}:${seconds}`, 1, { customDuration: seconds }), timeout);

  return {
    async take(key, limits, now = Date.now()) {
      if (failure !== undefined && Date.now() < failure.until)
        throw Object.assign(new StoreDownError("The store of the rate limits is down."), {
          cause: failure.cause,
        });
      try {
        const lengths = [...new Set(limits.map(({ seconds }) => seconds))];
        const counts = await Promise.all(lengths.map((seconds) => count(key, seconds)));
        const windows = new Map(lengths.map((seconds, index) => [seconds, counts[index]]));
        const { status, giveBack } = judge(limits, windows, now);
        await Promise.all(
          giveBack.map((seconds) =>
            inTime(store.reward(`${key}:${seconds}`, 1, { customDuration: seconds }), timeout),
          ),
        );
        failure = undefined;
        return status;
      } catch (cause) {
        failure = { cause, until: Date.now() + pause };
        throw cause;
      }
    },
  };
}

/** The status after a request that was counted in all windows, and the windows that must not count it. */
function judge(
  limits: readonly Limit[],
  windows: ReadonlyMap<number, Counted | undefined>,
  now: number,
): { readonly status: RateLimitStatus; readonly giveBack: readonly number[] } {
  let status: RateLimitStatus | undefined;
  const refusing = new Set<number>();
  for (const { requests: limit, seconds } of limits) {
    const { consumedPoints = 0, msBeforeNext = 0 } = windows.get(seconds) ?? {};
    const reset = Math.ceil((now + msBeforeNext) / 1000);
    const remaining = limit - consumedPoints;
    if (remaining < 0) refusing.add(seconds);
    status = tighter(status, limit, remaining, reset, msBeforeNext / 1000);
  }
  const giveBack =
    refusing.size === 0 ? [] : [...windows.keys()].filter((seconds) => !refusing.has(seconds));
  return { status: status ?? UNLIMITED, giveBack };
}

/** A time limit, since clients of stores tend to wait for a connection indefinitely. */
function inTime<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`The store did not answer within ${milliseconds} ms.`)),
      milliseconds,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
