import type { Awaitable } from "../wire/http.js";

/** A maximum number of requests in a time window. */
export interface Limit {
  readonly requests: number;
  readonly seconds: number;
}

/** The rate-limit status of a caller after a request, for the headers of its reply. */
export interface RateLimitStatus {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The Unix time in seconds at which the window of this status ends. */
  readonly reset: number;
  /** Seconds to wait; 0 for an allowed request. */
  readonly retryAfter: number;
}

/** Counts requests; an implementation may share its counts among processes. */
export interface Limiter {
  /** Counts one request of `key` against all limits at once. `now` is Unix time in milliseconds. */
  take(key: string, limits: readonly Limit[], now?: number): Awaitable<RateLimitStatus>;
}

export interface MemoryLimiterOptions {
  /** Unix time in milliseconds; `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
  /** Maximum number of stored keys, 100,000 by default; beyond it, the least recently used are dropped. */
  readonly maxKeys?: number | undefined;
}

interface Count {
  /** The number of the window since 1970, so that all processes agree on where windows begin. */
  window: number;
  used: number;
}

interface Entry {
  /** One for each length of window, by its seconds. */
  readonly counts: Map<number, Count>;
  /** The Unix time in milliseconds after which this entry can be dropped. */
  until: number;
}

/**
 * Counts in the memory of this process, in fixed windows that are aligned to Unix time: a limit per
 * minute restarts at each full minute. A rejected request is not counted, so that a caller who
 * keeps trying succeeds as soon as the next window begins.
 *
 * The status is that of the window with the fewest requests left; for a rejected request, that
 * of the exhausted window that ends last.
 */
export function memoryLimiter(options: MemoryLimiterOptions = {}): Limiter {
  const clock = options.clock ?? Date.now;
  const maxKeys = Math.max(1, options.maxKeys ?? 100_000);
  // A Map keeps the order of insertion: entries are moved to its end when seen, stale ones gather at its start.
  const entries = new Map<string, Entry>();

  function entryOf(key: string, now: number): Entry {
    const known = entries.get(key);
    if (known !== undefined) entries.delete(key);
    sweep(now);
    const entry = known ?? { counts: new Map<number, Count>(), until: 0 };
    entries.set(key, entry);
    return entry;
  }

  function sweep(now: number): void {
    let looked = 0;
    for (const [key, entry] of entries) {
      if (entries.size < maxKeys && (entry.until > now || looked === 2)) return;
      entries.delete(key);
      looked++;
    }
  }

  return {
    take(key, limits, now = clock()) {
      const entry = entryOf(key, now);
      const status = judge(entry, limits, now);
      if (!status.allowed) return status;
      // Limits with the same window length share one count.
      for (const seconds of new Set(limits.map((limit) => limit.seconds))) {
        const count = countOf(entry, seconds, now);
        count.used++;
        entry.until = Math.max(entry.until, (count.window + 1) * seconds * 1000);
      }
      return status;
    },
  };
}

function countOf(entry: Entry, seconds: number, now: number): Count {
  const window = Math.floor(now / (seconds * 1000));
  let count = entry.counts.get(seconds);
  if (count === undefined) {
    count = { window, used: 0 };
    entry.counts.set(seconds, count);
  } else if (count.window !== window) {
    count.window = window;
    count.used = 0;
  }
  return count;
}

/** The status after one more request, which is not counted yet. */
function judge(entry: Entry, limits: readonly Limit[], now: number): RateLimitStatus {
  let status: RateLimitStatus | undefined;
  for (const { requests, seconds } of limits) {
    const { window, used } = countOf(entry, seconds, now);
    const reset = (window + 1) * seconds;
    status = tighter(status, requests, requests - used - 1, reset, reset - now / 1000);
  }
  return status ?? UNLIMITED;
}

/**
 * The stricter of `status` and the status in another window, which is exhausted if `remaining` is negative. `wait` is the
 * number of seconds until that window ends.
 */
export function tighter(
  status: RateLimitStatus | undefined,
  limit: number,
  remaining: number,
  reset: number,
  wait: number,
): RateLimitStatus {
  if (remaining < 0) {
    if (status?.allowed === false && status.reset >= reset) return status;
    const retryAfter = Math.max(1, Math.ceil(wait));
    return { allowed: false, limit, remaining: 0, reset, retryAfter };
  }
  if (status !== undefined && (!status.allowed || status.remaining <= remaining)) return status;
  return { allowed: true, limit, remaining, reset, retryAfter: 0 };
}

/** The status without any limit. */
export const UNLIMITED: RateLimitStatus = /* @__PURE__ */ Object.freeze({
  allowed: true,
  limit: 0,
  remaining: 0,
  reset: 0,
  retryAfter: 0,
});
