import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { expect, test } from "vitest";
import { Comparison } from "../../src/model/walks/within.js";
import { modelOf } from "./model.js";

/** Of every keyword, and of what combines them. */
const schemas = [
  ...["{}", "{type: string}", "{type: integer}", "{type: number}", "{type: 'null'}"],
  ...["{type: [string, 'null']}", "{type: [object, string]}", "{const: a}", "{enum: [a, b]}"],
  ...[
    "{enum: [1, 2]}",
    "{enum: [1, a]}",
    "{enum: [1, 2], const: 1}",
    "{type: integer, enum: [1, a]}",
  ],
  ...[
    "{type: string, minLength: 1}",
    "{type: string, minLength: 2}",
    "{type: string, maxLength: 3}",
  ],
  ...["{minLength: 2}", "{type: string, pattern: ^a}", "{type: string, format: date}"],
  ...["{type: number, minimum: 1}", "{type: integer, minimum: 2}", "{type: number, maximum: 1}"],
  ...["{type: integer, exclusiveMinimum: 0}", "{type: integer, multipleOf: 2}"],
  ...["{type: array}", "{type: array, items: {type: integer}}", "{items: {type: number}}"],
  ...["{type: array, items: {type: number}, minItems: 1}", "{type: array, uniqueItems: true}"],
  ...["{type: array, items: false}", "{type: array, prefixItems: [{type: string}]}"],
  ...["{type: array, prefixItems: [{}], items: {type: integer}}", "{contains: {const: 1}}"],
  ...["{type: object}", "{type: object, properties: {a: {type: integer}}}"],
  ...["{type: object, properties: {a: {type: number}}}", "{properties: {a: {type: number}}}"],
  ...["{type: object, properties: {a: {type: integer}}, required: [a]}", "{required: [a]}"],
  ...["{type: object, properties: {a: {type: integer}, b: {type: string}}, required: [a]}"],
  ...["{type: object, properties: {b: {type: string}}, required: [b]}"],
  ...["{type: object, properties: {a: {type: integer}}, additionalProperties: false}"],
  ...["{type: object, additionalProperties: {type: integer}}", "{additionalProperties: false}"],
  ...["{type: object, properties: {b: {}}, additionalProperties: {type: number}}"],
  ...[
    "{type: object, patternProperties: {^a: {type: string}}}",
    "{type: object, minProperties: 1}",
  ],
  ...["{type: object, properties: {a: {}, b: {}}, maxProperties: 1}", "{maxProperties: 1}"],
  ...["{type: object, propertyNames: {maxLength: 2}}", "{dependentRequired: {a: [b]}}"],
  ...["{type: object, properties: {kind: {const: cat}}, required: [kind]}"],
  ...["{type: object, properties: {kind: {type: string}, a: {}}, required: [kind]}"],
  ...["{allOf: [{type: object}, {properties: {a: {type: integer}}}], required: [a]}"],
  ...["{allOf: [{$ref: '#/components/schemas/Node'}, {properties: {b: {type: string}}}]}"],
  ...["{anyOf: [{type: string}, {type: integer}]}", "{anyOf: [{const: a}, {const: 1}]}"],
  ...["{anyOf: [{type: object, properties: {a: {type: integer}}}, {type: 'null'}]}"],
  ...[
    "{type: object, properties: {b: {type: integer}}, anyOf: [{required: [a]}, {required: [b]}]}",
  ],
  ...["{oneOf: [{type: string}, {const: a}]}", "{oneOf: [{type: integer}, {type: number}]}"],
  ...["{not: {const: a}}", "{if: {const: a}, then: {type: number}}", "{type: string, not: {}}"],
  ...["{$ref: '#/components/schemas/Node'}", "{$ref: '#/components/schemas/List'}"],
  ...["{unevaluatedProperties: false}", "{type: object, unevaluatedProperties: {type: integer}}"],
];

const components = `
    Node: {type: object, properties: {a: {type: integer}, kind: {$ref: '#/components/schemas/Node'}}}
    List: {type: object, properties: {a: {type: number}, kind: {$ref: '#/components/schemas/List'}}}`;

