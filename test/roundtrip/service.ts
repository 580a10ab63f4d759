import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { runInThisContext } from "node:vm";
import { type BuildOptions, build } from "esbuild";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { groupsOf } from "../../src/emitters/groups.js";
import { rateLimitHeaders } from "../../src/emitters/rate-limits.js";
import { Files } from "../../src/load/text/positions.js";
import { type Named, applyCamelCase, namingOf } from "../../src/model/passes/camel-case.js";
import { withCallbacks } from "../../src/model/operations.js";
import { successOf } from "../../src/model/pages.js";
import { makeCoded } from "../../src/model/passes/renamed-model.js";
import type { ApiModel, Operation, SecurityScheme } from "../../src/model/types.js";
import { type Product, produce } from "../../src/pipeline.js";
import type { Config } from "../../src/config/options.js";
import type { NameCodec } from "../../src/runtime/wire/names.js";
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
  /** Gives a value the names of code, or those of the wire. */
  inNames(way: "read" | "write", owner: Named | undefined, value: unknown): unknown;
  /** What clients sent and received since this was called last, as text; nothing before it was called first. */
  wire(): readonly string[];
  /** Answers the operations that are called from now on. */
  answerWith(handler: Handler): void;
  /** What the servers said of errors since this was called last. */
  errors(): readonly unknown[];
  close(): Promise<void>;
}

