import { expect, test } from "vitest";
import { selectEmitters } from "../../src/emitters/index.js";
import { generate } from "./generate.js";
import { loadGenerated } from "./load-generated.js";
import { someOf } from "../long.js";

type Json = Readonly<Record<string, unknown>>;

/** Ways to declare a scheme, most of them wrong. */
const declarations: Readonly<Record<string, unknown>> = {
  nothing: undefined,
  null: null,
  "an empty object": {},
  "a list": [],
  "a text": "apiKey",
  "an unknown type": { type: "session" },
  "another case": { type: "HTTP", scheme: "bearer" },
  "an unknown place": { type: "apiKey", in: "body", name: "k" },
  "no place": { type: "apiKey", name: "k" },
  "no name": { type: "apiKey", in: "header" },
  "no HTTP scheme": { type: "http" },
  "a reference to nothing": { $ref: "#/components/securitySchemes/nothing" },
  "a reference to a schema": { $ref: "#/components/schemas/Pet" },
  "no flows": { type: "oauth2" },
  "a query parameter of Object.prototype": { type: "apiKey", in: "query", name: "constructor" },
  "a header of Object.prototype": { type: "apiKey", in: "header", name: "constructor" },
  "a cookie of Object.prototype": { type: "apiKey", in: "cookie", name: "__proto__" },
  basic: { type: "basic" },
  bearer: { type: "http", scheme: "bearer" },
};

/** Those that say too little to be a scheme. */
const refused: readonly string[] = [
  "null",
  "a list",
  "a text",
  "no place",
  "no name",
  "no HTTP scheme",
];

const keys = ["scheme", "x-scheme", "constructor", "__proto__", "toString", "Scheme", "a~b", ""];

/** Each says that a credential is needed. */
const requirements: readonly ((key: string) => unknown)[] = [
  (key) => [member(key, [])],
  (key) => [member(key, null)],
  (key) => [member(key, ["constructor", "x-read"])],
  (key) => [member(key, []), member(key, [])],
  (key) => [{ ...member(key, []), $ref: "#/x-open" }],
];

/** Where it can stand: at an operation, at a path item, where no version has it, and above both. */
const places: readonly ((security: unknown) => readonly [item: Json, operation: Json])[] = [
  (security) => [{}, { security }],
  (security) => [{ security }, {}],
  (security) => [{ security: [] }, { security }],
  () => [{}, {}],
  (security) => [{}, { $ref: "#/x-operation", security }],
];

/** Also a member called `__proto__`. */
function member(key: string, value: unknown): Json {
  return Object.fromEntries([[key, value]]) as Json;
}

/** Operations that need credentials, in all these ways, of schemes that are all declared like this. */
function describeWith(version: string, declaration: unknown): string {
  const declared = declaration === undefined ? [] : keys.map((key) => [key, declaration]);
  const schemes = Object.fromEntries(declared) as Json;
  const securities = keys.flatMap((key) => requirements.map((write) => write(key)));
  const paths = securities.flatMap((security, index) =>
    places.map((place, at) => {
      const [item, operation] = place(security);
      const responses = { 204: { description: "" } };
      const get = { operationId: `get${index}at${at}`, responses, ...operation };
      return [`/${index}/${at}`, { ...item, get }];
    }),
  );
  return JSON.stringify({
    ...(version === "2.0"
      ? { swagger: version, securityDefinitions: schemes }
      : { openapi: version, components: { securitySchemes: schemes, schemas: { Pet: {} } } }),
    info: { title: "Api", version: "1" },
    security: [{ scheme: [] }],
    paths: Object.fromEntries(paths) as Json,
    "x-open": {},
    "x-operation": { security: [], responses: { 204: { description: "" } } },
  });
}

interface Fetching {
  fetch(request: Request): Promise<Response>;
}

const requests = new Map<string, readonly Request[]>();

/** Requests without a credential, and some with what could be taken for one; without a body, they can be sent again. */
function requestsFor(path: string): readonly Request[] {
  const known = requests.get(path) ?? makeRequests(`https://a.example${path}`);
  requests.set(path, known);
  return known;
}

function makeRequests(address: string): readonly Request[] {
  const headers = { authorization: "Bearer x", cookie: "__proto__=x" };
  return [
    new Request(address),
    new Request(`${address}?constructor=x&k=x`, { headers }),
    new Request(address, { method: "HEAD" }),
  ];
}

const declared = ["2.0", "3.0.3", "3.1.0", "3.2.0"].flatMap((version) =>
  Object.keys(declarations).map((title) => [version, title] as const),
);

test.each(someOf(declared, 3))(
  "%s: a scheme declared with %s lets no one in",
  async (version, title) => {
    const text = describeWith(version, declarations[title]);
    const generated = await generate(text, undefined, selectEmitters(["server"]));
    // To refuse the description is a way to keep everything closed.
    if (generated.errors.length > 0) return expect(refused).toContain(title);
    const { exports } = await loadGenerated(generated);
    const code = generated.files.find(({ path }) => path === "server.ts")?.text ?? "";
    const judges = Array.from(code.matchAll(/\boptions\.(\w+)/g), ([, name]) => [
      name,
      () => undefined,
    ]);
    const handlers = new Proxy({}, { get: () => () => ({ status: 204 }) });
    const server = exports["createApiServer"]?.({
      ...Object.fromEntries(judges),
      handlers,
    }) as Fetching;
    const { paths } = JSON.parse(text) as { paths: Json };
    const open: string[] = [];
    for (const path of Object.keys(paths))
      for (const request of requestsFor(path)) {
        const { status } = await server.fetch(request);
        if (status !== 401) open.push(`${status} ${request.method} ${request.url}`);
      }
    expect(open).toEqual([]);
  },
);

test.each(["securty", "Security", "securities"])("%s is refused, not left out", async (name) => {
  const get = { [name]: [{ scheme: [] }], responses: { 204: { description: "" } } };
  const securitySchemes = { scheme: { type: "http", scheme: "bearer" } };
  const info = { title: "Api", version: "1" };
  const description = {
    openapi: "3.1.0",
    info,
    paths: { "/a": { get } },
    components: { securitySchemes },
  };
  const { errors } = await generate(JSON.stringify(description));
  expect(errors.join()).toContain("unknown-member");
});
