import { hasOwn } from "../../validate/own.js";
import { negotiate } from "../replies/accept.js";
import { type Authenticator, type Scheme, authenticator } from "../authenticate.js";
import { USUAL_LIMITS } from "../../wire/limits.js";
import { Problem } from "../problem.js";
import type { PathTarget } from "./router.js";
import { type DeclaredReplies, type HeaderList, declaredReplies } from "../replies/reply.js";
import { type KeyPlace, type RequestReader, requestReader } from "../requests/request.js";
import type { Verify } from "../verified.js";
import type { Awaitable } from "../../wire/http.js";
import type {
  Context,
  Deprecation,
  IncomingRequest,
  Reply,
  NamedRoute,
  ServerSettings,
} from "../server.js";

type Handle<Caller> = (request: unknown, context: Context<Caller | undefined>) => Awaitable<Reply>;

/** A route with everything precomputed that does not depend on the request. */
export interface Endpoint<Caller> {
  readonly route: NamedRoute<Caller>;
  readonly bodyLimit: number;
  readonly verify: Verify | undefined;
  /** False for an operation without a handler. */
  readonly isHandled: boolean;
  readonly handle: Handle<Caller>;
  readonly authenticate: Authenticator<Caller> | undefined;
  readonly read: RequestReader;
  readonly replies: DeclaredReplies | undefined;
  /** Headers of all its replies. */
  readonly headers: HeaderList;
}

/** HEAD is answered like GET unless it is an operation itself. */
export function endpointIn<Caller>(
  target: PathTarget<Endpoint<Caller>>,
  method: string,
): Endpoint<Caller> | undefined {
  return target.find(method) ?? (method === "HEAD" ? target.find("GET") : undefined);
}

/** Throws if the route requires a security scheme that does not exist. */
export function endpointOf<Caller>(
  route: NamedRoute<Caller>,
  schemes: Readonly<Record<string, Scheme<Caller>>>,
  settings: ServerSettings<Caller>,
): Endpoint<Caller> {
  const { deprecationHeaders, depthLimit, fieldLimit, strictQuery } = settings;
  const { depth, fields } = USUAL_LIMITS;
  const limits = { depth: depthLimit ?? depth, fields: fieldLimit ?? fields };
  const replies = declaredReplies(
    route.operation,
    route.replies,
    route.headers,
    route.headerChecks,
  );
  return {
    route,
    bodyLimit: bodyLimitOf(route, settings),
    verify: verifyOf(route, settings),
    isHandled: isHandled(route, settings),
    handle: handlerOf(route, settings),
    authenticate: authenticator(route.security ?? [], schemes),
    read: requestReader(route, limits, keysOf(route, schemes), strictQuery),
    replies,
    headers: [
      ...(deprecationHeaders === true ? deprecationOf(route.deprecated) : []),
      ...(hasChoice(replies) ? VARY : []),
    ],
  };
}

const BODY_LIMIT = 1_048_576;

function bodyLimitOf<Caller>(
  { handler }: NamedRoute<Caller>,
  { bodyLimit = BODY_LIMIT }: ServerSettings<Caller>,
): number {
  if (typeof bodyLimit === "number") return bodyLimit;
  return ownMember(bodyLimit, handler) ?? ownMember(bodyLimit, "*") ?? BODY_LIMIT;
}

function verifyOf<Caller>(
  { handler }: NamedRoute<Caller>,
  { verify }: ServerSettings<Caller>,
): Verify | undefined {
  return typeof verify === "object" ? ownMember(verify, handler) : verify;
}

function ownMember<Value>(
  values: Readonly<Record<string, Value | undefined>>,
  name: string,
): Value | undefined {
  return hasOwn(values, name) ? values[name] : undefined;
}

export function isHandled<Caller>(
  { handler, isOwn }: NamedRoute<Caller>,
  { handlers }: ServerSettings<Caller>,
): boolean {
  if (isOwn || handlers === undefined) return true;
  return typeof (handlers as Readonly<Record<string, unknown>>)[handler] === "function";
}

/** Looked up for each request, since a test may replace the function. */
function handlerOf<Caller>(
  route: NamedRoute<Caller>,
  settings: ServerSettings<Caller>,
): Handle<Caller> {
  const { handler, handle } = route;
  if (handle) return handle.bind(route);
  const handlers = (settings.handlers ?? {}) as Readonly<Record<string, Handle<Caller>>>;
  return (request, context) => handlers[handler]?.(request, context) as Awaitable<Reply>;
}

/** The query parameters and cookies that contain credentials. */
function keysOf<Caller>(
  { security = [] }: NamedRoute<Caller>,
  schemes: Readonly<Record<string, Scheme<Caller>>>,
): readonly KeyPlace[] {
  const names = security.flatMap((alternative) => Object.keys(alternative));
  return names.flatMap((name) => schemes[name]?.parameter ?? []);
}

/** True if replies depend on `Accept`, which `Vary` tells caches (RFC 9110, section 12.5.5). */
function hasChoice(replies: DeclaredReplies | undefined): boolean {
  return replies !== undefined && replies.accepts.length > 1;
}

const VARY: HeaderList = [["vary", "Accept"]];

/** `Deprecation` is a date of structured fields (RFC 9651, section 3.3.7), `Sunset` one of HTTP. */
function deprecationOf(deprecated: Deprecation | undefined): HeaderList {
  const headers: HeaderList = [];
  const since = Date.parse(deprecated?.since ?? "");
  const sunset = Date.parse(deprecated?.sunset ?? "");
  if (!Number.isNaN(since)) headers.push(["deprecation", `@${Math.floor(since / 1000)}`]);
  if (!Number.isNaN(sunset)) headers.push(["sunset", new Date(sunset).toUTCString()]);
  return headers;
}

/** The media type that the client prefers among those of the replies, or of one status; throws `Problem` 406. */
export function acceptedType(
  request: IncomingRequest,
  replies: DeclaredReplies | undefined,
  status?: number,
): string | undefined {
  const types = status === undefined ? replies?.accepts : replies?.find(status)?.types;
  if (types === undefined || types.length === 0) return undefined;
  const type = negotiate(request.header("accept"), types);
  if (type !== undefined) return type;
  throw new Problem(406, { message: `This can be sent as ${types.join(", ")}.` });
}
