import { expect, test } from "vitest";
import { shapeCode } from "../../src/emitters/wire/fields.js";
import { meantTypes, typesOf } from "../../src/model/walks/values.js";
import { itemsOf, membersOf } from "../../src/model/walks/members.js";
import type { Schema } from "../../src/model/types.js";
import { schemasOf } from "./model.js";

test("types are what parts leave of each other, and branches have in all", async () => {
  const types = async (schema: object): Promise<string> =>
    [...typesOf(await schemaOf(schema))].join();
  expect(await types({ allOf: [{ type: ["integer", "string"] }, { type: "number" }] })).toBe(
    "integer",
  );
  expect(await types({ anyOf: [{ type: "array" }, { type: "null" }] })).toBe("null,array");
  expect(await types({ enum: [1, 2.5, "a"] })).toBe("integer,number,string");
  expect(await types({ if: {}, then: { type: "integer" }, else: { const: null } })).toBe(
    "integer,null",
  );
  expect(typesOf(await schemaOf({ anyOf: [{ type: "array" }, {}] })).size).toBe(8);
  expect(meantTypes(await schemaOf({ anyOf: [{ items: {} }, { type: "null" }] }))).toEqual([
    "null",
    "array",
  ]);
  expect(meantTypes(await schemaOf({ description: "x" }))).toBeUndefined();
});

test("branches that lead far, and back, take no recursion", () => {
  const chain = Array.from({ length: 20_000 }, () => made({}));
  for (const [index, schema] of chain.entries()) {
    const next = chain[index + 1] ?? chain[0] ?? schema;
    const end = index === chain.length - 1 ? [made({ types: ["null"] })] : [next];
    Object.assign(schema, { keywords: { anyOf: [next, ...end] } });
  }
  expect(typesOf(chain[0] ?? made({})).has("null")).toBe(true);
});

test("members are what all parts and branches say of them", async () => {
  const { properties, patterns, rest } = membersOf(
    await schemaOf({
      allOf: [{ properties: { a: {} } }, { properties: { a: { type: "integer" } } }],
      anyOf: [
        { properties: { b: { type: "string" } } },
        { properties: { b: { type: "null" } } },
        {},
      ],
      patternProperties: { "^x": { type: "boolean" } },
      unevaluatedProperties: { type: "number" },
    }),
  );
  const types = [...properties].map(([name, schema]) => [name, meantTypes(schema)?.join()]);
  expect(Object.fromEntries(types)).toEqual({ a: "integer", b: "null,string" });
  expect([...patterns.keys()]).toEqual(["^x"]);
  expect(rest && meantTypes(rest)).toEqual(["number"]);
});

test("items are what is said of them by their place", async () => {
  const { first, rest } = itemsOf(
    await schemaOf({
      allOf: [{ prefixItems: [{ type: "null" }] }, { unevaluatedItems: { type: "string" } }],
    }),
  );
  expect(first.map((one) => one && meantTypes(one))).toEqual([["null"]]);
  expect(rest && meantTypes(rest)).toEqual(["string"]);
});

test("a shape has no more in it than it needs, however its schemas lead to each other", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `S${index}`);
  const properties = names.map((name) => `${name}: { $ref: "#/components/schemas/${name}" }`);
  const schemas = names.map((name) => `${name}: { type: object, properties: { ${properties} } }`);
  const { S0: first } = await schemasOf(schemas.join("\n"));
  expect(first && shapeCode(first, true).text.length).toBeLessThan(1_000_000);
});

function made(keywords: Schema["keywords"]): Schema {
  return { source: { file: "test", pointer: "" }, name: undefined, keywords };
}

async function schemaOf(schema: object): Promise<Schema> {
  const { A: found } = await schemasOf(`A: ${JSON.stringify(schema)}`);
  return found ?? made({});
}
