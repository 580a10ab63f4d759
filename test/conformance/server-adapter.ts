import { createServerConformancePetstoreServer } from "generated/server.ts";
import { Problem } from "generated/runtime/server/problem.ts";
import type { Context, Reply, Server } from "../../src/runtime/server/server.js";

/** What the operations do and who may call them, as the cases want it. */
interface Behaviour {
  readonly ops: Readonly<Record<string, (input: Record<string, unknown>) => unknown>>;
  authenticate(scheme: string, credential: unknown): Caller;
  rateLimitHeaders(): Readonly<Record<string, string>>;
  readonly BODY_LIMIT: number;
}

type Caller = Readonly<Record<string, unknown>>;

/** Starts the server in something, on a port of its own. */
export type Start = (server: Server) => Promise<{ port: number; close(): Promise<void> }>;

/** Puts the behaviour of the cases into the server that is generated from their description. */
export function adapter(name: string, start: Start): object {
  return {
    name: `specsmith in ${name}`,
    async start(docFile: string): ReturnType<Start> {
      const address = new URL("handlers.mjs", `file://${docFile}`).href;
      return await start(serverOf((await import(address)) as Behaviour));
    },
  };
}

function serverOf(behaviour: Behaviour): Server {
  const judge = (scheme: string, credential: unknown): Caller | undefined => {
    try {
      return behaviour.authenticate(scheme, credential);
    } catch (error) {
      if ((error as { status?: number }).status === 401) return undefined;
      throw error;
    }
  };
  return createServerConformancePetstoreServer({
    bearerAuth: (token: string) => judge("bearerAuth", token),
    basicAuth: (user: string, password: string) => judge("basicAuth", { user, password }),
    keyHeader: (key: string) => judge("keyHeader", key),
    keyQuery: (key: string) => judge("keyQuery", key),
    handlers: handlersOf(behaviour),
    bodyLimit: behaviour.BODY_LIMIT,
    rateLimit: {
      limiter: { take: () => statusFrom(behaviour.rateLimitHeaders()) },
      limits: () => [{ requests: 1000, seconds: 60 }],
    },
  });
}

function statusFrom(headers: Readonly<Record<string, string>>) {
  const figure = (name: string): number => Number(headers[`x-ratelimit-${name}`]);
  return {
    allowed: true,
    limit: figure("limit"),
    remaining: figure("remaining"),
    reset: figure("reset"),
    retryAfter: 0,
  };
}

/** A handler for whatever operation is asked for. */
function handlersOf({ ops }: Behaviour): object {
  const handler = (
    request: Record<string, unknown>,
    context: Context<Caller | undefined>,
  ): Promise<Reply> => run(ops[context.operation], request, context);
  return new Proxy({}, { get: () => handler });
}

async function run(
  operation: Behaviour["ops"][string] | undefined,
  request: Record<string, unknown>,
  { caller, signal, accept, contentType }: Context<Caller | undefined>,
): Promise<Reply> {
  try {
    const { path, query, headers: header = {}, cookies: cookie = {}, body } = request;
    const input = { path, query, header, cookie, body, contentType, accept, user: caller, signal };
    const reply = (await operation?.(input)) as Reply & { stream?: AsyncIterable<string> };
    return { ...reply, body: reply.stream ? onTheWire(reply.stream) : reply.body };
  } catch (error) {
    const { status, headers } = error as { status?: number; headers?: Record<string, string> };
    throw status === undefined ? error : new Problem(status, { headers, cause: error });
  }
}

/** The behaviour writes its events itself; bytes are sent as they are. */
async function* onTheWire(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield Buffer.from(text);
}