const list = schemas.map((schema, index) => `    S${index}: ${schema}`).join("\n");
const model = await modelOf(`paths: {}\ncomponents:\n  schemas:${components}\n${list}`);
const document = model.document?.() as { readonly components: object };
const ajv = ajvFormats
  .default(new Ajv2020({ strict: false }))
  .addSchema({ ...document, $id: "all" });

const members: readonly (readonly [string, readonly unknown[]])[] = [
  ["a", [undefined, 1, 2.5, "x", null]],
  ["b", [undefined, "x", 2]],
  ["kind", [undefined, "cat", "dog", { a: 1 }, { a: 1.5 }]],
];
const objects = members.reduce<object[]>(
  (all, [name, values]) =>
    all.flatMap((one) =>
      values.map((value) => (value === undefined ? one : { ...one, [name]: value })),
    ),
  [{}],
);
const values: readonly unknown[] = [
  ...[null, true, 0, 1, 2, 3, -1, 2.5, "", "a", "b", "aa", "abcdef", "2026-01-31"],
  ...[[], [1], ["a"], [1, 1], [1, 2, 2.5], [2.5]],
  ...objects,
];

const cases = schemas.map((text, index) => {
  const validate = ajv.getSchema(`all#/components/schemas/S${index}`);
  const schema = model.schemas.find(({ name }) => name === `S${index}`);
  if (!validate || !schema) throw new Error(`there is no schema ${text}`);
  const named = /\b(a|b|kind):/g;
  const whole = text.includes("Node") || text.includes("List") ? `${text} a: kind:` : text;
  const declared = new Set(Array.from(whole.matchAll(named), ([, name]) => name));
  const isOpen = /additionalProperties: \{|patternProperties/.test(text);
  const valid = values.filter(
    (value) =>
      validate(value) &&
      (isOpen ||
        typeof value !== "object" ||
        Array.isArray(value) ||
        Object.keys(value ?? {}).every((name) => declared.has(name))),
  );
  return { text, schema, validate, valid };
});

test.each(cases)("what $text is within accepts all of its values", ({ schema, valid }) => {
  const wrong = cases.flatMap((outer) => {
    if (!new Comparison().isWithin(schema, outer.schema)) return [];
    return valid
      .filter((value) => !outer.validate(value))
      .map((value) => `${outer.text} refuses ${JSON.stringify(value)}`);
  });
  expect(wrong).toEqual([]);
});

test.each([
  ["{type: integer}", "{type: number}"],
  ["{enum: [1, 2]}", "{type: integer}"],
  ["{const: a}", "{enum: [a, b]}"],
  ["{type: integer, minimum: 2}", "{type: number, minimum: 1}"],
  ["{type: string, minLength: 2}", "{type: string, minLength: 1}"],
  ["{type: string, format: date}", "{type: [string, 'null']}"],
  ["{type: array, items: {type: integer}}", "{items: {type: number}}"],
  [
    "{type: object, properties: {a: {type: integer}}}",
    "{type: object, properties: {a: {type: number}}}",
  ],
  [
    "{type: object, properties: {a: {type: integer}, b: {type: string}}, required: [a]}",
    "{type: object, properties: {a: {type: integer}}, required: [a]}",
  ],
  [
    "{type: object, properties: {kind: {const: cat}}, required: [kind]}",
    "{type: object, properties: {kind: {type: string}, a: {}}, required: [kind]}",
  ],
  ["{anyOf: [{const: a}, {const: 1}]}", "{anyOf: [{type: string}, {type: integer}]}"],
  ["{$ref: '#/components/schemas/Node'}", "{$ref: '#/components/schemas/List'}"],
])("%s is within %s", (inner, outer) => {
  const [one, other] = [inner, outer].map((text) => cases.find((each) => each.text === text));
  if (!one || !other) throw new Error("there is no such schema");
  expect(new Comparison().isWithin(one.schema, other.schema)).toBe(true);
});
