import { describe, expect, test, vi } from "vitest";
import type { Issue } from "../../src/runtime/validate/issue.js";
import {
  apiKey,
  basic,
  bearer,
  httpScheme,
  mutualTls,
  oauth2,
  unknownScheme,
} from "../../src/runtime/server/authenticate.js";
import { projectBy } from "../../src/runtime/server/replies/projection.js";
import { Problem, explain } from "../../src/runtime/server/problem.js";
import { checking, failType } from "../../src/runtime/validate/validate.js";
import { ReplyFault } from "../../src/runtime/server/replies/reply-fault.js";
import { type Reply, type ServerSettings, createServer } from "../../src/runtime/server/server.js";
import { route } from "./route.js";
import { type Caller, KEY, type Told, ask, checkThat, petsServer } from "./pets-server.js";

const problemOf = ({ body }: Told): Record<string, unknown> =>
  JSON.parse(body) as Record<string, unknown>;

test("a handler gets values, defaults and its context, and its reply is sent", async () => {
  const server = petsServer();
  const reply = await ask(server, "GET /pets", KEY);
  expect(reply).toEqual({
    status: 200,
    headers: { "content-type": "application/json", "x-limit": "20" },
    body: "[]",
  });
  const [context] = server.contexts;
  expect(context).toMatchObject({
    operation: "listPets",
    caller: { name: "ann" },
    callers: { bearerAuth: { name: "ann" } },
    accept: "application/json",
  });
  expect(context?.signal.aborted).toBe(false);
  expect((await ask(server, "GET /pets?limit=5", KEY)).headers["x-limit"]).toBe("5");
});

test("404, 405 with Allow, OPTIONS, and the absolute form of a target", async () => {
  const server = petsServer();
  const missing = await ask(server, "GET /nope");
  expect(missing.status).toBe(404);
  expect(missing.headers["content-type"]).toBe("application/problem+json");
  expect(problemOf(missing)).toEqual({
    title: "Not Found",
    status: 404,
    detail: "There is nothing here.",
    code: "not_found",
  });
  const refused = await ask(server, "DELETE /pets", KEY);
  expect([refused.status, refused.headers["allow"]]).toEqual([405, "GET, POST, HEAD, OPTIONS"]);
  const options = await ask(server, "OPTIONS /pets");
  expect(options).toEqual({
    status: 204,
    headers: { allow: "GET, POST, HEAD, OPTIONS" },
    body: "",
  });
  expect((await ask(server, "OPTIONS *")).status).toBe(204);
  expect((await ask(server, "GET http://host:1/pets/7?x")).body).toBe('{"petId":7}');
  expect((await ask(server, "GET http://host")).status).toBe(404);
  expect((await ask(server, "CONNECT host:443")).status).toBe(404);
});

test("HEAD is GET without its body, problems too", async () => {
  const server = petsServer({}, () => ({ status: 200, contentType: "text/plain", body: "ü" }));
  expect(await ask(server, "HEAD /any")).toEqual({
    status: 200,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-length": "2",
      vary: "Accept",
    },
    body: "",
  });
  const missing = await ask(server, "HEAD /nope");
  expect([missing.status, missing.body]).toEqual([404, ""]);
  expect(Number(missing.headers["content-length"])).toBeGreaterThan(10);
});

test("the base path comes before all paths", async () => {
  const server = petsServer({ basePath: "/v1/" });
  expect((await ask(server, "GET /v1/pets/7")).status).toBe(200);
  expect((await ask(server, "GET /pets/7")).status).toBe(404);
});

