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
  const text = JSON.stringify(await documentOf(main, {}));
  const refs = Array.from(text.matchAll(/"\$ref":"([^"]*)"/g), ([, ref]) => ref);
  expect(refs.filter((ref) => ref === "#/components/schemas/Pet")).toHaveLength(6);
  expect(refs.filter((ref) => !ref?.startsWith("#/components/schemas/"))).toEqual([]);
});