interface Modules {
  readonly client: Readonly<Record<string, (options: Members) => Client>>;
  readonly server: Readonly<Record<string, (options: Members) => never>>;
  readonly validators: Readonly<Record<string, Check>>;
  readonly names?: { named(place: string): NameCodec };
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
  called?: (name: string) => string,
): Promise<RoundTrip | undefined> {
  // Not where files go and how they look: those are laid out here.
  const kept = new Set([
    "case",
    "int64",
    "dates",
    "formats",
    "client",
    "defaults",
    "undeclared",
    "presentDefaults",
    "oneOf",
    "bareReplies",
    "enums",
    "typeNames",
    "split",
    "importExtension",
    "runtime",
    "root",
    "remote",
    "overlays",
  ]);
  const others = Object.fromEntries(Object.entries(config).filter(([key]) => kept.has(key)));
  const transform = (model: ApiModel): ApiModel => {
    if (called) applyCamelCase(model, new Diagnostics(), called);
    if (called) makeCoded(model, false);
    return model;
  };
  const own = { ...others, input, output: "out", description: true, format: "none" as const };
  const entry = { config: { ...own, transform }, folder };
  const diagnostics = new Diagnostics();
  const product = await produce(entry, diagnostics, new Files());
  if (diagnostics.hasErrors) throw new Error(JSON.stringify(diagnostics.all, undefined, 1));
  if (!product || product.model.operations.length === 0) return undefined;
  const { model } = product;
  const modules = await load(product, config);
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
  const inNames: RoundTrip["inNames"] = (way, owner, value) => {
    const naming = owner && namingOf(owner);
    return naming ? modules.names?.named(naming.key)[way](value) : value;
  };
  const callbacks = callbackRequests(model).map(({ operation, callback }) => {
    const sender = createSender?.({
      fetch: (url: string, init: RequestInit) =>
        fetch(receivedAt(url, callback, addressAt(operation)), init),
      retries: 0,
    });
    const { method } = operation.names;
    const owner = withCallbacks(model.operations).find((one) => one.callbacks.includes(callback));
    const { request: sent, reply, ...url } = calledFor(callback, owner);
    const answered = owner && successOf(owner);
    const body = inNames("read", answered, reply["body"]);
    const call = { request: inNames("read", owner, sent), reply: { ...reply, body }, ...url };
    return { [method]: (request: unknown) => sender?.[method]?.(call, request) };
  });
  let wire: string[] | undefined;
  const create = modules.client[`create${model.name}Client`];
  if (!create) throw new Error("there is no client");
  const clientOf = ({ origin }: Listening): Client => {
    /** Operations may have an address of their own: what is at its path is here, too. */
    const here = (url: string): string => url.replace(/^https?:\/\/[^/?]*/i, origin);
    return byMethod(
      model.operations,
      config,
      create({
        baseUrl: origin + base,
        fetch: async (url: string, init: RequestInit) => {
          if (!wire) return fetch(here(url), init);
          const request = new Request(here(url), init);
          const copy = request.clone();
          const answer = await fetch(request);
          const received = answer.clone();
          wire.push(await textOf(copy, `${copy.method} ${copy.url.replace(origin, "")}`));
          wire.push(await textOf(received, String(received.status)));
          return answer;
        },
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
    inNames,
    wire: () => {
      const before = wire ?? [];
      wire = [];
      return before;
    },
    errors: () => errors.splice(0),
    close: async () => {
      await Promise.all([checked.close(), trusting.close(), receiver?.close()]);
    },
  };
}

/** Without what is another one each time. */
async function textOf(message: Request | Response, start: string): Promise<string> {
  const type = message.headers.get("content-type") ?? "";
  const boundary = /boundary=(.*)$/.exec(type)?.[1] ?? "no boundary";
  // The boundary is not always as long.
  const changing = type.startsWith("multipart/")
    ? /^(date|keep-alive|content-length)$/
    : /^(date|keep-alive)$/;
  const fields = [...message.headers].filter(([name]) => !changing.test(name));
  const headers = fields.map(([name, value]) => `${name}: ${value}`);
  const whole = [start, ...headers, "", await message.text()].join("\n");
  return whole.replaceAll(boundary, "boundary");
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

/** The operations that are grouped by tag, too, by the names that they have without groups. */
function byMethod(
  operations: readonly Operation[],
  { client: { groups = false, shortNames = false } = {} }: Partial<Config>,
  client: Readonly<Record<string, Method | Client>>,
): Client {
  const ofPaths = operations.filter(({ kind }) => kind === "path");
  const grouped = groups ? groupsOf(ofPaths, shortNames) : [];
  for (const { name, members } of grouped)
    for (const [{ names }, member] of members)
      Object.assign(client, { [names.method]: (client[name] as Client)[member] });
  return client as Client;
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

const source = fileURLToPath(new URL("../../src", import.meta.url));
const requireHere = createRequire(import.meta.url);

/** The runtime, which is the same for all descriptions: made, compiled and warm once. */
let runtime: Promise<(path: string) => object> | undefined;

async function makeRuntime(): Promise<(path: string) => object> {
  const files = readdirSync(join(source, "runtime"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `/runtime/${path.replaceAll("\\", "/")}`);
  const modules = files.map((path) => `${JSON.stringify(path)}: () => require(".${path}"),`);
  const contents = `module.exports = {\n${modules.join("\n")}\n};`;
  const made = await run<Readonly<Record<string, () => object>>>(
    { stdin: { contents, resolveDir: source }, packages: "external" },
    requireHere,
  );
  return (path) => made[path]?.() ?? (requireHere(path) as object);
}

/** Builds a module, and what it exports. */
async function run<Exports>(
  options: BuildOptions,
  require: (path: string) => object,
): Promise<Exports> {
  const result = await build({
    bundle: true,
    logLevel: "error",
    write: false,
    format: "cjs",
    platform: "node",
    ...options,
  });
  const module = { exports: {} as Exports };
  // Not by `import`, which would have to be from a file, and may be translated again on the way.
  const start = runInThisContext(
    `(function (module, require) {${result.outputFiles?.[0]?.text}\n})`,
  ) as (module: object, require: (path: string) => object) => void;
  start(module, require);
  return module.exports;
}

async function load(
  { generated, runtime: shared = [] }: Product,
  { runtime: place = "runtime" }: Partial<Config>,
): Promise<Modules> {
  const texts = new Map(generated.map(({ path, text }) => [`/${path}`, text]));
  for (const { path, text } of shared) texts.set(`/runtime/${path}`, text);
  for (const [path, text] of texts)
    if (path.startsWith("/runtime/") && !isRuntimeText(text, readFileSync(source + path, "utf8")))
      throw new Error(`${path} is not the one of the runtime`);
  runtime ??= makeRuntime();
  const runtimeAt = posix.resolve("/", place);
  const has = (name: string): boolean => texts.has(`/${name}.ts`);
  const options: BuildOptions = {
    stdin: {
      contents: `
        export * as client from "./client.js";
        export * as server from "./server.js";
        export * as validators from "./validators.js";
        ${has("names") ? 'export * as names from "./names.js";' : ""}
        ${has("webhooks") ? 'export * as receiver from "./webhooks.js";' : ""}
        ${has("webhook-sender") ? 'export * as sender from "./webhook-sender.js";' : ""}
        export { nodeListener } from "${runtimeAt}/server/adapters/node.js";`,
      loader: "ts",
    },
    plugins: [
      {
        name: "memory",
        setup(builder) {
          builder.onResolve({ filter: /^[./@]/ }, ({ path, importer }) => {
            const isRelative = path.startsWith(".") && importer !== "<stdin>";
            const folder = isRelative ? posix.dirname(importer) : "/";
            const file = posix.resolve(folder, path).replace(/(?:\.[jt]s)?$/, ".ts");
            if (!file.startsWith(`${runtimeAt}/`)) return { path: file, namespace: "memory" };
            const name = file.slice(runtimeAt.length).replace(/^\/\d+(?:\.\d+)*(?=\/)/, "");
            return { path: `/runtime${name}`, external: true };
          });
          builder.onLoad({ filter: /./, namespace: "memory" }, ({ path }) => {
            const contents = texts.get(path);
            return contents === undefined ? undefined : { contents, loader: "ts" };
          });
        },
      },
    ],
  };
  return run<Modules>(options, await runtime);
}

/** The same but for the endings of its imports. */
function isRuntimeText(text: string, own: string): boolean {
  const plain = (code: string): string => code.replace(/( from "\.[^"]*?)(?:\.[jt]s)?";/g, '$1";');
  return plain(text) === plain(own);
}
