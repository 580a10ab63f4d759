import { type AddressInfo, createServer } from "node:net";
import { expect, expectTypeOf, onTestFinished, test, vi } from "vitest";
import type { Call, Sender, Success } from "../../src/runtime/client/client.js";
import type { BodyOf, SuccessStatus } from "../../src/runtime/wire/http.js";
import type { RedirectStatus } from "../../src/runtime/wire/statuses.js";
import type { BaseUrl, ClientOptions } from "../../src/runtime/client/options.js";
import { jsonBody, textBody } from "../../src/runtime/client/bodies/bodies.js";
import {
  ApiError,
  ConnectionError,
  type ErrorOf,
  isDeclaredError,
  UnexpectedResponse,
} from "../../src/runtime/client/errors.js";
import type { Check, Issue } from "../../src/runtime/validate/issue.js";
import type { BodyReader, Incoming } from "../../src/runtime/client/operation.js";
import { byType, text } from "../../src/runtime/client/replies/body-readers.js";
import { json } from "../../src/runtime/client/replies/readers.js";
import { integer, string } from "../../src/runtime/client/replies/header-readers.js";
import { form } from "../../src/runtime/wire/parameters/serialize.js";
import { pathScalar } from "../../src/runtime/wire/parameters/scalar.js";
import { dropped, FakeClock, type FakeService, fakeService, reply, type Step } from "./fakes.js";
import { type Credentials, type Outgoing, send, singleSender } from "./senders.js";

interface Pet {
  readonly id: number;
  readonly name: string;
}
interface Fault {
  readonly message: string;
}
type GetPetReply =
  | { readonly status: 200; readonly headers: { readonly "X-Left": number }; readonly body: Pet }
  | { readonly status: 204 }
  | { readonly status: 404 | 429; readonly body: Fault };

const checkPet: Check<Pet> = (value, issues): value is Pet => {
  const good = typeof value === "object" && value !== null && "name" in value;
  if (!good)
    issues.push({
      path: "/name",
      schema: "/required",
      keyword: "required",
      params: {},
      message: "is missing",
    });
  return good;
};

const plain: Outgoing = {
  operation: "getPet",
  method: "GET",
  path: "/pets/1",
  accept: "application/json",
  replies: {
    200: {
      headers: { "X-Left": integer, "X-Note": string },
      optional: ["X-Note"],
      body: (reply) => json(reply, checkPet),
    },
    204: {},
    "4XX": { body: json },
  },
};
const reply204 = (): Response => new Response(null, { status: 204 });
const good = (): Response => reply(200, { id: 1, name: "Rex" }, { "x-left": "7" });

function client(
  steps: readonly Step[],
  options: Partial<ClientOptions & BaseUrl> = {},
  credentials: Credentials = {},
): FakeService & { sender: Sender; get: (change?: Partial<Outgoing>) => Call<GetPetReply> } {
  const service = fakeService(new FakeClock(), ...steps);
  const all = { baseUrl: "https://pets.example/v1", fetch: service.fetch, ...options };
  const sender = singleSender(all, credentials);
  return {
    ...service,
    sender,
    get: (change) => send<GetPetReply>(sender, () => ({ ...plain, ...change })),
  };
}

test("a call gives the body of a success; its reply has the status and headers too", async () => {
  const { get, sent } = client([good()]);
  const body: Pet | undefined = await get();
  expect(body).toEqual({ id: 1, name: "Rex" });
  const whole = { status: 200, headers: { "X-Left": 7 }, body };
  const ok: { readonly status: 200 | 204 } = await get().ok();
  const reply: GetPetReply = await get().reply();
  expect([ok, reply]).toEqual([whole, whole]);
  expect(sent[0]).toMatchObject({
    url: "https://pets.example/v1/pets/1",
    headers: { accept: "application/json" },
    body: undefined,
  });
  expect(await client([reply204()]).get()).toBeUndefined();
});

test("a call is sent once, however often it is read, and also when it is not", async () => {
  const { get, sent } = client([good()]);
  const call = get();
  await Promise.all([call, call, call.reply(), call.ok(), call.then(), call.reply()]);
  void get();
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(sent).toHaveLength(2);
});

