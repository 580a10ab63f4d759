import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createServerConformancePetstoreServer } from "generated/server.ts";
import { attach } from "generated/runtime/node.ts";
import { Problem } from "generated/runtime/problem.ts";
import type { Context, Reply } from "../../src/runtime/server.js";

/** What the operations do and who may call them, as the cases want it. */
interface Behaviour {
  readonly ops: Readonly<Record<string, (input: Record<string, unknown>) => unknown>>;
  authenticate(scheme: string, credential: unknown): Caller;
  rateLimitHeaders(): Readonly<Record<string, string>>;
  readonly BODY_LIMIT: number;
}

type Caller = Readonly<Record<string, unknown>>;

/** Puts the behaviour of the cases into the server that is generated from their description. */
export const adapter = {
  name: "specsmith on node:http",
  async start(docFile: string): Promise<{ port: number; close(): Promise<void> }> {
    const behaviour = (await import(
      new URL("handlers.mjs", `file://${docFile}`).href
    )) as Behaviour;
    const judge = (scheme: string, credential: unknown): Caller | undefined => {
      try {
        return behaviour.authenticate(scheme, credential);
      } catch (error) {
        if ((error as { status?: number }).status === 401) return undefined;
        throw error;
      }
    };
    const server = createServerConformancePetstoreServer({
      bearerAuth: (token: string) => judge("bearerAuth", token),
      basicAuth: (user: string, password: string) => judge("basicAuth", { user, password }),
      keyHeader: (key: string) => judge("keyHeader", key),
      keyQuery: (key: string) => judge("keyQuery", key),
      handlers: handlersOf(behaviour),
      bodyLimit: behaviour.BODY_LIMIT,
      rateLimit: {
        limiter: { take: () => standingFrom(behaviour.rateLimitHeaders()) },
        limits: () => [{ requests: 1000, seconds: 60 }],
      },
    });
    const http = createHttpServer();
    attach(server, http);
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const close = (): Promise<void> =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      });
    return { port: (http.address() as AddressInfo).port, close };
  },
};

function standingFrom(headers: Readonly<Record<string, string>>) {
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
  const handler =
    (name: string) =>
    (request: Record<string, unknown>, context: Context<Caller | undefined>): Promise<Reply> =>
      run(ops[name], request, context);
  return new Proxy({}, { get: (_, name) => handler(String(name)) });
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
    return { ...reply, body: reply.stream ?? reply.body };
  } catch (error) {
    const { status, headers } = error as { status?: number; headers?: Record<string, string> };
    throw status === undefined ? error : new Problem(status, { headers, cause: error });
  }
}