test("faults of a request are 400 with their places", async () => {
  const server = petsServer();
  const reply = await ask(server, "GET /pets?limit=0", KEY);
  expect(reply.status).toBe(400);
  expect(problemOf(reply)["issues"]).toEqual([
    { pointer: "/query/limit", keyword: "that", message: "must hold" },
  ]);
  const malformed = await ask(server, "GET /pets/%FF");
  expect(problemOf(malformed)["issues"]).toMatchObject([{ pointer: "/path/petId" }]);
  const json = { ...KEY, "content-type": "application/json" };
  const body = await ask(server, "POST /pets", json, "{}");
  expect(problemOf(body)["issues"]).toMatchObject([{ pointer: "/body/name" }]);
  expect((await ask(server, "POST /pets", KEY)).status).toBe(400);
  expect(
    (await ask(server, "POST /pets", { ...KEY, "content-type": "text/plain" }, "x")).status,
  ).toBe(415);
  expect((await ask(server, "POST /pets", json, '{"name":"rex"}')).status).toBe(201);
  expect(server.errors).toEqual([]);
});

test("credentials are judged before the request is read", async () => {
  const server = petsServer();
  const reply = await ask(server, "POST /pets", { "content-type": "application/json" }, "{");
  expect([reply.status, reply.headers["www-authenticate"]]).toEqual([401, "Bearer"]);
  const broken = await ask(server, "GET /pets", { authorization: "Bearer broken" });
  expect(broken.status).toBe(500);
  expect(server.errors).toEqual([new Error("the database is gone")]);
});

test("what a handler throws is 500 without its text; a Problem is answered as it says", async () => {
  const server = petsServer({}, () => Promise.reject(new Error("secret")));
  const reply = await ask(server, "GET /free");
  expect(reply.status).toBe(500);
  expect(reply.body).not.toContain("secret");
  expect(server.errors).toEqual([new Error("secret")]);
  const teapot = await ask(server, "GET /pets/418");
  expect([teapot.status, teapot.headers["x-tea"], problemOf(teapot)["code"]]).toEqual([
    418,
    "1",
    "teapot",
  ]);
  expect(server.errors).toHaveLength(1);
});

test("a problem has no body where the description gives its status none", async () => {
  const server = petsServer();
  expect(await ask(server, "GET /pets/404")).toEqual({ status: 404, headers: {}, body: "" });
  expect(await ask(server, "GET /pets/501")).toEqual({ status: 501, headers: {}, body: "" });
});

test("the API's own shape for problems", async () => {
  const server = petsServer({
    describe: ({ status, code }, { operation }) =>
      status === 405
        ? undefined
        : { contentType: "application/json", body: { code, operation: operation ?? null } },
  });
  expect((await ask(server, "GET /nope")).body).toBe('{"code":"not_found","operation":null}');
  expect((await ask(server, "GET /pets")).body).toBe(
    '{"code":"unauthorized","operation":"listPets"}',
  );
  expect(await ask(server, "PUT /pets")).toMatchObject({ status: 405, body: "" });
});

test("a describe that fails leaves a 500 without a body", async () => {
  const server = petsServer({
    describe: () => {
      throw new Error("describe");
    },
    onError: () => {
      throw new Error("hook");
    },
  });
  expect(await ask(server, "GET /nope")).toEqual({ status: 500, headers: {}, body: "" });
});

test("replies that the description does not allow", async () => {
  const cases = [
    [{ status: 201, body: [] }, "this status is not declared"],
    [{ status: 200, body: {} }, "/0: must hold"],
    [{ status: 200 }, "the body is missing"],
    [{ status: 204, body: [] }, "this status has no body: leave out body"],
    [{ status: 404, body: [] }, "the description gives it no content: leave out body"],
    [
      { status: 200, contentType: "text/html", body: "x" },
      "the media type text/html is not declared",
    ],
  ] as const;
  for (const [reply, fault] of cases) {
    const server = petsServer({}, () => reply);
    const told = await ask(server, "GET /any");
    expect(told.status).toBe(500);
    expect(told.body).toContain(fault.replace(/^\/0: /, ""));
    expect(server.errors[0]).toBeInstanceOf(ReplyFault);
    expect(String(server.errors[0])).toContain(fault);

    const quiet = await ask(
      petsServer({ replies: "throw" }, () => reply),
      "GET /any",
    );
    expect([quiet.status, quiet.body.includes(fault)]).toEqual([500, false]);

    const reporting = petsServer({ replies: "report" }, () => reply);
    expect((await ask(reporting, "GET /any")).status).toBe(reply.status);
    expect(reporting.errors).toHaveLength(1);

    const careless = petsServer({ replies: "off" }, () => reply);
    expect((await ask(careless, "GET /any")).status).toBe(reply.status);
    expect(careless.errors).toEqual([]);
  }
  expect(
    (
      await ask(
        petsServer({}, () => ({ status: 204 })),
        "GET /any",
      )
    ).status,
  ).toBe(204);
  expect(
    (
      await ask(
        petsServer({}, () => ({ status: 404 })),
        "GET /any",
      )
    ).status,
  ).toBe(404);
});

