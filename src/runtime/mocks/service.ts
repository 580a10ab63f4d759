import type { Awaitable } from "../wire/http.js";
import { type MockCollection, type MockState, Memory, collectionExamples } from "./memory.js";
import { type MockReplies, contentFor, makeReply, replyFor, usualStatus } from "./replies.js";
import { type MakeOptions, NoValue } from "./make.js";
import { Problem } from "../server/problem.js";
import type { RateLimiting } from "../server/rate-limit.js";
import { createRouter } from "../server/routing/router.js";
import type {
  Asked,
  Context,
  IncomingRequest,
  Reply,
  Server,
  ServerOptions,
} from "../server/server.js";

/** An operation of a mock, as data. */
export interface MockOperation {
  readonly method: string;
  readonly path: string;
  readonly replies: MockReplies;
  readonly collection?: MockCollection;
}

/** A failure in a word: a status, or that the service cannot be reached. */
export type MockWord = number | "offline";

/** Behavior of an operation in place of an answer that is made up, or before it. */
export interface MockBehavior {
  /** In milliseconds. */
  readonly delay?: number;
  /** The reply that is declared for it; a problem where none is. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `fetch` fails as it does without a network. */
  readonly offline?: boolean;
  /** So many times, and not after that. */
  readonly times?: number;
}

/** Handlers as the server has them, or a part of their replies. */
export type MockHandlers<Handlers> = {
  readonly [Name in keyof Handlers]?: Handlers[Name] | MockBehavior | MockWord;
};

export interface MockOptions<Handlers> extends MakeOptions {
  /** For operations that answer otherwise than with made values. */
  readonly handlers?: MockHandlers<Handlers> | undefined;
  /** Created items can be read again; true by default. */
  readonly remember?: boolean | undefined;
  /** Record each call in `calls`; true by default. Turn it off for a mock that runs for days. */
  readonly calls?: boolean | undefined;
  /** Before each reply, in milliseconds. */
  readonly delay?: number | undefined;
  /** Of the server that answers: `cors`, `describe`, hooks. */
  readonly server?: ServerOptions | undefined;
}

/** One call of an operation that came through to its handler. */
export interface MockCall<Handler> {
  readonly request: Handler extends (request: infer Request, ...others: never) => unknown
    ? Request
    : never;
  readonly reply: Handler extends (...others: never) => infer Answer ? Awaited<Answer> : never;
}

export type MockCalls<Handlers> = {
  readonly [Name in keyof Handlers]: readonly MockCall<Handlers[Name]>[];
};

/** A service that makes its answers up. */
export interface Mock<Handlers> {
  /** For the option `fetch` of a client: no network, and whatever the host and what stands before the paths are. */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>;
  /** The generated server, to be put where a server can be. */
  readonly server: Server;
  /** Operations answer so until `reset`. */
  use(handlers: MockHandlers<Handlers>): void;
  /** Forgets what `use` set, all calls, and all that is remembered. */
  reset(): void;
  /** The calls since the start, or since `reset`, by operation. */
  readonly calls: MockCalls<Handlers>;
  /** Items by the path of their collection, to be set and read. */
  readonly state: MockState;
  /** For `setupServer` and `setupWorker` of Mock Service Worker 2, whose type of a handler is not imported: `never` is any. */
  msw(): never[];
}

/** The generated parts of a mock. */
export interface MockParts<Handlers> {
  readonly operations: Readonly<Record<string, MockOperation>>;
  serve(handlers: Handlers, options: ServerOptions): Server;
}

type Handle = (request: never, context: Context) => Awaitable<Reply>;
type Members = Readonly<Record<string, unknown>>;

interface Received {
  readonly path?: Members;
  readonly query?: Members;
  readonly body?: unknown;
}

