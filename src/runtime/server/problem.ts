import type { Issue } from "../validate/issue.js";

export interface ProblemOptions {
  /** For programs: a word like `not_found`, by default derived from the status. */
  readonly code?: string | undefined;
  /** For people: sent to the client, by default derived from the status. */
  readonly message?: string | undefined;
  readonly issues?: readonly Issue[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Never sent. */
  readonly cause?: unknown;
}

/**
 * An error reply of the server itself, or of a handler, which throws it.
 * All properties except `cause` and `stack` are for the client.
 */
export class Problem extends Error {
  override readonly name: string = "Problem";
  readonly status: number;
  readonly code: string;
  readonly issues: readonly Issue[];
  readonly headers: Readonly<Record<string, string>>;
  /** Tells frameworks that the message may be sent. */
  readonly expose = true;

  /** The status, under the name that Nest and Fastify use. */
  get statusCode(): number {
    return this.status;
  }

  constructor(status: number, options: ProblemOptions = {}) {
    const known = KNOWN[status];
    super(options.message ?? known?.[1] ?? `The server answers ${status}.`);
    // Not enumerable, as from ES2022 on, so that it is not in the JSON of a problem.
    const { cause: value } = options;
    if (value !== undefined) Object.defineProperty(this, "cause", { value, configurable: true });
    this.status = status;
    this.code = options.code ?? known?.[0] ?? `status_${status}`;
    this.issues = options.issues ?? [];
    this.headers = options.headers ?? {};
  }
}

/**
 * The problem for an error: the error itself, or one made of an error of http-errors or a similar library, if it has a
 * status of 4xx and allows to send its message (`expose`).
 */
export function problemFrom(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error;
  if (typeof error !== "object" || error === null) return undefined;
  const { expose, message, headers } = error as Partial<Problem>;
  const status = statusOf(error);
  if (status >= 500 || expose !== true) return undefined;
  return new Problem(status, { message, headers, cause: error });
}

/** Throws the error of a body; a platform says by a status of 4xx that it refuses the body, as where it has a limit of its own. */
export function refuse(error: unknown): never {
  const status = statusOf(error);
  throw error instanceof Problem || status >= 500 ? error : new Problem(status, { cause: error });
}

/** The status of an error, else 500. */
export function statusOf(error: unknown): number {
  const { statusCode, status = statusCode } = (error ?? {}) as Partial<Problem>;
  const isStatus = typeof status === "number" && Number.isInteger(status);
  return isStatus && status >= 400 && status <= 599 ? status : 500;
}

/** A problem on the wire; without a body only status and headers are sent. */
export interface ProblemDescription {
  readonly contentType: string;
  /** Strings and bytes are sent unchanged, anything else as JSON. */
  readonly body: unknown;
}

/** The body of RFC 9457, with `code` and `issues` as extension members. */
export function describeAsProblemDetails(problem: Problem): ProblemDescription {
  const body: Record<string, unknown> = {
    title: titleOf(problem),
    status: problem.status,
    detail: problem.message,
    code: problem.code,
  };
  if (problem.issues.length > 0) {
    body["issues"] = problem.issues.map(({ path, keyword, message }) => ({
      pointer: path,
      keyword,
      message,
    }));
  }
  return { contentType: "application/problem+json", body };
}

/** The phrase for the status of a problem (RFC 9110, section 15). */
export function titleOf({ status, code }: Problem): string {
  return TITLES[status] ?? code;
}

/** The message with all issues and their places, for APIs whose errors have only a message. */
export function explain(problem: Problem): string {
  const { message, issues } = problem;
  if (issues.length === 0) return message;
  return `${message.replace(/\.$/, "")}: ${explainEach(problem).join("; ")}`;
}

/** Each issue with its place, for APIs whose errors have a list of messages; the message if there is no issue. */
export function explainEach({ message, issues }: Problem): string[] {
  if (issues.length === 0) return [message];
  return issues.map((issue) => `${issue.path || "the request"} ${issue.message}`);
}

/** A text of no more than so many characters, for APIs whose errors have short ones. */
export function shortened(text: string, most: number): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  return most === 0 ? "" : `${characters.slice(0, most - 1).join("")}…`;
}

/** A problem with all issues in its message, for frameworks, which show only that; other errors unchanged. */
export function explicit(error: object): object {
  if (!(error instanceof Problem) || error.constructor !== Problem) return error;
  const { status, code, issues, headers } = error;
  const message = explain(error);
  return new Problem(status, { code, message, issues, headers, cause: error });
}

/** A 404, to be thrown by a handler. */
export function notFound(message?: string): Problem {
  return new Problem(404, { message });
}

/** The reply of a stub to what its handler gets: a 501. */
export async function unimplemented(
  _request: unknown,
  context: { readonly operation: string },
): Promise<never> {
  return notImplemented(context.operation);
}

/** Throws a 501, for a handler, or a part of it, that is not implemented yet. */
export function notImplemented(operation: string): never {
  throw new Problem(501, { message: `${operation} is not implemented yet.` });
}

/** A 403 for missing scopes, with the challenge of RFC 6750, section 3.1; to be thrown. */
export function insufficientScope(scopes: readonly string[]): Problem {
  const needed = scopes.join(" ").replace(/["\\]/g, "");
  return new Problem(403, {
    code: "insufficient_scope",
    message: `This needs the scopes ${scopes.join(", ")}.`,
    headers: { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${needed}"` },
  });
}

const KNOWN: Readonly<Record<number, readonly [code: string, message: string]>> = {
  400: ["bad_request", "The request is not valid."],
  401: ["unauthorized", "Valid credentials are needed."],
  403: ["forbidden", "These credentials do not allow this."],
  404: ["not_found", "There is nothing here."],
  405: ["method_not_allowed", "This method is not allowed here."],
  406: ["not_acceptable", "None of the accepted media types can be sent."],
  408: ["request_timeout", "The request took too long to arrive."],
  409: ["conflict", "The request is in conflict with the state of the resource."],
  410: ["gone", "What was here is gone for good."],
  412: ["precondition_failed", "A condition of the request does not hold."],
  413: ["content_too_large", "The body is too large."],
  415: ["unsupported_media_type", "A body of this media type cannot be read here."],
  417: ["expectation_failed", "The expectation cannot be met."],
  422: ["unprocessable_content", "The content cannot be processed."],
  429: ["too_many_requests", "Too many requests; wait before the next one."],
  500: ["internal_error", "Something went wrong on the server."],
  501: ["not_implemented", "This is not implemented yet."],
  503: ["unavailable", "The service is not available now."],
};

/** The reason phrases of RFC 9110, section 15, and RFC 6585. */
const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  417: "Expectation Failed",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  500: "Internal Server Error",
  501: "Not Implemented",
  503: "Service Unavailable",
};
