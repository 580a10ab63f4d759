import type { CallInfo, UnexpectedResponse } from "./errors.js";
import type { Awaitable } from "../wire/http.js";

/** Header names and values; what is undefined is not sent. */
export type HeaderFields = Readonly<Record<string, string | undefined>>;

/** The second parameter of `fetch`. */
export type FetchOptions = NonNullable<Parameters<typeof globalThis.fetch>[1]>;
export type Fetch = (url: string, options: FetchOptions) => Promise<Response>;

/** Options of `fetch` besides those that make up the request: `credentials`, `cache`, `mode`, Next's `next` … */
export type FetchInit = Omit<FetchOptions, "method" | "headers" | "body" | "signal" | "duplex">;

/** Options for all calls of any client, and for each. */
interface SendOptions {
  /** In place of the platform's `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Given to `fetch`; members of a call's win over those of the client's. */
  readonly init?: FetchInit | undefined;
}

/** Options for all calls of any client. */
export interface PlainClientOptions extends SendOptions {
  /** Sent with each request, or a function that makes them for each try. They win over credentials. */
  readonly headers?: HeaderFields | (() => Awaitable<HeaderFields>) | undefined;
}

/** For a client that checks replies. */
export interface CheckOptions {
  /**
   * A response that breaks the description rejects the call (`"throw"`, when left out), is handed on unchecked
   * (`"pass"`), or is reported to a function and handed on.
   */
  readonly unexpected?: "throw" | "pass" | ((error: UnexpectedResponse) => void) | undefined;
}

/** For a client that has hooks. */
export interface HookOptions {
  /** Called before each try; may change its headers. */
  readonly onRequest?: ((event: RequestEvent) => Awaitable<void>) | undefined;
  /** Called after each try that got a response, before its body is read. What it gives is read in the place of that. */
  readonly onResponse?: ((event: ResponseEvent) => Awaitable<Response | void>) | undefined;
  /** Called once for each call of a deprecated operation, with the day it goes away if that is known. */
  readonly onDeprecated?: ((operation: string, sunset: string | undefined) => void) | undefined;
}

/** For a client that waits and tries again. */
export interface RetryOptions {
  /** How often a failed try is repeated; 2 when left out. */
  readonly retries?: number | undefined;
  /** Milliseconds for a whole call, with all its tries and waits; no limit when left out. */
  readonly timeout?: number | undefined;
  /** Milliseconds for each try; no limit when left out. */
  readonly tryTimeout?: number | undefined;
  /** The longest wait in milliseconds that a service may ask for; 60,000 when left out. */
  readonly maxWait?: number | undefined;
  /** Makes the `Idempotency-Key` of each POST and PATCH call, so that they can be repeated safely. */
  readonly idempotencyKey?: (() => string) | undefined;
  /** Called when a try failed and another one will be made. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /** For tests. */
  readonly clock?: Clock | undefined;
}

/** Options for all calls of a client with all its parts. */
export interface ClientOptions
  extends PlainClientOptions, RetryOptions, CheckOptions, HookOptions {}

/** Where a client finds its service. */
export interface BaseUrl {
  /** Absolute, or, in a browser, a path on the host of the page, `""` for its root. Paths are appended to it. */
  readonly baseUrl: string;
}

/** Options for one call of any client. */
export interface PlainCallOptions extends SendOptions {
  /** In place of the client's. */
  readonly baseUrl?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** They win over those of the client, of the operation, and over credentials. */
  readonly headers?: HeaderFields | undefined;
}

/** Options for one call of a client that waits and tries again. */
export interface RetryCallOptions {
  /** In place of the client's. */
  readonly retries?: number | undefined;
  /** Milliseconds for the whole call, in place of the client's. */
  readonly timeout?: number | undefined;
  /** Sent as `Idempotency-Key`, the same with every try. */
  readonly idempotencyKey?: string | undefined;
}

/** Options for one call of a client that has hooks. */
export interface HookCallOptions {
  /** Called for each part of the body that was handed to the network, where the platform can send streams. */
  readonly onUploadProgress?: ((event: ProgressEvent) => void) | undefined;
  /** Called for each part of the response's body that came. */
  readonly onDownloadProgress?: ((event: ProgressEvent) => void) | undefined;
}

/** Options for one call of a client with all its parts. */
export interface CallOptions extends PlainCallOptions, RetryCallOptions, HookCallOptions {}

/** Both in bytes. */
export interface ProgressEvent {
  readonly loaded: number;
  /** Undefined where it is not known before the end. */
  readonly total: number | undefined;
}

/** One try of a call. Credentials are not in it yet. */
export interface RequestEvent extends CallInfo {
  /** 0 for the first try. */
  readonly attempt: number;
  /** In lower case. What a hook adds here is sent. */
  readonly headers: Record<string, string>;
  /** As it is sent. */
  readonly body: FetchOptions["body"];
}

export interface ResponseEvent extends CallInfo {
  readonly attempt: number;
  readonly status: number;
  readonly headers: Headers;
  /** Who reads its body gives another one back, or reads a clone. */
  readonly response: Response;
}

export interface RetryEvent extends CallInfo {
  /** The one to come: 1 for the first repetition. */
  readonly attempt: number;
  /** Milliseconds until then. */
  readonly wait: number;
  /** Of the try that failed; undefined when it got no response. */
  readonly status: number | undefined;
  /** Why it got no whole response. */
  readonly error: Error | undefined;
}

/** Where time comes from, in milliseconds; tests put their own in its place. */
export interface Clock {
  now(): number;
  /** Rejects with the signal's reason, at once, when it is aborted. */
  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** A number from 0 up to, and without, 1. */
  random(): number;
}
