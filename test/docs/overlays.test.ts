import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Place } from "../command.js";
import { importFile } from "../emitters/generated.js";

const page = readFileSync(new URL("../../docs/client.md", import.meta.url), "utf8");
const overlay = /```yaml\n(overlay: .*?)```/s.exec(page)?.[1] ?? "";

const json = { "content-type": "application/json" };
type Client = Readonly<Record<string, (request?: object) => PromiseLike<unknown>>>;

type Results = (sent: Readonly<Record<string, string>>) => Promise<Record<string, unknown>>;

/** Calls all operations: their results for what a service sends, `refused` where that breaks the description. */
async function callerOf(version: string, more?: string): Promise<Results> {
  const is2 = version === "2.0";
  const schemas = {
    Pets: {
      type: "array",
      items: { $ref: is2 ? "#/definitions/Pet" : "#/components/schemas/Pet" },
    },
    Owner: { type: "object", properties: { id: { type: "integer" } } },
    Pet: {
      type: "object",
      additionalProperties: false,
      properties: {
        name: { type: "string" },
        kind: { type: "string", enum: ["cat", "dog"] },
        tags: { type: "array", items: { type: "string" } },
        owner: { $ref: is2 ? "#/definitions/Owner" : "#/components/schemas/Owner" },
        // The name of a keyword is a name as others are.
        properties: { type: "object", properties: { type: { type: "string" } } },
      },
    },
  };
  const pets = { $ref: is2 ? "#/definitions/Pets" : "#/components/schemas/Pets" };
  const list = is2 ? { schema: pets } : { content: { "application/json": { schema: pets } } };
  const operation = (operationId: string, reply: object): object => ({
    get: { operationId, responses: { 200: { description: "", ...reply } } },
  });
  const paths = {
    "/pets": operation("list", list),
    "/token": operation("token", {}),
    "/done": operation("done", {}),
  };
  const head = is2
    ? { swagger: "2.0", produces: ["application/json"], definitions: schemas }
    : { openapi: version, components: { schemas } };
  const description = { ...head, info: { title: "Api", version: "1" }, paths };
  const config = { input: "api.json", output: "api", only: ["client"] };
  const asSent = { overlays: ["o.yaml"], bareReplies: "json" };
  const here = new Place({
    "api.json": JSON.stringify(description),
    "specsmith.config.json": JSON.stringify({ ...config, ...(more && asSent) }),
    ...(more && { "o.yaml": more }),
  });
  expect(await here.run("generate")).toMatchObject({ status: 0 });
  const { createApiClient } = await importFile<{ createApiClient: (options: object) => Client }>(
    here.path("api/client.ts"),
  );
  return async (sent) => {
    const fetch = (url: string): Promise<Response> => {
      const body = sent[new URL(url).pathname];
      return Promise.resolve(new Response(body ?? null, { headers: body ? json : {} }));
    };
    const client = createApiClient({ baseUrl: "http://api.example", fetch });
    const all = Object.entries(client).map(async ([name, call]) => {
      const result = await call({}).then(
        (value) => value,
        (error: Error) => (error.name === "UnexpectedResponse" ? "refused" : error),
      );
      return [name, result] as const;
    });
    return Object.fromEntries(await Promise.all(all));
  };
}

const odd: readonly unknown[] = [
  null,
  [{ name: null, kind: null, tags: null, owner: null, properties: null }],
  [{ name: "a", other: 1 }],
  [{ properties: { type: null } }],
];

test.each(["2.0", "3.0.3", "3.1.0"])(
  "the overlay and the option of the page make what services of %s send conform",
  { timeout: 60_000 },
  async (version) => {
    expect(overlay).not.toBe("");
    const before = await callerOf(version);
    const after = await callerOf(version, overlay);
    for (const value of odd) {
      const sent = { "/pets": JSON.stringify(value), "/token": '{"token":"a"}' };
      expect(await before(sent)).toEqual({ list: "refused" });
      const { done, ...read } = await after(sent);
      expect(read).toEqual({ list: value, token: { token: "a" } });
      expect(done ?? null).toBeNull();
    }
    // No other breach is let through.
    for (const value of [1, [{ name: 1 }], [{ kind: "cow" }], [{ owner: { id: "a" } }]])
      expect(await after({ "/pets": JSON.stringify(value) })).toMatchObject({
        list: "refused",
      });
  },
);

test("the overlay for JSON alone, and its target for Swagger 2.0, leave no other type of a body", async () => {
  const bodies = readFileSync(new URL("../../docs/bodies.md", import.meta.url), "utf8");
  const written = /```yaml\n(overlay: .*?)```/s.exec(bodies)?.[1] ?? "";
  const target = /In Swagger 2\.0, the target is `(.*)`/.exec(bodies)?.[1] ?? "";
  const schema = { type: "object", properties: { name: { type: "string" } } };
  const types = ["application/json", "application/xml"];
  const content = Object.fromEntries(types.map((type) => [type, { schema }]));
  const lists = { consumes: types, produces: types };
  const parameters = [{ in: "body", name: "pet", required: true, schema }];
  const info = { title: "Api", version: "1" };
  const form = { "application/x-www-form-urlencoded": { schema } };
  const requestBody = { required: true, content: { ...content, ...form } };
  for (const [description, overlay] of [
    [
      {
        ...{ openapi: "3.1.0", info },
        paths: {
          "/a": { put: { requestBody, responses: { 200: { description: "", content } } } },
          "/b": {
            put: { requestBody: { content: form }, responses: { 200: { description: "" } } },
          },
        },
      },
      written,
    ],
    [
      {
        ...{ swagger: "2.0", info, ...lists },
        paths: {
          "/a": { put: { ...lists, parameters, responses: { 200: { description: "", schema } } } },
        },
      },
      written.replace(/(?<=target: ).*/, () => target),
    ],
  ] as const) {
    const here = new Place({
      "api.json": JSON.stringify(description),
      "o.yaml": overlay,
      "specsmith.config.json": JSON.stringify({
        ...{ input: "api.json", output: "api", only: ["types"], overlays: ["o.yaml"] },
      }),
    });
    expect(await here.run("generate", "--strict")).toMatchObject({ status: 0 });
    const text = readFileSync(here.path("api/types.ts"), "utf8");
    expect(text).toContain("body: ");
    // A form that stands alone is left.
    expect(text.includes("PutBBody")).toBe("openapi" in description);
    expect(text).not.toContain("contentType");
  }
});
