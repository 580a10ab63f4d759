import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { generate } from "../../src/index.js";
import type { Server } from "../../src/runtime/server/server.js";
import { someOf } from "../long.js";

const folder = await mkdtemp(join(tmpdir(), "own-errors-"));
afterAll(() => rm(folder, { recursive: true }));

interface Generated {
  createShopServer(options: object): Server;
  isFailure(value: unknown): boolean;
}

const text = { type: "string" };
const nullable = { anyOf: [text, { type: "null" }] };
const of = (properties: object, required = Object.keys(properties)): object => ({
  type: "object",
  required,
  properties,
});

const issue = '/query/n must be an integer, is "x"';
const message = `The request is not valid: ${issue}`;
const nowhere = "There is nothing here.";
const texts = { type: "array", items: text };

/** Schemas of errors as APIs have them, with the replies to a request that is not valid, and to one for another path. */
const shapes: Readonly<
  Record<string, readonly [schema: object, body: object | string, other?: object | string]>
> = {
  "RFC 9457 with its type": [
    of({ type: { ...text, format: "uri-reference" }, title: text, status: { type: "integer" } }),
    { type: "about:blank", title: "Bad Request", status: 400 },
  ],
  "a type with a default": [
    of({ type: { ...text, default: "none" }, title: text }, ["title", "type"]),
    { type: "bad_request", title: "Bad Request" },
  ],
  "an error in an object": [
    of({ error: of({ message: text, type: text, param: nullable, code: nullable }) }),
    { error: { message, type: "bad_request", param: null, code: "bad_request" } },
  ],
  "errors in a list": [
    of({ errors: { type: "array", items: of({ status: text, title: text, detail: text }) } }),
    { errors: [{ status: "400", title: "Bad Request", detail: message }] },
  ],
  "texts in a list": [of({ errors: texts }), { errors: [issue] }, { errors: [nowhere] }],
  "texts in a list in an object": [
    of({ errors: of({ body: texts }) }),
    { errors: { body: [issue] } },
    { errors: { body: [nowhere] } },
  ],
  "texts in a list beside a message": [
    of({ message: text, details: texts }, ["message"]),
    { message, details: [issue] },
    { message: nowhere, details: [nowhere] },
  ],
  "a constant beside the message": [
    of({ success: { const: false }, object: { enum: ["error"] }, message: text }),
    { success: false, object: "error", message },
  ],
  "a default among several values": [
    of({ level: { enum: ["low", "high"], default: "high" }, message: text }),
    { level: "high", message },
  ],
  "any text": [text, message, nowhere],
  "a short text": [{ ...text, maxLength: 12 }, `${message.slice(0, 11)}…`, "There is no…"],
  "short texts in an object": [
    of({
      message: { allOf: [{ ...text, maxLength: 30 }, { maxLength: 9 }] },
      code: { ...text, maxLength: 1 },
    }),
    { message: "The requ…", code: "…" },
  ],
  "few short texts in a list": [
    of({ message: text, errors: { type: "array", maxItems: 1, items: { ...text, maxLength: 5 } } }),
    { message, errors: ["/que…"] },
    { message: nowhere, errors: ["Ther…"] },
  ],
  "what is not needed": [
    of({ message: text, trace: { ...text, format: "uuid" }, meta: of({ message: text }) }, []),
    { message },
  ],
};

/** Generates code for an operation with these errors. */
async function generated(name: string, content: object, schemas: object = {}) {
  const own = join(folder, name.replace(/\W/g, "-"));
  const input = `${own}.json`;
  const get = {
    operationId: "get",
    parameters: [{ in: "query", name: "n", schema: { type: "integer" } }],
    responses: { 204: { description: "" }, default: { description: "", content } },
  };
  const info = { title: "Shop", version: "1" };
  const components = { schemas };
  const description = { openapi: "3.1.0", info, paths: { "/": { get } }, components };
  await writeFile(input, JSON.stringify(description));
  const only = ["types", "validators", "server"] as const;
  const made = await generate({ input, output: own, only: [...only] });
  expect(made).toMatchObject({ ok: true });
  const warnings = made.diagnostics.map(({ message }) => message);
  return { own, warnings };
}

