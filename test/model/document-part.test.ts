import { expect, test } from "vitest";
import { withOperations } from "../../src/model/select.js";
import { modelOf } from "./model.js";

const text = `tags: [{ name: pets }, { name: shop }, { name: spare }]
paths:
  /pets:
    parameters: [{ $ref: "#/components/parameters/Page" }]
    get: { operationId: listPets, tags: [pets], responses: { "200": { description: Ok, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } } }
    delete: { operationId: removePets, tags: [shop], security: [{ key: [] }], responses: { "204": { $ref: "#/components/responses/Gone" } } }
  /shop:
    get: { operationId: showShop, tags: [shop], responses: { "200": { description: Ok, content: { application/json: { schema: { $ref: "#/components/schemas/Shop" } } } } } }
components:
  parameters: { Page: { name: page, in: query, schema: { type: integer } } }
  responses: { Gone: { description: Gone., content: { application/json: { schema: { $ref: "#/components/schemas/Secret" } } } } }
  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }
  schemas:
    Pet: { type: object, properties: { kind: { $ref: "#/components/schemas/Kind" } } }
    Kind: { type: string }
    Shop: { type: object, properties: { owner: { $ref: "#/components/schemas/Owner" } } }
    Owner: { type: string }
    Secret: { type: string }
    Nobodys: { type: string }
`;

async function documentWith(ids: readonly string[], onlyUsed: boolean) {
  const model = await modelOf(text);
  const kept = model.operations.filter(({ id }) => ids.includes(id));
  const document = withOperations(model, kept, { onlyUsed }).document?.();
  return document as {
    readonly paths: Readonly<Record<string, object>>;
    readonly components: Readonly<Record<string, object>>;
    readonly tags: readonly { readonly name: string }[];
  };
}

test("the document has the operations that are left, and not what only the others needed", async () => {
  const { paths, components, tags } = await documentWith(["listPets"], false);
  expect(Object.keys(paths)).toEqual(["/pets"]);
  expect(Object.keys(paths["/pets"] ?? {})).toEqual(["parameters", "get"]);
  expect(Object.keys(components["schemas"] ?? {})).toEqual(["Pet", "Kind", "Nobodys"]);
  expect(components["responses"]).toEqual({});
  expect(components["securitySchemes"]).toEqual({});
  expect(Object.keys(components["parameters"] ?? {})).toEqual(["Page"]);
  expect(tags.map(({ name }) => name)).toEqual(["pets", "spare"]);
  expect(JSON.stringify([paths, components])).not.toMatch(/Secret|Shop|Gone/);
});

test("with what is used only, the document has no component that nothing needs", async () => {
  const { components } = await documentWith(["showShop"], true);
  expect(Object.keys(components["schemas"] ?? {})).toEqual(["Shop", "Owner"]);
  expect(components["parameters"]).toEqual({});
});

test("with all operations, the document is the whole one", async () => {
  const model = await modelOf(text);
  const all = await documentWith(["listPets", "removePets", "showShop"], false);
  expect(all).toEqual(model.document?.());
});
