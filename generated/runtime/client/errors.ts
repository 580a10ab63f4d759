import type { AnyReply, BodyOf, SuccessStatus } from "../wire/http.js";
import type { Issue } from "../validate/issue.js";

/** One call, as errors and hooks see it. Credentials are never part of it. */
export interface CallInfo {
  /** The operation's id in the description. */
  readonly operation: string;
  readonly method: string;
  /** With the query, but without an API key that is sent in it. */
  readonly url: string;
}

/** A call as errors are made of it: where its path is known, messages have that in place of the whole address. */
interface Sent extends CallInfo {
  readonly path?: string | undefined;
}

/** Common to all errors of a call. Their messages leave out the query, which may be long or private. */
export abstract class CallError extends Error implements CallInfo {
  declare readonly operation: string;
  declare readonly method: string;
  declare readonly url: string;

  /** `source` is what says more of the problem; `facts` are the properties that an error has beyond these, and its cause. */
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
    Object.assign(this, { operation, method, url }, facts);
  }
}

/** A call that was answered, with any status. */
export interface Answer {
  /** True for a redirect, too, where it is declared and not to be followed. */
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  readonly reply: AnyReply;
  /** Seconds that the service asked to wait. */
  readonly retryAfter?: number | undefined;
}

/**
 * The service answered with a status that is no success. Its message ends with what the service says of it in
 * `detail`, `title`, `message` or `error`.
 */
export class ApiError<R extends AnyReply = AnyReply> extends CallError {
  override readonly name: string = "ApiError";
  declare readonly status: R["status"];
  /** Empty in HTTP/2 and later. */
  declare readonly statusText: string;
  /** The whole reply: its headers and body as the description says. */
  declare readonly reply: R;
  /** All headers of the response, also those that the description does not know. */
  declare readonly headers: Headers;
  /** How many seconds the service asks to wait before the next try, if the client waits and tries again. */
  declare readonly retryAfter: number | undefined;

  /** `fault` is what else is wrong; `answer` may have further properties. */
  constructor(call: Sent, answer: Answer, fault = "") {
    const status = `${answer.status} ${answer.statusText}`.trim();
    super(call, status + fault, answer, !answer.ok && answer.reply.body);
  }

  /** As the description says, for the status that the error has. */
  get body(): BodyOf<R> {
    return this.reply.body as BodyOf<R>;
  }

  /** The service's id of this request, to quote in a question to it: `x-request-id`, `request-id` and their kin. */
  get requestId(): string | undefined {
    let id: string | undefined;
    this.headers.forEach((value, name) => {
      if (/request-?id$/.test(name)) id = value;
    });
    return id;
  }
}

/** The errors of an operation that its description declares: the status of one narrows its body. */
export type ErrorOf<R> = R extends AnyReply
  ? Exclude<R["status"], SuccessStatus> extends never
    ? never
    : R["status"] extends Exclude<R["status"], SuccessStatus>
      ? ApiError<R>
      : ApiError<R & { readonly status: Exclude<R["status"], SuccessStatus> }>
  : never;

/** True for an error that an operation threw for a reply that its description declares. */
export function isDeclaredError<R extends AnyReply>(
  error: unknown,
  operation: string,
): error is ErrorOf<R> {
  return error instanceof ApiError && error.name === "ApiError" && error.operation === operation;
}

/** The service sent something that its description does not allow, with a status of any kind. */
export class UnexpectedResponse extends ApiError {
  override readonly name = "UnexpectedResponse";
  /** With pointers into the reply: `/body/0/name`, `/headers/X-RateLimit-Limit`. */
  declare readonly issues: readonly Issue[];
}

/** No whole response came: the service was not reached, or the connection broke. Its message says why. */
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

/** The message of a body or an error, in one short line, which can pretend to be nothing else. */
function wordsOf(value: unknown, depth = 4): string {
  if (typeof value === "string")
    return value
      .slice(0, 200)
      .replace(/^\s*<[^]*|[\s\p{C}]+/gu, " ")
      .trim();
  const below = (words: string, name: string): string =>
    words || wordsOf((value as Record<string, unknown>)[name], depth - 1);
  return value && depth ? names.reduce(below, "") : "";
}

const names = ["detail", "title", "message", "error", "errors", "msg", "0"];
