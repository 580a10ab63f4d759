import { expect, test } from "vitest";
import { type Fn, generated, withIds } from "./old-module.js";

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

test("orval: what is required and has a default may be left out, and is sent", async () => {
  const kinds = `openapi: 3.1.0
info: { title: Kennel, version: "1" }
paths:
  /kinds/{kind}:
    get:
      operationId: getKind
      parameters:
        - { in: path, name: kind, required: true, schema: { type: string, default: Pug } }
        - { in: query, name: page, required: true, schema: { type: integer, default: 1 } }
        - { in: query, name: size, schema: { type: integer, default: 9 } }
      responses: { "200": { description: Fine, content: { application/json: { schema: { type: array } } } } }
    put:
      operationId: setKind
      parameters:
        - { in: path, name: kind, required: true, schema: { type: string, default: Pug } }
      responses: { "200": { description: Fine, content: { application/json: { schema: { type: array } } } } }
`;
  const made = await generated<{
    getKind: Fn<Promise<unknown>>;
    getGetKindUrl: Fn<string>;
    useGetKind: Fn<Query>;
    getSetKindMutationKey: Fn<unknown>;
    useSetKind: Fn<{ mutationKey: unknown; mutationFn: Fn<Promise<unknown>> }>;
  }>("orval", kinds);
  await made.getKind();
  await made.getKind("Corgi", { page: 2, size: 3 });
  expect(made.useGetKind()).toMatchObject({ queryKey: ["/kinds/Pug"], enabled: true });
  expect(made.getGetKindUrl()).toBe("/kinds/Pug");
  expect(made.getSetKindMutationKey()).toEqual(["setKind"]);
  expect(made.useSetKind().mutationKey).toEqual(["setKind"]);
  await made.useSetKind().mutationFn({});
  expect(made.sent).toEqual([
    "GET /kinds/Pug?page=1",
    "GET /kinds/Corgi?page=2&size=3",
    "PUT /kinds/Pug",
  ]);
});

test("oazapfts: functions are called as by version 7, and by the path as before", async () => {
  const made = await generated<object>(
    "oazapfts",
    withIds([
      ["get /history", "getMMSHistory"],
      ["get /about", "drive.about.get"],
      ["post /utils/{name}", "import"],
      ["post /balance", "post-balance"],
      ["get /a/{b}/{c}"],
      ["get /x-y"],
      ["get /p", "getPET"],
      ["get /q", "getPet"],
      ["get /r", "getPet2"],
      ["get /s", "defaults"],
    ]),
  );
  const names = Object.keys(made).filter((name) => !/^(api|client|defaults|sent)$/.test(name));
  expect(names.sort()).toEqual([
    ...["defaults2", "driveAboutGet", "getAByBAndC", "getAbout", "getMmsHistory", "getPet"],
    ...["getPet2", "getPet22", "getXY", "postBalance", "postBalance2", "postUtilsByName"],
  ]);
});

test("openapi-typescript-codegen: a method may be called by a word of the language", async () => {
  const ids = ["import", "delete", "new", "getNew", "constructor", "name"];
  const made = await generated<{ DefaultService: Readonly<Record<string, unknown>> }>(
    "services",
    withIds(ids.map((id) => [`get /${id}`, id])),
  );
  const own = ["import", "delete", "new", "getNew", "_constructor", "_name"];
  expect(own.filter((name) => typeof made.DefaultService[name] !== "function")).toEqual([]);
});

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

test("oazapfts: without optimistic, a call gives each status with its data, and files as Blobs", async () => {
  const array = "application/json: { schema: { type: array } }";
  const image = "image/png: { schema: { type: string, format: binary } }";
  const missing = '"404": { description: None, content: { application/json: { schema: {} } } }';
  const [get = "", add = ""] = kennel.split("    post:");
  const { defaults, listWalks, addWalk } = await generated<Record<string, any>>(
    "oazapfts",
    [get.replace('"200"', `${missing}, "200"`), add.replace(array, image)].join("    post:"),
    (text) => text.replace("= true as boolean", "= false as boolean"),
  );
  const answers = [
    Response.json([1]),
    Response.json({ title: "No dog" }, { status: 404 }),
    new Response("bytes", { headers: { "content-type": "image/png" } }),
  ];
  defaults["fetch"] = () => Promise.resolve(answers.shift());
  expect(await listWalks("Rex")).toEqual({ status: 200, data: [1], headers: new Headers() });
  expect(await listWalks("Rex")).toMatchObject({ status: 404, data: { title: "No dog" } });
  const { status, data } = await addWalk("Rex", {});
  expect([status, data.type, await data.text()]).toEqual([200, "image/png", "bytes"]);
});

