import { build } from "esbuild";
import { expect, test } from "vitest";
import { Place } from "../command.js";

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly redirect: unknown;
}
type Operation = (request?: object) => Promise<Readonly<Record<string, unknown>>>;
type Create = (options: object) => Readonly<Record<string, Operation>>;

/** The client of a description, and what it sent, which is answered with what `answer` makes. */
async function clientOf(
  paths: object,
  answer = (): Response => new Response(null, { status: 204 }),
  more: object = {},
): Promise<{ create: (options?: object) => ReturnType<Create>; sent: Sent[] }> {
  const description = { openapi: "3.2.0", info: { title: "Api", version: "1" }, paths, ...more };
  const here = new Place({ "api.json": JSON.stringify(description) });
  const run = await here.run("generate", "api.json", "-o", "api", "--only", "client");
  expect(run).toMatchObject({ status: 0, stderr: "" });
  const { outputFiles } = await build({
    entryPoints: [`${here.folder}/api/client.ts`],
    bundle: true,
    write: false,
    format: "esm",
  });
  const code = Buffer.from(outputFiles[0]?.text ?? "").toString("base64");
  const { createApiClient } = (await import(`data:text/javascript;base64,${code}`)) as {
    createApiClient: Create;
  };
  const sent: Sent[] = [];
  const fetch = (url: string, options: Omit<Sent, "url">): Promise<Response> => {
    sent.push({ ...options, url });
    return Promise.resolve(answer());
  };
  return { sent, create: (options) => createApiClient({ fetch, ...options }) };
}

const done = { "204": { description: "Done." } };
const get = (operationId: string, more: object = {}): object => ({
  get: { operationId, responses: done, ...more },
});

test.each([
  ["https://api.example/v1/", undefined, "https://files.example/v2/a", "https://api.example/v0/b"],
  [
    "https://api.example/v1/",
    "https://api.example/v1",
    "https://files.example/v2/a",
    "https://api.example/v0/b",
  ],
  [
    "https://api.example/v1",
    "http://127.0.0.1:8080/v1",
    "http://127.0.0.1:8080/v2/a",
    "http://127.0.0.1:8080/v0/b",
  ],
  ["/v1", "https://api.example/v1", "https://api.example/v2/a", "https://api.example/v0/b"],
])(
  "servers of operations, where the usual one is %s and the client is given %s",
  async (usual, baseUrl, first, second) => {
    const paths = {
      "/a": get("a", { servers: [{ url: "https://files.example/v2" }] }),
      "/b": get("b", { servers: [{ url: "/v0" }] }),
    };
    const { create, sent } = await clientOf(paths, undefined, { servers: [{ url: usual }] });
    const client = create({ baseUrl }); // undefined too, as it comes out of the environment
    await client["a"]?.();
    await client["b"]?.();
    expect(sent.map(({ url }) => url)).toEqual([first, second]);
  },
);

const form = (type: string, schema: object): object => ({
  post: {
    operationId: "send",
    requestBody: { required: true, content: { [type]: { schema } } },
    responses: done,
  },
});

test.each([
  [{ additionalProperties: { type: "string" } }, { x: "y z", n: null }, "a=1&x=y%20z"],
  [{ additionalProperties: true }, { x: ["y", 2] }, "a=1&x=y&x=2"],
  [{ additionalProperties: { type: "object" } }, { x: { y: 1 } }, "a=1&x=%7B%22y%22%3A1%7D"],
  [{ patternProperties: { "^x": { type: "string" } } }, { x: "y" }, "a=1&x=y"],
  [{ additionalProperties: false }, { x: "y" }, "a=1"],
  [{}, { x: "y" }, "a=1"],
])(
  "a form with %j sends what it has beside the members that it names",
  async (open, body, text) => {
    const schema = { type: "object", properties: { a: { type: "integer" } }, ...open };
    const paths = { "/form": form("application/x-www-form-urlencoded", schema) };
    const { create, sent } = await clientOf(paths);
    await create({ baseUrl: "/" })["send"]?.({ body: { a: 1, ...body } });
    expect(sent[0]?.body).toBe(text);
  },
);