test("success is taken out of the type of the replies", () => {
  type Default = { readonly status: 200 | 404 | 500; readonly body: Pet };
  type Failing = { readonly status: 404; readonly body: Fault };
  expectTypeOf<Success<GetPetReply>["status"]>().toEqualTypeOf<200 | 204>();
  expectTypeOf<BodyOf<Success<GetPetReply>>>().toEqualTypeOf<Pet | undefined>();
  expectTypeOf<Success<Default>["status"]>().toEqualTypeOf<200>();
  expectTypeOf<Success<Failing>>().toEqualTypeOf<never>();
  expectTypeOf<BodyOf<{ status: 200; body: unknown }>>().toEqualTypeOf<unknown>();
  expectTypeOf<ApiError<Failing>["reply"]["body"]>().toEqualTypeOf<Fault>();
});

test("a call rejects with the typed reply of a failure, and that reply is no failure to ask for", async () => {
  const answer = reply(404, { message: "no such pet" }, { "X-Request-Id": "r-1" });
  const { get } = client([answer]);
  const error = await get().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    name: "ApiError",
    message: "GET /pets/1: 404: no such pet",
    operation: "getPet",
    url: "https://pets.example/v1/pets/1",
    status: 404,
    body: { message: "no such pet" },
    reply: { status: 404, body: { message: "no such pet" } },
    requestId: "r-1",
  });
  await expect(get().ok()).rejects.toMatchObject({ status: 404 });
  expect(await get().reply()).toEqual({ status: 404, body: { message: "no such pet" } });
});

test("the status of a caught error narrows its body, without a cast", async () => {
  const { get } = client([reply(404, { message: "no such pet" })]);
  const caught: unknown = await get().catch((error: unknown) => error);
  if (!isDeclaredError<GetPetReply>(caught, "getPet")) throw new Error("not reached");
  expectTypeOf(caught.status).toEqualTypeOf<404 | 429>();
  expect(caught.body.message).toBe("no such pet");
  expect(isDeclaredError(caught, "listPets")).toBe(false);
  expect(isDeclaredError(new Error("no such pet"), "getPet")).toBe(false);
  const undeclared: unknown = await client([reply(500, {})])
    .get()
    .catch((error: unknown) => error);
  expect(undeclared).toBeInstanceOf(ApiError);
  expect(isDeclaredError(undeclared, "getPet")).toBe(false);

  type Other =
    | { readonly status: 200; readonly body: Pet }
    | { readonly status: 401 }
    | { readonly status: 201 | 500; readonly body: string };
  type Errors = ErrorOf<Other>;
  expectTypeOf<Errors["status"]>().toEqualTypeOf<401 | 500>();
  expectTypeOf<Extract<Errors, { status: 401 }>["body"]>().toEqualTypeOf<undefined>();
  expectTypeOf<Extract<Errors, { status: 500 }>["body"]>().toEqualTypeOf<string>();
  expectTypeOf<ErrorOf<{ readonly status: 200; readonly body: Pet }>>().toEqualTypeOf<never>();
});

const long = "x".repeat(5000);
test.each<[unknown, string]>([
  [{ detail: "a", title: "b", message: "c", error: "d" }, ": a"],
  [{ title: "b", message: "c", error: "d" }, ": b"],
  [{ message: "c", error: "d" }, ": c"],
  [{ error: "d" }, ": d"],
  [{ error: { code: 7, message: "e" } }, ": e"],
  [{ detail: [{ loc: ["body", "name"], msg: "field required" }] }, ": field required"],
  [{ errors: [{ title: "f" }] }, ": f"],
  ["plain words", ": plain words"],
  [{ title: "Not Found" }, ""],
  [{ detail: "", message: "g" }, ": g"],
  [{ detail: 7, message: null }, ""],
  [{ a: { message: "h" } }, ""],
  [" <html><title>no</title>", ""],
  [{ message: " two\n lines\u2028and \u001b[31mred\u202e " }, ": two lines and [31mred"],
  [{ message: "\ud83d" + long }, `: ${"x".repeat(199)}`],
  [{ message: { message: { message: { message: { message: "deep" } } } } }, ""],
  [[], ""],
  [null, ""],
])("an error ends with what the service says: %j", async (body, words) => {
  const answer = new Response(JSON.stringify(body), {
    status: 404,
    statusText: "Not Found",
    headers: { "content-type": "application/json" },
  });
  await expect(client([answer]).get()).rejects.toThrow(
    expect.objectContaining({ message: `GET /pets/1: 404 Not Found${words}` }),
  );
});

