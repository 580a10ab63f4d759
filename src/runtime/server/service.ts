import type { Scheme } from "./authenticate.js";
import { isPromise } from "./awaitable.js";
import { endable } from "../wire/streams/node-streams.js";
import { begun } from "./replies/begun.js";
import { sizeOf } from "./replies/length.js";
import { type CorsPolicy, corsPolicy } from "./cors.js";
import {
  type Endpoint,
  acceptedType,
  endpointIn,
  endpointOf,
  isHandled,
} from "./routing/endpoint.js";
import { type RequestState, RequestContext, idOf } from "./request-state.js";
import type { Awaitable } from "../wire/http.js";
import type { RateLimitStatus } from "./limiter.js";
import { type RequestIds, isDeparture, observe, requestIds } from "./observe.js";
import { Problem, explicit, describeAsProblemDetails, problemFrom } from "./problem.js";
import { type RateLimitPolicy, rateLimitPolicy } from "./rate-limit.js";
import { ReplyFault, faultOf } from "./replies/reply-fault.js";
import {
  type HeaderList,
  type ItemFault,
  type WrittenReply,
  hasHeader,
  removeHeader,
  writeReply,
} from "./replies/reply.js";
import { ACCEPT_PATCH } from "./requests/body.js";
import { endOfPath, queryOf } from "./requests/target.js";
import { type Match, type PathTarget, type Router, createRouter } from "./routing/router.js";
import { verified } from "./verified.js";
import type {
  IncomingRequest,
  OutgoingReply,
  Reply,
  NamedRoute,
  ServedRoute,
  ServerSettings,
} from "./server.js";

/** In milliseconds, for the first item of a stream. */
const ITEM_WAIT = 100;

/** Processes a request: route, authenticate, rate limit, read and validate, handle, write. */
export class Service<Caller> {
  readonly basePath: string;
  readonly otherBasePaths: readonly string[];
  readonly routes: readonly ServedRoute[];
  readonly #settings: ServerSettings<Caller>;
  readonly #router: Router<Endpoint<Caller>>;
  readonly #elsewhere: Router<unknown>;
  readonly #policy: RateLimitPolicy<Caller> | undefined;
  readonly #replies: "explain" | "throw" | "report" | "off";
  readonly #cors: CorsPolicy | undefined;
  readonly #ids: RequestIds;
  readonly #sendsIds: boolean;
  readonly #isObserved: boolean;
  readonly #onError: NonNullable<ServerSettings<Caller>["onError"]>;

