import { readFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Scheme, apiKey, basic, bearer } from "../../src/runtime/authenticate.js";
import type { FormCodec, PlainCodec } from "../../src/runtime/body.js";
import { attach } from "../../src/runtime/node.js";
import { Problem } from "../../src/runtime/problem.js";
import { type Context, type Reply, createServer, route } from "../../src/runtime/server.js";
import type { ReplyContent } from "../../src/runtime/server-reply.js";
import {
  type JsonSchema,
  type OpenApiParameter,
  checksFor,
  requestSchema,
  toField,
  toParameter,
} from "./from-openapi.js";

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

interface Description {
  readonly security: Operation["security"];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** What the operations do and who may call them, as the cases want it. */
interface Behaviour {
  readonly ops: Readonly<Record<string, (input: Record<string, unknown>) => unknown>>;
  authenticate(scheme: string, credential: unknown): Caller;
  rateLimitHeaders(): Readonly<Record<string, string>>;
  readonly BODY_LIMIT: number;
}

type Caller = Readonly<Record<string, unknown>>;

/** Builds the server out of its description by hand: what the generator writes as code is data here. */
export const adapter = {
  name: "specsmith on node:http",
  async start(docFile: string): Promise<{ port: number; close(): Promise<void> }> {
    const behaviour = (await import(
      new URL("handlers.mjs", `file://${docFile}`).href
    )) as Behaviour;
    const description = JSON.parse(readFileSync(docFile, "utf8")) as Description;
    const server = createServer<Caller>(
      {
        bodyLimit: behaviour.BODY_LIMIT,
        rateLimit: {
          limiter: { take: () => standingFrom(behaviour.rateLimitHeaders()) },
          limits: () => [{ requests: 1000, seconds: 60 }],
        },
        rateLimitHeaders: {
          limit: "X-RateLimit-Limit",
          remaining: "X-RateLimit-Remaining",
          reset: "X-RateLimit-Reset",
        },
      },
      schemesFor(behaviour),
      routesOf(description, behaviour),
    );
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

function schemesFor({ authenticate }: Behaviour): Readonly<Record<string, Scheme<Caller>>> {
  const judge = (scheme: string, credential: unknown): Caller | undefined => {
    try {
      return authenticate(scheme, credential);
    } catch (error) {
      if ((error as { status?: number }).status === 401) return undefined;
      throw error;
    }
  };
  return {
    bearerAuth: bearer((token) => judge("bearerAuth", token)),
    basicAuth: basic((user, password) => judge("basicAuth", { user, password })),
    keyHeader: apiKey("header", "X-Api-Key", (key) => judge("keyHeader", key)),
    keyQuery: apiKey("query", "api_key", (key) => judge("keyQuery", key)),
  };
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];

function routesOf(description: Description, { ops }: Behaviour) {
  const check = checksFor(description.components.schemas);
  return Object.entries(description.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method] as Operation;
      const shared = (item["parameters"] ?? []) as readonly OpenApiParameter[];
      const parameters = [...shared, ...(operation.parameters ?? [])];
      const { operationId, requestBody, responses } = operation;
      return route<Caller, Record<string, unknown>, Caller | undefined>({
        operation: operationId,
        method: method.toUpperCase(),
        path,
        security: operation.security ?? description.security,
        parameters: parameters.map(toParameter),
        body: requestBody && {
          content: mapValues(requestBody.content, (media, type) => ({
            ...codecFor(media, type),
            check: check(withoutFiles(media.schema ?? {})),
          })),
        },
        // What a body has to be depends on its media type, so each type has its own check.
        check: check(
          requestSchema(
            parameters,
            requestBody && { required: requestBody.required === true, schema: {} },
          ),
        ),
        replies: mapValues(responses, ({ content = {} }) =>
          mapValues(content, ({ schema }, type) =>
            schema !== undefined && type.endsWith("json") ? check(schema) : undefined,
          ),
        ) as Readonly<Record<string, ReplyContent>>,
        handle: (request, context) => run(ops[operationId], request, context),
      });
    }),
  );
}

/** Files are no JSON, so JSON Schema has no word for them. */
function withoutFiles(schema: JsonSchema): JsonSchema {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) return schema;
  const judged = properties.map(([name, property]) => [
    name,
    property["format"] === "binary" ? {} : property,
  ]);
  return { ...schema, properties: Object.fromEntries(judged) as JsonSchema };
}

function codecFor(
  { schema = {} }: { readonly schema?: JsonSchema },
  type: string,
): PlainCodec | FormCodec {
  if (type.endsWith("json")) return { codec: "json" };
  if (type.startsWith("text/")) return { codec: "text" };
  if (type !== "multipart/form-data" && type !== "application/x-www-form-urlencoded") {
    return { codec: "binary" };
  }
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, JsonSchema>);
  return {
    codec: type === "multipart/form-data" ? "multipart" : "form",
    fields: properties.map(([name, property]) => ({
      ...toField({ name, schema: property }),
      binary: property["format"] === "binary",
    })),
  };
}

function mapValues<In, Out>(
  record: Readonly<Record<string, In>>,
  change: (value: In, name: string) => Out,
): Record<string, Out> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, change(value, name)]),
  );
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
