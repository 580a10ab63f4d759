import { expect, test, vi } from "vitest";
import type { Call } from "../../src/runtime/client/client.js";
import type { AnyReply } from "../../src/runtime/wire/http.js";
import { Place } from "../command.js";
import { importFile } from "./generated.js";

interface Sent {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly redirect: unknown;
}
type Operation = (request?: object) => Call<AnyReply>;
type Create = (options: object) => Readonly<Record<string, Operation>>;

/** The client of a description, and what it sent, which is answered with what `answer` makes. */
async function clientOf(
  paths: object,
  answer = (): Response => new Response(null, { status: 204 }),
  more: object = {},
  stderr = /^$/,
): Promise<{ create: (options?: object) => ReturnType<Create>; sent: Sent[] }> {
  const description = { openapi: "3.2.0", info: { title: "Api", version: "1" }, paths, ...more };
  const here = new Place({ "api.json": JSON.stringify(description) });
  const run = await here.run("generate", "api.json", "-o", "api", "--only", "client");
  expect(run).toMatchObject({ status: 0, stderr: expect.stringMatching(stderr) });
  const { createApiClient } = await importFile<{ createApiClient: Create }>(
    here.path("api/client.ts"),
  );
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
  expect(await client["moved"]?.().ok()).toEqual({ status: 302, headers: { Location: "/x" } });
  await expect(client["listed"]?.()).rejects.toMatchObject({ status: 302 });
  await expect(client["cached"]?.()).rejects.toMatchObject({ status: 302 });
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
    expect(await client["x"]?.().ok()).toMatchObject({
      contentType: "application/json; version=2",
      body: [],
    });
  for (type of ["application/json; charset=utf-8", "application/json;version=3"])
    expect(await client["x"]?.().ok()).toMatchObject({ contentType: "application/json", body: {} });
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
  const body: unknown = await create({ baseUrl: "/" })["x"]?.();
  for await (const one of body as AsyncIterable<unknown>) got.push(one);
  expect(got).toEqual(expected);
});

/** What is sent for these is nothing, where a parameter may be a list or an object. */
const nothing = [undefined, null, [], {}, [undefined], { a: undefined }];
const lists = { type: "array", items: { type: "string" } };
const objects = { type: "object", properties: { a: { type: "string" } } };
/** Each place, style and shape in which a parameter can be sent. */
const demanded = (
  [
    ...(["form", "spaceDelimited", "pipeDelimited", "deepObject"] as const).map((style) => [
      "query",
      style,
    ]),
    ["header", "simple"],
    ["cookie", "form"],
    ["cookie", "cookie"],
    ["path", "simple"],
    ["path", "label"],
    ["path", "matrix"],
  ] as const
).flatMap(([place, style]) =>
  [true, false].flatMap((explode) =>
    [{ type: "string" }, { type: "string", format: "date" }, {}, lists, objects]
      .filter((schema) =>
        style === "deepObject" ? schema === objects : !/Delimited/.test(style) || "items" in schema,
      )
      .map((schema) => ({ in: place, style, explode, schema })),
  ),
);
const group: Readonly<Record<string, string>> = {
  query: "query",
  querystring: "query",
  header: "headers",
  cookie: "cookies",
  path: "path",
};
const json = { "application/json": { schema: {} } };

/** How many of them are nothing for a parameter: text has no lists, JSON has null, and a path its marks. */
function absent(parameter: { in: string; content?: object; schema?: { type?: string } }): number {
  if (parameter.content) return 1;
  return parameter.in === "path" || parameter.schema?.type === "string" ? 2 : nothing.length;
}

test("a required parameter that is not given is refused by its name, at once, and nothing is sent", async () => {
  const parameters = [
    ...demanded,
    ...(["query", "header", "cookie", "path", "querystring"] as const).map((place) => ({
      in: place,
      content: json,
    })),
    { in: "querystring", content: { "text/plain": { schema: { type: "string" } } } } as const,
  ];
  const paths = Object.fromEntries(
    parameters.map((parameter, i) => [
      `/p${i}${parameter.in === "path" ? "/{it}" : ""}`,
      get(`call${i}`, { parameters: [{ name: "it", required: true, ...parameter }] }),
    ]),
  );
  const { create, sent } = await clientOf(paths);
  const api = create({ baseUrl: "https://api.example" });
  for (const [i, parameter] of parameters.entries()) {
    for (const value of nothing.slice(0, absent(parameter))) {
      const request = {
        [`${group[parameter.in]}`]: parameter.in === "querystring" ? value : { it: value },
      };
      const call = async (): Promise<unknown> => api[`call${i}`]?.(request);
      const error: unknown = await call().then(
        () => "was sent",
        (caught: unknown) => caught,
      );
      expect([parameter, value, error]).toEqual([parameter, value, expect.any(TypeError)]);
      expect((error as Error).message).toMatch(/\bit\b/);
    }
  }
  expect(sent).toEqual([]);
});

