import { expect, test } from "vitest";
import { generated } from "./old-module.js";

// As typescript-fetch and typescript-axios 7 do.

const schemes = {
  bearer: "{ type: http, scheme: bearer }",
  basic: "{ type: http, scheme: basic }",
  header: "{ type: apiKey, in: header, name: X-Key }",
  query: "{ type: apiKey, in: query, name: key }",
};
const none = `responses: { "204": { description: Fine } }`;
const kennel = `openapi: 3.1.0
info: { title: Kennel, version: "1" }
paths:
  /dogs/{name}:
    parameters: [{ in: path, name: name, required: true, schema: { type: string } }]
    get:
      operationId: getDog
      parameters:
        - { in: query, name: limit, schema: { type: integer } }
        - { in: header, name: Authorization, schema: { type: string } }
        - { in: query, name: kind, schema: { type: string } }
      responses: { "200": { description: Fine, content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }, "404": { description: None } }
  /photo:
    get: { operationId: getPhoto, responses: { "200": { description: Fine, content: { image/png: {} } } } }
${Object.keys(schemes)
  .map(
    (one) => `  /${one}: { get: { operationId: ${one}, security: [{ ${one}: [] }], ${none} } }\n`,
  )
  .join("")}components:
  securitySchemes:
${Object.entries(schemes)
  .map(([name, scheme]) => `    ${name}: ${scheme}\n`)
  .join("")}`;

type Api = Record<string, (...given: unknown[]) => Promise<any>> & {
  withMiddleware(one: object): Api;
};
interface Exports {
  readonly DefaultApi: new (...given: unknown[]) => Api;
  readonly DefaultApiFactory: (...given: unknown[]) => Api;
  readonly DefaultConfig: { config: object };
  readonly ResponseError: abstract new (...given: never[]) => Error & { response: Response };
  readonly FetchError: abstract new (...given: never[]) => Error & { cause: unknown };
}

const made = (text: string, settings: readonly string[] = []) => {
  const set = (emitter: string, flag: string) => {
    expect(emitter).toContain(`const ${flag} = `);
    return emitter.replace(new RegExp(`(const ${flag} = ).*;`), "$1true as boolean;");
  };
  const none = Object.keys(schemes).map((one) => `${one}: () => undefined`);
  const change = (emitter: string) => settings.reduce(set, emitter);
  return generated<Exports>("openapi-generator", text, change, none.join(", "));
};

/** What a service gets, and what it answers. */
function service(
  answer: () => Response | Promise<Response> = () => new Response(null, { status: 204 }),
) {
  const sent: (readonly [url: string, headers: Record<string, string>])[] = [];
  const fetchApi = async (url: string, { headers }: RequestInit) => {
    sent.push([url, headers as Record<string, string>]);
    return answer();
  };
  return { fetchApi, sent, take: () => sent.splice(0) };
}

/** The same for axios, which reads what arrives. */
function axiosInstance(baseURL = "") {
  const sent: Record<string, any>[] = [];
  const request = async (config: Record<string, any>) => {
    sent.push(config);
    if (String(config["url"]).includes("Nobody"))
      throw Object.assign(new Error("404"), { isAxiosError: true, response: { status: 404 } });
    const headers = { "content-type": "application/json" };
    return { status: 200, statusText: "OK", headers, config, data: { name: "Rex" } };
  };
  return { defaults: { baseURL }, request, sent };
}

const basePath = "http://other.example";

test("credentials go where the description wants them, of a configuration or a default one", async () => {
  const { DefaultApi, DefaultConfig } = await made(kennel);
  const { fetchApi, take } = service();
  const credentials = { username: "a", password: "b", apiKey: (name: string) => `of ${name}` };
  const accessToken = async () => "secret";
  DefaultConfig.config = { basePath, fetchApi, accessToken, ...credentials };
  for (const api of [new DefaultApi(), new DefaultApi(DefaultConfig.config)]) {
    for (const one of Object.keys(schemes)) await api[one]?.();
    expect(
      take().map(([url, headers]) => [url, headers["Authorization"], headers["X-Key"]]),
    ).toEqual([
      [`${basePath}/bearer`, "Bearer secret", undefined],
      [`${basePath}/basic`, `Basic ${btoa("a:b")}`, undefined],
      [`${basePath}/header`, undefined, "of X-Key"],
      [`${basePath}/query?key=of%20key`, undefined, undefined],
    ]);
  }
});

