import { isPromise } from "./awaitable.js";
import type { Awaitable } from "../wire/http.js";
import type { Limit, Limiter, RateLimitStatus } from "./limiter.js";
import { memoryLimiter } from "./limiter.js";
import { Problem } from "./problem.js";
import type { HeaderList } from "./replies/reply.js";
import type { IncomingRequest } from "./server.js";

/** A rate-limit policy. */
export interface RateLimiting<Caller> {
  /** `memoryLimiter()` by default, which counts in this process only. */
  readonly limiter?: Limiter | undefined;
  /**
   * Without limits, or with `undefined`, a request is not limited and no headers are sent. There is no caller if the
   * operation is open, if credentials are missing or wrong, and if no operation matched.
   */
  limits(caller: Caller | undefined, request: IncomingRequest): readonly Limit[] | undefined;
  /**
   * Requests with the same key are counted together. The default is the caller, if it is not a string or number its
   * JSON, and without a caller the remote address; behind a proxy that is the proxy's.
   */
  key?(caller: Caller | undefined, request: IncomingRequest): string;
  /** Names of the rate-limit headers; by default those that the description declares, if any. */
  readonly headers?: RateLimitHeaders | undefined;
  /** The format of `Retry-After`; `seconds` by default. */
  readonly retryAfter?: "seconds" | "http-date" | undefined;
  /**
   * While the limiter fails, this process counts by itself (`local`, the default), requests are accepted without headers
   * (`allow`), or they get a 503 (`refuse`). `onError` is called each time.
   */
  readonly onFailure?: "local" | "allow" | "refuse" | undefined;
}

/** Names of the rate-limit headers. */
export interface RateLimitHeaders {
  readonly limit?: string | undefined;
  readonly remaining?: string | undefined;
  readonly reset?: string | undefined;
}

export interface RateLimitPolicy<Caller> {
  /** Counts a request; `undefined` if it is not limited. Throws `Problem` 503 with `onFailure: "refuse"`. */
  take(
    caller: Caller | undefined,
    request: IncomingRequest,
  ): Awaitable<RateLimitStatus | undefined>;
  addFigures(headers: HeaderList, status: RateLimitStatus): void;
  refusal(status: RateLimitStatus): Problem;
}

export function rateLimitPolicy<Caller>(
  rateLimit: RateLimiting<Caller>,
  names: RateLimitHeaders,
  onError: (error: unknown, request: IncomingRequest) => void,
): RateLimitPolicy<Caller> {
  const limiter = rateLimit.limiter ?? memoryLimiter();
  const onFailure = rateLimit.onFailure ?? "local";
  const local = memoryLimiter();

  const fail = (
    error: unknown,
    request: IncomingRequest,
    key: string,
    limits: readonly Limit[] | undefined,
  ): Awaitable<RateLimitStatus | undefined> => {
    onError(error, request);
    if (onFailure === "refuse") throw new Problem(503);
    return onFailure === "allow" || limits === undefined ? undefined : local.take(key, limits);
  };

  return {
    take(caller, request) {
      let limits: readonly Limit[] | undefined;
      let key = "";
      try {
        limits = rateLimit.limits(caller, request);
        if (limits === undefined || limits.length === 0) return undefined;
        key = rateLimit.key?.(caller, request) ?? usualKey(caller, request);
        const status = limiter.take(key, limits);
        if (!isPromise(status)) return status;
        return status.then(undefined, (error) => fail(error, request, key, limits));
      } catch (error) {
        return fail(error, request, key, limits);
      }
    },
    addFigures(headers, { limit, remaining, reset }) {
      if (names.limit !== undefined) headers.push([names.limit, String(limit)]);
      if (names.remaining !== undefined) headers.push([names.remaining, String(remaining)]);
      if (names.reset !== undefined) headers.push([names.reset, String(reset)]);
    },
    refusal({ retryAfter, reset }) {
      const date = rateLimit.retryAfter === "http-date";
      const value = date ? new Date(reset * 1000).toUTCString() : String(retryAfter);
      return new Problem(429, { headers: { "Retry-After": value } });
    },
  };
}

/** The prefixes distinguish a caller whose name is an address from that address. */
function usualKey<Caller>(caller: Caller | undefined, request: IncomingRequest): string {
  if (caller === undefined) return `address:${request.remoteAddress ?? ""}`;
  return `caller:${typeof caller === "object" ? JSON.stringify(caller) : String(caller)}`;
}
