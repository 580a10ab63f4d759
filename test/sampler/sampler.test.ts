import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import type { NamedSchema, Schema } from "../../src/model/types.js";
import { emitValidators, load, modelOf } from "../emitters/generated.js";
import { randomSchemas } from "../emitters/random-schemas.js";
import { SchemaGraph } from "../emitters/schema-graph.js";
import { changesOf } from "./changes.js";
import type { Misses } from "./judged.js";
import { sampleOf } from "./sample.js";

const seed = Number(process.env["SEED"] ?? 20_260_314);

function schemaOf(schema: unknown, name = "Sampled"): NamedSchema {
  return new SchemaGraph().named(schema, `https://sampler.example/${name}`, name);
}

async function validatorsOf(schemas: readonly NamedSchema[]) {
  const module = await load((await emitValidators(modelOf(schemas))).text);
  return (schema: Schema, value: unknown): boolean | undefined =>
    schema.name === undefined ? undefined : module[`is${schema.name}`]?.(value) === true;
}

const text = { type: "string" };
const member = { a: text };

test.each<[what: string, schema: unknown]>([
  ["limits", { type: "number", exclusiveMinimum: 0, maximum: 1, multipleOf: 0.25 }],
  ["limits of an integer", { type: "integer", minimum: 5, exclusiveMaximum: 7 }],
  ["a step that is greater than the limits", { type: "integer", multipleOf: 1000, minimum: 1 }],
  ["a length", { ...text, minLength: 3, maxLength: 3 }],
  ["a pattern and a length", { ...text, pattern: "^[a-f]+$", minLength: 4, maxLength: 20 }],
  ["two patterns", { allOf: [{ ...text, pattern: "^a" }, { pattern: "z$" }] }],
  ["lists of values at once", { allOf: [{ enum: [1, "a", "b"] }, { enum: ["b", "c"] }] }],
  ["a format", { ...text, format: "date-time" }],
  ["parts that have members each", { allOf: [{ required: ["a"] }, { properties: member }] }],
  ["branches", { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] }],
  [
    "a condition",
    {
      properties: { a: { enum: [1, 2] } },
      if: { properties: { a: { const: 1 } } },
      then: { required: ["b"] },
    },
  ],
  ["what depends on a member", { required: ["a"], dependentRequired: { a: ["b"] } }],
  [
    "a schema that depends on a member",
    {
      type: "object",
      required: ["a"],
      dependentSchemas: { a: { required: ["c"], properties: { c: text } } },
    },
  ],
  ["so many members", { type: "object", minProperties: 3, additionalProperties: text }],
  ["so few members", { type: "object", maxProperties: 1, properties: { a: text, b: text } }],
  ["names", { type: "object", propertyNames: { pattern: "^x[0-9]$" }, minProperties: 2 }],
  ["names by a pattern", { type: "object", patternProperties: { "^p": { type: "integer" } } }],
  ["no others", { allOf: [{ properties: member }], unevaluatedProperties: false, type: "object" }],
  [
    "a tuple",
    { type: "array", prefixItems: [text, { type: "integer" }], minItems: 2, items: false },
  ],
  [
    "items that differ",
    { type: "array", items: { enum: [1, 2, 3] }, minItems: 3, uniqueItems: true },
  ],
  ["items of a kind", { type: "array", contains: { const: 7 }, minContains: 2, maxContains: 2 }],
  ["a schema in itself", { type: "object", properties: { a: { $ref: "#" } }, required: ["b"] }],
  [
    "a branch that comes to an end",
    { oneOf: [{ type: "array", items: { $ref: "#" }, minItems: 1 }, { type: "integer" }] },
  ],
])("values for %s", async (_, schema) => {
  const named = schemaOf(schema);
  const judge = await validatorsOf([named]);
  const misses: Misses = new Map();
  const values = fc.sample(sampleOf(named, { judge, misses }), { numRuns: 40, seed });
  expect(values.filter((value) => judge(named, value) !== true)).toEqual([]);
  expect(misses.get(named)?.missed).toBe(0);
  // With the same seed for each, the same places of all values would be changed.
  const others = values.flatMap((value, i) =>
    fc.sample(changesOf(value), { numRuns: 5, seed: seed + i }),
  );
  expect(others.some(({ value }) => judge(named, value) !== true)).toBe(true);
});

test("a schema without a value is told, and members go without it", async () => {
  const nothing = schemaOf({ type: "string", enum: [1] }, "Nothing");
  const whole: NamedSchema = {
    ...schemaOf({ type: "object" }, "Whole"),
    keywords: { types: ["object"], properties: new Map<string, Schema>([["a", nothing]]) },
  };
  const judge = await validatorsOf([nothing, whole]);
  const misses: Misses = new Map();
  const values = fc.sample(sampleOf(whole, { judge, misses }), { numRuns: 30, seed });
  expect(values.filter((value) => judge(whole, value) !== true)).toEqual([]);
  expect(misses.get(nothing)?.found).toBe(0);
});

test("random schemas: most have values, and those that have none are told", async () => {
  const named = randomSchemas(250, seed).map((one, i) => schemaOf(one, `Random${i}`));
  const judge = await validatorsOf(named);
  const misses: Misses = new Map();
  const without = named.filter((schema) => {
    const values = fc.sample(sampleOf(schema, { judge, misses }), { numRuns: 6, seed });
    const wrong = values.filter((value) => judge(schema, value) !== true).length;
    expect(misses.get(schema)?.missed).toBe(wrong);
    return wrong === values.length;
  });
  expect(without.length).toBeLessThan(named.length / 5);
});

test("what is changed differs, and the value itself stays as it is", () => {
  const value = { a: [1, "b", { c: null }], __proto__: { d: true } };
  const before = structuredClone(value);
  const changes = fc.sample(changesOf(value), { numRuns: 200, seed });
  expect(changes.filter(({ value: one }) => isDeepStrictEqual(one, before))).toEqual([]);
  expect(value).toEqual(before);
});