test.each([
  ["https://pets.example/v1", "/pets/7?key=s3cret", "/pets/7"],
  ["/v1/", "/pets/7", "/pets/7"],
  ["https://pets.example", "/v1/pets/7", "/v1/pets/7"],
])("an error of a client of %s has no query", async (baseUrl, path, shown) => {
  const { get } = client([reply(404, {})], { baseUrl });
  await expect(get({ path })).rejects.toThrow(new RegExp(`^GET ${shown}: 404$`));
});

test("an operation with an address of its own has that in its errors", async () => {
  const { get } = client([reply(404, {})], { baseUrl: "https://pets.example" });
  await expect(get({ baseUrl: "https://pets.example.org" })).rejects.toThrow(
    "GET https://pets.example.org/pets/1: 404",
  );
});

test.each([
  [{ "request-id": "a" }, "a"],
  [{ "x-amzn-requestid": "a" }, "a"],
  [{ "x-github-request-id": "a", "content-type": "text/plain" }, "a"],
  [{ "cf-request-id": "a", "request-id": "b", "x-request-id": "c" }, "c"],
  [{ "x-request-ids": "a" }, undefined],
])("an error has the id that the service gave the request: %j", async (headers, id) => {
  const { get } = client([reply(404, { message: "no such pet" }, headers)]);
  const error = await get({ replies: { 404: {} } })
    .ok()
    .catch((caught: unknown) => caught);
  expect((error as ApiError).requestId).toBe(id);
});

test("one rejection is unhandled when a call is dropped, and none when it is read in any way", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
  const failing = client([new TypeError("no route to host")]);
  const missing = client([reply(404, { message: "no such pet" })]);
  for (const { get } of [failing, missing]) {
    await expect(get()).rejects.toBeInstanceOf(Error);
    await expect(get().ok()).rejects.toBeInstanceOf(Error);
    await get()
      .reply()
      .catch(() => undefined);
    const call = get();
    await Promise.allSettled([call.reply(), call.ok(), call]);
  }
  await soon();
  expect(unhandled).toEqual([]);
  for (const drop of [
    failing.get,
    missing.get,
    () => failing.get().reply(),
    () => missing.get().ok(),
  ]) {
    void drop();
    await soon();
  }
  process.off("unhandledRejection", note);
  expect(unhandled).toMatchObject([
    { name: "ConnectionError" },
    { name: "ApiError" },
    { name: "ConnectionError" },
    { name: "ApiError" },
  ]);
});

test("a redirect that an operation declares as its success is one", async () => {
  const replies = { 302: { headers: { Location: string } } };
  const moved = reply(302, undefined, { location: "/login" });
  const { get } = client([moved]);
  const login = send<
    { status: 302; headers: { Location: string } },
    SuccessStatus | RedirectStatus
  >;
  const { sender } = client([moved]);
  const call = login(sender, () => ({ ...plain, replies, redirect: "manual" }));
  expect((await call.ok()).headers.Location).toBe("/login");
  expect(await call).toBeUndefined();
  await expect(get({ replies })).rejects.toMatchObject({ status: 302 });
});

test("parameters that cannot be sent reject the call and are not thrown at its maker", async () => {
  const { sender, sent } = client([good()]);
  const call = send<GetPetReply>(sender, () => ({
    ...plain,
    path: `/pets/${pathScalar("id", "..")}`,
  }));
  await expect(call).rejects.toThrow("id is empty, . or ..");
  expect(sent).toEqual([]);
});

test("the query is made of the parameters that are given", async () => {
  const { get, sent } = client([good()]);
  await get({ query: [form("limit", 5), form("status", undefined), form("tag", ["a b", "c"])] });
  await get({ query: [form("limit", undefined)] });
  expect(sent.map(({ url }) => url)).toEqual([
    "https://pets.example/v1/pets/1?limit=5&tag=a%20b&tag=c",
    "https://pets.example/v1/pets/1",
  ]);
});