test("a middleware sees and changes requests, replies and failures, whatever it throws arrives", async () => {
  const { DefaultApi, FetchError, ResponseError } = await made(kennel);
  const answers: (() => Response)[] = [];
  const { fetchApi, take } = service(() => (answers.shift() ?? (() => Response.json({})))());
  const seen: unknown[] = [];
  const middleware = [
    {
      // Into what it is given, as many do.
      async pre({ url, init }: { url: string; init: { headers: Record<string, string> } }) {
        seen.push(`${url} ${init.headers["Accept"]}`);
        init.headers["Authorization"] = "own";
      },
      async onError({ error }: { error: Error }) {
        return error.message === "mended" ? Response.json({ name: "Mended" }) : undefined;
      },
      async post({ response }: { response: Response }) {
        if (response.status === 403) throw new RangeError("forbidden");
        return response.status === 401 ? Response.json({ name: "Other" }) : undefined;
      },
    },
  ];
  const api = new DefaultApi({
    basePath,
    fetchApi,
    middleware,
    headers: { "X-A": "a" },
    credentials: "include",
  });
  expect(await api["getDog"]?.({ name: "Rex", limit: 5 }, { headers: { "X-B": "b" } })).toEqual({});
  expect(seen).toEqual([`${basePath}/dogs/Rex?limit=5 application/json`]);
  expect(take()).toMatchObject([
    [`${basePath}/dogs/Rex?limit=5`, { Authorization: "own", "X-A": "a", "X-B": "b" }],
  ]);

  const fails = (message: string) => () => {
    throw new TypeError(message);
  };
  const get = async (answer: () => Response) => {
    answers.push(answer);
    return api["getDog"]?.({ name: "Rex" }).catch((error: unknown) => error);
  };
  expect(await get(fails("mended"))).toEqual({ name: "Mended" });
  expect(await get(() => new Response(null, { status: 401 }))).toEqual({ name: "Other" });
  expect(await get(() => new Response(null, { status: 403 }))).toEqual(new RangeError("forbidden"));
  const offline = await get(fails("offline"));
  expect(offline).toBeInstanceOf(FetchError);
  expect(offline.cause).toEqual(new TypeError("offline"));
  for (const status of [404, 418, 500]) {
    const failed = await get(() => Response.json({ title: "No" }, { status }));
    expect(failed).toBeInstanceOf(ResponseError);
    expect([failed.response.status, await failed.response.json()]).toEqual([
      status,
      { title: "No" },
    ]);
  }
  const added = api.withMiddleware({ post: async () => Response.json({ name: "Added" }) });
  expect(await added["getDog"]?.({ name: "Rex" })).toEqual({ name: "Added" });
  expect(await api["getDog"]?.({ name: "Rex" })).toEqual({});
});

test("a raw reply has the response, unread, and a file is a Blob", async () => {
  const { DefaultApi } = await made(kennel);
  const { fetchApi } = service(
    () => new Response("png", { headers: { "content-type": "image/png", "x-a": "b" } }),
  );
  const api = new DefaultApi({ basePath, fetchApi });
  const { raw, value } = await api["getPhotoRaw"]?.();
  expect([raw.headers.get("x-a"), await raw.text()]).toEqual(["b", "png"]);
  for (const blob of [await value(), await api["getPhoto"]?.()]) {
    expect(blob).toBeInstanceOf(Blob);
    expect([blob.type, await blob.text()]).toEqual(["image/png", "png"]);
  }
});

test("what overrides a request is taken, as an object or a function", async () => {
  const { DefaultApi } = await made(kennel);
  const inits: RequestInit[] = [];
  const fetchApi = async (_: string, init: RequestInit) => {
    inits.push(init);
    return Response.json({});
  };
  const api = new DefaultApi({ basePath, fetchApi, credentials: "include" });
  const { signal } = new AbortController();
  await api["getDog"]?.({ name: "Rex" }, { cache: "no-store", credentials: "omit", signal });
  await api["getDog"]?.({ name: "Rex" }, async ({ init }: { init: RequestInit }) => ({
    ...init,
    cache: "reload",
  }));
  expect(inits).toMatchObject([
    { method: "GET", cache: "no-store", credentials: "omit" },
    { method: "GET", cache: "reload", credentials: "include" },
  ]);
  await expect(api["getDog"]?.({ name: "Rex" }, { signal: AbortSignal.abort() })).rejects.toThrow(
    "aborted",
  );
});

