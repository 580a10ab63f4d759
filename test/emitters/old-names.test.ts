import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Place } from "../command.js";
import { importFile } from "./generated.js";

/** What an emitter of `docs/emitters` makes of a description, with the client of the user's module, whose requests are kept. */
async function generated<Exports>(
  emitter: string,
  input: string,
  change = (text: string) => text,
): Promise<Exports & Sent> {
  const own = new URL(`../../docs/emitters/${emitter}.ts`, import.meta.url);
  const emitters = [`${emitter}.ts`];
  const place = new Place({
    "input.yaml": input,
    [`${emitter}.ts`]: change(readFileSync(own, "utf8")),
    "specsmith.config.json": JSON.stringify({ input: "input.yaml", output: "out", emitters }),
    "client.ts": `import { createKennelClient } from "./out/client.js";
export const sent: string[] = [];
const fetch = async (url: string, { method }: RequestInit) => {
  sent.push(method + " " + url.replace("http://kennel.example", ""));
  if (url.includes("/Nobody/")) return Response.json({ title: "No dog" }, { status: 404 });
  if (url.includes("/Offline/")) throw new TypeError("no network");
  return new Response("[]", { headers: { "content-type": "application/json" } });
};
export const client = createKennelClient({ baseUrl: "http://kennel.example", fetch, retries: 0 });
const build = { query: (one) => one, mutation: (one) => one };
export const api = { injectEndpoints: ({ endpoints }) => endpoints(build) };\n`,
    "all.ts": `export * from "./client.js";\nexport * from "./out/${emitter}.js";\n`,
    "node_modules/@tanstack/react-query/index.js":
      "export const [useQuery, useMutation, useSuspenseQuery] = [0, 0, 0].map(() => (options) => options);\n",
  });
  const { status, stderr } = await place.run("generate");
  expect([status, stderr]).toEqual([0, ""]);
  return importFile<Exports & Sent>(place.path("all.ts"));
}

interface Sent {
  readonly sent: readonly string[];
}

type Fn<Result> = (...given: unknown[]) => Result;

const kennel = `openapi: 3.1.0
info: { title: Kennel, version: "1" }
paths:
  /dogs/{name}/walks:
    get:
      operationId: listWalks
      parameters:
        - { in: path, name: name, required: true, schema: { type: string } }
        - { in: query, name: days, schema: { type: array, items: { type: string } } }
        - { in: query, name: limit, schema: { type: integer } }
      responses: { "200": { description: Fine, content: { application/json: { schema: { type: array } } } } }
    post:
      operationId: addWalk
      parameters:
        - { in: path, name: name, required: true, schema: { type: string } }
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { "200": { description: Fine, content: { application/json: { schema: { type: array } } } } }
`;

interface Query {
  readonly queryKey: unknown;
  readonly enabled: boolean;
  readonly queryFn: Fn<Promise<unknown>>;
}

test("orval: a URL is the one that the client sends, a key has what orval's has", async () => {
  const walks = await generated<{
    getListWalksUrl: Fn<string>;
    listWalks: Fn<Promise<unknown>>;
    useListWalks: Fn<Query>;
    useAddWalk: Fn<{ mutationFn: Fn<Promise<unknown>> }>;
    prefetchListWalksQuery: Fn<Promise<unknown>>;
  }>("orval", kennel);
  for (const given of [
    ["Rex"],
    ["a/b?c", {}],
    ["é", { limit: 5 }],
    ["Rex", { days: ["mon", "tue"], limit: undefined }],
  ]) {
    await walks.listWalks(...given);
    expect(walks.sent.at(-1)).toBe(`GET ${walks.getListWalksUrl(...given)}`);
  }
  const query = walks.useListWalks("Rex", { limit: 5 }, { query: { staleTime: 7 } });
  expect(query).toMatchObject({
    queryKey: ["/dogs/Rex/walks", { limit: 5 }],
    enabled: true,
    staleTime: 7,
  });
  expect(await query.queryFn({})).toEqual([]);
  expect(walks.useListWalks("").enabled).toBe(false);
  await walks.useAddWalk().mutationFn({ name: "Rex", data: {} });
  expect(walks.sent.at(-1)).toBe("POST /dogs/Rex/walks");
  const prefetched: unknown[] = [];
  const to = { prefetchQuery: ({ queryKey }: Query) => prefetched.push(queryKey) };
  expect(await walks.prefetchListWalksQuery(to, "Rex")).toBe(to);
  expect(prefetched).toEqual([["/dogs/Rex/walks"]]);
});