describe("what is not declared", () => {
  const only = projectBy({ Pet: { members: ["name"] } });
  const closed = checkThat((body: object) => !("hash" in body), "/hash");
  const serve = (
    replies: "explain" | "throw" | "report" | "off",
    check = closed,
  ): ReturnType<typeof createServer> =>
    createServer(
      { replies, onError: () => undefined },
      {},
      {
        getPet: route({
          method: "GET",
          path: "/pet",
          replies: { 200: only("Pet", check), default: { "application/*": only("Pet") } },
          handle: () => ({ status: 200, body: { name: "Tom", hash: "x" } }),
        }),
        anyPet: route({
          method: "GET",
          path: "/any",
          replies: { default: { "application/*": only("Pet"), "image/png": undefined } },
          handle: () => ({
            status: 203,
            contentType: "application/pet+json",
            body: { name: "Tom", hash: "x" },
          }),
        }),
      },
    );

  test("of a reply is not sent", async () => {
    for (const replies of ["explain", "throw", "report", "off"] as const)
      expect(
        (
          await ask(
            serve(
              replies,
              checkThat(() => true, ""),
            ),
            "GET /pet",
          )
        ).body,
      ).toBe('{"name":"Tom"}');
    expect((await ask(serve("explain"), "GET /any")).body).toBe('{"name":"Tom"}');
  });

  test("is a fault where the schema says so, but does not get out", async () => {
    const told = await ask(serve("explain"), "GET /pet");
    expect([told.status, told.body]).toEqual([500, expect.stringContaining("/body/hash")]);
    expect((await ask(serve("throw"), "GET /pet")).status).toBe(500);
    expect((await ask(serve("report"), "GET /pet")).body).toBe('{"name":"Tom"}');
  });
});

test("what is wrong with a reply is explained without its values", async () => {
  const check = checking((value, at, issues) =>
    failType(issues, `${at}/owner`, "", value, "string"),
  );
  const server = createServer(
    { replies: "explain", onError: () => undefined },
    {},
    {
      getPet: route({
        method: "GET",
        path: "/pet",
        replies: { 200: { "application/json": check } },
        handle: () => ({ status: 200, body: 4711 }),
      }),
    },
  );
  const { status, body } = await ask(server, "GET /pet");
  expect([status, body]).toEqual([500, expect.stringContaining("must be a string")]);
  expect(body).not.toContain("4711");
});

test("a handler that returns nothing is told so", async () => {
  for (const nothing of [undefined, null, {}]) {
    const server = petsServer({}, () => nothing as unknown as Reply);
    const { status, body } = await ask(server, "GET /any");
    expect([status, body]).toEqual([500, expect.stringContaining("has to return a reply")]);
    expect(server.errors).toEqual([expect.any(ReplyFault)]);
  }
});

test("errors are printed where nobody else looks", async () => {
  const print = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const fail = () => {
    throw new Error("the database is gone");
  };
  const server = petsServer({ onError: undefined }, fail);
  for (let turn = 0; turn < 3; turn++) expect((await ask(server, "GET /any")).status).toBe(500);
  expect(print.mock.calls).toEqual([
    [expect.objectContaining({ message: "the database is gone" })],
  ]);
  print.mockRestore();
});