export function createMock<Handlers>(
  options: MockOptions<Handlers>,
  { operations, serve }: MockParts<Handlers>,
): Mock<Handlers> {
  const first = new Map<string, readonly unknown[]>();
  const examples = collectionExamples(Object.values(operations));
  const memory = new Memory(first, examples);
  const calls = new Map<string, { request: unknown; reply: unknown }[]>();
  const given = new Map<string, Given>();
  const offline = new WeakSet<object>();
  const use = (handlers: MockHandlers<Handlers>): void => {
    for (const [name, one] of Object.entries(handlers)) given.set(name, givenOf(one));
  };
  const reset = (): void => {
    memory.reset();
    given.clear();
    use(options.handlers ?? {});
    for (const name of Object.keys(operations)) calls.set(name, []);
  };
  reset();

  const answer = async (name: string, request: Received, context: Context): Promise<Reply> => {
    const own = given.get(name);
    if (typeof own === "function") return own(request as never, context);
    const behavior = own && own.left-- > 0 ? own.behavior : {};
    await wait(behavior.delay ?? options.delay ?? 0, context.signal);
    const isOffline = behavior.offline === true;
    if (isOffline) offline.add(context.request.raw as object);
    if (isOffline) throw new Problem(503);
    try {
      return madeReply(name, request, context, behavior);
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
      throw new Problem(500, { message: error.message, cause: error });
    }
  };

  const ofGet = new Map(
    Object.entries(operations).flatMap(([name, { method, path }]) =>
      method === "GET" ? [[path, name] as const] : [],
    ),
  );
  /** The reply to HEAD that is an operation itself, with the type that GET has. */
  const withTypeOf = (seen: Reply, reply: Reply, get: string): Reply => {
    const declared = replyFor(operations[get]?.replies ?? {}, seen.status) ?? {};
    const type = seen.contentType ?? contentFor(declared, undefined)?.[0];
    if (type === undefined || seen.status !== reply.status) return reply;
    return { ...reply, headers: { "Content-Type": type, ...reply.headers } };
  };

  const madeReply = (
    name: string,
    request: Received,
    context: Context,
    { status, headers }: MockBehavior,
  ): Reply => {
    const { method, path, replies = {}, collection } = operations[name] ?? {};
    const wishes = preferences(context.request.header("prefer"));
    const accepted = context.request.header("accept");
    const wish = { ...wishes, status: status ?? wishes.status, accept: context.accept, accepted };
    const { seed = 1, texts } = options;
    const own = `${seed} ${name} ${JSON.stringify(request.path ?? {}, digits)}`;
    const make = (hasBody?: boolean): Reply =>
      withHeaders(
        () => makeReply(replies, wish, name, { seed: own, texts }, hasBody),
        headers,
        wish.status,
      );
    const isUsual = (wish.status ?? usualStatus(replies)) === usualStatus(replies);
    if (!isUsual || wish.example !== undefined) return make();
    const { request: sent } = context;
    const url = `http://${sent.header("host") ?? "mock"}${sent.target}`;
    const { pathname } = new URL(url);
    if (memory.isGone(decodeURIComponent(pathname.slice(server.basePath.length))))
      throw new Problem(404);
    const get = method === "HEAD" ? ofGet.get(path ?? "") : undefined;
    if (get !== undefined) return withTypeOf(madeReply(get, request, context, {}), make(), get);
    if (!collection) return make();
    // Without a memory, each request starts with the first values.
    const store = options.remember === false ? new Memory(first, examples) : memory;
    return store.answer(collection, { ...request, url }, replies, make, { seed, texts });
  };

  const handlers = Object.keys(operations).map((name) => [
    name,
    async (request: Received, context: Context): Promise<Reply> => {
      const call: { request: unknown; reply: unknown } = { request, reply: undefined };
      if (options.calls !== false) calls.get(name)?.push(call);
      const reply = await answer(name, request, context);
      call.reply = reply;
      return reply;
    },
  ]);
  const settings = {
    replies: "explain" as const,
    ...options.server,
    asked: (request: IncomingRequest, name: string): Asked => {
      const own = given.get(name);
      if (typeof own === "function") return {};
      const wishes = preferences(request.header("prefer"));
      const status = own && own.left > 0 ? own.behavior.status : undefined;
      return status === undefined ? wishes : { ...wishes, status };
    },
  };
  const server = serve(Object.fromEntries(handlers) as Handlers, settings);
  const fetch: Mock<Handlers>["fetch"] = async (input, init) => {
    const request = requestAt(server, input, init);
    const response = await server.fetch(request);
    if (offline.has(request)) throw new TypeError("fetch failed: the mock is offline");
    return response;
  };
  return {
    fetch,
    server,
    use,
    reset,
    get calls() {
      return Object.fromEntries(calls) as unknown as MockCalls<Handlers>;
    },
    get state() {
      return memory.state;
    },
    msw: () => [mswHandler(Object.values(operations), server, fetch) as never],
  };
}