type Api = new (configuration: object) => Readonly<Record<string, Fn<Promise<unknown>>>>;

test.each([
  ["in one object", [{ name: "Rex", limit: 5 }], [{ name: "Rex", body: {} }]],
  ["in a row", ["Rex", undefined, 5], ["Rex", {}]],
])(
  "openapi-generator: arguments %s reach the service, through middleware",
  async (how, get, add) => {
    const { DefaultApi } = await generated<{ DefaultApi: Api }>(
      "openapi-generator",
      kennel,
      (text) =>
        how === "in a row" ? text.replace("= false as boolean", "= true as boolean") : text,
    );
    const sent: unknown[] = [];
    const walks = new DefaultApi({
      basePath: "http://other.example",
      accessToken: () => Promise.resolve("secret"),
      fetchApi: (url: string, { method, headers }: RequestInit) => {
        sent.push([
          method,
          url,
          new Headers(headers).get("authorization"),
          new Headers(headers).get("x-a"),
        ]);
        return Promise.resolve(Response.json([1]));
      },
      middleware: [
        { pre: (one: { url: string }) => Promise.resolve({ ...one, url: `${one.url}#` }) },
      ],
      headers: { "x-a": "b" },
    });
    expect(await walks["listWalks"]?.(...get)).toEqual([1]);
    expect(await walks["addWalk"]?.(...add)).toEqual([1]);
    expect(sent).toEqual([
      ["GET", "http://other.example/dogs/Rex/walks?limit=5#", "Bearer secret", "b"],
      ["POST", "http://other.example/dogs/Rex/walks#", "Bearer secret", "b"],
    ]);
  },
);

test.each([
  ["in a row", ["Rex", { days: ["mon"], limit: 5 }], ["Rex", {}]],
  ["in one object", [{ name: "Rex", days: ["mon"], limit: 5 }], [{ name: "Rex", body: {} }]],
])("oazapfts: arguments %s reach the service, as its defaults are then", async (how, get, add) => {
  const { defaults, listWalks, addWalk } = await generated<{
    defaults: Record<string, unknown>;
    listWalks: Fn<Promise<unknown>>;
    addWalk: Fn<Promise<unknown>>;
  }>("oazapfts", kennel, (text) =>
    how === "in a row" ? text : text.replace("= false as boolean", "= true as boolean"),
  );
  const sent: unknown[] = [];
  defaults["baseUrl"] = "http://other.example";
  defaults["headers"] = { "x-a": "a", "x-b": "b" };
  defaults["fetch"] = (url: string, { method, headers }: RequestInit) => {
    const all = new Headers(headers);
    sent.push([method, url, all.get("x-a"), all.get("x-b")]);
    return Promise.resolve(Response.json([1]));
  };
  expect(await listWalks(...get, { headers: { "x-a": "c" } })).toEqual([1]);
  expect(await addWalk(...add)).toEqual([1]);
  expect(sent).toEqual([
    ["GET", "http://other.example/dogs/Rex/walks?days=mon&limit=5", "c", "b"],
    ["POST", "http://other.example/dogs/Rex/walks", "a", "b"],
  ]);
});

test("RTK Query: an endpoint gives the body, a status as fetchBaseQuery has it, or that there was no response", async () => {
  type Endpoint = { readonly queryFn: Fn<Promise<unknown>> };
  const { injectedApi, sent } = await generated<{ injectedApi: Record<string, Endpoint> }>(
    "rtk-query",
    kennel,
  );
  const call = (name: string, arg: object) =>
    injectedApi[name]?.queryFn(arg, { signal: new AbortController().signal });
  expect(await call("listWalks", { name: "Rex", days: ["mon"], limit: 5 })).toEqual({ data: [] });
  expect(await call("addWalk", { name: "Rex", body: {} })).toEqual({ data: [] });
  expect(await call("listWalks", { name: "Nobody" })).toEqual({
    error: { status: 404, data: { title: "No dog" } },
  });
  expect(await call("listWalks", { name: "Offline" })).toEqual({
    error: { status: "FETCH_ERROR", error: expect.stringContaining("no network") },
  });
  expect(sent.slice(0, 2)).toEqual([
    "GET /dogs/Rex/walks?days=mon&limit=5",
    "POST /dogs/Rex/walks",
  ]);
});