test("a body is sent with its type", async () => {
  const { get, sent } = client([good()]);
  await get({ method: "POST", body: jsonBody({ name: "Rex" }) });
  await get({ method: "POST", body: textBody("Rex") });
  expect(sent).toMatchObject([
    { body: '{"name":"Rex"}', headers: { "content-type": "application/json" } },
    { body: "Rex", headers: { "content-type": "text/plain;charset=UTF-8" } },
  ]);
});

test("headers: the call's win over the operation's, these over the client's", async () => {
  const options = { headers: () => ({ "X-A": "client", "X-B": "client", "X-C": "client" }) };
  const { sender, sent } = client([good()], options);
  await send(
    sender,
    () => ({ ...plain, headers: { "x-b": "operation", "x-c": "operation", "x-d": undefined } }),
    { headers: { "X-c": "call" } },
  );
  expect(sent[0]?.headers).toEqual({
    accept: "application/json",
    "x-a": "client",
    "x-b": "operation",
    "x-c": "call",
  });
});

test.each([
  ["https://pets.example", "https://pets.example/pets/1"],
  ["https://pets.example/", "https://pets.example/pets/1"],
  ["http://127.0.0.1:8080/a/b//", "http://127.0.0.1:8080/a/b/pets/1"],
  ["https://[::1]:8080/v1", "https://[::1]:8080/v1/pets/1"],
])("base address %s", async (baseUrl, url) => {
  const { get, sent } = client([good()], { baseUrl });
  await get();
  expect(sent[0]?.url).toBe(url);
});

test.each([
  "https://",
  "pets.example",
  "https://a.example/?x=1",
  "https://a.example#top",
  "https://me:secret@a.example/",
  "https://a example/",
  "ftp://a.example/",
  "javascript:alert(1)",
])("base address %j is refused, without quoting it", (baseUrl) => {
  expect(() => client([], { baseUrl })).toThrow(/^baseUrl is invalid$/);
});

test.each([
  ["/v1/", "/v1/pets/1"],
  ["/", "/pets/1"],
  ["", "/pets/1"],
])("a relative base address, %j, is left to fetch", async (baseUrl, url) => {
  const { get, sent } = client([good()], { baseUrl });
  await get();
  expect(sent[0]?.url).toBe(url);
});

test("an operation may have a base address of its own", async () => {
  const { get, sent } = client([good()]);
  await get({ baseUrl: "https://upload.example" });
  expect(sent[0]?.url).toBe("https://upload.example/pets/1");
});

test("replies: an exact status before a range before default, which leaves successes out", async () => {
  const replies = {
    200: { body: text },
    "4XX": { headers: { "X-Range": string }, optional: ["X-Range"] },
    404: {},
    default: { body: json },
  };
  const answers = [reply(404), reply(418, undefined, { "x-range": "4" }), reply(500, { a: 1 })];
  const { get } = client([...answers, reply(201)]);
  expect(await get({ replies }).reply()).toEqual({ status: 404 });
  expect(await get({ replies }).reply()).toEqual({ status: 418, headers: { "X-Range": "4" } });
  expect(await get({ replies }).reply()).toEqual({ status: 500, body: { a: 1 } });
  await expect(get({ replies })).rejects.toThrow("does not know this status");
  const only = { default: {} };
  expect(
    await client([reply(201)])
      .get({ replies: only })
      .reply(),
  ).toEqual({ status: 201 });
});

test.each([
  ["application/json; charset=utf-8", { a: 1 }, undefined],
  ["Application/JSON", { a: 1 }, undefined],
  ["application/problem+json", { a: 1 }, undefined],
  ["text/plain;charset=utf-8", '{"a":1}', "text/plain"],
  ["text/csv", '{"a":1}', "text/csv"],
])("a reply with content type %s", async (type, value, contentType) => {
  const body: BodyReader =
    contentType === undefined
      ? json
      : (reply) => byType(reply, { "application/json": json, "text/plain": text, "text/*": text });
  const answer = new Response('{"a":1}', { headers: { "content-type": type } });
  const { get } = client([answer]);
  expect(await get({ replies: { 200: { body } } }).reply()).toEqual({
    status: 200,
    body: value,
    ...(contentType !== undefined && { contentType }),
  });
});

