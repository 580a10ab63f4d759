import type { CallInfo, UnexpectedResponse } from "./errors.js";
import type { Awaitable } from "../wire/http.js";

/** Header names and values; undefined values are not sent. */
export type HeaderFields = Readonly<Record<string, string | undefined>>;

/** The second parameter of `fetch`. */
export type FetchOptions = NonNullable<Parameters<typeof globalThis.fetch>[1]>;
export type Fetch = (url: string, options: FetchOptions) => Promise<Response>;

/** Options of `fetch` besides those that make up the request: `credentials`, `cache`, `mode`, Next's `next` … */
export type FetchInit = Omit<FetchOptions, "method" | "headers" | "body" | "signal" | "duplex">;

/** Options for all calls of any client, and for each. */
interface SendOptions {
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Passed to `fetch`; members given for a call replace those of the client. */
  readonly init?: FetchInit | undefined;
}

/** Options for all calls of any client. */
export interface PlainClientOptions extends SendOptions {
  /** Sent with each request, or a function that returns them for each attempt. They replace credentials. */
  readonly headers?: HeaderFields | (() => Awaitable<HeaderFields>) | undefined;
}

/** Options of a client that validates replies. */
export interface CheckOptions {
  /**
   * A response that does not conform to the description rejects the call (`"throw"`, the default), is passed on
   * (`"pass"`), or is reported to a function and then passed on.
   */
  readonly unexpected?: "throw" | "pass" | ((error: UnexpectedResponse) => void) | undefined;
}

/** Options of a client with hooks. */
export interface HookOptions {
  /** Called before each attempt; may change its headers. */
  readonly onRequest?: ((event: RequestEvent) => Awaitable<void>) | undefined;
  /** Called with the response of each attempt, before its body is read. It may return another response to read instead. */
  readonly onResponse?: ((event: ResponseEvent) => Awaitable<Response | void>) | undefined;
  /** Called once for each call of a deprecated operation, with the date of its removal if that is known. */
  readonly onDeprecated?: ((operation: string, sunset: string | undefined) => void) | undefined;
}

/** Options of a client with retries. */
export interface RetryOptions {
  /** Maximum number of retries; 2 by default. */
  readonly retries?: number | undefined;
  /** Milliseconds for a whole call, with all its attempts and waits; no limit by default. */
  readonly timeout?: number | undefined;
  /** Milliseconds for each attempt; no limit by default. */
  readonly tryTimeout?: number | undefined;
  /** The longest wait in milliseconds that a service may ask for; 60,000 by default. */
  readonly maxWait?: number | undefined;
  /** Creates the `Idempotency-Key` of each POST and PATCH call, so that these can be retried. */
  readonly idempotencyKey?: (() => string) | undefined;
  /** Called before each retry. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** For tests. */
  readonly clock?: Clock | undefined;
}

/** Options for all calls of a client with all features. */
export interface ClientOptions
  extends PlainClientOptions, RetryOptions, CheckOptions, HookOptions {}

/** The URL of the service. */
export interface BaseUrl {
  /** Absolute, or, in a browser, a path on the host of the page, `""` for its root. Paths are appended to it. */
  readonly baseUrl: string;
}

/** Options for one call of any client. */
export interface PlainCallOptions extends SendOptions {
  /** Replaces the client's. */
  readonly baseUrl?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** They replace those of the client and of the operation, and credentials. */
  readonly headers?: HeaderFields | undefined;
}

/** Options for one call of a client with retries. */
export interface RetryCallOptions {
  /** Replaces the client's. */
  readonly retries?: number | undefined;
  /** Milliseconds for the whole call; replaces the client's. */
  readonly timeout?: number | undefined;
  /** Sent as `Idempotency-Key` with every attempt. */
  readonly idempotencyKey?: string | undefined;
}

/** Options for one call of a client with hooks. */
export interface HookCallOptions {
  /** Called for each chunk of the body that is sent, if the platform can send streams. */
  readonly onUploadProgress?: ((event: ProgressEvent) => void) | undefined;
  /** Called for each chunk of the response body that arrives. */
  readonly onDownloadProgress?: ((event: ProgressEvent) => void) | undefined;
}

/** Options for one call of a client with all features. */
export interface CallOptions extends PlainCallOptions, RetryCallOptions, HookCallOptions {}

/** Both in bytes. */
export interface ProgressEvent {
  readonly loaded: number;
  /** Undefined if the length is not known in advance. */
  readonly total: number | undefined;
}

/** One attempt of a call, without credentials. */
export interface RequestEvent extends CallInfo {
  /** 0 for the first attempt. */
  readonly attempt: number;
  /** With names in lower case. A hook may add headers. */
  readonly headers: Record<string, string>;
  /** As it is sent. */
  readonly body: FetchOptions["body"];
}

export interface ResponseEvent extends CallInfo {
  readonly attempt: number;
  readonly status: number;
  readonly headers: Headers;
  /** A hook that reads the body returns another response, or reads a clone. */
  readonly response: Response;
}

export interface RetryEvent extends CallInfo {
  /** The number of the retry: 1 for the first. */
  readonly attempt: number;
  /** Milliseconds until the retry. */
  readonly wait: number;
  /** The status of the failed attempt; undefined if there was no response. */
  readonly status: number | undefined;
  /** The reason why there was no complete response. */
  readonly error: Error | undefined;
}

/** A source of time in milliseconds, which tests can replace. */
export interface Clock {
  now(): number;
  /** Rejects with the signal's reason as soon as it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** A random number in [0, 1). */
  random(): number;
}