type Given = Handle | { left: number; readonly behavior: MockBehavior };

function givenOf(one: unknown): Given {
  if (typeof one === "function") return one as Handle;
  if (typeof one === "number") return { left: Infinity, behavior: { status: one } };
  if (one === "offline") return { left: Infinity, behavior: { offline: true } };
  const behavior = (one ?? {}) as MockBehavior;
  return { left: behavior.times ?? Infinity, behavior };
}

/** Preferences of a client (RFC 7240): `code=404`, `example=cat`. */
function preferences(field: string | undefined): Asked {
  const found = new Map(
    (field ?? "").split(/[,;]/).map((one) => {
      const [name = "", value = ""] = one.split("=", 2);
      return [name.trim(), value.trim().replace(/"/g, "")];
    }),
  );
  const [code, example] = [found.get("code"), found.get("example")];
  return {
    ...(code !== undefined && /^[2-5]\d\d$/.test(code) && { status: Number(code) }),
    ...(example !== undefined && { example }),
  };
}

/** With headers that a test gives, also where the reply is none that is declared. */
function withHeaders(
  make: () => Reply,
  given: Readonly<Record<string, string>> | undefined,
  status: number | undefined,
): Reply {
  const headers = { ...(status === 429 && { "Retry-After": "1" }), ...given };
  try {
    const reply = make();
    return { ...reply, headers: { ...reply.headers, ...headers } };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, code, message } = error;
    throw new Problem(status, { code, message, headers });
  }
}

function digits(_: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> | undefined {
  if (milliseconds <= 0) return undefined;
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The request as it comes to the server, also from a client that leaves out what stands before the paths. */
function requestAt(server: Server, input: Request | string | URL, init?: RequestInit): Request {
  const url = new URL(input instanceof Request ? input.url : input, "http://mock");
  const path = pathAt(server, url.pathname);
  if (path === url.pathname) return new Request(input instanceof Request ? input : url, init);
  url.pathname = path;
  return new Request(url, init ?? (input instanceof Request ? input : undefined));
}

function pathAt(server: Server, path: string): string {
  const { basePath } = server;
  const isHere = path === basePath || path.startsWith(`${basePath}/`) || server.hasElsewhere(path);
  return isHere ? path : basePath + path;
}

/** A handler for Mock Service Worker, which answers all paths of the service. */
function mswHandler(
  operations: readonly MockOperation[],
  server: Server,
  fetch: (request: Request) => Promise<Response>,
): object {
  const router = createRouter(
    operations.map(({ method, path }) => ({
      method,
      path: server.basePath + path,
      value: true,
    })),
  );
  const isHere = ({ url }: Request): boolean => {
    const path = pathAt(server, new URL(url).pathname);
    return router.find(path) !== undefined || server.hasElsewhere(path);
  };
  const handler = {
    kind: "request",
    __kind: "RequestHandler",
    info: { header: "mock of specsmith" },
    isUsed: false,
    run: async ({ request, requestId }: { request: Request; requestId?: string }) => {
      if (!isHere(request)) return null;
      const sent = request.clone();
      return {
        handler,
        request: sent,
        requestId,
        parsedResult: {},
        response: await fetch(request),
      };
    },
    test: ({ request }: { request: Request }) => Promise.resolve(isHere(request)),
    reset: () => undefined,
    restore: () => undefined,
    log: () => undefined,
  };
  return handler;
}

/** A rate limit that is never reached; its figures are on each reply. */
export const unlimited: RateLimiting<unknown> = {
  limits: () => [{ requests: 1000, seconds: 60 }],
  limiter: {
    take: () => ({ allowed: true, limit: 1000, remaining: 999, reset: 60, retryAfter: 0 }),
  },
};