test("a required body that is not given is refused", async () => {
  const bodies: object[] = [
    "application/json",
    "text/plain",
    "application/octet-stream",
    "application/vnd.a+json",
  ].map((type) => ({ [type]: {} }));
  const both = { "application/json": {}, "text/plain": { schema: { type: "string" } } };
  const paths = Object.fromEntries(
    [...bodies, both].map((content, i) => [
      `/b${i}`,
      {
        post: {
          operationId: `call${i}`,
          requestBody: { required: true, content },
          responses: done,
        },
      },
    ]),
  );
  const { create, sent } = await clientOf(paths);
  const api = create({ baseUrl: "https://api.example" });
  for (const i of [...bodies, both].keys())
    await expect(api[`call${i}`]?.({})).rejects.toEqual(new TypeError("body is invalid"));
  await api["call0"]?.({ body: null });
  expect(sent.map(({ body }) => body)).toEqual(["null"]);
});

test("an optional body that is not given is not sent, also where its type is", async () => {
  const content = { "application/json": {}, "text/plain": { schema: { type: "string" } } };
  const post = { operationId: "ask", requestBody: { content }, responses: done };
  const { create, sent } = await clientOf({ "/a": { post } });
  const api = create({ baseUrl: "https://api.example" });
  for (const request of [
    undefined,
    {},
    ...Object.keys(content).map((contentType) => ({ contentType })),
  ])
    await api["ask"]?.(request);
  expect(sent.map(({ body, headers }) => [body, headers["content-type"]])).toEqual(
    sent.map(() => [undefined, undefined]),
  );
  expect(sent).toHaveLength(4);
});

test("half of a surrogate pair is refused by name wherever it would be sent as another character", async () => {
  const form = {
    type: "object",
    properties: { it: { type: "string" } },
    additionalProperties: true,
  };
  const parameters = [
    ...demanded,
    { in: "querystring", content: { "text/plain": { schema: { type: "string" } } } } as const,
  ];
  const types = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
  const paths = {
    ...Object.fromEntries(
      parameters.map((parameter, i) => [
        `/p${i}${parameter.in === "path" ? "/{it}" : ""}`,
        get(`call${i}`, { parameters: [{ name: "it", required: true, ...parameter }] }),
      ]),
    ),
    ...Object.fromEntries(
      types.map((type, i) => [
        `/b${i}`,
        {
          post: {
            operationId: `send${i}`,
            requestBody: {
              required: true,
              content: { [type]: { schema: type === "text/plain" ? { type: "string" } : form } },
            },
            responses: done,
          },
        },
      ]),
    ),
  };
  const { create, sent } = await clientOf(paths);
  const api = create({ baseUrl: "https://api.example" });
  for (const half of ["\uD800", "a\uDC00b", "\uDC00\uD800"]) {
    for (const [i, parameter] of parameters.entries()) {
      const isObject = "schema" in parameter && parameter.schema === objects;
      const isList = "schema" in parameter && parameter.schema === lists;
      for (const value of isObject ? [{ a: half }, { [half]: "a" }] : isList ? [[half]] : [half]) {
        const request = {
          [`${group[parameter.in]}`]: parameter.in === "querystring" ? value : { it: value },
        };
        const error = await api[`call${i}`]?.(request).catch((caught: unknown) => caught);
        expect([parameter, error]).toEqual([parameter, expect.any(TypeError)]);
        expect((error as Error).message).toMatch(
          parameter.in === "querystring" ? /\bquery\b/ : /\bit\b/,
        );
      }
    }
    for (const [i] of types.entries()) {
      const body = i === 2 ? half : { it: half };
      await expect(api[`send${i}`]?.({ body })).rejects.toThrow(
        i === 2 ? /^body is invalid$/ : /\bit\b/,
      );
    }
  }
  expect(sent).toEqual([]);
});

