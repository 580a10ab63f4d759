import type { AnyReply, BodyOf, SuccessStatus } from "../wire/http.js";
import type { Issue } from "../validate/issue.js";

/** A call in errors and hooks. It never contains credentials. */
export interface CallInfo {
  /** The operation's id in the description. */
  readonly operation: string;
  readonly method: string;
  /** With the query, but without an API key in it. */
  readonly url: string;
}

/** A call in errors: messages show its path, if that is known, instead of the whole URL. */
interface Sent extends CallInfo {
  readonly path?: string | undefined;
}

// What constructors set is declared by interfaces, because a field would take the value away again, and Babel 7 refuses one
// with `declare`.

export interface CallError extends CallInfo {}

/** Base class of all errors of a call. Messages leave out the query, which may be long or private. */
export abstract class CallError extends Error implements CallInfo {
  /** `source` gives the details for the message; `facts` are further properties, and the cause. */
  constructor(
    { operation, method, url, path = url }: Sent,
    problem: string,
    facts?: object,
    source?: unknown,
  ) {
    const words = wordsOf(source);
    const more = words && !problem.endsWith(` ${words}`) && `: ${words}`;
    const message = `${method} ${path.split("?", 1)[0]}: ${problem}${more || ""}`;
    // The types of `Error` know its second argument from ES2022 on.
    super(...([message, facts] as unknown as [string]));
    // Compiled for ES5, `super` makes an object of `Error` alone.
    Object.setPrototypeOf(this, new.target.prototype);
    Object.assign(this, { operation, method, url }, facts);
  }
}

/** A call that got a reply of any status. */
export interface Answer {
  /** Also true for a redirect that is declared and not followed. */
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly reply: AnyReply;
  /** Seconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
}

export interface ApiError<R extends AnyReply = AnyReply> {
  readonly status: R["status"];
  /** Empty in HTTP/2 and later. */
  readonly statusText: string;
  /** The whole reply, with headers and body as described. */
  readonly reply: R;
  /** All headers of the response, including undeclared ones. */
  readonly headers: Headers;
  /** Seconds that the service asks to wait before the next attempt, if the client has retries. */
  readonly retryAfter: number | undefined;
}

/**
 * The service answered with a status that is not a success. The message ends with the service's explanation, from
 * `detail`, `title`, `message` or `error`.
 */
export class ApiError<R extends AnyReply = AnyReply> extends CallError {
  override readonly name: string = "ApiError";

  /** `fault` is the problem other than the status; `answer` may have further properties. */
  constructor(call: Sent, answer: Answer, fault = "") {
    const status = `${answer.status} ${answer.statusText}`.trim();
    super(call, status + fault, answer, !answer.ok && answer.reply.body);
  }

  /** The body as described for the status of the error. */
  get body(): BodyOf<R> {
    return this.reply.body as BodyOf<R>;
  }

  /** The service's id of this request, for support questions: `x-request-id`, `request-id` and similar headers. */
  get requestId(): string | undefined {
    let id: string | undefined;
    this.headers.forEach((value, name) => {
      if (/request-?id$/.test(name)) id = value;
    });
    return id;
  }
}

/** The declared errors of an operation; the status narrows the body. */
export type ErrorOf<R> = R extends AnyReply
  ? Exclude<R["status"], SuccessStatus> extends never
    ? never
    : R["status"] extends Exclude<R["status"], SuccessStatus>
      ? ApiError<R>
      : ApiError<R & { readonly status: Exclude<R["status"], SuccessStatus> }>
  : never;

/** True for an error that an operation threw for a declared reply. */
export function isDeclaredError<R extends AnyReply>(
  error: unknown,
  operation: string,
): error is ErrorOf<R> {
  return error instanceof ApiError && error.name === "ApiError" && error.operation === operation;
}

export interface UnexpectedResponse {
  /** With JSON Pointers into the reply: `/body/0/name`, `/headers/X-RateLimit-Limit`. */
  readonly issues: readonly Issue[];
}

/** The reply, of any status, does not conform to the description. */
export class UnexpectedResponse extends ApiError {
  override readonly name = "UnexpectedResponse";
}

/** No complete response arrived: the service was not reached, or the connection broke. */
export class ConnectionError extends CallError {
  override readonly name: string = "ConnectionError";
}

/** The time between two attempts of a call, or before the first one, after a reply that asked to wait. */
export interface Wait {
  readonly milliseconds: number;
  /** Of the reply because of which the call waits, which may be one to another call; undefined if none arrived. */
  readonly status: number | undefined;
}

export interface TimeoutError {
  /** Undefined if the call was not waiting, but being answered. */
  readonly wait: Wait | undefined;
}

/** The time limit of the call, or of one attempt, was reached. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError";
}

export interface RateLimitError {
  /** Seconds until the service accepts requests again. */
  readonly retryAfter: number;
}

/** Not sent, because an earlier reply of the service asked to wait longer than `maxWait`. */
export class RateLimitError extends CallError {
  override readonly name = "RateLimitError";
}

/** The message in a body or an error, as one short line without control characters. */
function wordsOf(value: unknown, depth = 4): string {
  if (typeof value === "string")
    return value.slice(0, 200).replace(new RegExp("^\\s*<[^]*|[\\s\\p{C}]+", "gu"), " ").trim();
  const below = (words: string, name: string): string =>
    words || wordsOf((value as Record<string, unknown>)[name], depth - 1);
  return value && depth ? names.reduce(below, "") : "";
}

const names = ["detail", "title", "message", "error", "errors", "msg", "0"];