test("bodies that are not declared, or cannot be, are not read", async () => {
  let cancelled = 0;
  const endless = (): Response =>
    new Response(new ReadableStream({ cancel: () => void (cancelled += 1) }), {
      headers: { "content-type": "application/json", "x-left": "1" },
    });
  const { get } = client([endless, endless]);
  expect(await get({ replies: { 200: {} } }).reply()).toEqual({ status: 200 });
  expect(await get({ method: "HEAD" }).reply()).toEqual({ status: 200, headers: { "X-Left": 1 } });
  expect(cancelled).toBe(2);
});

test.each([
  ["a text", "string", "text/html; charset=utf-8", "Rex", "Rex"],
  ["a text like a number", "string", "text/html", "5", "5"],
  ["a number", "number", "text/html", "5", 5],
  ["a boolean", "boolean", "text/plain", "true", true],
  ["an object", "object", "text/html", '{"id":1}', { id: 1 }],
])("%s that is sent as text is taken where it fits", async (_, kind, type, text, body) => {
  const check = (value: unknown, issues: Issue[]): value is unknown => {
    if (typeof value === kind) return true;
    issues.push({ path: "", schema: "", keyword: "type", params: {}, message: "is another" });
    return false;
  };
  const answer = (sent: string) => () => new Response(sent, { headers: { "content-type": type } });
  const { get } = client([answer(text), answer("<!doctype html>")]);
  const replies = { 200: { body: (reply: Incoming) => json(reply, check) } };
  expect(await get({ replies }).reply()).toEqual({ status: 200, body });
  await expect(get({ replies })).rejects.toThrow(`but its content type is ${type}`);
});

test("JSON of an object is not taken as a text because its schema says nothing of texts", async () => {
  const check = (value: unknown, issues: Issue[]): value is unknown => {
    if (typeof value !== "object") return true;
    issues.push({ path: "", schema: "", keyword: "required", params: {}, message: "is missing" });
    return false;
  };
  const { get } = client([() => new Response('{"id":1}')]);
  const replies = { 200: { body: (reply: Incoming) => json(reply, check) } };
  await expect(get({ replies })).rejects.toMatchObject({ body: { id: 1 } });
});

test("JSON of an object is taken as a text where a text is asked for", async () => {
  const check = (value: unknown, issues: Issue[]): value is unknown => {
    if (typeof value === "string") return true;
    issues.push({ path: "", schema: "", keyword: "type", params: {}, message: "must be a string" });
    return false;
  };
  const { get } = client([() => new Response('{"id":1}')]);
  expect(await get({ replies: { 200: { body: (reply: Incoming) => json(reply, check) } } })).toBe(
    '{"id":1}',
  );
});

test("nothing at all is a body, too, where any JSON will do", async () => {
  const { get } = client([() => new Response(null)]);
  const anything = await get({ replies: { 200: { body: json } } }).reply();
  expect(anything).toEqual({ status: 200, body: undefined });
});

const broken: readonly (readonly [string, () => Response, string, object])[] = [
  [
    "a status it does not know",
    () => reply(302, { to: 1 }),
    "does not know this status",
    { body: { to: 1 } },
  ],
  [
    "another content type",
    () => new Response("<p>busy</p>", { headers: { "content-type": "text/html", "x-left": "1" } }),
    "its content type is text/html",
    { body: "<p>busy</p>" },
  ],
  [
    "JSON that is sent as text and does not fit",
    () => new Response('{"id":1}', { headers: { "content-type": "text/plain", "x-left": "1" } }),
    "its content type is text/plain",
    { body: { id: 1 } },
  ],
  [
    "a picture, whose bytes are kept",
    () => new Response(new Uint8Array([0x89, 0xff]), { headers: { "content-type": "image/png" } }),
    "its content type is image/png",
    { body: new Uint8Array([0x89, 0xff]) },
  ],
  [
    "a picture that is text",
    () => new Response("<svg/>", { headers: { "content-type": "image/svg+xml" } }),
    "its content type is image/svg+xml",
    { body: "<svg/>" },
  ],
  [
    "a body that breaks its schema",
    () => reply(200, { id: 1 }, { "x-left": "1" }),
    "/body/name is missing",
    { body: { id: 1 }, issues: [{ path: "/body/name", keyword: "required" }] },
  ],
  [
    "half a JSON text",
    () =>
      new Response('{"id":', { headers: { "content-type": "application/json", "x-left": "1" } }),
    "/body is not JSON",
    { body: '{"id":' },
  ],
  [
    "an empty body",
    () => new Response("", { headers: { "content-type": "application/json", "x-left": "1" } }),
    "/body is missing",
    { body: "" },
  ],
  [
    "a header that is no integer",
    () => reply(200, { id: 1, name: "Rex" }, { "x-left": "many" }),
    "/headers/X-Left must be an integer",
    { body: { id: 1, name: "Rex" } },
  ],
  [
    "a header missing, and a faulty body",
    () => reply(200, {}),
    "/headers/X-Left is missing (and 1 more)",
    { body: {}, issues: [{ path: "/headers/X-Left" }, { path: "/body/name" }] },
  ],
];

