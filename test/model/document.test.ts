import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";

const folder = mkdtempSync(join(tmpdir(), "document-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The document of `main.json`, which lies beside `other.json`. */
async function documentOf(main: object, other: object): Promise<object | undefined> {
  writeFileSync(join(folder, "main.json"), JSON.stringify(main));
  writeFileSync(join(folder, "other.json"), JSON.stringify(other));
  const diagnostics = new Diagnostics();
  const description = await load({ path: "main.json" }, diagnostics, { cwd: folder });
  expect(diagnostics.all).toEqual([]);
  return description && buildModel(description, diagnostics).document?.();
}

const info = { title: "Test", version: "1" };
const ok = (schema: object) => ({ description: "Ok", schema });

test.each(["", "main.json", "./main.json"])(
  "a reference of Swagger 2.0 to %j#/definitions leads to where they are in the document",
  async (self) => {
    const main = {
      swagger: "2.0",
      info,
      produces: ["application/json"],
      paths: {
        "/a": {
          parameters: [{ $ref: `${self}#/parameters/Page` }],
          get: {
            responses: {
              200: ok({ $ref: `${self}#/definitions/A~1%20B` }),
              404: { $ref: `${self}#/responses/Gone` },
            },
          },
        },
        "/b": { get: { responses: { 200: ok({ $ref: "other.json#/definitions/Heir" }) } } },
      },
      parameters: { Page: { name: "page", in: "query", type: "integer" } },
      responses: { Gone: { description: "Gone" } },
      definitions: { "A/ B": { type: "string" } },
    };
    const other = {
      definitions: { Heir: { allOf: [{ $ref: "main.json#/definitions/A~1%20B" }] } },
    };
    const document = await documentOf(main, other);
    const schema = { $ref: "#/components/schemas/A~1%20B" };
    expect(document).toMatchObject({
      paths: {
        "/a": {
          parameters: [{ $ref: "#/components/parameters/Page" }],
          get: {
            responses: {
              200: { content: { "application/json": { schema } } },
              404: { $ref: "#/components/responses/Gone" },
            },
          },
        },
      },
      "x-bundled": [{ allOf: [schema] }],
    });
  },
);

test("a reference of Swagger 2.0 beside x-nullable leads to where its target is, wherever it stands", async () => {
  const pet = { "x-nullable": true, $ref: "#/definitions/Pet" };
  const places = {
    type: "object",
    properties: { a: pet, b: { type: "array", items: pet } },
    additionalProperties: pet,
    allOf: [{ type: "object", properties: { c: pet } }],
  };
  const main = {
    swagger: "2.0",
    info,
    consumes: ["application/json"],
    produces: ["application/json"],
    paths: {
      "/a": {
        post: {
          parameters: [{ name: "body", in: "body", schema: pet }],
          responses: { 200: ok(pet), 400: ok({ $ref: "#/definitions/Places" }) },
        },
      },
    },
    definitions: { Pet: { type: "object" }, Places: places },
  };
  const refs = await refsIn(main, {});
  expect(refs.filter((ref) => ref === "#/components/schemas/Pet")).toHaveLength(6);
  expect(refs.filter((ref) => !ref?.startsWith("#/components/schemas/"))).toEqual([]);
});

test("a reference by an anchor, or to a place that Swagger 2.0 had elsewhere, is written as the place in the document", async () => {
  const list = ok({ type: "array", items: { type: "string" } });
  const there = "#/paths/~1a/get/responses/200/schema";
  const old = {
    swagger: "2.0",
    info,
    produces: ["application/json"],
    paths: {
      "/a": { get: { responses: { 200: list } } },
      "/b": { get: { responses: { 200: ok({ $ref: there }) } } },
    },
  };
  const [raised] = await refsIn(old, {});
  expect(raised).toBe("#/paths/~1a/get/responses/200/content/application~1json/schema");
  const modern = {
    openapi: "3.1.0",
    info,
    components: {
      schemas: {
        User: { type: "object", properties: { name: { $ref: "#name" } } },
        Name: { $anchor: "name", type: "string" },
        Own: { $id: "own.json", items: { $ref: "#/$defs/inner" }, $defs: { inner: {} } },
      },
    },
  };
  expect(await refsIn(modern, {})).toEqual([
    "#/components/schemas/Name",
    "#/components/schemas/Own/$defs/inner",
  ]);
});

test("a mapping by the name of a component in another file, or by the name of a file, leads to it", async () => {
  const schema = (rest: object) => ({ type: "object", ...rest });
  const property = { kind: { type: "string" } };
  const other = {
    components: {
      schemas: {
        Cat: schema({ properties: property }),
        Pet: schema({
          properties: property,
          discriminator: { propertyName: "kind", mapping: { cat: "Cat", own: "other.json" } },
        }),
      },
    },
    ...schema({ properties: property }),
  };
  const Pet = { $ref: "other.json#/components/schemas/Pet" };
  const Own = schema({
    properties: property,
    discriminator: { propertyName: "kind", mapping: { own: "Own" } },
  });
  const document = await documentOf(
    { openapi: "3.1.0", info, components: { schemas: { Pet, Own } } },
    other,
  );
  const bundled = Object(document)["x-bundled"] as object[];
  expect(bundled[0]).toHaveProperty("discriminator.mapping", {
    cat: "#/x-bundled/1",
    own: "#/x-bundled/2",
  });
  expect(bundled[1]).toEqual(schema({ properties: property }));
  expect(bundled[2]).toMatchObject(schema({ properties: property }));
  expect(document).toHaveProperty("components.schemas.Own.discriminator.mapping.own", "Own");
});

/** The references in the document, in their order. */
async function refsIn(main: object, other: object): Promise<readonly (string | undefined)[]> {
  const text = JSON.stringify(await documentOf(main, other));
  return Array.from(text.matchAll(/"\$ref":"([^"]*)"/g), ([, ref]) => ref);
}