test("a reply that depends on Accept says so, failures of its operation too", async () => {
  const server = petsServer();
  const vary = async (line: string, fields = {}) =>
    (await ask(server, line, fields)).headers["vary"];
  expect(await vary("GET /any")).toBe("Accept");
  expect(await vary("GET /any", { accept: "text/html" })).toBe("Accept");
  expect(await vary("GET /pets/1")).toBeUndefined();
});

test("in production, a reply that breaks its promise is sent and reported, if nothing else is said", async () => {
  const before = process.env["NODE_ENV"];
  try {
    process.env["NODE_ENV"] = "production";
    const server = petsServer({}, () => ({ status: 200, body: "no list" }));
    const strict = petsServer({ replies: "throw" }, () => ({ status: 200, body: "no list" }));
    process.env["NODE_ENV"] = before;
    expect((await ask(server, "GET /any")).body).toBe('"no list"');
    expect(server.errors).toHaveLength(1);
    expect((await ask(strict, "GET /any")).status).toBe(500);
  } finally {
    process.env["NODE_ENV"] = before;
  }
});

test("replies that cannot be sent are 500, whatever is checked", async () => {
  for (const reply of [
    { status: 99 },
    { status: 200.5 },
    { status: 200, headers: { "X-A": "a\r\nSet-Cookie: b" } },
    { status: 200, headers: { "X-A": "日本" } },
    { status: 200, headers: { "X A": "a" } },
    { status: 200, body: () => 1 },
    { status: 200, body: 1n },
    { status: 200, contentType: "text/plain", body: {} },
  ]) {
    const server = petsServer({ replies: "off" }, () => reply);
    expect((await ask(server, "GET /free")).status).toBe(500);
    expect(server.errors).toHaveLength(1);
  }
});

test("bodies and headers of every kind", async () => {
  const send = (reply: object): Promise<Told> =>
    ask(
      petsServer({}, () => ({ status: 200, ...reply })),
      "GET /free",
    );
  expect(await send({ body: { a: 1 } })).toMatchObject({ body: '{"a":1}' });
  expect(await send({ body: "x" })).toMatchObject({
    headers: { "content-type": "text/plain; charset=utf-8" },
    body: "x",
  });
  expect(await send({ contentType: "application/json", body: "x" })).toMatchObject({ body: '"x"' });
  expect(await send({ contentType: "application/vnd.x+json", body: null })).toMatchObject({
    body: "null",
  });
  expect(await send({ body: Uint8Array.of(65) })).toMatchObject({
    headers: { "content-type": "application/octet-stream" },
    body: "A",
  });
  expect(await send({ body: new Blob(["xyz"], { type: "image/png" }) })).toMatchObject({
    headers: { "content-type": "image/png", "content-length": "3" },
    body: "xyz",
  });
  expect(await send({ body: new Blob(["xyz"]).stream() })).toMatchObject({ body: "xyz" });
  const events = (async function* () {
    yield "a";
    await Promise.resolve();
    yield Buffer.from("b");
  })();
  expect(await send({ contentType: "text/event-stream", body: events })).toMatchObject({
    body: "ab",
  });
  const { headers } = await send({
    headers: {
      a: 1,
      b: [1, "x"],
      c: undefined,
      d: true,
      e: { k: 1, l: 2 },
      "Content-Type": "text/css",
    },
    body: "x",
  });
  expect(headers).toEqual({
    a: "1",
    b: "1,x",
    d: "true",
    e: "k,1,l,2",
    "content-type": "text/css",
  });
});

