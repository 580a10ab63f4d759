import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import { Place } from "../command.js";

const answer = { responses: { "204": { description: "Done." } } };

/** `paths.ts` for a description. */
async function textFor(description: object): Promise<string> {
  const info = { title: "Test", version: "1" };
  const here = new Place({ "api.json": JSON.stringify({ info, ...description }) });
  const config = { input: "api.json", output: "out", only: ["paths"] } as const;
  const product = await produce({ config, folder: here.folder }, new Diagnostics(), new Files());
  return product?.generated.find(({ path }) => path === "paths.ts")?.text ?? "";
}

test("a % in a name stands for itself, whatever follows it", async () => {
  for (const name of ["%", "100%", "a%b", "%zz", "%25", "%41", "%%", "%\ue000"]) {
    const schema = { type: "object", properties: { [name]: { const: "#/%25" } } };
    const value = { name, schema: { enum: [name], default: name } };
    const operation = {
      operationId: name,
      summary: name,
      parameters: [
        { in: "query", ...value },
        { in: "header", ...value },
      ],
      responses: { "200": { description: name, headers: { [name]: value } } },
    };
    const text = await textFor({
      openapi: "3.1.0",
      paths: { [`/${name}`]: { get: answer, post: operation } },
      components: {
        schemas: {
          Pet: { ...schema, properties: { [name]: schema } },
          Reference: { $ref: `#/components/schemas/Defs/$defs/${encodeURIComponent(name)}` },
          Defs: { $defs: { [name]: schema } },
          [name]: schema,
          Named: {
            type: "array",
            items: { $ref: `#/components/schemas/${encodeURIComponent(name)}` },
          },
        },
      },
    });
    const key = JSON.stringify(name).replace("\ue000", "\\ue000");
    const written = text.replaceAll("\ue000", "\\ue000");
    expect(written.match(/"#\/%25"/g)?.length).toBeGreaterThan(3);
    expect(written).toContain(`"/${key.slice(1)}: {`);
    expect(written).toMatch(/Reference: components\["schemas"\]\["/);
    expect(written).toContain(`Named: components["schemas"][${key}][]`);
    expect(written).toContain(`post: operations[${key}];`);
    expect(written.split(`${key}?: ${key};`).length).toBe(4);
    expect(
      written.split(`${key}?: {`).length + written.split(`${key}?: "#`).length,
    ).toBeGreaterThan(4);
  }
});

test("paths.ts has the paths that the description has, which apps call by", async () => {
  const written = {
    "/plain": { get: answer },
    "/pets/{id}": { get: answer },
    "/pets/{;ids*}/toys/{.format}": { get: answer, post: answer },
    "no/slash/{id}": { get: answer },
    "/shared/{other}": { $ref: "#/paths/~1pets~1{id}" },
  };
  const text = await textFor({ openapi: "3.0.3", paths: written });
  const keys = Array.from(text.matchAll(/^ {2}"([^"]*)": \{/gm), ([, key]) => key);
  expect(keys).toEqual(Object.keys(written));
});

test("a member that OpenAPI does not have there may have any value", async () => {
  for (const member of ["title", "summary", "example"])
    for (const value of [{ $ref: "./summary.md" }, ["a"], 1, true, null, {}]) {
      const odd = { [member]: value };
      // Of a schema, the grammar knows all of them but `summary`.
      const schema = { type: "string", ...(member === "summary" ? odd : {}) };
      const operation = {
        parameters: [{ name: "limit", in: "query", schema, ...odd }],
        responses: {
          "200": {
            description: "Done.",
            headers: { limit: { schema, ...odd } },
            content: { "application/json": { schema, ...odd } },
            ...odd,
          },
        },
      };
      const properties = { summary: schema, title: { type: "number" } };
      const text = await textFor({
        openapi: "3.1.0",
        paths: { "/pets": { get: operation } },
        components: { schemas: { Pet: { type: "object", properties } } },
      });
      expect(text, JSON.stringify(odd)).toContain("summary?: string;");
      expect(text).toContain("title?: number;");
      expect(text).toContain("limit?: string;");
    }
});

test("what members that OpenAPI does not have refer to is no type, and no problem", async () => {
  const members = { surplus: [{ lost: { $ref: "#/nowhere" } }], one: { $ref: "#/x-odd/Odd" } };
  const Pet = { type: "object", properties: { id: { type: "string" }, "x-id": {} }, ...members };
  const text = await textFor({
    openapi: "3.1.0",
    "x-odd": { Odd: { properties: { a: null }, discriminator: 1 } },
    ...members,
    paths: {
      "/pets": { ...members, get: { ...members, responses: { "204": { description: "" } } } },
    },
    components: { pathitems: members, ...members, schemas: { Pet } },
  });
  expect(text).toContain("Pet: {");
  expect(text).toContain('"x-id"?: unknown;');
  expect(text).not.toMatch(/Odd|lost|surplus/);
});

test("an example or a default that looks like a schema is only printed", async () => {
  const data = {
    allOf: ["x", null, { $ref: "#/components/schemas/Pet" }],
    discriminator: { propertyName: "a" },
  };
  const schema = { type: "object", properties: { rules: { example: data } }, default: data };
  const described = { type: "array", items: schema, examples: [[data]] };
  const content = { "application/json": { schema: described, example: data } };
  const text = await textFor({
    openapi: "3.1.0",
    paths: { "/pets": { post: { requestBody: { content }, ...answer } } },
    components: { schemas: { Pet: { ...schema, const: data, enum: [data] } } },
  });
  const printed = text.replaceAll(/\n *\* ?/g, "\n").split(JSON.stringify(data, undefined, 2));
  expect(printed.length).toBeGreaterThan(3);
  expect(text).toContain("rules?: unknown;");
});