const schemes: Readonly<Record<string, object>> = {
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  other: { type: "http", scheme: "Token" },
  header: { type: "apiKey", in: "header", name: "X-Key" },
  query: { type: "apiKey", in: "query", name: "key" },
  cookie: { type: "apiKey", in: "cookie", name: "key" },
  oauth: {
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: "https://id.example/token", scopes: {} } },
  },
};
const missing: Readonly<Record<string, RegExp>> = {
  bearer: /^authorization is/,
  basic: /^username is/,
  other: /^authorization is/,
  header: /^x-key is/i,
  query: /^key is/,
  cookie: /^key is/,
  oauth: /^authorization is/,
};

test.each(Object.keys(schemes))(
  "a missing credential is refused by name, and not tried again: %s",
  async (name) => {
    const components = { securitySchemes: schemes };
    const alone = await clientOf({ "/a": get("ask") }, undefined, {
      components,
      security: [{ [name]: [] }],
    });
    const values: unknown[] = [null, "", () => null, () => Promise.resolve("")];
    for (const value of values) {
      const api = alone.create({ baseUrl: "https://api.example", [name]: value });
      const error = await api["ask"]?.().catch((caught: unknown) => caught);
      expect([value, error]).toEqual([value, expect.any(TypeError)]);
      expect((error as Error).message).toMatch(missing[name] ?? /./);
    }
    const second = name === "query" ? "cookie" : "query";
    const two = await clientOf({ "/a": get("ask") }, undefined, {
      components,
      security: [{ [name]: [], [second]: [] }],
    });
    const api = two.create({ baseUrl: "https://api.example", [second]: "s3cret" });
    const error = await api["ask"]?.().catch((caught: unknown) => caught);
    expect(String(error)).toContain(`ask needs credentials: ${name} and ${second}`);
    expect([alone.sent, two.sent]).toEqual([[], []]);
  },
);

test("what the platform can never send is refused by its name, without another try", async () => {
  const body = { requestBody: { content: { "text/plain": { schema: { type: "string" } } } } };
  const paths = {
    "/a": { ...get("fetchIt", body), trace: { operationId: "traceIt", responses: done } },
  };
  const { create } = await clientOf(paths, undefined, {}, /warning get-with-body/);
  const retried: unknown[] = [];
  const onRetry = (event: unknown): void => void retried.push(event);
  const options = { baseUrl: "http://127.0.0.1:9", onRetry };
  for (const more of [
    { fetch: undefined },
    { fetch: (url: string, init: RequestInit) => fetch(url, init) },
  ]) {
    const api = create({ ...options, ...more });
    await expect(api["fetchIt"]?.({ body: "s3cret" })).rejects.toEqual(
      new TypeError("body is invalid"),
    );
    await expect(api["traceIt"]?.()).rejects.toEqual(new TypeError("method is invalid"));
    const relative = create({ ...options, ...more, baseUrl: "/v1" });
    await expect(relative["fetchIt"]?.()).rejects.toEqual(new TypeError("baseUrl is invalid"));
  }
  expect(retried).toEqual([]);
});

test("a stream is sent as streams are if the operation has cookies, too", async () => {
  const parameters = [{ in: "cookie", name: "seen", schema: { type: "string" } }];
  const requestBody = { content: { "application/octet-stream": {} } };
  const { create } = await clientOf({
    "/a": { put: { operationId: "put", parameters, requestBody, responses: done } },
  });
  const sent = vi.fn(() => Promise.resolve(new Response(null, { status: 204 })));
  vi.stubGlobal("fetch", sent);
  try {
    const api = create({ baseUrl: "https://api.example", fetch: undefined });
    await api["put"]?.({ cookies: { seen: "a" }, body: new ReadableStream() });
  } finally {
    vi.unstubAllGlobals();
  }
  expect(sent.mock.calls).toMatchObject([
    ["https://api.example/a", { redirect: "error", headers: { cookie: "seen=a" } }],
  ]);
});