  constructor(
    settings: ServerSettings<Caller>,
    schemes: Readonly<Record<string, Scheme<Caller>>>,
    routes: readonly NamedRoute<Caller>[],
  ) {
    this.basePath = basePathOf(settings);
    const elsewhere = routes.filter(({ basePath }) => basePath !== undefined);
    this.otherBasePaths = [...new Set(elsewhere.map(({ basePath = "" }) => basePath))];
    this.#elsewhere = createRouter(
      elsewhere.map(({ method, basePath = "", path }) => ({
        method,
        path: basePath + path,
        value: undefined,
      })),
    );
    this.#settings = settings;
    this.#replies = settings.replies ?? (isProduction() ? "report" : "explain");
    const { cors, requestId = false, onReply, trace, onError = printer() } = settings;
    this.#cors = cors && corsPolicy(cors);
    this.#ids = requestIds(typeof requestId === "object" ? requestId : {});
    this.#sendsIds = requestId !== false;
    this.#isObserved = onReply !== undefined || trace !== undefined;
    this.#onError = onError;
    this.#router = createRouter(
      routes.map((route) => ({
        method: route.method,
        path: this.#pathOf(route),
        value: endpointOf(route, schemes, settings),
      })),
    );
    this.routes = routes
      .filter((route) => isHandled(route, settings))
      .map((route) => {
        const { operation, method } = route;
        return { operation, method, path: this.#pathOf(route) };
      });
    if (settings.rateLimit !== undefined) {
      this.#policy = rateLimitPolicy(
        settings.rateLimit,
        settings.rateLimit.headers ?? settings.rateLimitHeaders ?? {},
        (error, request) => this.report(error, request),
      );
    }
  }

  handle(request: IncomingRequest, errors?: "next"): Promise<OutgoingReply> {
    const target = originForm(request.target);
    const state: RequestState<Caller> = {
      request,
      match: found(this.#router, target),
      query: queryOf(target),
      endpoint: undefined,
      counted: false,
      rateLimit: undefined,
      id: undefined,
      isHandedOn: errors === "next",
    };
    return this.#isObserved ? this.#observe(state) : this.#respond(state);
  }

  #observe(state: RequestState<Caller>): Promise<OutgoingReply> {
    const { request, match } = state;
    const route = match && endpointIn(match.target, request.method)?.route;
    const event = {
      requestId: idOf(state, this.#ids),
      operation: route?.operation,
      path: route?.path,
      route: route && this.#pathOf(route),
      request,
    };
    return observe(
      this.#settings,
      event,
      () => this.#respond(state),
      (error) => this.report(error, request, event.operation),
    );
  }

  /** A single asynchronous function, since each costs a promise and a microtask. */
  async #respond(state: RequestState<Caller>): Promise<OutgoingReply> {
    const { request, match, query } = state;
    try {
      if (match === undefined) return await this.#refuseTarget(state);
      const { target, values } = match;
      const preflight = this.#cors?.answer(request, target.allow);
      if (preflight !== undefined) return await this.#allow(state, target.allow, preflight);
      const endpoint = endpointIn(target, request.method);
      if (endpoint === undefined) return await this.#refuseMethod(state, target);
      state.endpoint = endpoint;
      if (!endpoint.isHandled) throw new Problem(501);

      // `await` has a cost even if the value is not a promise.
      const verdict = endpoint.authenticate?.judge(request);
      const known = isPromise(verdict) ? await verdict : verdict;
      const identity = endpoint.authenticate?.identify(known);
      const counted = this.#count(state, identity?.first);
      if (isPromise(counted)) await counted;
      const asked = this.#settings.asked?.(request, endpoint.route.handler);
      const accept = acceptedType(request, endpoint.replies, asked?.status);
      const { bodyLimit, verify } = endpoint;
      if (verify !== undefined) {
        state.request = await verified(request, verify, bodyLimit, (error) =>
          this.report(error, request, endpoint.route.operation),
        );
      }
      const reading = endpoint.read(state.request, query, values, bodyLimit);
      const read = isPromise(reading) ? await reading : reading;
      const context = new RequestContext(state, endpoint, identity, accept, read, this.#ids);
      const reply = await endpoint.handle(read.value, context);
      const written = this.#begin(this.#send(reply, endpoint, state, accept), endpoint, request);
      return this.#finish(isPromise(written) ? await written : written, state);
    } catch (error) {
      return this.#fail(error, state);
    }
  }

  #pathOf({ basePath = this.basePath, path }: NamedRoute<Caller>): string {
    return basePath + path;
  }

  hasElsewhere(target: string): boolean {
    return found(this.#elsewhere, target) !== undefined;
  }

  has(method: string, path: string): boolean {
    const match = found(this.#router, originForm(path));
    if (match === undefined) return false;
    const { target } = match;
    const isHandled = (one: string): boolean => endpointIn(target, one)?.isHandled === true;
    const isPreflight = method === "OPTIONS" && this.#cors !== undefined;
    return isHandled(method) || (isPreflight && target.allow.split(", ").some(isHandled));
  }

  report(error: unknown, request: IncomingRequest, operation?: string): void {
    try {
      if (!isDeparture(error, request)) this.#onError(error, { operation, request });
    } catch {
      // An exception in a hook must not affect the reply.
    }
  }

  #refuseTarget(state: RequestState<Caller>): Promise<OutgoingReply> {
    const { method, target } = state.request;
    if (method === "OPTIONS" && target === "*") return this.#allow(state, undefined);
    throw new Problem(404);
  }

  #refuseMethod(
    state: RequestState<Caller>,
    target: PathTarget<Endpoint<Caller>>,
  ): Promise<OutgoingReply> {
    const { allow } = target;
    if (state.request.method !== "OPTIONS") throw new Problem(405, { headers: { Allow: allow } });
    const body = target.find("PATCH")?.route.body;
    const types = body && Object.keys(body.content).join(", ");
    return this.#allow(state, allow, types === undefined ? [] : [[ACCEPT_PATCH, types]]);
  }

  /** Counts the request once, and rejects it if it exceeds a limit. */
  #count(state: RequestState<Caller>, caller: Caller | undefined): Awaitable<void> {
    if (this.#policy === undefined || state.counted) return;
    state.counted = true;
    const taken = this.#policy.take(caller, state.request);
    if (isPromise(taken)) return taken.then((rateLimit) => this.#applyRateLimit(state, rateLimit));
    this.#applyRateLimit(state, taken);
  }

  #applyRateLimit(state: RequestState<Caller>, rateLimit: RateLimitStatus | undefined): void {
    state.rateLimit = rateLimit;
    if (rateLimit?.allowed === false && this.#policy !== undefined)
      throw this.#policy.refusal(rateLimit);
  }

  /** Serializes the reply; if that fails, stops its stream and answers with an error reply. */
  #send(
    reply: Reply,
    endpoint: Endpoint<Caller>,
    state: RequestState<Caller>,
    accept: string | undefined,
  ): WrittenReply {
    try {
      return this.#write(reply, endpoint, state, accept);
    } catch (error) {
      const body: unknown = (reply as Reply | undefined)?.body;
      if (typeof body === "object" && body !== null && Symbol.asyncIterator in body)
        void stop(body as AsyncIterable<unknown>);
      throw error;
    }
  }

  /** Turns a stream that fails immediately, such as one of a missing file, into an error reply. */
  #begin(
    written: WrittenReply,
    { replies }: Endpoint<Caller>,
    request: IncomingRequest,
  ): Awaitable<WrittenReply> {
    const { status, headers, body } = written;
    if (typeof body !== "object" || body instanceof Uint8Array || request.method === "HEAD")
      return written;
    // The head is sent without waiting long for the first item.
    const hasItems = (replies?.find(status)?.streams.size ?? 0) > 0;
    return begun(body, request.signal, hasItems ? ITEM_WAIT : Infinity).then((body) => ({
      status,
      headers,
      body,
    }));
  }

  #write(
    reply: Reply,
    endpoint: Endpoint<Caller>,
    { request }: RequestState<Caller>,
    accept: string | undefined,
  ): WrittenReply {
    const { replies, route } = endpoint;
    if (typeof (reply as Reply | undefined)?.status !== "number")
      throw new ReplyFault(route.operation, undefined, "a handler has to return a reply");
    const declared = replies?.find(reply.status);
    const isJudged = replies !== undefined && this.#replies !== "off";
    const fault = isJudged ? faultOf(route.operation, reply, declared) : undefined;
    const isExample = this.#settings.asked?.(request, route.handler).example !== undefined;
    if (fault !== undefined) this.#object(fault, request, isExample);
    const hasItems = isJudged && declared !== undefined && declared.streams.size > 0;
    return writeReply(
      reply,
      declared,
      accept,
      hasItems ? this.#itemJudge(reply, route, request) : undefined,
    );
  }

  /** A fault is the reply to the caller, or the event of a hook. */
  #object(fault: ReplyFault, request: IncomingRequest, isExample = false): void {
    if (this.#replies !== "report" && !isExample) throw fault;
    this.report(fault, request, fault.operation);
  }

  /** Called for an item of a stream that does not match its schema. */
  #itemJudge(
    { status }: Reply,
    { operation }: NamedRoute<Caller>,
    request: IncomingRequest,
  ): ItemFault {
    return (issues) =>
      this.#object(new ReplyFault(operation, status, "an item breaks its schema", issues), request);
  }

  async #allow(
    state: RequestState<Caller>,
    allow: string | undefined,
    headers: HeaderList = [],
  ): Promise<OutgoingReply> {
    await this.#count(state, undefined);
    if (allow !== undefined) headers.push(["allow", allow]);
    return this.#finish({ status: 204, headers, body: undefined }, state);
  }

  async #fail(error: unknown, state: RequestState<Caller>): Promise<OutgoingReply> {
    const { request, endpoint } = state;
    if (state.isHandedOn) {
      await this.#count(state, undefined);
      // Frameworks ignore exceptions that are not objects.
      throw typeof error === "object" && error !== null
        ? explicit(error)
        : new Error(String(error));
    }
    let problem = this.#problemOf(error, state);
    try {
      await this.#count(state, undefined);
    } catch (refusal) {
      problem = this.#problemOf(refusal, state);
    }
    const operation = endpoint?.route.operation;
    try {
      return this.#finish(this.#writeProblem(problem, state), state);
    } catch (failure) {
      this.report(failure, request, operation);
      return this.#finish({ status: 500, headers: [], body: undefined }, state);
    }
  }

  #problemOf(error: unknown, { request, endpoint }: RequestState<Caller>): Problem {
    const problem = problemFrom(error);
    if (problem !== undefined) return problem;
    this.report(error, request, endpoint?.route.operation);
    if (this.#replies === "explain" && error instanceof ReplyFault) return explained(error);
    return new Problem(500, { cause: error });
  }

  #writeProblem(problem: Problem, { request, endpoint }: RequestState<Caller>): WrittenReply {
    const { status, headers } = problem;
    const declared = endpoint?.replies?.find(status);
    const describe = this.#settings.describe ?? describeAsProblemDetails;
    // Issues of a request are sent even if no body is declared: the caller needs them.
    const bodiless = declared?.types.length === 0 && problem.issues.length === 0;
    const description = bodiless
      ? undefined
      : describe(problem, { operation: endpoint?.route.operation, request });
    return writeReply({ status, headers, ...description }, undefined, undefined);
  }

  /** Adds the headers of all replies, and removes the body of replies to HEAD. */
  #finish(reply: WrittenReply, state: RequestState<Caller>): OutgoingReply {
    const { status, headers, body } = reply;
    const { request, endpoint, rateLimit } = state;
    if (rateLimit !== undefined && this.#policy !== undefined) {
      const figures: HeaderList = [];
      this.#policy.addFigures(figures, rateLimit);
      // Headers of the handler take precedence.
      for (const figure of figures) {
        if (!hasHeader(headers, figure[0].toLowerCase())) headers.push(figure);
      }
    }
    if (endpoint !== undefined && endpoint.headers.length > 0)
      for (const one of endpoint.headers) headers.push(one);
    if (this.#sendsIds && !hasHeader(headers, this.#ids.header.toLowerCase()))
      headers.push([this.#ids.header, idOf(state, this.#ids)]);
    if (this.#cors !== undefined && !hasHeader(headers, "access-control-allow-origin"))
      this.#cors.addTo(headers, request);
    if (request.method !== "HEAD") {
      // The length of a reply without a body is that of another one only where it is not modified.
      if (body === undefined && status !== 304) removeHeader(headers, "content-length");
      return reply;
    }
    if (typeof body === "string" || body instanceof Uint8Array) {
      if (!hasHeader(headers, "content-length"))
        headers.push(["content-length", String(sizeOf(body))]);
    } else if (body !== undefined) void stop(body);
    return { status, headers, body: undefined };
  }
}

function found<Value>(router: Router<Value>, target: string): Match<Value> | undefined {
  return router.find(target, endOfPath(target));
}

function basePathOf({ basePath = "" }: ServerSettings<never>): string {
  return basePath.replace(/\/+$/, "").replace(/^(?!\/)(?=.)/, "/");
}

/** Logs errors, the same one at most once a second. */
function printer(): (error: unknown) => void {
  let last = "";
  let until = 0;
  return (error) => {
    const text = String(error);
    const now = Date.now();
    if (text === last && now < until) return;
    last = text;
    until = now + 1000;
    console.error(error);
  };
}

/** `NODE_ENV`, on platforms that have it. */
function isProduction(): boolean {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.["NODE_ENV"] === "production";
  } catch {
    // Without permission to read the environment, the default applies.
    return false;
  }
}

/** The issues of a reply, without values, for the developer of the handler. */
function explained(fault: ReplyFault): Problem {
  const [message] = fault.message.split("\n");
  const issues = fault.issues.map((issue) => ({ ...issue, path: `/${fault.part}${issue.path}` }));
  return new Problem(500, { message, issues, cause: fault });
}

/** Also accepts the absolute form, `http://host/path` (RFC 9112, section 3.2.2). */
function originForm(target: string): string {
  if (target.charCodeAt(0) === 0x2f) return target;
  const rest = target.replace(/^https?:\/\/[^/?]*/i, "");
  return rest === "" || rest.startsWith("?") ? `/${rest}` : rest;
}

async function stop(body: AsyncIterable<unknown>): Promise<void> {
  try {
    await endable(body)[Symbol.asyncIterator]().return?.();
  } catch {
    // It is not used.
  }
}
