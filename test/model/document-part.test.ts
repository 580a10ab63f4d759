import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import { withOperations } from "../../src/model/passes/select.js";
import { oddSamples, sharedSamples } from "../corpus/descriptions.js";
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

test("what a part refers to within an operation that is left out comes along", async () => {
  const model = await modelOf(`paths:
  /a:
    get: { operationId: readA, responses: { "200": { description: Ok, content: { application/json: { schema: { type: object, properties: { b: { $ref: "#/components/schemas/B" } } } } } } } }
  /b:
    get: { operationId: readB, responses: { "200": { description: Ok, links: { next: { operationId: readA }, self: { operationId: readB } }, content: { application/json: { schema: { $ref: "#/paths/~1a/get/responses/200/content/application~1json/schema" } } } } } }
components: { schemas: { B: { type: string } } }
`);
  const kept = model.operations.filter(({ id }) => id === "readB");
  const document = withOperations(model, kept, { onlyUsed: true }).document?.();
  const reply = { $ref: "#/x-bundled/0" };
  expect(document).toMatchObject({
    paths: {
      "/b": {
        get: { responses: { "200": { content: { "application/json": { schema: reply } } } } },
      },
    },
    components: { schemas: { B: { type: "string" } } },
    "x-bundled": [{ properties: { b: { $ref: "#/components/schemas/B" } } }],
  });
  expect(JSON.stringify(document)).not.toContain("readA");
  expect(JSON.stringify(document)).toContain('"self":{"operationId":"readB"}');
});

test("the schemas that extend one by its discriminator stay with it", async () => {
  const model = await modelOf(`paths:
  /a: { get: { operationId: readA, responses: { "200": { description: Ok, content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } } } }
components:
  schemas:
    Pet: { type: object, required: [kind], properties: { kind: { type: string } }, discriminator: { propertyName: kind } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { owner: { $ref: "#/components/schemas/Owner" } } }] }
    Owner: { type: string }
    Other: { type: string }
`);
  const part = withOperations(model, model.operations, { onlyUsed: true });
  const { components } = part.document?.() as { readonly components: { readonly schemas: object } };
  expect(Object.keys(components.schemas)).toEqual(["Pet", "Cat", "Owner"]);
  expect(part.schemas.map(({ name }) => name)).toEqual(Object.keys(components.schemas));
});

const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const samples = [
  ...readdirSync(golden)
    .map((name) => ({ name, folder: join(golden, name), path: "input.yaml" }))
    .filter(({ folder, path }) => existsSync(join(folder, path))),
  ...[...oddSamples(), ...sharedSamples()].filter(({ expected }) => expected === "code"),
];

/** Where a part has more of them than the whole, it refers to what it has not, or is no description. */
async function problemsOf(document: unknown): Promise<readonly string[]> {
  const diagnostics = new Diagnostics();
  const text = JSON.stringify(document);
  await load({ text, name: "part.json" }, diagnostics, { cwd: process.cwd() });
  return diagnostics.all
    .filter(
      ({ code, severity }) =>
        severity === "error" || /^ref-|discriminator-target|^link-/.test(code),
    )
    .map(({ code, source }) => `${code} ${source.pointer}`);
}

test.each(samples)("parts of $name are whole", async ({ folder, path }) => {
  const diagnostics = new Diagnostics();
  const description = await load({ path }, diagnostics, { cwd: folder });
  if (!description) return;
  const model = buildModel(description, diagnostics);
  const whole = new Set(await problemsOf(model.document?.()));
  for (const each of [2, 3, Infinity])
    for (const onlyUsed of [true, false]) {
      const kept = model.operations.filter((_, index) => index % each === 0);
      const part = withOperations(model, kept, { onlyUsed });
      const problems = await problemsOf(part.document?.());
      const more = problems.filter((problem) => !whole.has(problem));
      expect(more, `every ${each}, onlyUsed: ${onlyUsed}`).toEqual([]);
    }
});
