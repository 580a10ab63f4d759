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

/** A request as the server sees it, whatever platform it came through. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query as on the wire. */
  readonly target: string;
  readonly remoteAddress: string | undefined;
  /** Aborted when the client goes away before its reply is sent. */
  readonly signal: AbortSignal;
  readonly hasBody: boolean;
  /** An `IncomingMessage` of Node, or a `Request`. */
  readonly raw: unknown;
  /** Made by the adapter's `context` from the framework's own request. */
  readonly host?: unknown;
  /** True where a parser has read the body before, so that its bytes may not be those that came. */
  readonly isRewritten?: boolean;
  /** By lower-case name; several fields of one name are joined by commas. */
  header(name: string): string | undefined;
  headers(): Iterable<readonly [name: string, value: string]>;
  /** The whole body, once, and at once where it is there; `Problem` 413 when it is longer than `limit` bytes. */
  read(limit: number): Awaitable<Uint8Array>;
  /** The body as it comes in, once, in the place of `read`. */
  chunks(): Chunks;
}

/** A request through an adapter, whose `context` has made `host`. */
export type HostRequest<Host> = IncomingRequest & { readonly host: Host };

/** For the platform to send; a body that comes in parts may fail while it is sent. */
export interface OutgoingReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array | string> | undefined;
}

/** Second argument of a handler, besides its request. */
export interface Context<Caller = unknown, Host = unknown> {
  readonly operation: string;
  readonly caller: Caller;
  /** By security scheme, for operations that need several at once. */
  readonly callers: Readonly<Record<string, Caller>>;
  /** Made by the adapter's `context` from the framework's own request: a session, its user. */
  readonly host: Host;
  readonly request: IncomingRequest;
  /** Aborted when the client goes away before its reply is sent. */
  readonly signal: AbortSignal;
  /** The media type among those of the operation's good replies that the client likes best. */
  readonly accept: string | undefined;
  /** The media type of the request's body, without its parameters. */
  readonly contentType: string | undefined;
  /** The id of the request in logs, and in the header of `requestId` where that is on. */
  readonly requestId: string;
  /** How the caller stands with the rate limit, this request included. */
  readonly rateLimit: RateLimitStatus | undefined;
}

/** A handler's reply; the types of an API narrow it to what the description declares. */
export interface Reply {
  readonly status: number;
  /** Values are texts, numbers, or lists of them; absent ones are left out. */
  readonly headers?: object | undefined;
  /** Those that the description does not name. */
  readonly extraHeaders?: object | undefined;
  /** Needed only where the description leaves several media types for one status. */
  readonly contentType?: string | undefined;
  /** Written as JSON where the media type says so; else text, bytes, a `Blob` or a stream of them. */
  readonly body?: unknown;
}

/** An operation as data, and where its request goes. */
export interface Route<Caller> {
  /** The id of the operation, where that is not the name of its handler. */
  readonly operation?: string | undefined;
  readonly method: string;
  readonly path: string;
  /** Stands before the path where that is not the `basePath` of the server. */
  readonly basePath?: string | undefined;
  /** Alternatives; none at all means that the operation is open. */
  readonly security?: readonly SecurityAlternative[] | undefined;
  /** Those in the path that are not listed are plain texts. */
  readonly parameters?: readonly Parameter[] | undefined;
  readonly body?: BodyData | undefined;
  /** Judges `{ path?, query?, headers?, cookies?, body? }` with names as on the wire. */
  readonly check?: Judge | undefined;
  /** Where it is absent, any reply will do. */
  readonly replies?: ReplyTable | undefined;
  /** Of the headers of replies, by lower-case name. */
  readonly headers?: HeaderForms | undefined;
  readonly headerChecks?: HeaderChecks | undefined;
  /** Days or moments in ISO 8601. */
  readonly deprecated?: Deprecation | undefined;
  /** Set where it is not for a handler of the application. */
  readonly isOwn?: true;
  /** Left out: the one of that name among the handlers of the settings. */
  handle?(request: unknown, context: Context<Caller | undefined>): Awaitable<Reply>;
}

export interface Deprecation {
  readonly since?: string | undefined;
  readonly sunset?: string | undefined;
}

/** By the names of their handlers. TypeScript compares the items of a list with each other, which takes too long for many. */
export type Routes<Caller> = Readonly<Record<string, Route<Caller>>>;

export interface NamedRoute<Caller> extends Route<Caller> {
  readonly operation: string;
  readonly handler: string;
}

export interface FailureContext {
  /** `undefined` when no operation was found. */
  readonly operation: string | undefined;
  readonly request: IncomingRequest;
}

