import type { SecurityAlternative, Scheme } from "./authenticate.js";
import type { BodyData } from "./requests/body.js";
import type { Chunks } from "../wire/streams/chunks.js";
import type { CorsOptions } from "./cors.js";
import type { Awaitable } from "../wire/http.js";
import type { Judge } from "../validate/issue.js";
import type { RateLimitStatus } from "./limiter.js";
import type { ObservationHooks, RequestIdOptions } from "./observe.js";
import type { Parameter } from "../wire/parameters/parameters.js";
import { PlatformRequest, toResponse } from "./adapters/platform.js";
import type { Problem, ProblemDescription } from "./problem.js";
import type { RateLimitHeaders, RateLimiting } from "./rate-limit.js";
import type { HeaderChecks, HeaderForms, ReplyTable } from "./replies/reply.js";
import { Service } from "./service.js";
import type { Verify } from "./verified.js";

export { inPart, joinHandlers } from "./handlers.js";
export type { RateLimiting } from "./rate-limit.js";

/** A request, independent of the platform. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query as on the wire. */
  readonly target: string;
  readonly remoteAddress: string | undefined;
  /** Aborted if the client disconnects before the reply is sent. */
  readonly signal: AbortSignal;
  readonly hasBody: boolean;
  /** Node's `IncomingMessage`, or a `Request`. */
  readonly raw: unknown;
  /** The result of the adapter's `context` for the framework's request. */
  readonly host?: unknown;
  /** True if a body parser has read the body, so that its bytes may differ from those received. */
  readonly isRewritten?: boolean;
  /** By lower-case name; several fields of one name are joined by commas. */
  header(name: string): string | undefined;
  /** As `new Headers([...request.headers()])` takes them. */
  headers(): Iterable<[name: string, value: string]>;
  /** Reads the whole body, once, synchronously if it is in memory; `Problem` 413 if it exceeds `limit` bytes. */
  read(limit: number): Awaitable<Uint8Array>;
  /** The body as a stream, once, instead of `read`. */
  chunks(): Chunks;
}

/** A request of an adapter that has set `host`. */
export type HostRequest<Host> = IncomingRequest & { readonly host: Host };

/** A reply for the platform to send; a streamed body may fail while it is sent. */
export interface OutgoingReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array | string> | undefined;
}

/** The second argument of a handler. */
export interface Context<Caller = unknown, Host = unknown> {
  readonly operation: string;
  readonly caller: Caller;
  /** The callers by security scheme, for operations that require several. */
  readonly callers: Readonly<Record<string, Caller>>;
  /** The result of the adapter's `context` for the framework's request: a session, its user. */
  readonly host: Host;
  readonly request: IncomingRequest;
  /** Aborted if the client disconnects before the reply is sent. */
  readonly signal: AbortSignal;
  /** The media type that the client prefers among those of the success replies. */
  readonly accept: string | undefined;
  /** The media type of the request's body, without its parameters. */
  readonly contentType: string | undefined;
  /** The id of the request in logs, and in the header of `requestId` if that is on. */
  readonly requestId: string;
  /** The rate-limit status of the caller, including this request. */
  readonly rateLimit: RateLimitStatus | undefined;
}

/** A handler's reply; the types of an API narrow it to what the description declares. */
export interface Reply {
  readonly status: number;
  /** Values are strings, numbers, or lists of these; undefined ones are not sent. */
  readonly headers?: object | undefined;
  /** Headers that the description does not declare. */
  readonly extraHeaders?: object | undefined;
  /** Needed only if the description has several media types for the status. */
  readonly contentType?: string | undefined;
  /** Serialized as JSON if the media type is JSON; else a string, bytes, a `Blob` or a stream of these. */
  readonly body?: unknown;
}

