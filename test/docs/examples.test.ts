import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Config } from "../../src/config/options.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import { flagsFor, tscOf } from "../consumer/compilers.js";
import { writeQueryCore } from "../consumer/query-core.js";

const repo = fileURLToPath(new URL("../../", import.meta.url));
const sandbox = realpathSync(mkdtempSync(join(tmpdir(), "specsmith-docs-")));
afterAll(() => rmSync(sandbox, { recursive: true, force: true }));

interface Frame {
  /** What stands before the example, in the file or around it. */
  readonly before?: string;
  readonly after?: string;
  /** It is run, against the mock of the Pet Store. */
  readonly runs?: true;
}

const petStore = `import { createPetStoreClient } from "./api/index.js";\n`;
const client = `${petStore}const petStore = createPetStoreClient({ baseUrl: "http://mock", bearerAuth: "any" });\n`;
/** What examples of servers take from an app that has one already. */
const oldServer = `import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express from "express";
import fastify from "fastify";
import { createPetsServer, type PetsHandlers } from "./pets/server.js";
import { expressHandler } from "./pets/runtime/server/adapters/express.js";
import { fastifyPlugin } from "./pets/runtime/server/adapters/fastify.js";
import { type Problem, notFound } from "./pets/runtime/server/problem.js";
import { inPart, joinHandlers } from "./pets/runtime/server/server.js";
interface User { readonly id: string }
const users = new Map([["a", { id: "ada" }]]);
const pets = new Map([[1, { name: "Rex" }]]);\n`;
const user = `interface User { readonly id: string }\n`;

