import type { AnyReply } from "../wire/http.js";
import type { Issue } from "../validate/issue.js";

/** One call, as errors and hooks see it. Credentials are never part of it. */
export interface Exchange {
  /** The operation's id in the description. */
  readonly operation: string;
  readonly method: string;
  /** With the query, but without an API key that is sent in it. */
  readonly url: string;
}

/** What all errors of a call have in common. */
export abstract class CallError extends Error implements Exchange {
  declare readonly operation: string;
  declare readonly method: string;
  declare readonly url: string;

  /** `facts` are the properties that an error has beyond these, and its cause. */
  constructor({ operation, method, url }: Exchange, problem: string, facts?: object) {
    super(`${operation}: ${method} ${url} ${problem}`, facts);
    Object.assign(this, { operation, method, url }, facts);
  }
}

/** A call that was answered, with any status. */
export interface Answer {
  /** Whether the status is a success. */
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly reply: AnyReply;
  /** Seconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
}

/** The service answered with a status that is not a success. `ok()` and `body()` of a call reject with it. */
export class ApiError<R extends AnyReply = AnyReply> extends CallError {
  override readonly name = "ApiError";
  declare readonly ok: false;
  declare readonly status: R["status"];
  /** The whole reply: its headers and body as the description says. */
  declare readonly reply: R;
  /** All headers of the response, also those that the description does not know. */
  declare readonly headers: Headers;
  /** How many seconds the service asks to wait before the next try, if the client waits and tries again. */
  declare readonly retryAfter: number | undefined;

  /** What the service calls this request, to quote in a question to it: `x-request-id`, `request-id` and their kin. */
  get requestId(): string | undefined {
    let id: string | undefined;
    for (const [name, value] of this.headers) if (/request-?id$/.test(name)) id = value;
    return id;
  }
}

/** The service sent something that its description does not allow. */
export class UnexpectedResponse extends CallError {
  override readonly name = "UnexpectedResponse";
  declare readonly status: number;
  declare readonly headers: Headers;
  /** What is wrong, with pointers into the reply: `/body/0/name`, `/headers/X-RateLimit-Limit`. */
  declare readonly issues: readonly Issue[];
  /** The body as it came: parsed if it is JSON, bytes where its media type is of such, else text. */
  declare readonly body: unknown;
}

/** No whole response came: the service was not reached, or the connection broke. */
export class ConnectionError extends CallError {
  override readonly name: string = "ConnectionError";
}

/** The time limit of the call, or of one try, was reached. */
export class TimeoutError extends ConnectionError {
  override readonly name: string = "TimeoutError";
}

/** Not sent, because in answer to an earlier call the service asked to wait for longer than `maxWait`. */
export class RateLimitError extends CallError {
  override readonly name = "RateLimitError";
  /** Seconds until the service takes requests again. */
  declare readonly retryAfter: number;
}