test("a service that cannot negotiate a file sends it all the same, and a stream is asked for by its name", async () => {
  const content = (types: readonly string[]): object => ({
    responses: {
      "200": { description: "", content: Object.fromEntries(types.map((one) => [one, {}])) },
    },
  });
  const paths = {
    "/file": get("file", content(["application/pdf"])),
    "/both": get("both", content(["application/json", "application/pdf"])),
    "/events": get("events", content(["text/event-stream"])),
    "/lines": get("lines", content(["application/jsonl"])),
  };
  const answer = (): Response =>
    // As Django REST framework, which knows of JSON alone before it calls the view.
    /application\/json|\*\/\*/.test(new Headers(sent.at(-1)?.headers).get("accept") ?? "")
      ? new Response("%PDF", { headers: { "content-type": "application/pdf" } })
      : new Response(null, { status: 406 });
  const { create, sent } = await clientOf(paths, answer);
  const client = create({ baseUrl: "http://files.test" });
  expect(await client["file"]?.()).toEqual(new TextEncoder().encode("%PDF"));
  await client["both"]?.();
  await client["events"]?.().then(undefined, () => undefined);
  await client["lines"]?.().then(undefined, () => undefined);
  const accepts = sent.map(({ headers }) => new Headers(headers).get("accept"));
  expect(accepts).toEqual([
    "application/pdf, */*;q=0.1",
    "application/json, application/pdf",
    "text/event-stream",
    "application/jsonl, application/json;q=0.1",
  ]);
});

test.each(
  ["jsonl", "x-ndjson", "x-jsonlines", "json-lines", "vnd.pets+jsonl"].flatMap((declared) =>
    ["application/json", "application/json; charset=utf-8", `application/${declared}`].map(
      (type) => [`application/${declared}`, type] as const,
    ),
  ),
)("a stream of %s that comes as %s gives its items while they arrive", async (declared, type) => {
  const paths = {
    "/watch": get("watch", {
      responses: {
        "200": { description: "", content: { [declared]: { schema: { type: "integer" } } } },
      },
    }),
  };
  const endless = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("1\n2\n3")),
  });
  const answer = (): Response => new Response(endless, { headers: { "content-type": type } });
  const { create } = await clientOf(paths, answer);
  const items = (await create({ baseUrl: "http://pets.test" })[
    "watch"
  ]?.()) as unknown as AsyncIterable<number>;
  const found: number[] = [];
  for await (const item of items) if (found.push(item) === 2) break;
  expect(found).toEqual([1, 2]);
});

test("an empty reply is null where that is allowed, as Nest sends it, and refused elsewhere", async () => {
  const of = (schema: object): object => ({
    responses: { "200": { description: "", content: { "application/json": { schema } } } },
  });
  const paths = {
    "/maybe": get("maybe", of({ type: ["object", "null"], properties: { a: { type: "string" } } })),
    "/either": get("either", of({ oneOf: [{ type: "string" }, { type: "null" }] })),
    "/thing": get("thing", of({ type: "object" })),
  };
  const { create } = await clientOf(paths, () => new Response(null));
  const client = create({ baseUrl: "http://nest.test" });
  expect(await client["maybe"]?.()).toBeNull();
  expect(await client["either"]?.()).toBeNull();
  await expect(client["thing"]?.()).rejects.toThrow("/body is missing");
});

test.each([
  ["3.0.4", ["path form", "query form"]],
  ["3.1.1", ["path form", "query form"]],
  ["3.2.0", ["path form", "query form", "cookie form", "cookie joined"]],
])("allowReserved counts in %s where the version has it: %j", async (openapi, expected) => {
  const forms = [
    ["path form", { in: "path", required: true }],
    ["query form", { in: "query" }],
    ["header form", { in: "header" }],
    ["cookie form", { in: "cookie" }],
    ["cookie joined", { in: "cookie", explode: false }],
  ] as const;
  const text = "a:b@c";
  const operations = forms.map(([, form], at) => {
    const parameter = { name: "p", schema: { type: "string" }, allowReserved: true, ...form };
    const path = form.in === "path" ? `/o${at}/{p}` : `/o${at}`;
    return [path, get(`o${at}`, { parameters: [parameter] })];
  });
  const { create, sent } = await clientOf(
    Object.fromEntries(operations),
    undefined,
    { openapi },
    /^|no-effect/,
  );
  const group = { path: "path", query: "query", header: "headers", cookie: "cookies" };
  for (const [at, [, form]] of forms.entries())
    await create({ baseUrl: "https://a.example" })[`o${at}`]?.({ [group[form.in]]: { p: text } });
  const raw = forms.filter(([, form], at) => {
    const { url = "", headers = {} } = sent[at] ?? {};
    return form.in !== "header" && (url + headers["cookie"]).includes(text);
  });
  expect(raw.map(([name]) => name)).toEqual(expected);
});
