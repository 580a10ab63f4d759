import { expect, test } from "vitest";
import { modelOf, operationOf } from "./model.js";

const fine = `responses: { "204": { description: Fine } }`;
const id = `{ name: id, in: path, required: true, schema: { type: string } }`;

test("parameters: path item and operation merged, defaults of each place filled in", async () => {
  const { operations } = await modelOf(`
paths:
  /a/{id}:
    parameters: [${id}, { name: q, in: query, schema: { type: string } }]
    get:
      parameters:
        - { name: q, in: query, required: true, style: pipeDelimited, schema: { type: array, items: { type: integer } } }
        - { name: X-A, in: header, schema: { type: object } }
        - { name: Authorization, in: header, schema: { type: string } }
        - { name: c, in: cookie, content: { application/json: { schema: { type: object } } } }
      ${fine}`);
  const summary = operations[0]?.parameters.map(({ name, required, encoding }) => [
    name,
    required,
    encoding.kind === "style"
      ? [encoding.style, encoding.explode, encoding.shape]
      : encoding.media.type,
  ]);
  expect(summary).toEqual([
    ["id", true, ["simple", false, "scalar"]],
    ["q", true, ["pipeDelimited", false, "array"]],
    ["X-A", false, ["simple", false, "object"]],
    ["c", false, "application/json"],
  ]);
});

test("an object that is the whole query string is a form, whether it stands in a schema or in content", async () => {
  const encodingsOf = async (said: string): Promise<unknown> => {
    const { operations } = await modelOf(
      `
paths:
  /a:
    get:
      parameters: [{ name: q, in: querystring, ${said} }]
      ${fine}
components:
  schemas:
    Filter: { type: object, properties: { a: { type: string }, b: { type: array, items: { type: string } } } }`,
      "3.2.0",
    );
    return operations[0]?.parameters.map(({ encoding, schema }) =>
      encoding.kind === "style"
        ? [encoding.shape, schema.name]
        : [encoding.media.codec, encoding.media.parts.map(({ name }) => name), schema.name],
    );
  };
  const schema = "schema: { $ref: '#/components/schemas/Filter' }";
  const form = `content: { application/x-www-form-urlencoded: { ${schema} } }`;
  expect(await encodingsOf(schema)).toEqual([["form", ["a", "b"], "Filter"]]);
  expect(await encodingsOf(form)).toEqual(await encodingsOf(schema));
  expect(await encodingsOf("schema: { type: string }")).toEqual([["scalar", undefined]]);
});

test("those of the path are in its order, and each parameter knows where it was declared", async () => {
  const parameter = (name: string, place = "path"): string =>
    `{ name: ${name}, in: ${place}, required: ${place === "path"}, schema: { type: string } }`;
  const own = [parameter("c"), parameter("q", "query"), parameter("a"), parameter("h", "header")];
  const { operations } = await modelOf(`
paths:
  /{a}/{b}/{a}/{c}:
    parameters: [${parameter("b")}, ${parameter("q", "query")}]
    get:
      parameters: [${own.join(", ")}]
      ${fine}`);
  const found = operations[0]?.parameters ?? [];
  expect(found.map(({ name }) => name)).toEqual(["a", "b", "c", "q", "h"]);
  const declared = [...found].sort((one, other) => one.position - other.position);
  expect(declared.map(({ name }) => name)).toEqual(["b", "q", "c", "a", "h"]);
});

test("statuses: what is more exact takes its own, and default is for errors beside a 2xx", async () => {
  const { replies } = await operationOf(`
parameters: [${id}]
responses:
  default: { description: Else }
  4XX: { description: Yours }
  "404": { description: Missing }
  "200": { description: Fine }`);
  expect(replies.map(({ match }) => match.kind)).toEqual(["exact", "exact", "range", "default"]);
  expect(replies[2]?.statuses).toContain(400);
  expect(replies[2]?.statuses).not.toContain(404);
  expect(replies[3]?.statuses.every((status) => status >= 500)).toBe(true);
  const alone = await operationOf(
    `parameters: [${id}]\nresponses: { default: { description: All } }`,
  );
  expect(alone.replies[0]?.statuses).toEqual(expect.arrayContaining([200, 304, 404, 500]));
});

test("replies that HTTP gives no body have none, whatever is declared", async () => {
  const content = "description: A, content: { application/json: { schema: { type: string } } }";
  const { operations } = await modelOf(`
paths:
  /a:
    head: { responses: { "200": { ${content} }, 4XX: { $ref: "#/components/responses/Failed" } } }
    get: { responses: { "200": { ${content} }, "204": { ${content} }, "304": { ${content} } } }
components: { responses: { Failed: { ${content} } } }`);
  const found = operations.map(({ replies }) => replies.map((reply) => reply.content.length));
  expect(found).toEqual([
    [0, 0],
    [1, 0, 0],
  ]);
  expect(operations[0]?.replies[1]?.shared).toBeUndefined();
});