/** What the examples of a page take for granted, in their order. */
const frames: Readonly<Record<string, readonly Frame[]>> = {
  "README.md": [{ runs: true }, { before: `declare const keys: Map<string, { id: string }>;\n` }],
  "docs/bodies.md": [
    {
      before: `import { createShopClient, type Reading } from "./shop/index.js";
const client = createShopClient({ baseUrl: "http://shop.example" });
declare const sensor: { readings(): AsyncIterable<Reading> };
declare function show(reading: Reading): void;
const path = { name: "a.bin" };\n`,
    },
  ],
  "docs/client.md": [
    { before: `${client}const alert = console.log;\n`, runs: true },
    {
      before: `${petStore}declare const session: { token: string | undefined };
declare const baseUrl: string;\n`,
    },
    { before: `${petStore}declare const baseUrl: string, bearerAuth: string;\n` },
    {
      before: `import { createShopClient } from "./shop/index.js";
const files = createShopClient({ baseUrl: "http://shop.example" });
const file = new Blob(["a"]);
declare function show(part: number): void;\n`,
    },
    { before: `const baseUrl = "http://mock", readKey = () => "any";\n`, runs: true },
    {
      before: `${petStore}declare const baseUrl: string, bearerAuth: string, key: string, cert: string, ca: string;\n`,
    },
    {
      before: `import { createShopClient } from "./shop/index.js";
const api = createShopClient({ baseUrl: "http://shop.example" });\n`,
    },
  ],
  "docs/config.md": [{}, {}, { before: "export const selection = {\n", after: "};\n" }],
  "docs/extend.md": [{}, {}],
  "docs/migrate.md": [
    { before: `declare const baseUrl: string;\n` },
    {},
    {},
    {},
    { before: client, runs: true },
    { before: `${client}const alert = console.log;\n`, runs: true },
    {},
    {
      before: `${petStore}import { createPetStoreQueries } from "./api/queries.js";
declare const baseUrl: string, readKey: () => string;\n`,
    },
    {},
    {},
    {},
    { before: `const baseUrl = "http://mock", bearerAuth = "any";\n`, runs: true },
    {},
    {},
    {},
    {},
    {},
    {
      before: `${client}import { rowOf } from "./api/row.js";
declare function withData<Operations>(operations: Operations): Operations;\n`,
    },
    {},
    {},
    {},
    { before: `const baseUrl = "http://mock", bearerAuth = "any";\n` },
    {},
    {},
    {},
    {},
    {
      before: `const readKey = () => "any";\n`,
      after: `type NewPet = PostEndpoints["/pets"]["parameters"]["body"];
export const add = (body: NewPet) => createApiClient("http://mock").post("/pets", { body });
export const nameOf = async ({ get }: ApiClient): Promise<string> =>
  (await get("/pets/{petId}", { path: { petId: 7 } })).name;
// @ts-expect-error: it has to have a path
export const none = ({ get }: ApiClient) => get("/pets/{petId}");\n`,
    },
    {
      before: `${oldServer}const app = express();
const oldRoutes = express.Router();
oldRoutes.post("/v1/pets", (_, response) => void response.json("old"));
const errorHandler: express.ErrorRequestHandler = (error: Problem, _, response, _next) =>
  void response.status(error.status).json({ message: error.message, errors: error.issues });\n`,
      after: `const http = app.listen(0, "127.0.0.1");
await once(http, "listening");
const { port } = http.address() as AddressInfo;
const ask = (method: string, path: string, token: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: "Bearer " + token };
    request({ port, path, method, headers }, (reply) => {
      text(reply).then((body) => resolve([reply.statusCode, body].join(" ")), reject);
    }).end();
  });
assert.match(await ask("GET", "/v1/pets/1", "a"), /^200 .*"name":"Rex"/);
assert.match(await ask("GET", "/v1/pets/2", "a"), /^404 .*no such pet/);
assert.match(await ask("GET", "/v1/pets/x", "a"), /^400 .*"path":"\\/path\\/petId"/);
assert.match(await ask("GET", "/v1/pets/1", "b"), /^401 {"message":/);
assert.equal(await ask("POST", "/v1/pets", "a"), '200 "old"');
http.close();
http.closeAllConnections();\n`,
      runs: true,
    },
    {
      before: `${oldServer}const getPet = () => ({ status: 200 as const, body: { name: "Rex" } });\n`,
      after: `const ask = async (path: string, authorization: string): Promise<string> => {
  const reply = await server.fetch(new Request("http://x" + path, { headers: { authorization } }));
  return [reply.status, await reply.text()].join(" ");
};
assert.match(await ask("/v1/pets/1", "Bearer a"), /^200 .*"name":/);
assert.match(await ask("/v1/pets/x", "Bearer a"), /^400 {"err":\\[{/);
assert.match(await ask("/v1/pets/1", "Bearer b"), /^401 {"err":"/);
assert.match(await ask("/none", "Bearer a"), /^404 {"err":"/);
assert.match(await ask("/v1/pets", "Bearer a"), /^405 {"err":"/);\n`,
      runs: true,
    },
    {
      before: `${oldServer}const app = fastify();
class Service {
  readonly #name = "Rex";
  getPet() {
    return { status: 200 as const, body: { name: this.#name } };
  }
  createPet(): never { throw notFound(); }
}\n`,
      after: `const headers = { authorization: "Bearer a" };
const reply = await app.inject({ url: "/v1/pets/1", headers });
assert.equal(reply.json().name, "Rex");
assert.equal((await app.inject({ url: "/v1/pets/1" })).statusCode, 401);\n`,
      runs: true,
    },
  ],
  "docs/mocks.md": [
    { runs: true },
    {
      before: `${petStore}import { makePet, mockPetStore } from "./api/mocks.js";\n`,
      after: `if (!Array.isArray(await petStore.listPets())) throw new Error("no list");\n`,
      runs: true,
    },
    {
      before: `import { mockPetStore } from "./api/mocks.js";
const mock = mockPetStore({ seed: 1 });
declare function setupServer(...handlers: readonly unknown[]): void;
declare function setupWorker(...handlers: readonly unknown[]): void;\n`,
    },
  ],
  "docs/queries.md": [
    {
      before: `${client}import { createPetStoreQueries } from "./api/queries.js";
import { skipToken } from "@tanstack/query-core";
interface Options { readonly queryKey: readonly unknown[] }
declare function useQuery(options: Options & { readonly staleTime?: number }): void;
declare function useSuspenseQuery(options: Options): void;
declare function useMutation(options: object): void;
declare const queryClient: {
  prefetchQuery(options: Options): Promise<void>;
  invalidateQueries(filter: Options): Promise<void>;
};
declare const petId: number | undefined;\n`,
    },
  ],
  "docs/server.md": [
    { before: `declare const keys: Map<string, { id: string }>;\n` },
    {
      before: `import { sharedLimiter } from "./api/runtime/server/adapters/rate-limiter-flexible.js";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { Redis } from "ioredis";
declare const url: string;\n`,
    },
    {
      before: `import { sameSecret } from "./api/runtime/server/authenticate.js";
const key = "k";
export const options = {\n`,
      after: "} satisfies { bearerAuth: (token: string) => unknown };\n",
    },
    {
      before: `import express from "express";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createClubServer } from "./club/server.js";
import { expressHandler } from "./club/runtime/server/adapters/express.js";
interface User { readonly id: string; readonly name: string }
declare const auth: {
  api: {
    getSession(given: { headers: Headers }): Promise<{ user: User; session: object } | null>;
    signInEmail(given: {
      body: { email: string; password: string };
      returnHeaders: true;
    }): Promise<{ headers: Headers; response: object }>;
  };
};
declare function toNodeHandler(
  given: object,
): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
const app = express();\n`,
    },
    {
      before: `import express from "express";
import { createShopServer, type ShopHandlers } from "./shop/server.js";
import { expressHandler } from "./shop/runtime/server/adapters/express.js";
import { inPart } from "./shop/runtime/server/server.js";
${user}type Own = ShopHandlers<User, Host>;
interface Host { readonly user: User | undefined }
declare function userOf(request: object): User | undefined;
declare const getBook: Own["getBook"];
declare const loans: Pick<Own, "listLoans">;
const app = express();\n`,
    },
    {
      before: `import { createShopWebhookServer, type ShopWebhookHandlers } from "./shop/webhooks.js";
declare const handlers: ShopWebhookHandlers;\n`,
    },
    {
      before: `import { createShopWebhooks } from "./shop/webhook-sender.js";
import type { OrderRequest } from "./shop/types.js";
declare const subscriber: { url: string; secret: string };
declare const request: OrderRequest;
const body = { order: 7 };\n`,
    },
  ],
};