/** An operation as data, with its handler. */
export interface Route<Caller> {
  /** The id of the operation, if it is not the name of its handler. */
  readonly operation?: string | undefined;
  readonly method: string;
  readonly path: string;
  /** The prefix of the path, if it is not the `basePath` of the server. */
  readonly basePath?: string | undefined;
  /** Alternatives, by default those of the settings; without any, the operation is open. */
  readonly security?: readonly SecurityAlternative[] | undefined;
  /** Path parameters that are not listed are plain strings. */
  readonly parameters?: readonly Parameter[] | undefined;
  readonly body?: BodyData | undefined;
  /** Validates `{ path?, query?, headers?, cookies?, body? }` with names as on the wire. */
  readonly check?: Judge | undefined;
  /** If it is absent, any reply is allowed. */
  readonly replies?: ReplyTable | undefined;
  /** The formats of reply headers, by status and lower-case name. */
  readonly headers?: HeaderForms | undefined;
  readonly headerChecks?: HeaderChecks | undefined;
  /** Dates or times in ISO 8601. */
  readonly deprecated?: Deprecation | undefined;
  /** Replaces the handler of the application. */
  readonly isOwn?: true;
  /** Defaults to the one of that name in the handlers of the settings. */
  handle?(request: unknown, context: Context<Caller | undefined>): Awaitable<Reply>;
}

export interface Deprecation {
  readonly since?: string | undefined;
  readonly sunset?: string | undefined;
}

/** By handler name. Not a list, whose items TypeScript would compare with each other, which is slow. */
export type Routes<Caller> = Readonly<Record<string, Route<Caller>>>;

export interface NamedRoute<Caller> extends Route<Caller> {
  readonly operation: string;
  readonly handler: string;
}

export interface FailureContext {
  /** `undefined` if no operation matched. */
  readonly operation: string | undefined;
  readonly request: IncomingRequest;
}

export interface ServerOptions<Caller = unknown> extends ObservationHooks {
  /** The prefix of the description's paths in URLs, wherever the API is mounted: `/v1`. */
  readonly basePath?: string | undefined;
  /** In bytes, 1 MiB by default; or an object by handler name, with `*` for all others. */
  readonly bodyLimit?: number | Readonly<Record<string, number>> | undefined;
  /** Verifies signatures over the bytes of bodies: one function for all requests, or one for each handler name. */
  readonly verify?: Verify | Readonly<Record<string, Verify | undefined>> | undefined;
  /** Maximum depth of JSON in a body; 500 levels by default. */
  readonly depthLimit?: number | undefined;
  /** Maximum number of values in a query or form, and of parts in a multipart body; 1000 by default. */
  readonly fieldLimit?: number | undefined;
  /** An undeclared query parameter is a 400; by default it is ignored. */
  readonly strictQuery?: boolean | undefined;
  /**
   * A reply that does not conform to the description becomes a 500 with the reason (`explain`) or without (`throw`), is
   * sent nevertheless (`report`), or is not validated (`off`). `onError` gets a `ReplyFault`. The default is `report` if
   * `NODE_ENV` is `production`, else `explain`.
   */
  readonly replies?: "explain" | "throw" | "report" | "off" | undefined;
  /** Returns the body for a problem, by default that of RFC 9457; `undefined` for none. */
  readonly describe?:
    ((problem: Problem, context: FailureContext) => ProblemDescription | undefined) | undefined;
  /**
   * Called with exceptions that are not a `Problem`, replies that do not conform, and streams that fail; by
   * default `console.error`, at most once a second for the same error.
   */
  readonly onError?: ((error: unknown, context: FailureContext) => void) | undefined;
  readonly rateLimit?: RateLimiting<Caller> | undefined;
  /** Sends `Deprecation` (RFC 9745, if the date is known) and `Sunset` (RFC 8594); false by default. */
  readonly deprecationHeaders?: boolean | undefined;
  /** The description as JSON, for `GET` of `/openapi.json` below `basePath`; by default it is not served. */
  readonly description?: object | undefined;
  /** Allows pages of other origins to use the API; none by default. */
  readonly cors?: CorsOptions | undefined;
  /** Sends the id of the request in its reply; false by default. */
  readonly requestId?: boolean | RequestIdOptions | undefined;
}

/** The options with the settings from the description. */
export interface ServerSettings<Caller> extends ServerOptions<Caller> {
  /** An operation without a handler is passed to the application, or is a 501. */
  readonly handlers?: object | undefined;
  /** Of the operations that do not name their own. */
  readonly security?: readonly SecurityAlternative[] | undefined;
  readonly rateLimitHeaders?: RateLimitHeaders | undefined;
  /** What a request asks for, by handler name; only a mock lets it. */
  readonly asked?: ((request: IncomingRequest, handler: string) => Asked) | undefined;
}

