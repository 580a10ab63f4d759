import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { beside } from "../beside.js";
import type { ApiModel, Schema } from "../../src/model/types.js";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { emitValidators, load } from "../emitters/generated.js";
import { modelOf } from "./model.js";

const casesFile = beside("cases/schemas.json");
const hasCases = existsSync(casesFile);

interface Case {
  readonly description: string;
  readonly dialect: "3.0" | "3.1";
  readonly mode?: "request" | "response";
  readonly schema: Readonly<Record<string, unknown>> & {
    readonly components?: { readonly schemas: object };
  };
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

const all = hasCases ? (JSON.parse(readFileSync(casesFile, "utf8")) as readonly Case[]) : [];
const cases = all.flatMap(({ mode, ...rest }) => (mode ? [{ ...rest, mode }] : []));

test.skipIf(!hasCases)("there are cases (skipped where ../shared is missing)", () => {
  expect(cases.length).toBeGreaterThan(0);
});

describe.each(cases)("$dialect: $description", ({ dialect, mode, schema, tests }) => {
  const { components, ...thing } = schema;
  const used = {
    content: { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } },
  };
  const operation =
    mode === "request"
      ? { requestBody: used, responses: { 204: { description: "" } } }
      : { responses: { 200: { description: "", ...used } } };
  const document = {
    paths: { "/things": { post: { operationId: "post", ...operation } } },
    components: { schemas: { ...components?.schemas, Thing: thing } },
  };
  const members = Object.entries(document).map(
    ([name, part]) => `${name}: ${JSON.stringify(part)}`,
  );

  test.each(tests)("$description", async ({ data, valid }) => {
    const model = await modelOf(members.join("\n"), `${dialect}.0`);
    const { checkThing } = await load((await emitValidators(model)).text);
    const issues: Issue[] = [];
    expect(checkThing?.(data, issues)).toBe(valid);
    expect(issues.length > 0).toBe(!valid);
  });
});

const pets = `
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses:
        "200": { $ref: "#/components/responses/Pets" }
        default: { $ref: "#/components/responses/Pets" }
    put:
      operationId: setPet
      requestBody:
        content:
          multipart/form-data:
            schema: { $ref: "#/components/schemas/Upload" }
      responses: { "204": { description: Done. } }
components:
  responses:
    Pets:
      description: All of them.
      content:
        application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Pet" } } }
  schemas:
    Pet:
      type: object
      required: [id, secret]
      properties:
        id: { type: integer, readOnly: true }
        secret: { type: string, writeOnly: true }
        friends: { type: array, items: { $ref: "#/components/schemas/Pet" } }
        owner: { $ref: "#/components/schemas/Owner" }
    Owner: { type: object, required: [name], properties: { name: { type: string } } }
    Upload:
      type: object
      required: [id, file]
      properties: { id: { type: string, readOnly: true }, file: { type: string, format: binary } }
`;

const required = (schema: Schema | undefined): readonly string[] => [
  ...(schema?.keywords.required ?? []),
];

function named({ schemas }: ApiModel): Readonly<Record<string, Schema>> {
  return Object.fromEntries(schemas.map((schema) => [schema.name, schema]));
}

test("a schema that says different things has two forms, each of which refers to its own", async () => {
  const model = await modelOf(pets, "3.0.3");
  expect(model.schemas.map(({ name }) => name)).toEqual(["Pet", "PetInput", "Owner", "Upload"]);
  const { Pet, PetInput, Owner } = named(model);
  expect(required(Pet)).toEqual(["id"]);
  expect(required(PetInput)).toEqual(["secret"]);
  for (const form of [Pet, PetInput]) {
    const properties = form?.keywords.properties;
    expect(properties?.get("friends")?.keywords.items).toBe(form);
    expect(properties?.get("owner")).toBe(Owner);
  }
  const [add] = model.operations;
  expect(add?.body?.content[0]?.schema).toBe(PetInput);
  for (const reply of add?.replies ?? []) {
    expect(reply.content[0]?.schema?.keywords.items).toBe(Pet);
    expect(reply.shared?.content).toBe(model.replies[0]?.content);
  }
  expect(model.replies[0]?.content[0]?.schema?.keywords.items).toBe(Pet);
});

test("the parts of a form ask for what its schema asks for", async () => {
  const { operations } = await modelOf(pets, "3.0.3");
  const parts = operations[1]?.body?.content[0]?.parts ?? [];
  expect(parts.map(({ name, required }) => [name, required])).toEqual([
    ["id", false],
    ["file", true],
  ]);
});

test("from 3.1 on the marks are annotations", async () => {
  const model = await modelOf(pets, "3.1.0");
  expect(model.schemas.map(({ name }) => name)).toEqual(["Pet", "Owner", "Upload"]);
  expect(required(named(model)["Pet"])).toEqual(["id", "secret"]);
});

test("what is optional anyway stays one schema", async () => {
  const optional = pets.replace("required: [id, secret]", "description: A pet.");
  const model = await modelOf(optional, "3.0.3");
  expect(model.schemas.map(({ name }) => name)).toEqual(["Pet", "Owner", "Upload"]);
});

test("branches and what a discriminator chooses from are those of the direction", async () => {
  const model = await modelOf(
    `
paths:
  /pets:
    post:
      operationId: addPet
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
      responses:
        "200":
          description: Added.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
components:
  schemas:
    Pet:
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
      discriminator: { propertyName: kind }
    Cat:
      type: object
      required: [kind, id]
      properties: { kind: { type: string }, id: { type: integer, readOnly: true } }
    Dog: { type: object, required: [kind], properties: { kind: { type: string } } }
`,
    "3.0.3",
  );
  const { Pet, PetInput, Cat, CatInput, Dog } = named(model);
  expect(Pet?.keywords.oneOf).toEqual([Cat, Dog]);
  expect(PetInput?.keywords.oneOf).toEqual([CatInput, Dog]);
  expect([...(PetInput?.keywords.discriminator?.cases ?? [])]).toEqual([
    ["Cat", CatInput],
    ["Dog", Dog],
  ]);
  expect(required(CatInput)).toEqual(["kind"]);
});