test("a multipart body sends what it has beside the members that it names", async () => {
  const schema = {
    type: "object",
    properties: { a: { type: "integer" } },
    additionalProperties: { type: "string", contentMediaType: "image/png" },
  };
  const { create, sent } = await clientOf({ "/form": form("multipart/form-data", schema) });
  const body = { a: 1, pic: new Blob(["PNG"], { type: "image/png" }) };
  await create({ baseUrl: "/" })["send"]?.({ body });
  const text = await (sent[0]?.body as Blob).text();
  expect(text).toContain('name="a"\r\n\r\n1\r\n');
  expect(text).toContain('name="pic"; filename="blob"\r\nContent-Type: image/png\r\n\r\nPNG\r\n');
});

test("a redirect that is the only success is the reply, another is followed", async () => {
  const found = { description: "Found.", headers: { Location: { schema: { type: "string" } } } };
  const paths = {
    "/only": get("moved", { responses: { "302": found, default: { description: "No." } } }),
    "/also": get("listed", { responses: { "200": { description: "Fine." }, "301": found } }),
    "/same": get("cached", { responses: { "304": { description: "The same." } } }),
  };
  const answer = (): Response => new Response(null, { status: 302, headers: { location: "/x" } });
  const { create, sent } = await clientOf(paths, answer);
  const client = create({ baseUrl: "/", unexpected: "pass" });
  expect(await client["moved"]?.()).toEqual({ status: 302, headers: { Location: "/x" } });
  await client["listed"]?.();
  await client["cached"]?.();
  expect(sent.map(({ redirect }) => redirect)).toEqual(["manual", undefined, undefined]);
});

test("a parameter without a type may be anything", async () => {
  const parameters = [
    { name: "q", in: "query", schema: {} },
    { name: "p", in: "path", required: true, schema: { description: "Anything." } },
  ];
  const { create, sent } = await clientOf({ "/x/{p}": get("x", { parameters }) });
  const client = create({ baseUrl: "/" });
  await client["x"]?.({ path: { p: [1, "b"] }, query: { q: ["c", "d"] } });
  await client["x"]?.({ path: { p: "a" }, query: { q: { e: 1 } } });
  await client["x"]?.({ path: { p: 1 }, query: { q: true } });
  expect(sent.map(({ url }) => url)).toEqual(["/x/1,b?q=c&q=d", "/x/a?e=1", "/x/1?q=true"]);
});

test("media types that differ in a parameter are told apart by it", async () => {
  const content = {
    "text/plain": { schema: { type: "string" } },
    "application/json": { schema: { type: "object" } },
    "application/json; version=2": { schema: { type: "array" } },
  };
  const responses = { "200": { description: "Fine.", content } };
  let type = "";
  const answer = (): Response =>
    new Response(type.includes("2") ? "[]" : "{}", { headers: { "content-type": type } });
  const { create } = await clientOf({ "/x": get("x", { responses }) }, answer);
  const client = create({ baseUrl: "/" });
  for (type of ["application/json;version=2", 'Application/JSON; charset=utf-8; Version="2"'])
    expect(await client["x"]?.()).toMatchObject({
      contentType: "application/json; version=2",
      body: [],
    });
  for (type of ["application/json; charset=utf-8", "application/json;version=3"])
    expect(await client["x"]?.()).toMatchObject({ contentType: "application/json", body: {} });
});

const item = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };

test.each([
  [item, [{ n: 1 }]],
  [{ oneOf: [item, { const: "[DONE]" }] }, [{ n: 1 }, "[DONE]"]],
  [{ anyOf: [item, { enum: ["[DONE]", "x"] }] }, [{ n: 1 }, "[DONE]"]],
  [{ properties: { data: { contentSchema: item } } }, [{ data: { n: 1 } }]],
])("a stream of events that ends in [DONE], with items of %j", async (itemSchema, expected) => {
  const content = { "text/event-stream": { itemSchema } };
  const responses = { "200": { description: "Fine.", content } };
  const answer = (): Response =>
    new Response('data: {"n":1}\n\ndata: [DONE]\n\n', {
      headers: { "content-type": "text/event-stream" },
    });
  const { create } = await clientOf({ "/x": get("x", { responses }) }, answer);
  const got: unknown[] = [];
  const reply = await create({ baseUrl: "/" })["x"]?.();
  for await (const one of reply?.["body"] as AsyncIterable<unknown>) got.push(one);
  expect(got).toEqual(expected);
});
