import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { load } from "../../src/load/load.js";
import { compileErrors } from "./compile.js";
import { generate } from "./generate.js";
import { loadGenerated } from "./load-generated.js";
import { otherPlaces, pollute, polluted } from "./pollute.js";

/** What every object answers to, `constructor` and `__proto__` among it. */
const names = Object.getOwnPropertyNames(Object.prototype);

type Json = Readonly<Record<string, unknown>>;

function each(make: (name: string) => unknown): Json {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Json;
}

const text = { type: "string" };
const members = { type: "object", properties: each(() => text) };
const json = { content: { "application/json": { schema: members } } };
const pattern = { type: "object", patternProperties: { "^x": members } };
/** A reply for each kind of schema that headers have, with a header of each name. */
const ok = {
  responses: Object.fromEntries(
    [text, { type: "array", items: text }, members, pattern, { type: "integer", minimum: 1 }].map(
      (schema, index) => [
        200 + index,
        { description: "", headers: each(() => ({ required: index > 0, schema })), ...json },
      ],
    ),
  ) as Json,
};

/** What an operation of each kind of place takes, by the name of the operation. */
const operations: Readonly<Record<string, Json>> = {
  inQuery: { parameters: parameters("query") },
  inHeaders: { parameters: parameters("header") },
  inCookies: { parameters: parameters("cookie") },
  asDeepObject: object("constructor", { in: "query", style: "deepObject", explode: true }),
  asJoinedObject: object("constructor", { in: "query", explode: false }),
  asExplodedObject: object("o", { in: "query" }),
  asHeaderObject: object("constructor", { in: "header" }),
  asJson: { requestBody: { required: true, ...json } },
  asForm: body("application/x-www-form-urlencoded"),
  asParts: body("multipart/form-data"),
  asChoice: { requestBody: { content: { ...json.content, ...each(() => ({ schema: text })) } } },
};

function parameters(place: string): readonly Json[] {
  return names.map((name) => ({ name, in: place, schema: text }));
}

function object(name: string, more: Json): Json {
  return { parameters: [{ name, ...more, schema: members }] };
}

function body(type: string): Json {
  return { requestBody: { required: true, content: { [type]: { schema: members } } } };
}

const description = {
  openapi: "3.1.0",
  info: { title: "Api", version: "1" },
  servers: [
    {
      url: `https://a.example/${names.map((name) => `{${name}}`).join("/")}`,
      variables: each((name) => ({ default: name.length.toString() })),
    },
  ],
  paths: {
    ...Object.fromEntries(
      Object.entries(operations).map(([operationId, operation]) => [
        `/${operationId}`,
        { post: { operationId, ...ok, ...operation } },
      ]),
    ),
    ...Object.fromEntries(
      names.map((name, index) => {
        const parameters = [{ name, in: "path", required: true, schema: text }];
        return [
          `/${index}/{${name}}`,
          { get: { operationId: name, tags: [name], parameters, ...ok } },
        ];
      }),
    ),
  },
  components: {
    schemas: {
      ...each(() => members),
      Choice: { enum: names, "x-enum-varnames": names },
      Tagged: {
        oneOf: names.map((name) => ({ $ref: `#/components/schemas/Tag${name}` })),
        discriminator: {
          propertyName: "constructor",
          mapping: each((name) => `#/components/schemas/Tag${name}`),
        },
      },
      ...Object.fromEntries(
        names.map((name) => [
          `Tag${name}`,
          {
            type: "object",
            required: ["constructor"],
            properties: { constructor: { const: name } },
          },
        ]),
      ),
    },
  },
};

const generated = await generate(JSON.stringify(description));

test("names that every object has compile in every place", { timeout: 120_000 }, async () => {
  const { refused } = await pollute(otherPlaces, (places) => polluted(places, () => "constructor"));
  const cases = new Map([["all", generated]]);
  for (const name of names)
    cases.set(
      name,
      await generate(
        polluted(
          otherPlaces.filter((place) => !refused.has(place) && !place.startsWith("number.")),
          () => name,
        ),
      ),
    );
  expect(generated.errors).toEqual([]);
  expect(compileErrors(cases)).toEqual([]);
});

test("no such name has a meaning of its own for the reader", async () => {
  const diagnostics = new Diagnostics();
  const inner = names.map((name) => ({ type: name, format: name, [name]: name }));
  const info = { title: "Api", version: "1" };
  const odd = {
    openapi: "3.1.0",
    info,
    paths: {},
    components: { schemas: { A: { anyOf: inner } } },
  };
  const read = async (document: object): Promise<readonly string[]> => {
    const before = diagnostics.all.length;
    const text = JSON.stringify(document);
    await load({ text, name: "a.json" }, diagnostics, { cwd: process.cwd() });
    return diagnostics.all
      .slice(before)
      .map(({ code, message, help }) => `${code} ${message} ${help}`);
  };
  // As media types they are none, which is said.
  const others = (await read(description)).filter((line) => !line.startsWith("media-type "));
  expect(others).toEqual([]);
  const problems = await read({ ...odd, ...each(() => "") });
  expect(problems.filter((problem) => problem.includes("native code"))).toEqual([]);
  expect(problems.filter((problem) => problem.startsWith("schema-type"))).toHaveLength(
    names.length,
  );
});