export interface Asked {
  /** The media type is negotiated among those of this status. */
  readonly status?: number | undefined;
  /** An example of the description is sent even if it is invalid, which is reported. */
  readonly example?: string | undefined;
}

/** Information that a `Request` lacks; other objects that a platform passes here are ignored. */
export interface Connection {
  readonly remoteAddress?: string | undefined;
  /** `context.host` of handlers. */
  readonly host?: unknown;
  /** `next`: errors are thrown, for the platform to handle. */
  readonly errors?: "next" | undefined;
}

/** An operation with its whole path, with parameters in braces. */
export interface ServedRoute {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

/** `Host` is the type of `context.host` in its handlers. */
export interface Server<Host = unknown> {
  /** The prefix of the description's paths, without a trailing slash. */
  readonly basePath: string;
  /** The prefixes of operations with servers of their own. */
  readonly otherBasePaths: readonly string[];
  /** True if such an operation has this path, which may include a query. */
  hasElsewhere(target: string): boolean;
  /** The operations that have a handler. */
  readonly routes: readonly ServedRoute[];
  /**
   * True if an operation with a handler matches. `OPTIONS` without an operation is answered for the others at its path
   * if `cors` is on, else left to the application.
   */
  has(method: string, target: string): boolean;
  /** Rejects only with `errors: "next"`, for the application to handle the error. */
  handle(request: IncomingRequest, errors?: "next"): Promise<OutgoingReply>;
  /** For any platform with Fetch: Deno, Bun, workers. */
  fetch(request: Request, connection?: Connection | object): Promise<Response>;
  /** For adapters: reports an error while a reply was being sent. */
  report(error: unknown, request: IncomingRequest): void;
  /** Only for types: an adapter has to provide the `Host` of the handlers. */
  readonly takes?: ((host: Host) => void) | undefined;
}

/** Throws if routes contradict each other, or security schemes that they name do not exist or lack their function. */
export function createServer<Caller, Host = unknown>(
  settings: ServerSettings<Caller>,
  schemes: Readonly<Record<string, Scheme<Caller>>>,
  routes: Routes<Caller>,
): Server<Host> {
  const missing = Object.entries(schemes).flatMap(([name, scheme]) =>
    "authenticate" in scheme && typeof scheme.authenticate !== "function" ? [name] : [],
  );
  if (missing.length > 0)
    throw new TypeError(`No function was given for security: ${missing.join(", ")}.`);
  const named = Object.entries(routes).map(([handler, one]) => ({
    ...one,
    operation: one.operation ?? handler,
    security: one.security ?? settings.security,
    handler,
  }));
  const service = new Service(settings, schemes, withDescription(named, settings.description));
  return {
    basePath: service.basePath,
    otherBasePaths: service.otherBasePaths,
    routes: service.routes,
    has: (method, target) => service.has(method, target),
    hasElsewhere: (target) => service.hasElsewhere(target),
    handle: (request, errors) => service.handle(request, errors),
    async fetch(request, connection) {
      const known = connectionOf(connection);
      const incoming = new PlatformRequest(request, known);
      const reply = await service.handle(incoming, known.errors);
      return toResponse(reply, incoming, (error) => service.report(error, incoming));
    },
    report: (error, request) => service.report(error, request),
  };
}

const DESCRIPTION_PATH = "/openapi.json";

/** An operation of the description at that path takes precedence. */
function withDescription<Caller>(
  routes: readonly NamedRoute<Caller>[],
  description: object | undefined,
): readonly NamedRoute<Caller>[] {
  const isTaken = routes.some(({ method, path }) => method === "GET" && path === DESCRIPTION_PATH);
  if (description === undefined || isTaken) return routes;
  const body = new TextEncoder().encode(JSON.stringify(description));
  const handle = (): Reply => ({ status: 200, contentType: "application/json", body });
  const name = "GET /openapi.json";
  const method = "GET";
  return [
    ...routes,
    { operation: name, handler: name, method, path: DESCRIPTION_PATH, isOwn: true, handle },
  ];
}

function connectionOf(given: Connection | object | undefined): Connection {
  const { remoteAddress, host, errors } = (given ?? {}) as Connection;
  const address = typeof remoteAddress === "string" ? remoteAddress : undefined;
  return { remoteAddress: address, host, errors };
}
