import type { AnyReply } from "./http.js";
import type { Issue } from "./issue.js";

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

  constructor(exchange: Exchange, problem: string, cause?: unknown) {
    super(`${exchange.operation}: ${exchange.method} ${exchange.url} ${problem}`, { cause });
    Object.assign(this, exchange);
  }
}

/** A call that was answered, with any status. */
export interface Answer {
  readonly exchange: Exchange;
  readonly response: Response;
  readonly reply: AnyReply;
  /** Seconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
}

/** The service answered with a status that is not a success. `ok()` and `body()` of a call reject with it. */
export class ApiError<R extends AnyReply = AnyReply> extends CallError {
  override readonly name = "ApiError";
  declare readonly status: R["status"];
  /** The whole reply: its headers and body as the description says. */
  declare readonly reply: R;
  /** All headers of the response, also those that the description does not know. */
  declare readonly headers: Headers;
  /** What the service calls this request, to quote in a question to it. */
  declare readonly requestId: string | undefined;
  /** How many seconds the service asks to wait before the next try, if the client waits and tries again. */
  declare readonly retryAfter: number | undefined;

  constructor({ exchange, response, reply, retryAfter }: Answer) {
    const { status, headers } = response;
    super(exchange, `answered ${status}`);
    const requestId = headers.get("x-request-id") ?? headers.get("request-id") ?? undefined;
    Object.assign(this, { status, reply, headers, requestId, retryAfter });
  }
}

/** The service sent something that its description does not allow. */
export class UnexpectedResponse extends CallError {
  override readonly name = "UnexpectedResponse";
  readonly status: number;
  readonly headers: Headers;
  /** What is wrong, with pointers into the reply: `/body/0/name`, `/headers/X-RateLimit-Limit`. */
  readonly issues: readonly Issue[];
  /** The body as it came: parsed if it is JSON, else as it was read. */
  readonly body: unknown;

  constructor(
    exchange: Exchange,
    { status, headers }: Response,
    problem: string,
    issues: readonly Issue[],
    body: unknown,
  ) {
    super(exchange, `answered ${status}, but ${problem}`);
    this.status = status;
    this.headers = headers;
    this.issues = issues;
    this.body = body;
  }
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
  readonly retryAfter: number;

  constructor(exchange: Exchange, seconds: number) {
    super(exchange, `was not sent: the service takes no requests for ${seconds} s`);
    this.retryAfter = seconds;
  }
}