test.each([
  ["in a row", ["inRow"], ["Rex", 5, "own", "pug", { headers: { "X-B": "b" }, timeout: 7 }]],
  [
    "in one object",
    ["isAxios"],
    [
      { name: "Rex", limit: 5, authorization: "own", kind: "pug" },
      { headers: { "X-B": "b" }, timeout: 7 },
    ],
  ],
])(
  "axios: an instance sends arguments %s, and its replies and errors are what arrives",
  async (_, flags, given) => {
    const { DefaultApi, DefaultApiFactory } = await made(kennel, flags);
    for (const [configuration, own, baseURL, url] of [
      [{ basePath }, undefined, "", basePath],
      [undefined, basePath, "", basePath],
      [undefined, undefined, "", "http://kennel.example"],
      [{ basePath }, basePath, "/api", ""],
    ] as const) {
      const axios = axiosInstance(baseURL);
      const settings = {
        ...configuration,
        baseOptions: { withCredentials: true, headers: { "X-A": "a" } },
      };
      const api = new DefaultApi(settings, own, axios);
      expect(await api["getDog"]?.(...given)).toMatchObject({ status: 200, data: { name: "Rex" } });
      expect(await DefaultApiFactory(settings, own, axios)["getDog"]?.(...given)).toMatchObject({
        data: { name: "Rex" },
      });
      const sent = {
        url: `${url}/dogs/Rex?limit=5&kind=pug`,
        method: "GET",
        timeout: 7,
        withCredentials: true,
      };
      const headers = { "x-a": "a", "x-b": "b", authorization: "own" };
      expect(axios.sent).toMatchObject([
        { ...sent, headers },
        { ...sent, headers },
      ]);
    }
    const axios = axiosInstance();
    const api = new DefaultApi({ accessToken: "secret", apiKey: "k" }, basePath, axios);
    const nobody = flags[0] === "inRow" ? ["Nobody"] : [{ name: "Nobody" }];
    await expect(api["getDog"]?.(...nobody)).rejects.toMatchObject({
      isAxiosError: true,
      response: { status: 404 },
    });
    for (const one of Object.keys(schemes)) await api[one]?.().catch(() => undefined);
    expect(axios.sent.slice(1)).toMatchObject([
      { url: `${basePath}/bearer`, headers: { Authorization: "Bearer secret" } },
      { url: `${basePath}/basic` },
      { url: `${basePath}/header`, headers: { "X-Key": "k" } },
      { url: `${basePath}/query?key=k` },
    ]);
  },
);

test("the argument of a body is called by its name, its schema, its title, or the items of a list", async () => {
  const bodies = {
    walkDTO: "{ type: array, items: { $ref: '#/components/schemas/Walk_DTO' } }",
    patchInner: "{ $ref: '#/components/schemas/Patch' }",
    walk3RequestInner: "{ type: array, items: { oneOf: [{ type: object }, { type: string }] } }",
    requestBody: "{ $ref: '#/components/schemas/Names' }",
    longWalk: "{ title: long-walk, type: object, properties: { a: {} } }",
    walk6Request: "{ type: object, properties: { a: {} } }",
  };
  const paths = Object.values(bodies).map(
    (schema, at) =>
      `  /walk${at + 1}: { post: { operationId: walk${at + 1}, requestBody: { content: { application/json: { schema: ${schema} } } }, ${none} } }\n`,
  );
  const named = `  /walk: { post: { operationId: walk, requestBody: { x-codegen-request-body-name: own, content: { application/json: { schema: { type: object } } } }, ${none} } }\n`;
  const text = `openapi: 3.1.0
info: { title: Kennel, version: "1" }
paths:
${paths.join("")}${named}components:
  schemas:
    Walk_DTO: { type: object }
    Patch: { type: array, items: { type: object, properties: { op: { type: string } } } }
    Names: { type: array, items: { type: string } }
`;
  for (const flags of [[], ["isAxios"]]) {
    const { DefaultApi } = await made(text, flags);
    const posted: unknown[] = [];
    const take = async (body: unknown) => posted.push(await new Response(body as BodyInit).text());
    const fetchApi = async (_: string, { body }: RequestInit) => {
      await take(body);
      return new Response(null, { status: 204 });
    };
    const request = async ({ data }: { data: unknown }) => {
      await take(data);
      return { status: 204, headers: {} };
    };
    const api = new DefaultApi({ fetchApi }, undefined, { defaults: {}, request });
    for (const [at, name] of [...Object.keys(bodies), "own"].entries()) {
      const value = name === "requestBody" ? ["a"] : at < 3 ? [{}] : { a: 1 };
      await api[name === "own" ? "walk" : `walk${at + 1}`]?.({ [name]: value });
      expect(posted.pop()).toBe(JSON.stringify(value));
    }
  }
});