const pages = [
  "README.md",
  ...readdirSync(join(repo, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const examples = pages.flatMap((page) => {
  const text = readFileSync(join(repo, page), "utf8");
  const blocks = Array.from(text.matchAll(/^```ts\n([^]*?)^```$/gm), ([, code = ""]) => code);
  return blocks.map((code, index) => ({
    title: `${page}, example ${index + 1}`,
    file: `${page.replace(/\W/g, "-")}-${index + 1}.ts`,
    frame: frames[page]?.[index],
    code,
  }));
});

/** Imports stand first wherever they are written. */
function fileOf(code: string, { before = "", after = "" }: Frame): string {
  const imports = /^import [^;]*;\n/gm;
  const found = [...before.matchAll(imports), ...code.matchAll(imports)].map(([one]) => one);
  const rest = [before, code, after].map((text) => text.replace(imports, "")).join("");
  return `${found.join("")}${rest}\nexport {};\n`;
}

async function write(input: string, folder: string, config: Partial<Config>): Promise<void> {
  const entry = { config: { input, output: join(sandbox, folder), ...config }, folder: repo };
  const product = await produce(entry, new Diagnostics(), new Files());
  const handlers = product?.owned.map(({ path, code }) => ({ path, text: code.text })) ?? [];
  for (const { path, text } of [...(product?.generated ?? []), ...handlers]) {
    const file = join(sandbox, folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

beforeAll(async () => {
  const adapters = ["node", "express", "fastify", "rate-limiter-flexible"] as const;
  const emitters = ["calls", "row", "nswag", "oazapfts", "orval", "rtk-query", "zodios"];
  const old = [
    ...emitters,
    "openapi-client-axios",
    "openapi-codegen",
    "openapi-generator",
    "swagger-typescript-api",
    "typed-openapi",
  ].map((name) => join(repo, `docs/emitters/${name}.ts`));
  await write("spec/petstore.yaml", "api", { emitters: ["mocks", "queries", ...old], adapters });
  await write("test/docs/shop.yaml", "shop", { adapters });
  await write("test/docs/club.yaml", "club", { adapters });
  await write("test/docs/pets.yaml", "pets", { adapters });
  await write("spec/petstore.yaml", "generated", {
    only: ["types", "client"],
    enums: "const",
    client: { groups: true },
  });
  writeFileSync(
    join(sandbox, "client.ts"),
    fileOf("", {
      before: `import { createApi } from "@reduxjs/toolkit/query";
${client.replace("const", "export const").replace("petStore =", "client =")}
export const api = createApi({ baseQuery: undefined, endpoints: () => ({}) });\n`,
    }),
  );
  writeFileSync(
    join(sandbox, "petStoreContext.ts"),
    `export const usePetStoreContext = () => ({ fetcherOptions: {}, queryOptions: {} });
export const queryKeyFn = (operation: object): readonly unknown[] => [operation];\n`,
  );
  writeFileSync(
    join(sandbox, "context.ts"),
    `export { queryKeyFn, usePetStoreContext as useContext } from "./petStoreContext.js";\n`,
  );
  mkdirSync(join(sandbox, "handlers"));
  const animals = readFileSync(join(repo, "generated/handlers/animals.ts"), "utf8");
  writeFileSync(join(sandbox, "handlers/animals.ts"), animals.replaceAll('"../', '"../api/'));
  for (const name of ["@types", "express", "fastify", "ioredis", "rate-limiter-flexible"]) {
    mkdirSync(join(sandbox, "node_modules"), { recursive: true });
    symlinkSync(join(repo, "node_modules", name), join(sandbox, "node_modules", name), "junction");
  }
  // Types of it, which those of Node bring along.
  symlinkSync(
    join(repo, "node_modules/undici-types"),
    join(sandbox, "node_modules/undici"),
    "junction",
  );
  writeQueryCore(sandbox);
  writeFileSync(join(sandbox, "package.json"), '{ "type": "module" }');
  for (const { file, code, frame } of examples)
    writeFileSync(join(sandbox, file), fileOf(code, frame ?? {}));
}, 120_000);

test("each example has its frame, and each frame its example", () => {
  const counts = Object.fromEntries(
    pages.map((page) => [
      page,
      examples.filter(({ title }) => title.startsWith(`${page},`)).length,
    ]),
  );
  const framed = pages.map((page) => [page, frames[page]?.length ?? 0]);
  expect(Object.fromEntries(framed)).toEqual(counts);
});

test.each(["calls.ts", "hey-api.ts"])("the emitter of %s is shown", (name) => {
  const emitter = readFileSync(join(repo, "docs/emitters", name), "utf8");
  expect(examples.map(({ code }) => code)).toContain(emitter);
});

test("all examples compile", { timeout: 120_000 }, () => {
  const paths = { specsmith: [join(repo, "dist/index.d.ts")] };
  const unused = { noUnusedLocals: false, noUnusedParameters: false };
  const compilerOptions = { ...flagsFor("7"), ...unused, rootDir: "/", paths };
  writeFileSync(
    join(sandbox, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["*.ts"] }),
  );
  const { stdout } = spawnSync(process.execPath, [tscOf("7"), "-p", sandbox], {
    encoding: "utf8",
    cwd: sandbox,
  });
  expect(stdout).toBe("");
});

/** Requests go to a mock whatever their address is: no example reaches the network. */
const banner = `import { mockPetStore } from "./api/mocks.js";
globalThis.fetch = mockPetStore({ seed: 1 }).fetch;
process.env.KEY = "any";\n`;

test.each(examples.filter(({ frame }) => frame?.runs))("$title runs", async ({ file }) => {
  writeFileSync(join(sandbox, "mocked.ts"), banner);
  const entry = `import "./mocked.js";\nimport "./${file.replace(/\.ts$/, ".js")}";\n`;
  const outfile = join(sandbox, file.replace(/\.ts$/, ".mjs"));
  await build({
    stdin: { contents: entry, resolveDir: sandbox, loader: "ts" },
    bundle: true,
    packages: "external",
    outfile,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
  });
  const { status, stderr } = spawnSync(process.execPath, [outfile], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});