interface Fetching {
  fetch(request: Request): Promise<Response>;
}

type Call = (input?: unknown) => {
  reply(): Promise<{ headers: object; body: unknown }>;
};

const { exports } = await loadGenerated(generated);
let received: unknown;
let answer: Json = {};
const handlers = new Proxy(
  {},
  {
    get: () => (request: unknown) => {
      received = request;
      return { status: 200, headers: answer, body: answer };
    },
  },
);
const server = exports["createApiServer"]?.({
  basePath: "",
  handlers,
  replies: "throw",
}) as Fetching;
const client = exports["createApiClient"]?.({
  baseUrl: "https://a.example",
  retries: 0,
  fetch: (url: string, init: RequestInit) => server.fetch(new Request(url, init)),
}) as Readonly<Record<string, Call>>;

/** Only what an object has itself, whatever its prototype is and from which realm. */
function owned(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([name, member]) => [name, owned(member)]);
}

async function sendAndCompare(operation: string, request: Json): Promise<void> {
  const reply = await client[operation]?.(request).reply();
  expect(owned(received)).toEqual(owned(request));
  expect(owned(reply?.headers)).toEqual(owned(answer));
  expect(owned(reply?.body)).toEqual(owned(answer));
}

/** The headers that `fetch` of this platform can send: of a record it loses `__proto__`. */
const sendable = names.filter((name) => new Headers({ [name]: "x" }).has(name));

/** Requests with all members that have such names, by operation. */
const whole: Readonly<Record<string, (values: Json) => Json>> = {
  inQuery: (query) => ({ query }),
  inHeaders: (values) => ({ headers: onlyOf(values, sendable) }),
  inCookies: (cookies) => ({ cookies }),
  asDeepObject: (values) => ({ query: { constructor: values } }),
  asJoinedObject: (values) => ({ query: { constructor: values } }),
  asExplodedObject: (o) => ({ query: { o } }),
  asHeaderObject: (values) => ({ headers: { constructor: values } }),
  asJson: (body) => ({ body }),
  asForm: (body) => ({ body }),
  asParts: (body) => ({ body }),
};

function onlyOf(values: Json, wanted: readonly string[]): Json {
  return Object.fromEntries(Object.entries(values).filter(([name]) => wanted.includes(name)));
}

test.each(Object.entries(whole))("%s: members of these names arrive", async (operation, make) => {
  answer = onlyOf(
    each((name) => `<${name}>`),
    sendable,
  );
  await sendAndCompare(operation, make(each((name) => `-${name}-`)));
});

test.each(Object.keys(whole))("%s: what is left out is not inherited", async (operation) => {
  answer = {};
  const place = /^(?:in|as)(Query|Headers|Cookies|\w*Object)/.exec(operation)?.[1];
  if (place === undefined) return sendAndCompare(operation, { body: {} });
  const group = place === "Cookies" ? "cookies" : /Header/.test(operation) ? "headers" : "query";
  await sendAndCompare(operation, { [group]: {} });
  await client[operation]?.().reply();
  expect(owned(received)).toEqual([[group, []]]);
  const declared = (operations[operation]?.["parameters"] ?? []) as readonly { name: string }[];
  for (const { name } of declared)
    expect(Reflect.get(Reflect.get(received as object, group) as object, name)).toBeUndefined();
});

test("a server variable of such a name is what is given, else its default", () => {
  const servers = exports["apiServers"] as unknown as Readonly<
    Record<string, (given?: Json) => string>
  >;
  const [addressOf = () => "there is none"] = Object.values(servers);
  const usual = `https://a.example/${names.map(({ length }) => length).join("/")}`;
  expect(addressOf()).toBe(usual);
  expect(addressOf({})).toBe(usual);
  expect(addressOf({ constructor: "c" })).toBe(usual.replace("/11", "/c"));
});

test("validators see only what a value has itself", () => {
  const { isTagged, checkTagged, isChoice } = exports;
  for (const name of names) {
    expect(isTagged?.({ constructor: name }), name).toBe(true);
    expect(checkTagged?.({ constructor: name }, []), name).toBe(true);
    expect(isChoice?.(name), name).toBe(true);
  }
  for (const value of [{}, { constructor: "valueof" }, Object.create({ constructor: "valueOf" })]) {
    expect(isTagged?.(value)).toBe(false);
    expect(checkTagged?.(value, [])).toBe(false);
  }
});