/** What is generated for them. */
async function served(name: string, content: object, schemas: object = {}) {
  const { own, warnings } = await generated(name, content, schemas);
  const outfile = `${own}.mjs`;
  const contents = 'export * from "./server.js"; export * from "./validators.js";';
  await build({
    stdin: { contents, resolveDir: own, loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
  });
  const { createShopServer, isFailure } = (await import(outfile)) as Generated;
  const server = createShopServer({ handlers: { get: () => ({ status: 204 }) } });
  const file = await readFile(join(own, "server.ts"), "utf8");
  return { server, isFailure, file, warnings };
}

describe.each(["named", "in place"])("a schema %s", (way) => {
  test.each(someOf(Object.entries(shapes), 2))(
    "%s is what a failure is sent as",
    async (name, [schema, body, other]) => {
      const isNamed = way === "named";
      const named = { $ref: "#/components/schemas/Failure" };
      const content = { "application/json": { schema: isNamed ? named : schema } };
      const { server, isFailure, file, warnings } = await served(`${name} ${way}`, content, {
        Failure: schema,
      });
      expect(warnings).toEqual([]);
      expect(file).toMatch(
        isNamed ? /body: Failure = / : /body: (GetReplyDefaultBody|ReplyBody<.*>) = /,
      );
      const reply = await server.fetch(new Request("http://shop/?n=x"));
      const sent: unknown = await reply.json();
      expect(sent).toEqual(body);
      expect(isFailure(sent)).toBe(true);
      const elsewhere: unknown = await (await server.fetch(new Request("http://shop/x"))).json();
      if (other) expect(elsewhere).toEqual(other);
      expect(isFailure(elsewhere)).toBe(true);
    },
  );
});

const plain = "text/plain; charset=utf-8";
const json = "application/json";
const problem = "application/problem+json";
const inJson = (schema: object): object => ({ [json]: { schema } });

test.each([
  ["text", { "text/plain": { schema: text } }, plain],
  ["text without a schema", { "text/plain": {} }, plain],
  ["text of a charset", { [plain]: {} }, plain],
  ["any kind of text", { "text/*": {} }, plain],
  ["text or JSON", { "text/plain": {}, [json]: { schema: of({ message: text }) } }, json],
  ["text of a few", { "text/plain": { schema: { enum: ["no"] } } }, problem],
  ["a page", { "text/html": { schema: text } }, problem],
  ["an address", { [json]: { schema: { ...text, format: "uri" } } }, problem],
  ["a tuple", inJson(of({ errors: { ...texts, prefixItems: [{ type: "boolean" }] } })), problem],
  ["an object or nothing", inJson({ allOf: [of({ message: text }), text] }), problem],
  ["a text or nothing", inJson({ anyOf: [text], ...of({ id: text }) }), problem],
  [
    "one of a few objects",
    inJson({ ...of({ message: text }), enum: [{ message: "no" }] }),
    problem,
  ],
  [
    "a member that is taken for an inherited one",
    inJson(of({ message: text, valueOf: { type: "integer" } }, ["message"])),
    problem,
  ],
  ["a text but for some", inJson({ ...text, not: { const: "no" } }), problem],
  [
    "a member of which another part says more",
    inJson({ allOf: [of({ message: { enum: ["no", "never"] } }), of({ message: text })] }),
    problem,
  ],
])("an error that is declared as %s", async (name, content, type) => {
  const { server } = await served(name, content);
  const reply = await server.fetch(new Request("http://shop/?n=x"));
  expect(reply.status).toBe(400);
  expect(reply.headers.get("content-type")).toBe(type);
  const sent = await reply.text();
  if (type === plain) expect(sent).toBe(message);
  if (type === json) expect(sent).toBe(JSON.stringify({ message }));
});

test.each<readonly [title: string, schema: object, lacks?: string]>([
  ["a text of a few", of({ message: text, code: { enum: ["invalid", "not found"] } }), "code"],
  ["a text that a pattern limits", of({ detail: { ...text, pattern: "^E" }, id: text }), "detail"],
  ["a status of another type", of({ message: text, status: { type: "boolean" } }), "status"],
  ["one of another format", of({ message: text, id: { ...text, format: "uuid" } }), "id"],
  ["one that is not described", { ...of({ message: text }), required: ["message", "id"] }, "id"],
  ["an object that lacks one", of({ message: text, error: of({ id: text }) }), "error"],
  ["a title of any kind", of({ title: {} })],
])("the warning of an error names what a failure lacks: %s", async (title, schema, lacks) => {
  const named = inJson({ $ref: "#/components/schemas/Failure" });
  const { warnings } = await generated(`lacks ${title}`, named, { Failure: schema });
  const reason = `the server cannot fill in Failure for its own errors, since it requires "${lacks}"`;
  const found = warnings.filter((one) => one.startsWith("the server"));
  expect(found).toEqual(lacks === undefined ? [] : [reason]);
});