test("openapi-codegen: functions and hooks send their variables, with those of the context", async () => {
  type Hook = Query & { readonly retry: number; readonly mutationFn: Fn<Promise<unknown>> };
  const made = await generated<Record<string, Fn<Hook & Promise<unknown>>>>(
    "openapi-codegen",
    kennel.replaceAll("{name}", "{dog_name}").replaceAll("name: name", "name: dog_name"),
  );
  const { fetchListWalks, useAddWalk, useListWalks, useSuspenseListWalks } = made;
  const pathParams = { dogName: "Rex" };
  const queryParams = { days: ["mon"], limit: 5 };
  expect(await fetchListWalks?.({ pathParams, queryParams })).toEqual([]);
  const query = useListWalks?.({ pathParams, queryParams }, { staleTime: 7 });
  expect(query).toMatchObject({ retry: 1, staleTime: 7 });
  expect(query?.queryKey).toEqual([
    "/dogs/{dogName}/walks",
    { pathParams, queryParams, headers: { "x-a": "a" } },
  ]);
  expect(await query?.queryFn({})).toEqual([]);
  expect(await useSuspenseListWalks?.({ pathParams }).queryFn({})).toEqual([]);
  expect(await useAddWalk?.().mutationFn({ pathParams, body: {} })).toEqual([]);
  const walks = "/dogs/Rex/walks";
  expect(made["sent"]).toEqual([
    `GET ${walks}?days=mon&limit=5`,
    `GET ${walks}?days=mon&limit=5`,
    `GET ${walks}`,
    `POST ${walks}`,
  ]);
  const nobody = fetchListWalks?.({ pathParams: { dogName: "Nobody" } });
  await expect(nobody).rejects.toEqual({ title: "No dog" });
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

interface Zodios {
  readonly createApiClient: Fn<Record<string, Fn<Promise<unknown>>>>;
  readonly schemas: Readonly<Record<string, any>>;
}

const schemas = `components:
  schemas:
    Dog: { type: object, required: [name], properties: { name: { type: string, minLength: 2 }, toys: { type: array, items: { $ref: "#/components/schemas/Toy" } } } }
    Toy: { type: object, required: [kind], properties: { kind: { $ref: "#/components/schemas/Kind" } } }
    Kind: { type: string, default: ball, enum: [ball, bone] }
    Short: { type: string, maxLength: 4, enum: [ball, slipper] }
`;

test.each(["zod", "zod/v3"])(
  "Zodios: schemas of %s judge as the validators do, and are parts of others",
  async (zod) => {
    const file = import.meta.resolve(zod).replace("file://", "");
    const made = await generated<Zodios>("zodios", kennel + schemas, (text) =>
      text.replace('use("z", "zod")', `use("z", ${JSON.stringify(file)})`),
    );
    const { Dog, Toy, Kind, Short } = made.schemas;
    const dog = { name: "Rex", toys: [{ kind: "ball" }], own: 1 };
    expect(Dog.parse(dog)).toBe(dog);
    const bad = { name: "R", toys: [{ kind: "ball" }, { kind: "cat" }] };
    const either = [{ kind: "ball" }, { kind: "cat" }].map((one) => Dog.or(Toy).safeParse(one));
    expect(either.map(({ success }) => success)).toEqual([true, false]);
    const { issues } = Dog.safeParse(bad).error;
    expect(issues.map(({ path }: { path: unknown }) => path)).toEqual([
      ["name"],
      ["toys", 1, "kind"],
    ]);
    const inside = Toy.array().safeParse([{ kind: "ball" }, {}]);
    expect(inside.error.issues[0].path).toEqual([1, "kind"]);
    expect([Kind.options, Kind.enum.bone]).toEqual([["ball", "bone"], "bone"]);
    expect(["ball", "slipper"].map((one) => Short.safeParse(one).success)).toEqual([true, false]);
  },
);

test("Zodios: a client has a base URL and headers of its own, and calls by paths", async () => {
  const { createApiClient, sent } = await generated<Zodios>("zodios", kennel);
  const client = createApiClient("http://other.example", { headers: { "x-a": "a" } });
  await client["post"]?.("/dogs/:name/walks", {}, { params: { name: "Rex" } });
  await createApiClient()["listWalks"]?.({ params: { name: "Rex" }, queries: { limit: 5 } });
  expect(sent).toEqual(["POST http://other.example/dogs/Rex/walks", "GET /dogs/Rex/walks?limit=5"]);
});

test("Zodios: what has a default may be left out where it is required, and is sent then", async () => {
  const required = kennel
    .replace("name: limit, schema: { ", "name: limit, required: true, schema: { default: 0, ")
    .replace("name: name, required: true, schema: { ", "$&default: Rex, ");
  const { createApiClient, sent } = await generated<Zodios>("zodios", required);
  const { listWalks } = createApiClient();
  await listWalks?.({});
  await listWalks?.({ params: { name: "Pug" }, queries: { limit: 5, days: ["mon"] } });
  expect(sent).toEqual(["GET /dogs/Rex/walks?limit=0", "GET /dogs/Pug/walks?days=mon&limit=5"]);
});

interface Sta {
  readonly Api: new (config?: object) => Record<string, any>;
  readonly ContentType: Readonly<Record<string, string>>;
}

/** With settings of its own: `axios: true`. */
const sta = (input: string, ...on: readonly string[]) =>
  generated<Sta>("swagger-typescript-api", input, (text) =>
    on.reduce((all, flag) => all.replace(`${flag}: false`, `${flag}: true`), text),
  );

test("swagger-typescript-api: what is required is first, and the query before a body that is like it", async () => {
  const either = [true, false];
  const lines = either.flatMap((query) =>
    either.map(
      (body) => `  /${query}/${body}:
    post:
      operationId: ${query}-${body}
      parameters: [{ in: query, name: limit, required: ${query}, schema: { type: integer } }]
      requestBody: { required: ${body}, content: { text/plain: { schema: { type: string } } } }
      responses: { "204": { description: Fine } }
`,
    ),
  );
  const { Api } = await generated<Sta>(
    "swagger-typescript-api",
    `openapi: 3.1.0\ninfo: { title: Kennel, version: "1" }\npaths:\n${lines.join("")}`,
  );
  const sent: unknown[] = [];
  const customFetch = async (url: string, { body }: RequestInit) => {
    sent.push([url, await new Response(body ?? null).text()]);
    return new Response(null, { status: 204 });
  };
  const api: any = new Api({ baseUrl: "http://a", customFetch });
  const [query, body] = [{ limit: 5 }, "text"];
  await api.true.trueTrue(query, body);
  await api.true.trueFalse(query, body);
  await api.false.falseTrue(body, query);
  await api.false.falseFalse(query, body);
  const paths = ["true/true", "true/false", "false/true", "false/false"];
  expect(sent).toEqual(paths.map((path) => [`http://a/${path}?limit=5`, "text"]));
});

// As swagger-typescript-api 13.13 has them; with `oldNames`, as 12.0 has.
test.each([
  [
    [],
    "getRoot users.usersList users.headUsers users.getUsers users.usersDetail users.petsList users.petsDetail " +
      "users.usersDetail2 users.abCdCreate v1.getV1 v1.httpServerPartialUpdate v123Abc.get123Abc id.thingsList trail.trailDelete",
  ],
  [
    ["oldNames"],
    "getRoot users.usersList users.headUsers users.getUsers users.usersDetail users.petsDetail users.petsDetail2 " +
      "users.usersDetail2 users.abCdCreate v1.getV1 v1.httpServerPartialUpdate v123Abc.get123Abc id.thingsDetail trail.trailDelete",
  ],
])("swagger-typescript-api: names without an operationId, with %j", async (on, expected) => {
  const paths =
    "/ /users HEAD/users /users/me /users/{id} /users/{id}/pets /users/{id}/pets/{pet} /users/{id}/{pet} POST/users/ab/cd " +
    "/v1/x PATCH/v1/HTTPServer /123abc/y /{id}/things DELETE/trail/";
  const lines = paths.split(" ").map((one) => {
    const [, method = "", template = ""] = /^([A-Z]*)(.*)$/.exec(one) ?? [];
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = names.map((name) => ({
      ...{ in: "path", name, required: true, schema: { type: "string" } },
    }));
    return [template, method.toLowerCase() || "get", { parameters, responses: okay }] as const;
  });
  const described: Record<string, object> = {};
  for (const [template, method, operation] of lines)
    described[template] = { ...described[template], [method]: operation };
  const info = { title: "Kennel", version: "1" };
  const { Api } = await sta(JSON.stringify({ openapi: "3.1.0", info, paths: described }), ...on);
  const own = Object.entries(new Api()).flatMap(([name, value]) =>
    typeof value === "object" && value !== null
      ? Object.keys(value).map((route) => `${name}.${route}`)
      : [name],
  );
  expect(own).toEqual(expect.arrayContaining(expected.split(" ")));
});

const okay = { "200": { description: "Fine" } };

const secured = `${kennel}security: [{ token: [] }]
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
`;

/** A `customFetch` whose requests are kept. */
function answering(answer: (url: string) => Response) {
  const requests: (readonly [string, string, string | null, string | undefined])[] = [];
  const customFetch = async (url: string, init: RequestInit) => {
    init.signal?.throwIfAborted();
    const headers = new Headers(init.headers);
    requests.push([init.method ?? "", url, headers.get("authorization"), init.referrerPolicy]);
    return answer(url);
  };
  return { customFetch, requests };
}

test("swagger-typescript-api: a response has data or throws with an error, and what the securityWorker gives is sent", async () => {
  const { Api } = await sta(secured);
  const { customFetch, requests } = answering((url) =>
    url.includes("Nobody")
      ? Response.json({ title: "No dog" }, { status: 404, headers: { "x-a": "b" } })
      : Response.json(["fine"]),
  );
  const api = new Api({
    baseUrl: "http://other.example",
    customFetch,
    securityWorker: async (data: string | null) =>
      data === null ? undefined : { headers: { Authorization: `Bearer ${data}` } },
  });
  const walks = api["dogs"];
  const found = await walks.listWalks("Rex", { limit: 5 });
  expect([found.data, found.error, found.status, found.ok]).toEqual([["fine"], null, 200, true]);
  expect(await found.json()).toEqual(["fine"]);
  api["setSecurityData"]("secret");
  await walks.addWalk("Rex", {}, { referrerPolicy: "origin" });
  await walks.listWalks("Rex", {}, { secure: false, baseUrl: "http://one.example" });
  const failure = await walks.listWalks("Nobody").catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Response);
  expect([failure.data, failure.error, failure.status, failure.headers.get("x-a")]).toEqual([
    null,
    { title: "No dog" },
    404,
    "b",
  ]);
  expect(requests).toEqual([
    ["GET", "http://other.example/dogs/Rex/walks?limit=5", null, "no-referrer"],
    ["POST", "http://other.example/dogs/Rex/walks", "Bearer secret", "origin"],
    ["GET", "http://one.example/dogs/Rex/walks", null, "no-referrer"],
    ["GET", "http://other.example/dogs/Nobody/walks", "Bearer secret", "no-referrer"],
  ]);
});

test("swagger-typescript-api: another format, a reply that breaks the description, no connection, a call that is taken back", async () => {
  const { Api, ContentType } = await sta(kennel);
  const { customFetch, requests } = answering((url) => {
    if (url.includes("Offline")) throw new TypeError("no network");
    return url.includes("Csv") ? new Response("a,b") : Response.json({ no: "list" });
  });
  const api = new Api({ baseUrl: "http://other.example", customFetch });
  const { listWalks } = api["dogs"];
  expect((await listWalks("Csv", {}, { format: "text" })).data).toBe("a,b");
  await expect(listWalks("Rex")).rejects.toMatchObject({ name: "UnexpectedResponse" });
  await expect(listWalks("Offline")).rejects.toThrow(new TypeError("no network"));
  const late = listWalks("Late", {}, { cancelToken: "late" });
  api["abortRequest"]("late");
  await expect(late).rejects.toMatchObject({ name: "AbortError" });
  expect(requests.map(([, url]) => url)).not.toContain("http://other.example/dogs/Late/walks");
  const other = await api["request"]({
    ...{ path: "/other", method: "POST", query: { a: [1, 2] }, body: { b: 1 } },
    ...{ type: ContentType["Json"], format: "json" },
  });
  expect(other.data).toEqual({ no: "list" });
  expect(requests.at(-1)?.slice(0, 2)).toEqual(["POST", "http://other.example/other?a=1&a=2"]);
});

test.each([
  ["unwrapResponseData", ["fine"], { error: { title: "No dog" } }],
  ["disableThrowOnError", { data: ["fine"] }, { error: { title: "No dog" }, status: 404 }],
])("swagger-typescript-api: what a call gives with %s", async (flag, fine, failed) => {
  const { Api } = await sta(kennel, flag);
  const { customFetch } = answering((url) =>
    url.includes("Nobody")
      ? Response.json({ title: "No dog" }, { status: 404 })
      : Response.json(["fine"]),
  );
  const { listWalks } = new Api({ customFetch })["dogs"];
  expect(await listWalks("Rex")).toMatchObject(fine);
  const isThrown = flag === "unwrapResponseData";
  await expect(
    isThrown
      ? listWalks("Nobody").catch((error: unknown) => Promise.resolve(error))
      : listWalks("Nobody"),
  ).resolves.toMatchObject(failed);
});

test("swagger-typescript-api: axios sends, and its responses and errors are those of the call", async () => {
  const { Api } = await sta(secured, "axios");
  const api = new Api({ securityWorker: () => ({ headers: { Authorization: "Bearer secret" } }) });
  const configs: Record<string, unknown>[] = [];
  const refused = Object.assign(new Error("Request failed"), { isAxiosError: true });
  api["instance"] = {
    request: async (config: Record<string, unknown>) => {
      configs.push(config);
      if (String(config["url"]).includes("/Nobody/")) throw refused;
      const status = String(config["url"]).includes("/Passed/") ? 404 : 200;
      const headers = { "content-type": "application/json", "set-cookie": ["a=1", "b=2"] };
      return {
        config,
        status,
        headers,
        statusText: "",
        data: status === 404 ? { title: "No" } : ["fine"],
      };
    },
  };
  const { listWalks, addWalk } = api["dogs"];
  const found = await listWalks("Rex", { days: ["mon", "tue"] }, { timeout: 5 });
  expect(found).toMatchObject({
    data: ["fine"],
    status: 200,
    config: { timeout: 5, method: "GET" },
  });
  expect(configs[0]).toMatchObject({
    url: "/dogs/Rex/walks?days=mon&days=tue",
    headers: { authorization: "Bearer secret", accept: "application/json" },
  });
  await addWalk("Rex", { far: true });
  expect(configs[1]).toMatchObject({ method: "POST", data: '{"far":true}' });
  await expect(listWalks("Nobody")).rejects.toBe(refused);
  expect(await listWalks("Passed")).toMatchObject({ status: 404, data: { title: "No" } });
  const other = await api["request"]({ path: "/other", query: { a: 1 }, secure: false });
  expect([other.data, configs.at(-1)]).toMatchObject([
    ["fine"],
    { url: "/other", params: { a: 1 } },
  ]);
});

const uploads = `openapi: 3.1.0
info: { title: Kennel, version: "1" }
paths:
  /photos:
    put: { operationId: putPhoto, requestBody: { content: { application/octet-stream: {} } }, responses: { "204": { description: Fine } } }
    post:
      operationId: addPhoto
      requestBody: { content: { multipart/form-data: { schema: { type: object, properties: { file: { type: string, format: binary }, size: { type: object } } } } } }
      responses: { "204": { description: Fine } }
`;

test("swagger-typescript-api: the bytes that axios is given have the media type of the request, which it sends instead of the header", async () => {
  const { Api } = await sta(uploads, "axios");
  const api = new Api();
  const types: unknown[] = [];
  api["instance"] = {
    request: async ({ data, headers }: { data: Blob; headers: Record<string, string> }) => {
      types.push([data.type, data.type === headers["content-type"]]);
      return { status: 204, headers: {}, statusText: "", data: "" };
    },
  };
  const file = new File(["bytes"], "a.txt", { type: "text/plain" });
  await api["photos"].putPhoto(file);
  await api["photos"].addPhoto({ file, size: { x: 1 } });
  expect(types).toEqual([
    ["application/octet-stream", true],
    [expect.stringMatching(/^multipart\/form-data; ?boundary=/), true],
  ]);
});
