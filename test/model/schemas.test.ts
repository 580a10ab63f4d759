import { describe, expect, test } from "vitest";
import { schemasOf } from "./model.js";

test("a plain reference is the schema itself, and a recursive one a cycle", async () => {
  const { Tree, Alias } = await schemasOf(`
Tree: { type: object, properties: { children: { type: array, items: { $ref: "#/components/schemas/Tree" } } } }
Alias: { $ref: "#/components/schemas/Tree" }`);
  expect(Tree?.keywords.properties?.get("children")?.keywords.items).toBe(Tree);
  expect(Alias?.keywords.ref).toBe(Tree);
});

test("keywords beside a reference stay, on a node of their own", async () => {
  const { A, B } = await schemasOf(`
A: { type: string }
B: { properties: { a: { $ref: "#/components/schemas/A", description: Mine. , minLength: 2 } } }`);
  const a = B?.keywords.properties?.get("a");
  expect(a).not.toBe(A);
  expect(a?.keywords).toMatchObject({ ref: A, minLength: 2, prose: { description: "Mine." } });
});

test("every keyword of JSON Schema 2020-12 is there by its name", async () => {
  const { All } = await schemasOf(`
All:
  type: [number, string, array, object]
  enum: [1, a]
  const: null
  allOf: [true]
  anyOf: [false]
  oneOf: [{}]
  not: {}
  if: {}
  then: {}
  else: {}
  patternProperties: { "^a": {} }
  additionalProperties: false
  unevaluatedProperties: {}
  propertyNames: {}
  dependentRequired: { a: [b] }
  dependentSchemas: { a: {} }
  prefixItems: [{}]
  unevaluatedItems: {}
  contains: {}
  minContains: 1
  uniqueItems: true
  pattern: x
  format: date
  multipleOf: 2
  exclusiveMinimum: 0
  default: 1
  readOnly: true
  deprecated: true
  x-mine: { a: 1 }`);
  expect(Object.keys(All?.keywords ?? {}).sort()).toEqual(
    (
      "additionalProperties allOf anyOf const contains default dependentRequired dependentSchemas deprecated else " +
      "enum exclusiveMinimum extensions format if minContains multipleOf not oneOf pattern patternProperties " +
      "prefixItems propertyNames readOnly then types unevaluatedItems unevaluatedProperties uniqueItems"
    ).split(" "),
  );
  expect(All?.keywords.anyOf?.[0]?.keywords).toEqual({ nothing: true });
  expect(All?.keywords.const).toEqual({ value: null });
});

describe("a discriminator", () => {
  const animals = `
Cat: { type: object, required: [kind], properties: { kind: { type: string } } }
Dog: { type: object, required: [kind], properties: { kind: { type: string } } }`;

  test("knows its cases by mapping, by name and by reference, else by the names of the schemas", async () => {
    const { Animal, Cat, Dog } = await schemasOf(`${animals}
Animal:
  oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
  discriminator: { propertyName: kind, mapping: { kitty: Cat, tom: "#/components/schemas/Cat" } }`);
    expect(Animal?.keywords.discriminator?.property).toBe("kind");
    expect([...(Animal?.keywords.discriminator?.cases ?? [])]).toEqual([
      ["kitty", Cat],
      ["tom", Cat],
      ["Dog", Dog],
    ]);
  });

  test.each(["Dog", "#/components/schemas/Dog"])(
    "leaves all other values to the schema of defaultMapping, %s",
    async (target) => {
      const { Animal, Cat } = await schemasOf(`${animals}
Animal:
  oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
  discriminator: { propertyName: kind, mapping: { dog: Dog }, defaultMapping: "${target}" }`);
      expect([...(Animal?.keywords.discriminator?.cases ?? [])]).toEqual([["Cat", Cat]]);
    },
  );

  test("of a parent knows those that extend it", async () => {
    const { Pet, Fish } = await schemasOf(`
Pet: { type: object, discriminator: { propertyName: kind }, required: [kind], properties: { kind: { type: string } } }
Fish: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object }] }`);
    expect([...(Pet?.keywords.discriminator?.cases ?? [])]).toEqual([["Fish", Fish]]);
  });
});