test.each(broken)("UnexpectedResponse: %s", async (_, answer, message, members) => {
  const { get } = client([answer]);
  const error = await get().catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(UnexpectedResponse);
  expect((error as Error).message).toMatch(/^GET \/pets\/1: \d{3}, but /);
  expect((error as Error).message).toContain(message);
  expect(error).toMatchObject(members);
});

test.each(["throw", "pass"] as const)(
  "the undeclared body of a declared error explains it (%s)",
  async (unexpected) => {
    const replies = { 200: {}, "4XX": {} };
    const problem = reply(403, { message: "The key has expired" });
    const refused = client([problem], { unexpected }).get({ replies });
    await expect(refused).rejects.toMatchObject({
      name: "ApiError",
      message: "GET /pets/1: 403: The key has expired",
    });
    const nothing = client([reply(403)], { unexpected }).get({ replies });
    await expect(nothing).rejects.toMatchObject({ message: "GET /pets/1: 403" });
    const silent = client([reply(200, { id: 1 })], { unexpected }).get({ replies });
    expect(await silent).toBeUndefined();
  },
);

test.each(broken)("reported and handed on: %s", async (_, answer, message) => {
  const reports: UnexpectedResponse[] = [];
  const { get } = client([answer], { unexpected: (error) => reports.push(error) });
  const handedOn = await get().reply();
  expect(reports.map((report) => report.message).join()).toContain(message);
  expect(reports).toHaveLength(1);
  expect("body" in handedOn && handedOn.body).toEqual(reports[0]?.body);
});

test("what is reported can be refused all the same", async () => {
  const replies = { 200: { body: json } };
  const unexpected = (error: UnexpectedResponse): void => {
    if (error.status !== 201) throw error;
  };
  const call = (answer: Response): PromiseLike<unknown> =>
    client([answer], { unexpected }).get({ replies });
  expect(await call(reply(201, { id: 1 }))).toEqual({ id: 1 });
  for (const status of [202, 404])
    await expect(call(reply(status, { id: 1 }))).rejects.toMatchObject({
      name: "UnexpectedResponse",
      status,
    });
});

test.each(broken)("handed on without a look: %s", async (_, answer) => {
  const { get } = client([answer], { unexpected: "pass" });
  const { status } = answer();
  expect(await get().reply()).toMatchObject({ status });
});

test.each([
  ["Set-Cookie", "basic"],
  ["X-Left", "cors"],
])("a browser hides %s in a %s response: that it is missing is no fault", async (name, type) => {
  const response = reply(200, { id: 1, name: "Rex" });
  Object.defineProperty(response, "type", { value: type });
  const headers = { [name]: (text: string) => text };
  const { get } = client([() => response]);
  const answer = get({ replies: { 200: { headers, body: json } } });
  expect(await answer.reply()).toEqual({
    status: 200,
    headers: {},
    body: { id: 1, name: "Rex" },
  });
});

test.each([
  [
    "a hook",
    { onResponse: ({ response }: { response: Response }) => new Response(response.body, response) },
  ],
  ["the platform or a function around fetch", {}],
])("so it is in a response that %s has made for a page of another origin", async (_, hooks) => {
  const headers = { "X-Left": (text: string) => text };
  const answer = (): Promise<unknown> =>
    client([() => reply(200, { id: 1, name: "Rex" })], hooks)
      .get({ replies: { 200: { headers, body: json } } })
      .reply();
  const missing = { issues: [{ path: "/headers/X-Left", keyword: "required" }] };
  await expect(answer()).rejects.toMatchObject(missing);
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("location", new URL("https://app.example/page"));
  expect(await answer()).toMatchObject({ headers: {} });
  vi.stubGlobal("location", new URL("https://pets.example/page"));
  await expect(answer()).rejects.toMatchObject(missing);
});

