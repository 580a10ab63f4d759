import { expect, test } from "vitest";
import { keepUnchanged } from "../../src/model/keep.js";
import type { ApiModel } from "../../src/model/types.js";
import { modelOf } from "./model.js";

const description = (changes: Readonly<Record<string, string>> = {}): string => {
  const { name = "string", servers = "https://a.example", summary = "Lists." } = changes;
  return `servers: [{ url: "${servers}" }]
paths:
  /pets:
    get: { operationId: listPets, summary: ${summary}, responses: { "200": { description: Ok, content: { application/json: { schema: { $ref: "#/components/schemas/Pets" } } } } } }
  /names:
    get: { operationId: listNames, responses: { "200": { description: Ok, content: { application/json: { schema: { $ref: "#/components/schemas/Name" } } } } } }
components:
  schemas:
    Pets: { type: array, items: { $ref: "#/components/schemas/Pet" } }
    Pet: { type: object, properties: { mother: { $ref: "#/components/schemas/Pet" }, name: { $ref: "#/components/schemas/Name" }, tag: { type: object, properties: { text: { type: string } } } } }
    Name: { type: ${name} }
    Other: { type: object, properties: { other: { $ref: "#/components/schemas/Other" } } }
`;
};

function keptIn(before: ApiModel, now: ApiModel): readonly string[] {
  const old = new Set<object>([...before.schemas, ...before.operations]);
  return [...now.schemas, ...now.operations]
    .filter((one) => old.has(one))
    .map((one) => ("names" in one ? one.names.method : one.name));
}

test("what is the same with all that it leads to is the same object again", async () => {
  const before = await modelOf(description());
  const same = keepUnchanged(before, await modelOf(description()));
  expect(keptIn(before, same)).toEqual(["Pets", "Pet", "Name", "Other", "listPets", "listNames"]);
  const changed = keepUnchanged(before, await modelOf(description({ name: "integer" })));
  expect(keptIn(before, changed)).toEqual(["Other"]);
  const told = keepUnchanged(before, await modelOf(description({ summary: "Lists all." })));
  expect(keptIn(before, told)).toEqual(["Pets", "Pet", "Name", "Other", "listNames"]);
  expect(told.operations[0]?.replies[0]?.content[0]?.schema).toBe(before.schemas[0]);
});

test("what changed refers to the objects that are kept, and what is kept to nothing else", async () => {
  const before = await modelOf(description());
  const now = keepUnchanged(before, await modelOf(description({ name: "integer" })));
  const [pets, pet, name] = now.schemas;
  expect(pets?.keywords.items).toBe(pet);
  expect(pet?.keywords.properties?.get("mother")).toBe(pet);
  expect(pet?.keywords.properties?.get("name")).toBe(name);
  expect(pet?.keywords.properties?.get("tag")).toBe(
    before.schemas[1]?.keywords.properties?.get("tag"),
  );
});

test("operations have the model's own list of servers, or none of them is kept", async () => {
  const before = await modelOf(description());
  const same = keepUnchanged(before, await modelOf(description()));
  expect(same.servers).toBe(before.servers);
  const moved = keepUnchanged(before, await modelOf(description({ servers: "https://b.example" })));
  expect(keptIn(before, moved)).toEqual(["Pets", "Pet", "Name", "Other"]);
  expect(moved.operations[0]?.servers).toBe(moved.servers);
});
