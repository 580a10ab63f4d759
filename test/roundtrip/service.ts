import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { runInThisContext } from "node:vm";
import { build } from "esbuild";
import { Diagnostics } from "../../src/diagnostics/catalog.js";
import { rateLimitHeaders } from "../../src/emitters/rate-limits.js";
import { Files } from "../../src/load/text/positions.js";
import type { ApiModel, Operation, SecurityScheme } from "../../src/model/types.js";
import { type Product, produce } from "../../src/pipeline.js";
import type { Config } from "../../src/config/options.js";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { callbackRequests, calledFor, receivedAt } from "./callbacks.js";

export type Members = Readonly<Record<string, unknown>>;
export type Check = (value: unknown, issues: Issue[]) => boolean;
export type Client = Readonly<Record<string, Method>>;
type Method = (request: unknown) => { reply(): Promise<Members> };
type Send = (...given: readonly unknown[]) => { reply(): Promise<Members> };
type Handler = (request: Members) => Promise<Members>;

/** A generated client, and the generated server that it talks to over HTTP. */
export interface RoundTrip {
  readonly model: ApiModel;
  readonly config: Partial<Config>;
  /** A client of its own for each call: what a 429 says would hold up the others. */
  client(): Client;
  /** A client of a server that sends the replies of handlers without a check. */
  trustingClient(): Client;
  /** `checkListPetsRequest` and its like, by name. */
  readonly checks: Readonly<Record<string, Check>>;
  /** Answers the operations that are called from now on. */
  answerWith(handler: Handler): void;
  /** What the servers said of errors since this was called last. */
  errors(): readonly unknown[];
  close(): Promise<void>;
}

interface Modules {
  readonly client: Readonly<Record<string, (options: Members) => Record<string, Method>>>;
  readonly server: Readonly<Record<string, (options: Members) => never>>;
  readonly validators: Readonly<Record<string, Check>>;
  /** What receives webhooks, and what sends them; nothing where there are none. */
  readonly receiver?: Readonly<Record<string, (options: Members) => never>>;
  readonly sender?: Readonly<Record<string, (options: object) => Record<string, Send>>>;
  nodeListener(server: never): RequestListener;
}

/** Generates both sides of a description, and connects them; undefined where it has no operation. */
export async function connect(
  input: string,
  folder: string,
  config: Partial<Config> = {},
): Promise<RoundTrip | undefined> {
  // Not where files go and how they look: those are laid out here.
  const kept = new Set([
    "int64",
    "dates",
    "formats",
    "client",
    "defaults",
    "undeclared",
    "root",
    "remote",
    "overlays",
  ]);
  const others = Object.fromEntries(Object.entries(config).filter(([key]) => kept.has(key)));
  const entry = {
    config: { ...others, input, output: "out", description: true, format: "none" as const },
    folder,
  };
  const diagnostics = new Diagnostics();
  const product = await produce(entry, diagnostics, new Files());
  if (diagnostics.hasErrors) throw new Error(JSON.stringify(diagnostics.all, undefined, 1));
  if (!product?.model.operations.some(({ kind }) => kind === "path")) return undefined;
  const { model } = product;
  const modules = await load(product);
  let handler: Handler = () => Promise.reject(new Error("there is no handler"));
  const errors: unknown[] = [];
  const base = "/base";
  const serve = async (create: ((options: Members) => never) | undefined, replies: string) => {
    const server = create?.({
      basePath: base,
      replies,
      ...credentials(model, ({ kind }) =>
        kind === "oauth2" || kind === "openIdConnect"
          ? (_: unknown, __: unknown, scopes: readonly string[]) => ({ caller: "caller", scopes })
          : () => "caller",
      ),
      ...(rateLimitHeaders(model)?.required && { rateLimit: unlimited }),
      handlers: new Proxy({}, { get: () => (request: Members) => handler(request) }),
      onError: (error: unknown) => errors.push(error),
    });
    return listen(modules.nodeListener(server as never));
  };
  const createServer = modules.server[`create${model.name}Server`];
  const checked = await serve(createServer, "explain");
  const trusting = await serve(createServer, "off");
  const createReceiver = modules.receiver?.[`create${model.name}WebhookServer`];
  const receiver = createReceiver && (await serve(createReceiver, "explain"));
  const createSender = modules.sender?.[`create${model.name}Webhooks`];
  const addressAt = ({ template }: Operation): string =>
    `${receiver?.origin}${base}/${template.split("/").map(encodeURIComponent).join("/")}`;
  const operationsById = new Map(model.operations.map((operation) => [operation.id, operation]));
  const webhooks = createSender?.({
    url: (id: string) => addressAt(operationsById.get(id)!),
    retries: 0,
  });
  const callbacks = callbackRequests(model).map(({ operation, callback }) => {
    const sender = createSender?.({
      fetch: (url: string, init: RequestInit) =>
        fetch(receivedAt(url, callback, addressAt(operation)), init),
      retries: 0,
    });
    const { method } = operation.names;
    return { [method]: (request: unknown) => sender?.[method]?.(calledFor(callback), request) };
  });
  const create = modules.client[`create${model.name}Client`];
  if (!create) throw new Error("there is no client");
  const clientOf = ({ origin }: Listening): Client => {
    /** Operations may have an address of their own: what is at its path is here, too. */
    const here = (url: string): string => url.replace(/^https?:\/\/[^/?]*/i, origin);
    return flat(
      create({
        baseUrl: origin + base,
        fetch: (url: string, init: RequestInit) => fetch(here(url), init),
        retries: 0,
        ...credentials(model, ({ kind }) =>
          kind === "basic" ? { username: "user", password: "pass" } : "secret",
        ),
      }),
    );
  };
  return {
    model,
    config,
    client: () => Object.assign(clientOf(checked), webhooks, ...callbacks) as Client,
    trustingClient: () => clientOf(trusting),
    checks: modules.validators,
    answerWith: (next) => {
      handler = next;
    },
    errors: () => errors.splice(0),
    close: async () => {
      await Promise.all([checked.close(), trusting.close(), receiver?.close()]);
    },
  };
}