test("a connection that breaks in the middle of a body is a ConnectionError", async () => {
  const half = (): Response =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"id"'));
          controller.error(new TypeError("terminated"));
        },
      }),
      { headers: { "content-type": "application/json", "x-left": "1" } },
    );
  const error = await client([half])
    .get()
    .catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).toMatchObject({ operation: "getPet", cause: { message: "terminated" } });
});

test("no response is a ConnectionError with the cause", async () => {
  const error = await client([dropped()])
    .get()
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    name: "ConnectionError",
    message: "GET /pets/1: failed: read ECONNRESET",
    cause: { cause: { message: "read ECONNRESET" } },
  });
});

test("a fetch of a test may return what is no promise, and throw at once", async () => {
  const returning = (() => good()) as unknown as typeof fetch;
  expect(await client([], { fetch: returning }).get()).toEqual({ id: 1, name: "Rex" });
  const cause = new TypeError("Failed to fetch");
  const throwing = (): never => {
    throw cause;
  };
  const error = client([], { fetch: throwing, retries: 0 }).get();
  await expect(error).rejects.toMatchObject({ name: "ConnectionError", cause });
});

test("a refused connection is named, also where the host has several addresses", async () => {
  const { port } = await new Promise<AddressInfo>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address() as AddressInfo;
      server.close(() => resolve(address));
    });
  });
  for (const host of ["127.0.0.1", "localhost"]) {
    const sender = singleSender({ baseUrl: `http://${host}:${port}/v1` });
    await expect(send(sender, () => plain)).rejects.toMatchObject({
      name: "ConnectionError",
      message: expect.stringMatching(`^GET /pets/1: failed: connect ECONNREFUSED .*:${port}$`),
    });
  }
});

test("an error in a check is not taken for a broken connection", async () => {
  const bug = new RangeError("a bug");
  const check: Check<Pet> = (_value): _value is Pet => {
    throw bug;
  };
  const replies = { 200: { body: (reply: Incoming) => json(reply, check) } };
  await expect(client([good()]).get({ replies })).rejects.toBe(bug);
});

test("an aborted call rejects with the reason of its signal and sends nothing", async () => {
  const { sender, sent } = client([good()]);
  const call = send(sender, () => plain, { signal: AbortSignal.abort(new Error("enough")) });
  await expect(call).rejects.toThrow("enough");
  expect(sent).toEqual([]);
});

test("hooks see each try without its credentials, and may add headers", async () => {
  const seen: unknown[] = [];
  const { get, sent } = client(
    [good()],
    {
      onRequest: (event) => {
        seen.push({ ...event, headers: { ...event.headers } });
        event.headers["traceparent"] = "00-1";
      },
      onResponse: ({ operation, attempt, status }) =>
        void seen.push({ operation, attempt, status }),
      onDeprecated: (operation, sunset) => seen.push({ operation, sunset }),
    },
    { key: ({ headers }) => void (headers["authorization"] = "Bearer s3cret") },
  );
  await get({ security: [["key"]], deprecated: { sunset: "2030-12-05" } });
  expect(sent[0]?.headers).toMatchObject({ traceparent: "00-1", authorization: "Bearer s3cret" });
  expect(seen).toEqual([
    { operation: "getPet", sunset: "2030-12-05" },
    {
      operation: "getPet",
      method: "GET",
      url: "https://pets.example/v1/pets/1",
      attempt: 0,
      headers: { accept: "application/json" },
    },
    { operation: "getPet", attempt: 0, status: 200 },
  ]);
});

test("fetch is called without a receiver, and looked up when it is needed", async () => {
  const { sender } = client([], {});
  expect(sender).toBeDefined();
  const strict = vi.fn(function (this: unknown) {
    if (this !== undefined) throw new TypeError("Illegal invocation");
    return Promise.resolve(good());
  });
  const late = singleSender({ baseUrl: "https://pets.example" });
  vi.stubGlobal("fetch", strict);
  await send(late, () => plain);
  vi.unstubAllGlobals();
  await send(singleSender({ baseUrl: "https://pets.example", fetch: strict }), () => plain);
  expect(strict).toHaveBeenCalledTimes(2);
});