test("security: the operation's own, else that of the description; an open one needs nothing", async () => {
  const more = `
security: [{ key: [] }]
components: { securitySchemes: { key: { type: apiKey, in: query, name: k }, o: { type: oauth2, flows: {} } } }`;
  const keys = async (security: string) =>
    (await operationOf(`parameters: [${id}]\n${fine}\n${security}`, more)).security.map((uses) =>
      uses.map(({ scheme, scopes }) => [scheme.key, ...scopes]),
    );
  expect(await keys("")).toEqual([[["key"]]]);
  expect(await keys("security: []")).toEqual([]);
  expect(await keys("security: [{}, { key: [], o: [read] }]")).toEqual([
    [],
    [["key"], ["o", "read"]],
  ]);
});

test("a deprecation knows its days and what replaces it", async () => {
  const { operations } = await modelOf(`
paths:
  /old: { get: { operationId: old, deprecated: true, x-deprecated-since: 2026-01-31, x-sunset: 2030-12-05, x-replaced-by: { operationId: fresh, hint: with care }, ${fine} } }
  /new: { get: { operationId: fresh, ${fine} } }
  /odd: { get: { operationId: odd, deprecated: true, x-sunset: soon, x-replaced-by: a letter, ${fine} } }`);
  const [old, fresh, odd] = operations;
  expect(old?.deprecation).toEqual({
    since: "2026-01-31",
    sunset: "2030-12-05",
    replacedBy: fresh,
    advice: "with care",
  });
  expect(fresh?.deprecation).toBeUndefined();
  expect(odd?.deprecation).toEqual({
    since: undefined,
    sunset: undefined,
    replacedBy: undefined,
    advice: "a letter",
  });
});

test("media: how each type is written and read, and the parts of forms", async () => {
  const { body } = await operationOf(`
parameters: [${id}]
requestBody:
  content:
    application/vnd.a+json; charset=utf-8: { schema: { type: string } }
    text/event-stream: {}
    text/plain: {}
    application/jsonl: {}
    image/*: {}
    "*/*": { schema: { type: object } }
    multipart/form-data:
      schema: { type: object, required: [a], properties: { a: { type: string }, b: { type: object } } }
      encoding: { b: { contentType: application/json, headers: { X-B: { schema: { type: string } } } } }
${fine}`);
  expect(body?.content.map(({ codec }) => codec)).toEqual([
    "json",
    "events",
    "text",
    "json-lines",
    "binary",
    "json",
    "multipart",
  ]);
  expect(body?.content.at(-1)?.parts).toMatchObject([
    { name: "a", required: true, contentType: undefined, headers: [] },
    { name: "b", required: false, contentType: "application/json", headers: [{ name: "X-B" }] },
  ]);
});

test("servers, plans, webhooks and callbacks", async () => {
  const model = await modelOf(`
servers: [{ url: "https://{r}.example.com/v1", x-name: Main One, variables: { r: { default: eu, enum: [eu, us] } } }, { url: / }]
x-rate-limit-plans: { Free: { minute: 60, day: 1000 }, Big: custom }
paths:
  /a:
    post:
      callbacks: { done: { "{$request.body#/url}": { post: { ${fine} } } } }
      ${fine}
webhooks: { paid: { post: { ${fine} } } }`);
  expect(model.servers.map(({ name, url }) => [name, url.length])).toEqual([
    ["mainOne", 3],
    ["server2", 1],
  ]);
  expect(model.plans).toEqual([
    {
      key: "Free",
      name: "free",
      limits: [
        { requests: 60, seconds: 60 },
        { requests: 1000, seconds: 86_400 },
      ],
    },
    { key: "Big", name: "big", limits: undefined },
  ]);
  expect(model.operations.map(({ kind, template }) => [kind, template])).toEqual([
    ["path", "/a"],
    ["webhook", "paid"],
  ]);
  expect(model.operations[0]?.callbacks).toMatchObject([
    {
      name: "done",
      expression: "{$request.body#/url}",
      operations: [{ kind: "callback", id: "postADone", method: "POST", template: "postA/done" }],
    },
  ]);
});

test("the default of a server's variable is one of the values that may be given, listed or not", async () => {
  const model = await modelOf(`
servers: [{ url: "https://{r}.example.com", variables: { r: { default: de, enum: [eu, us] } } }]
paths: {}`);
  expect(model.servers[0]?.url[1]).toMatchObject({ default: "de", enum: ["de", "eu", "us"] });
});
