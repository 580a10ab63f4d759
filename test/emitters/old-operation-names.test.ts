import { expect, test } from "vitest";
import { generated, withIds } from "./old-module.js";

const responses = { 204: { description: "Fine" } };
const parameters = [{ in: "path", name: "a", required: true, schema: { type: "string" } }];
const behind = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Kennel", version: "1" },
  paths: { "/dogs/{a}": { $ref: "#/components/pathItems/Dogs" } },
  components: { pathItems: { Dogs: { get: { operationId: "findDogs", parameters, responses } } } },
});

type Made = Readonly<Record<string, any>>;

test.each<[emitter: string, operationsOf: (made: Made) => object]>([
  ["oazapfts", (made) => made],
  ["openapi-generator", ({ DefaultApi }) => DefaultApi.prototype],
  ["services", ({ DefaultService }) => DefaultService],
  ["swagger-typescript-api", ({ Api }) => new Api().dogs],
  ["rtk-query", ({ injectedApi }) => injectedApi],
])(
  "%s: an operation of a path item that is referred to is called by its operationId",
  async (emitter, operationsOf) => {
    const made = await generated<Made>(emitter, behind);
    expect(Object.getOwnPropertyNames(operationsOf(made))).toContain("findDogs");
  },
);

// As @rtk-query/codegen-openapi 2.2 has them.
test("RTK Query: an endpoint is called by its operationId if that is of words, else by its path", async () => {
  const described = withIds([
    ["get /a/{b}/c/{d}/{e}"],
    ["get /dogs/{id}", "get-dog"],
    ["post /all/dogs", "dogs.add"],
    ["put /dogs", "Change_all dogs"],
    ["get /", "delete"],
    ["delete /of", "type"],
    ["get /v1.0/cats", "getHTTPUrl"],
  ]);
  const { injectedApi } = await generated<{ injectedApi: object }>("rtk-query", described);
  expect(Object.keys(injectedApi)).toEqual([
    ...["getAByBCAndDE", "getDogsById", "postAllDogs", "changeAllDogs", "$get", "deleteOf"],
    "getHttpUrl",
  ]);
});

// As openapi-zod-client 1.18 has them.
test("Zodios: aliases are operationIds as they are written, or by the path, and keys of schemas as they are written", async () => {
  const described = `${withIds([
    ["get /dogs/{id}", "get-dog"],
    ["get /cats", "List all cats"],
    ["put /a-b/c-d.txt/{e_f}"],
    ["post /dogs/toys"],
  ])}components: { schemas: { richText: { type: object }, Error: { type: string }, "a.b-c": {}, 3d: {} } }\n`;
  const file = import.meta.resolve("zod").replace("file://", "");
  const { createApiClient, schemas } = await generated<Made>("zodios", described, (text) =>
    text.replace('use("z", "zod")', `use("z", ${JSON.stringify(file)})`),
  );
  const aliases = ["get-dog", "List all cats", "putABcD_txtE_f", "postDogstoys"];
  expect(Object.keys(createApiClient())).toEqual(expect.arrayContaining(aliases));
  expect(Object.keys(schemas)).toEqual(["richText", "Error", "a_b_c", "_3d"]);
});

// As swagger-typescript-api 13.13 has them.
test("swagger-typescript-api: names by what is left of a path without parameters, which are words there", async () => {
  const described = withIds([
    ["get /{id}/toys/large"],
    ["get /http/small"],
    ["put /v{a-b}/notes/x"],
    ["get /api/v{a-b}/notes"],
    ["get /cats/{a-b}"],
  ]);
  const { Api } = await generated<{ Api: new () => Record<string, object> }>(
    "swagger-typescript-api",
    described,
  );
  const api = new Api();
  const names = ["id", "http", "vAB", "api", "cats"].map((one) => Object.keys(api[one] ?? {}));
  expect(names).toEqual([
    ["largeList"],
    ["smallList"],
    ["notesXUpdate"],
    ["vABNotesList"],
    ["aBList"],
  ]);
});

// As swagger-typescript-api 12.0 and 13.12 have it.
test.each([
  [false, [["7", ":feed", ":now"], [":count"], ["7"]]],
  [true, [[{ id: "7", feed: ":feed", now: ":now" }], [{ count: ":count" }], [{ wash: "7" }]]],
] as const)(
  "swagger-typescript-api: :feed of a path is an argument, in an object: %s",
  async (inObject, [feed, count, wash]) => {
    const described = withIds([
      ["post /dogs/{id}:feed/all:now", "feed"],
      ["get /dogs:count", "count"],
      ["put /dogs/{wash}:wash", "wash"],
    ]);
    const { Api } = await generated<Made>("swagger-typescript-api", described, (text) =>
      text.replace("extractRequestParams: false", `extractRequestParams: ${inObject}`),
    );
    const sent: string[] = [];
    const customFetch = (url: string, { method, headers }: RequestInit) => {
      sent.push(`${method} ${new URL(url).pathname} ${new Headers(headers).get("x-by")}`);
      return Promise.resolve(new Response(null, { status: 204 }));
    };
    const { dogs, dogsCount } = new Api({ customFetch });
    const params = { headers: { "x-by": "me" } };
    await dogs.feed(...feed, params);
    await dogsCount.count(...count, params);
    await dogs.wash(...wash, params);
    expect(sent).toEqual([
      "POST /dogs/7:feed/all:now me",
      "GET /dogs:count me",
      "PUT /dogs/7:wash me",
    ]);
  },
);

// As openapi-typescript-codegen 0.31 has it.
test("openapi-typescript-codegen: api-version is no argument but OpenAPI.VERSION, and not in names", async () => {
  const described = withIds([
    ["get /v{api-version}/dogs/{id}"],
    ["post /api/v{api-version}/end"],
    ["get /x/v{api-version}"],
  ]);
  const { DefaultService, OpenAPI, sent } = await generated<Made>("services", described);
  await DefaultService.getDogs("a").catch(() => undefined);
  OpenAPI.VERSION = "2";
  await DefaultService.postApiEnd().catch(() => undefined);
  await DefaultService.getXV().catch(() => undefined);
  expect(sent).toEqual(["GET /v1/dogs/a", "POST /api/v2/end", "GET /x/v2"]);
});