export interface ServerOptions<Caller = unknown> extends ObservationHooks {
  /** Stands before the paths of the description in an address, wherever the API is mounted: `/v1`. */
  readonly basePath?: string | undefined;
  /** In bytes, 1 MiB by default; or each by the name of its handler, and `*` for all others. */
  readonly bodyLimit?: number | Readonly<Record<string, number>> | undefined;
  /** Judges the signatures of requests, over the bytes of their bodies; one for all, or each by the name of its handler. */
  readonly verify?: Verify | Readonly<Record<string, Verify | undefined>> | undefined;
  /** How deep JSON in a body may be nested; 500 levels by default. */
  readonly depthLimit?: number | undefined;
  /** How many values a query or a form may have, and parts a multipart body; 1000 by default. */
  readonly fieldLimit?: number | undefined;
  /** A parameter in the query that the operation does not have is a 400; by default it is not looked at. */
  readonly strictQuery?: boolean | undefined;
  /**
   * A reply that the description does not allow becomes a 500 that says why (`explain`), or a 500 (`throw`), it is sent
   * as it is (`report`), or is not checked (`off`). `onError` gets a `ReplyFault`. By default `report` where `NODE_ENV`
   * is `production`, else `explain`.
   */
  readonly replies?: "explain" | "throw" | "report" | "off" | undefined;
  /** Turns a problem into a body; by default that of RFC 9457. `undefined`: no body. */
  readonly describe?:
    ((problem: Problem, context: FailureContext) => ProblemDescription | undefined) | undefined;
  /**
   * Gets what was thrown and is no `Problem`, replies that break their promise, and streams that fail;
   * `console.error` by default, called for the same error at most once a second.
   */
  readonly onError?: ((error: unknown, context: FailureContext) => void) | undefined;
  readonly rateLimit?: RateLimiting<Caller> | undefined;
  /** Sends `Deprecation` (RFC 9745, where the day is known) and `Sunset` (RFC 8594); false by default. */
  readonly deprecationHeaders?: boolean | undefined;
  /** The description as JSON, for `GET` of `/openapi.json` below `basePath`; by default it is not given out. */
  readonly description?: object | undefined;
  /** Lets pages of other origins use the API in browsers; by default none can. */
  readonly cors?: CorsOptions | undefined;
  /** Sends the id of a request back, and takes the one that it brings; false by default. */
  readonly requestId?: boolean | RequestIdOptions | undefined;
}

/** Options, and what the description adds to them. */
export interface ServerSettings<Caller> extends ServerOptions<Caller> {
  /** Where there is none for an operation, that is not served: it is the application's, or a 501. */
  readonly handlers?: object | undefined;
  readonly rateLimitHeaders?: RateLimitHeaders | undefined;
}

/** Facts that a `Request` does not have; other things that a platform passes in its place do no harm. */
export interface Connection {
  readonly remoteAddress?: string | undefined;
  /** `context.host` of handlers. */
  readonly host?: unknown;
  /** `next`: what fails is thrown, for the platform to answer. */
  readonly errors?: "next" | undefined;
}

/** An operation as it is served: its whole path, with its parameters in braces. */
export interface ServedRoute {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
}

/** `Host`: what its handlers count on as `context.host`. */
export interface Server<Host = unknown> {
  /** Stands before the paths of the description, without a slash at its end. */
  readonly basePath: string;
  /** Stands before the paths of operations that the description has served elsewhere. */
  readonly otherBasePaths: readonly string[];
  /** True for an operation of those at a path, which may have a query. */
  hasElsewhere(target: string): boolean;
  /** The operations that have a handler. */
  readonly routes: readonly ServedRoute[];
  /**
   * Whether an operation has a handler for it. Without one of its own, `OPTIONS` is answered for the others at its path
   * where `cors` is on, else left to the application.
   */
  has(method: string, target: string): boolean;
  /** Rejects only with `errors`, with what failed: the application answers that then. */
  handle(request: IncomingRequest, errors?: "next"): Promise<OutgoingReply>;
  /** For Deno, Bun, workers and whatever else speaks `Request` and `Response`. */
  fetch(request: Request, connection?: Connection | object): Promise<Response>;
  /** For adapters: reports what went wrong while a reply was being sent. */
  report(error: unknown, request: IncomingRequest): void;
  /** Only for types: an adapter has to give what the handlers count on. */
  readonly takes?: ((host: Host) => void) | undefined;
}

/** Throws when routes contradict each other or name security schemes that are not there. */
export function createServer<Caller, Host = unknown>(
  settings: ServerSettings<Caller>,
  schemes: Readonly<Record<string, Scheme<Caller>>>,
  routes: Routes<Caller>,
): Server<Host> {
  const named = Object.entries(routes).map(([handler, one]) => ({
    ...one,
    operation: one.operation ?? handler,
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
      return toResponse(reply, (error) => service.report(error, incoming));
    },
    report: (error, request) => service.report(error, request),
  };
}

const DESCRIPTION_PATH = "/openapi.json";

/** The description's own operation at that path comes first. */
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
