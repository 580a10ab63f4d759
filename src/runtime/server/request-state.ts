import type { Identity } from "./authenticate.js";
import type { Endpoint } from "./routing/endpoint.js";
import type { RateLimitStatus } from "./limiter.js";
import type { RequestIds } from "./observe.js";
import type { Match } from "./routing/router.js";
import type { ReadRequest } from "./requests/request.js";
import type { Context, IncomingRequest } from "./server.js";

/** The state of a request that is being processed. */
export interface RequestState<Caller> {
  /** After its signature is verified, with the body that was read for that. */
  request: IncomingRequest;
  readonly match: Match<Endpoint<Caller>> | undefined;
  readonly query: string;
  endpoint: Endpoint<Caller> | undefined;
  counted: boolean;
  rateLimit: RateLimitStatus | undefined;
  /** Created when it is first read. */
  id: string | undefined;
  /** True if the application handles errors. */
  readonly isHandedOn: boolean;
}

/** The id of the request, created once. */
export function idOf<Caller>(state: RequestState<Caller>, ids: RequestIds): string {
  return (state.id ??= ids.of(state.request));
}

/** The context of a handler. A class, because the getter of an object literal costs a microsecond for each request. */
export class RequestContext<Caller> implements Context<Caller | undefined> {
  readonly operation: string;
  readonly caller: Caller | undefined;
  readonly callers: Readonly<Record<string, Caller>>;
  readonly request: IncomingRequest;
  readonly accept: string | undefined;
  readonly contentType: string | undefined;
  readonly rateLimit: RateLimitStatus | undefined;
  readonly #state: RequestState<Caller>;
  readonly #ids: RequestIds;

  constructor(
    state: RequestState<Caller>,
    { route }: Endpoint<Caller>,
    identity: Identity<Caller> | undefined,
    accept: string | undefined,
    { contentType }: ReadRequest,
    ids: RequestIds,
  ) {
    const { request, rateLimit } = state;
    this.#state = state;
    this.#ids = ids;
    this.operation = route.operation;
    this.caller = identity?.first;
    this.callers = identity?.all ?? {};
    this.request = request;
    this.accept = accept;
    this.contentType = contentType;
    this.rateLimit = rateLimit;
  }

  get host(): unknown {
    return this.request.host;
  }

  get requestId(): string {
    return idOf(this.#state, this.#ids);
  }

  /** Created when it is first read. */
  get signal(): AbortSignal {
    return this.request.signal;
  }
}
