import { bearer } from "../../src/runtime/server/authenticate.js";
import type { Check, Issue } from "../../src/runtime/validate/issue.js";
import { Problem, notFound, notImplemented } from "../../src/runtime/server/problem.js";
import {
  type Context,
  type IncomingRequest,
  type OutgoingReply,
  type Reply,
  type Server,
  type ServerSettings,
  createServer,
} from "../../src/runtime/server/server.js";
import { route } from "./route.js";
import { requestWith } from "./requests.js";

export interface Caller {
  readonly name: string;
}

/** A check of one fact, for data that no schema was written for. */
export function checkThat<T>(holds: (value: never) => boolean, path: string): Check<T> {
  return (value: unknown, issues: Issue[]): value is T => {
    if (holds(value as never)) return true;
    issues.push({ path, schema: "", keyword: "that", params: {}, message: "must hold" });
    return false;
  };
}

export interface Seen {
  readonly errors: unknown[];
  readonly contexts: Context<Caller | undefined>[];
}

/** What the tests hand in to be answered by `GET /any`. */
export type Answer = (context: Context<Caller | undefined>) => Reply | Promise<Reply>;

export function petsServer(
  settings: ServerSettings<Caller> = {},
  answer: Answer = () => ({ status: 200, body: [] }),
): Server & Seen {
  const errors: unknown[] = [];
  const contexts: Context<Caller | undefined>[] = [];
  const security = [{ bearerAuth: [] }];
  const checkPets = checkThat<unknown[]>((body: unknown[]) => Array.isArray(body), "/0");
  const server = createServer<Caller>(
    { onError: (error) => errors.push(error), ...settings },
    {
      bearerAuth: bearer((token) => {
        if (token === "broken") throw new Error("the database is gone");
        return token.startsWith("key-") ? { name: token.slice(4) } : undefined;
      }),
    },
    {
      listPets: route({
        method: "GET",
        path: "/pets",
        security,
        parameters: [{ in: "query", name: "limit", type: "integer", default: 20 }],
        check: checkThat(
          ({ query: { limit = 1 } }: { query: { limit?: unknown } }) =>
            typeof limit === "number" && limit >= 1,
          "/query/limit",
        ),
        replies: { 200: checkPets, 401: checkThat(() => true, ""), 429: undefined },
        deprecated: { since: "2024-01-01", sunset: "2030-12-05" },
        handle(request: { query: { limit: number } }, context) {
          contexts.push(context);
          return { status: 200, headers: { "X-Limit": request.query.limit }, body: [] };
        },
      }),
      createPet: route({
        method: "POST",
        path: "/pets",
        security,
        body: { content: { "application/json": "json" } },
        check: checkThat(
          ({ body }: { body?: { name?: unknown } }) => typeof body?.name === "string",
          "/body/name",
        ),
        handle: ({ body }: { body: { name: string } }) => ({
          status: 201,
          headers: { Location: "/pets/1" },
          body: { id: 1, ...body },
        }),
      }),
      getPet: route({
        method: "GET",
        path: "/pets/{petId}",
        parameters: [{ in: "path", name: "petId", type: "integer" }],
        replies: { 200: { "application/json": undefined }, 404: undefined, "5XX": undefined },
        handle({ path }: { path: { petId: number } }) {
          if (path.petId === 501) return notImplemented("getPet");
          if (path.petId === 404) throw notFound("no such pet");
          if (path.petId === 418)
            throw new Problem(418, { code: "teapot", headers: { "X-Tea": "1" } });
          return { status: 200, body: path };
        },
      }),
      upload: route({
        method: "PUT",
        path: "/bytes",
        body: { content: { "*/*": "binary" } },
        handle: ({ body }: { body?: Uint8Array }) => ({
          status: 200,
          contentType: "text/plain",
          body: String(body?.length),
        }),
      }),
      any: route({
        method: "GET",
        path: "/any",
        replies: {
          200: { "application/json": checkPets, "text/plain": undefined, "image/*": undefined },
          204: {},
          "4XX": undefined,
        },
        handle(_request: object, context: Context<Caller | undefined>) {
          contexts.push(context);
          return answer(context);
        },
      }),
      free: route({
        method: "GET",
        path: "/free",
        handle: (_request: object, context: Context<Caller | undefined>) => answer(context),
      }),
    },
  );
  return { ...server, errors, contexts };
}

export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export async function ask(
  server: Server,
  line: string,
  fields: Readonly<Record<string, string>> = {},
  body?: string | Uint8Array,
): Promise<Told> {
  const [method = "", target = ""] = line.split(" ");
  return told(await server.handle(requestWith(fields, { method, target, ...(body && { body }) })));
}

export async function told({ status, headers, body }: OutgoingReply): Promise<Told> {
  let text = typeof body === "string" ? body : "";
  if (body instanceof Uint8Array) text = Buffer.from(body).toString("latin1");
  else if (typeof body === "object")
    for await (const part of body) text += Buffer.from(part).toString();
  const fields = headers.map(([name, value]) => [name.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(fields) as Record<string, string>, body: text };
}

export const KEY: Readonly<Record<string, string>> = { authorization: "Bearer key-ann" };

export type { IncomingRequest };