test("the headers of another reply are sent, each cookie as a field of its own", async () => {
  const extraHeaders = new Headers([
    ["set-cookie", "a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT"],
    ["set-cookie", "b=2"],
    ["x-a", "1"],
    ["transfer-encoding", "chunked"],
  ]);
  const server = petsServer({}, () => ({ status: 200, extraHeaders }));
  const { headers } = await server.fetch(new Request("http://x/free"));
  expect(headers.getSetCookie()).toEqual(["a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "b=2"]);
  expect([headers.get("x-a"), headers.get("transfer-encoding")]).toEqual(["1", null]);
});

test("each cookie is a field of its own", async () => {
  const server = petsServer({}, () => ({ status: 200, headers: { "Set-Cookie": ["a=1", "b=2"] } }));
  const response = await server.fetch(new Request("http://x/free"));
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
});

test("the client's Accept chooses among the declared media types, or nothing is 406", async () => {
  const server = petsServer({}, ({ accept }) =>
    accept === "application/json"
      ? { status: 200, body: [] }
      : { status: 200, contentType: accept?.replace("*", "png"), body: "x" },
  );
  const type = async (accept: string): Promise<unknown> =>
    (await ask(server, "GET /any", { accept })).headers["content-type"];
  expect(await type("*/*")).toBe("application/json");
  expect(await type("text/plain")).toBe("text/plain; charset=utf-8");
  expect(await type("application/json;q=0.5, text/*;q=0.8")).toBe("text/plain; charset=utf-8");
  expect(await type("text/plain;q=0, */*;q=0.1")).toBe("application/json");
  expect(await type("image/png")).toBe("image/png");
  expect(await type(";;q=")).toBe("application/json");
  expect((await ask(server, "GET /any", { accept: "text/html" })).status).toBe(406);
  expect(
    (await ask(server, "GET /any", { accept: "application/json;q=0, text/html" })).status,
  ).toBe(406);
});

test("deprecated operations say so when it is wanted", async () => {
  const quiet = await ask(petsServer(), "GET /pets", KEY);
  expect(quiet.headers).not.toHaveProperty("sunset");
  const server = petsServer({ deprecationHeaders: true });
  const expected = { deprecation: "@1704067200", sunset: "Thu, 05 Dec 2030 00:00:00 GMT" };
  expect((await ask(server, "GET /pets", KEY)).headers).toMatchObject(expected);
  expect((await ask(server, "GET /pets?limit=0", KEY)).headers).toMatchObject(expected);
  expect((await ask(server, "GET /pets/1")).headers).not.toHaveProperty("sunset");
});

test("fetch: a platform's Request in, a Response out", async () => {
  const server = petsServer({ bodyLimit: 10 });
  const list = await server.fetch(new Request("http://x/pets?limit=3#top", { headers: KEY }));
  expect([list.status, list.headers.get("x-limit"), await list.json()]).toEqual([200, "3", []]);
  const put = (body: string | ReadableStream): Promise<Response> =>
    server.fetch(
      new Request("http://x/bytes", {
        method: "PUT",
        body,
        headers: { "content-type": "a/b" },
        duplex: "half",
      } as RequestInit),
    );
  expect(await (await put("0123456789")).text()).toBe("10");
  expect((await put("0123456789a")).status).toBe(413);
  expect((await put(new Blob(["0123456789a"]).stream())).status).toBe(413);
  expect((await server.fetch(new Request("http://x/nope", { method: "HEAD" }))).status).toBe(404);
  const withoutHost = new Proxy(new Request("http://x/"), {
    get: (request, name) =>
      name === "url" ? "/pets/7?a=/b" : (Reflect.get(request, name, request) as unknown),
  });
  expect(await (await server.fetch(withoutHost)).json()).toEqual({ petId: 7 });
});

test("fetch: a stream that fails breaks off and is reported", async () => {
  const server = petsServer({}, () => ({
    status: 200,
    body: (async function* () {
      yield "part";
      await Promise.resolve();
      throw new Error("late");
    })(),
  }));
  const response = await server.fetch(new Request("http://x/free"));
  await expect(response.text()).rejects.toThrow();
  expect(server.errors).toEqual([new Error("late")]);
});

test("problems carry what they are given", () => {
  const problem = new Problem(599, { cause: "why" });
  expect([problem.code, problem.message, problem.cause]).toEqual([
    "status_599",
    "The server answers 599.",
    "why",
  ]);
  expect(new Problem(404)).not.toHaveProperty("cause");
});

test("a problem explained in one text", () => {
  const issue = { schema: "", keyword: "", params: {} };
  const issues = [
    { ...issue, path: "/query/limit", message: "must be at least 1" },
    { ...issue, path: "", message: "must be an object" },
  ];
  expect(explain(new Problem(400, { issues }))).toBe(
    "The request is not valid: /query/limit must be at least 1; the request must be an object",
  );
  expect(explain(new Problem(404))).toBe("There is nothing here.");
});

test("Accept-Patch is in the 415 of a PATCH and in the reply to OPTIONS", async () => {
  const body = {
    content: { "application/merge-patch+json": "json", "text/x-diff": "text" },
  } as const;
  const patch = route({ method: "PATCH", path: "/pets", body, handle: () => ({ status: 204 }) });
  const get = route({ method: "GET", path: "/dogs", handle: () => ({ status: 204 }) });
  const server = createServer({}, {}, { patch, get } as never);
  const types = "application/merge-patch+json, text/x-diff";
  const refused = await ask(server, "PATCH /pets", { "content-type": "text/plain" }, "x");
  expect(refused).toMatchObject({ status: 415, headers: { accept: types, "accept-patch": types } });
  const options = await ask(server, "OPTIONS /pets");
  expect(options.headers).toEqual({ allow: "PATCH, OPTIONS", "accept-patch": types });
  expect((await ask(server, "OPTIONS /dogs")).headers).toEqual({ allow: "GET, HEAD, OPTIONS" });
});

test("a compressed body is refused, not taken for what it is not", async () => {
  const server = petsServer();
  const fields = { ...KEY, "content-type": "application/json" };
  const gzip = await ask(
    server,
    "POST /pets",
    { ...fields, "content-encoding": "gzip" },
    Uint8Array.of(0x1f, 0x8b),
  );
  expect([gzip.status, gzip.headers["accept-encoding"]]).toEqual([415, "identity"]);
  const plain = await ask(
    server,
    "POST /pets",
    { ...fields, "content-encoding": "Identity" },
    '{"name":"Ada"}',
  );
  expect(plain.status).toBe(201);
});

test("a server without a function of a security scheme does not start, and names all that are missing", () => {
  const none = undefined as never;
  const schemes = {
    one: bearer(none),
    two: basic(none),
    three: apiKey("header", "X-Key", none),
    four: oauth2(none),
    five: mutualTls(none),
    six: httpScheme("Digest", none),
    given: bearer(() => undefined),
  };
  expect(() => createServer({}, schemes, {})).toThrow(
    "No function was given for security: one, two, three, four, five, six.",
  );
  expect(createServer({}, { given: schemes.given }, {}).routes).toEqual([]);
});

test("a body of a transfer coding that the host leaves is refused", async () => {
  const server = petsServer();
  const fields = { ...KEY, "content-type": "application/json" };
  const sent = (coding: string) =>
    ask(server, "POST /pets", { ...fields, "transfer-encoding": coding }, '{"name":"Ada"}');
  expect((await sent("chunked")).status).toBe(201);
  for (const coding of ["gzip", "gzip, chunked", "chunked, gzip"])
    expect((await sent(coding)).status).toBe(501);
});

test("the description is given out where it is handed in, and an operation there comes first", async () => {
  const description = { openapi: "3.1.0", info: { title: "Pets", version: "1" } };
  const server = petsServer({ description, basePath: "/v1" });
  const { status, headers, body } = await ask(server, "GET /v1/openapi.json");
  expect([status, headers["content-type"], JSON.parse(body)]).toEqual([
    200,
    "application/json",
    description,
  ]);
  expect((await ask(server, "POST /v1/openapi.json")).headers["allow"]).toBe("GET, HEAD, OPTIONS");
  expect((await ask(petsServer(), "GET /openapi.json")).status).toBe(404);

  const handle = () => ({ status: 204 });
  const own = createServer(
    { description },
    {},
    {
      own: route({ method: "GET", path: "/openapi.json", handle }),
    },
  );
  expect((await ask(own, "GET /openapi.json")).status).toBe(204);
  const handled = createServer({ description, handlers: { own: handle } }, {}, {});
  expect((await ask(handled, "GET /openapi.json")).status).toBe(200);
});

test("depth and number of what a request holds have limits, which can be set", async () => {
  const ok = async (settings: ServerSettings<Caller>, query: string, depth: number) => {
    const server = petsServer(settings);
    const pets = await ask(server, `GET /pets?${query}`, KEY);
    const body = `{"name":"Ada","deep":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;
    const created = await ask(
      server,
      "POST /pets",
      { ...KEY, "content-type": "application/json" },
      body,
    );
    return [pets.status, created.status];
  };
  const values = (count: number): string => Array(count).fill("a=1").join("&");
  expect(await ok({}, values(1000), 500)).toEqual([200, 201]);
  expect(await ok({}, values(1001), 501)).toEqual([400, 400]);
  const narrow = { depthLimit: 3, fieldLimit: 2 };
  expect(await ok(narrow, values(2), 3)).toEqual([200, 201]);
  expect(await ok(narrow, values(3), 4)).toEqual([400, 400]);
});

test("JSON in parameters, forms and parts may be nested as deep as in bodies", async () => {
  const content = "application/json";
  const server = createServer<undefined>(
    { depthLimit: 3 },
    {},
    {
      find: route({
        method: "POST",
        path: "/find",
        parameters: [
          { in: "query", name: "q", content },
          { in: "header", name: "h", content },
          { in: "cookie", name: "c", content },
        ],
        body: {
          content: {
            "application/x-www-form-urlencoded": {
              codec: "form",
              fields: [{ name: "f", content }],
            },
            "multipart/form-data": { codec: "multipart", fields: [{ name: "f", content }] },
          },
        },
        handle: () => ({ status: 204 }),
      }),
    },
  );
  const part = (json: string): string =>
    `--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n${json}\r\n--b--\r\n`;
  const places = async (json: string) => {
    const fields = { h: json, cookie: `c=${json}` };
    const form = { ...fields, "content-type": "application/x-www-form-urlencoded" };
    const parts = { ...fields, "content-type": "multipart/form-data; boundary=b" };
    const target = `POST /find?q=${json}`;
    return [
      await ask(server, target, form, `f=${json}`),
      await ask(server, target, parts, part(json)),
    ];
  };
  expect((await places("[[[]]]")).map(({ status }) => status)).toEqual([204, 204]);
  for (const reply of await places("[[[[]]]]")) {
    const { issues } = problemOf(reply) as { issues: { pointer: string; message: string }[] };
    expect(issues.map(({ pointer }) => pointer)).toEqual([
      "/query/q",
      "/headers/h",
      "/cookies/c",
      "/body/f",
    ]);
    expect(issues[0]?.message).toBe("must not be nested deeper than 3");
  }
});

test("a long name in a request does not come back with each fault below it", async () => {
  const name = "a".repeat(40_000);
  const check = (_: unknown, issues: Issue[]): _ is unknown => {
    for (let index = 0; index < 50; index++)
      issues.push({
        path: `/body/${name}/${index}`,
        schema: "",
        keyword: "type",
        params: {},
        message: "is wrong",
      });
    return false;
  };
  const server = createServer<undefined>(
    {},
    {},
    {
      add: route({ method: "POST", path: "/", check, handle: () => ({ status: 204 }) }),
    },
  );
  const { status, body } = await ask(server, "POST /");
  expect([status, body.length < 100_000]).toEqual([400, true]);
});

test("an operation that does not name its security has that of the settings", async () => {
  const schemes = { key: apiKey("header", "x-key", (key) => key), no: unknownScheme() };
  const handle = () => ({ status: 204 });
  const routes = {
    usual: route({ method: "GET", path: "/usual", handle }),
    own: route({ method: "GET", path: "/own", security: [{ no: [] }], handle }),
    open: route({ method: "GET", path: "/open", security: [], handle }),
  };
  const security = [{ key: [] }];
  const server = createServer({ security, description: {} }, schemes, routes);
  const fields = { "x-key": "k" };
  const status = async (target: string, headers = {}) =>
    (await ask(server, `GET ${target}`, headers)).status;
  expect(await Promise.all(["/usual", "/own", "/open"].map((path) => status(path)))).toEqual([
    401, 401, 204,
  ]);
  expect(await Promise.all(["/usual", "/own"].map((path) => status(path, fields)))).toEqual([
    204, 401,
  ]);
  expect(await status("/openapi.json")).toBe(200);
});

test("with strictQuery, a query may have what is declared and keys, and nothing else", async () => {
  const schemes = { key: apiKey("query", "api_key", (key) => key) };
  const routes = {
    find: route<string, object>({
      method: "GET",
      path: "/find",
      security: [{ key: [] }],
      parameters: [
        { in: "query", name: "limit", type: "integer" },
        { in: "query", name: "tags", type: { items: "string" } },
        { in: "query", name: "at", style: "deepObject", type: { properties: { x: "integer" } } },
        { in: "query", name: "size", type: { properties: { width: "integer" } } },
      ],
      handle: () => ({ status: 204 }),
    }),
    ping: route({ method: "GET", path: "/ping", handle: () => ({ status: 204 }) }),
  };
  const strict = createServer({ strictQuery: true }, schemes, routes);
  const fine = "api_key=k&limit=1&tags=a&tags=b&at[x]=1&width=2";
  expect((await ask(strict, `GET /find?${fine}`)).status).toBe(204);
  expect((await ask(strict, "GET /ping")).status).toBe(204);
  const reply = await ask(strict, `GET /find?${fine}&limt=1&limt=2&%C3%BC`);
  expect(problemOf(reply)["issues"]).toEqual([
    expect.objectContaining({ pointer: "/query/limt", keyword: "undeclared" }),
    expect.objectContaining({ pointer: "/query/\u00fc" }),
  ]);
  expect((await ask(strict, "GET /ping?limit=1")).status).toBe(400);
  const lax = createServer({}, schemes, routes);
  expect((await ask(lax, `GET /find?${fine}&limt=1`)).status).toBe(204);
  expect((await ask(lax, "GET /ping?limit=1")).status).toBe(204);
});

test.each(["query", "cookie"] as const)(
  "a key in the %s is no member of an object that allows any, unless it is declared as one",
  async (place) => {
    const schemes = { key: apiKey(place, "api_key", (key) => key) };
    const found: unknown[] = [];
    const handle = (value: unknown) => {
      found.push(value);
      return { status: 204 };
    };
    const group = place === "query" ? "query" : "cookies";
    const any = (properties: object) => [
      {
        in: place,
        name: "any",
        explode: true,
        type: { properties: { ...properties }, rest: "any" },
      } as const,
    ];
    const security = [{ key: [] }];
    const routes = {
      any: route<string, object>({
        method: "GET",
        path: "/any",
        security,
        parameters: any({}),
        handle,
      }),
      own: route<string, object>({
        ...{ method: "GET", path: "/own", security, handle },
        parameters: any({ api_key: "string" }),
      }),
      open: route<string, object>({ method: "GET", path: "/open", parameters: any({}), handle }),
    };
    const server = createServer({}, schemes, routes);
    for (const path of Object.keys(routes))
      await (place === "query"
        ? ask(server, `GET /${path}?api_key=k&a=1`)
        : ask(server, `GET /${path}`, { cookie: "api_key=k; a=1" }));
    expect(found).toEqual([
      { [group]: { any: { a: "1" } } },
      { [group]: { any: { api_key: "k", a: "1" } } },
      { [group]: { any: { api_key: "k", a: "1" } } },
    ]);
  },
);