interface Listening {
  readonly origin: string;
  close(): Promise<void>;
}

async function listen(listener: RequestListener): Promise<Listening> {
  const http = createServer(listener);
  // A connection that is closed while the next values are made would look like a fault.
  http.keepAliveTimeout = 0;
  await new Promise<void>((done) => http.listen(0, "127.0.0.1", done));
  const { port } = http.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        http.close(() => done());
        http.closeAllConnections();
      }),
  };
}

/** Operations that are grouped by tag, beside those that are not. */
function flat(
  client: Readonly<Record<string, Method | Record<string, Method>>>,
): Record<string, Method> {
  const members = Object.entries(client).map(([name, one]) =>
    typeof one === "function" ? { [name]: one } : one,
  );
  return Object.assign({}, ...members) as Record<string, Method>;
}

/** A rate limit that is never reached. */
const unlimited = {
  limiter: { take: () => ({ allowed: true, limit: 9, remaining: 9, reset: 9, retryAfter: 0 }) },
  limits: () => [{ requests: 9, seconds: 1 }],
};

function credentials(model: ApiModel, make: (scheme: SecurityScheme) => unknown): Members {
  const known = model.security.filter(({ kind }) => kind !== "unknown");
  return Object.fromEntries(known.map((scheme) => [scheme.name, make(scheme)]));
}

async function load({ generated }: Product): Promise<Modules> {
  const texts = new Map(generated.map(({ path, text }) => [`/${path}`, text]));
  const result = await build({
    stdin: {
      contents: `
        export * as client from "./client.js";
        export * as server from "./server.js";
        export * as validators from "./validators.js";
        ${texts.has("/webhooks.ts") ? 'export * as receiver from "./webhooks.js";' : ""}
        ${texts.has("/webhook-sender.ts") ? 'export * as sender from "./webhook-sender.js";' : ""}
        export { nodeListener } from "./runtime/server/adapters/node.js";`,
      loader: "ts",
    },
    bundle: true,
    logLevel: "error",
    write: false,
    format: "cjs",
    platform: "node",
    plugins: [
      {
        name: "memory",
        setup(builder) {
          builder.onResolve({ filter: /^\./ }, ({ path, importer }) => ({
            path: new URL(
              `${path.replace(/\.[jt]s$/, "")}.ts`,
              `file://${importer.replace("<stdin>", "/")}`,
            ).pathname,
            namespace: "memory",
          }));
          builder.onLoad({ filter: /./, namespace: "memory" }, ({ path }) => ({
            // `nodeListener` is not among the files where no adapter is asked for.
            contents:
              texts.get(path) ?? readFileSync(new URL(`../../src${path}`, import.meta.url), "utf8"),
            loader: "ts",
          }));
        },
      },
    ],
  });
  const module = { exports: {} as Modules };
  // Not by `import`, which would have to be from a file, and may be translated again on the way.
  const run = runInThisContext(
    `(function (module, require) {${result.outputFiles[0]?.text}\n})`,
  ) as (module: object, require: NodeJS.Require) => void;
  run(module, createRequire(import.meta.url));
  return module.exports;
}
