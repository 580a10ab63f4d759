import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { fileText } from "../../src/emit/file.js";
import { namesFile } from "../../src/emitters/names.js";
import { applyCamelCase, namingOf } from "../../src/model/passes/camel-case.js";
import { inCode, makeCoded } from "../../src/model/passes/renamed-model.js";
import type { NameCodec } from "../../src/runtime/wire/names.js";
import { emitOptions } from "../emit-options.js";
import { emitValidators, load, modelOf } from "./generated.js";
import { randomSchemas, randomValues, shared } from "./random-schemas.js";
import { SchemaGraph } from "./schema-graph.js";

const seed = Number(process.env["SEED"] ?? 20_260_314);

/** Keywords that types do not show, so that what they name is called as on the wire; and those that are about names. */
const elsewhere = new Set(
  "not if then else contains minContains maxContains dependentSchemas unevaluatedProperties unevaluatedItems propertyNames patternProperties".split(
    " ",
  ),
);

function withoutOthers(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutOthers);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([keyword]) => !elsewhere.has(keyword));
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutOthers(value)]));
}

const text = { type: "string" };
const named = { properties: { a: text } };
const closed = { ...named, additionalProperties: false };
/** Ways in which two schemas say something of one value, with values that tell whether they are known. */
const made: readonly unknown[] = [
  { allOf: [{ properties: { b: {} } }, { additionalProperties: named }] },
  { anyOf: [{ required: ["b"], properties: { b: true } }, { additionalProperties: closed }] },
  { prefixItems: [named], items: { allOf: [closed] } },
  { allOf: [{ prefixItems: [true, closed] }, { items: named }] },
  { properties: { b: { $ref: "#" }, a: text }, additionalProperties: false },
  {
    oneOf: [
      { additionalProperties: { $ref: "#/$defs/shared" } },
      { properties: { b: { $ref: "#" } }, required: ["kind"] },
    ],
  },
  {
    items: { $ref: "#" },
    additionalProperties: { $ref: "#" },
    properties: { a: { type: "integer" } },
  },
  { enum: [{ a: 1 }, { b: { a: [] } }, [{ a: null }]], properties: { a: true } },
  { const: { b: { a: 1 } }, properties: { b: named } },
  { required: ["a"], dependentRequired: { a: ["b"] }, maxProperties: 2 },
].map((schema) => ({ ...(schema as object), $defs: { shared } }));
const inside: readonly unknown[] = [
  1,
  "x",
  {},
  { a: 1 },
  { a: "x" },
  { b: { a: "x" } },
  { b: { a: 1 } },
];
const madeValues: readonly unknown[] = [
  ...inside,
  ...inside.flatMap((one) => [
    { b: one },
    { a: 1, b: one },
    { a: "x", b: one },
    { a: one },
    { kind: one, b: one },
    { b: { b: one } },
    [one],
    [one, one],
    [1, one, one],
    { x: [{ x: one }] },
  ]),
  { aInCode: 1 },
  { a: "x", aInCode: 1 },
];

test("random schemas: a value fits on the wire if and only if it fits the types of code once it is renamed", async () => {
  const schemas = [...made, ...randomSchemas(300, seed).map(withoutOthers)];
  const values = [...madeValues, ...randomValues(100, seed)];
  const model = modelOf(
    schemas.map((schema, i) =>
      new SchemaGraph().named(schema, `https://random.example/${i}`, `Random${i}`),
    ),
  );
  const onWire = await load((await emitValidators(model)).text);
  applyCamelCase(model, new Diagnostics(), (name) => `${name}InCode`);
  makeCoded(model, false);
  // Copied, so that nothing is known of other names.
  const copy = modelOf(structuredClone(inCode(model).schemas));
  const coded = await load((await emitValidators(copy)).text);
  const context = { diagnostics: new Diagnostics(), options: emitOptions };
  const [file] = namesFile(model, [], context);
  const { named } = (await load(file ? fileText(file) : "")) as unknown as {
    readonly named: (place: string) => NameCodec;
  };
  let renamed = 0;
  const wrong: unknown[] = [];
  for (const schema of model.schemas) {
    const naming = namingOf(schema);
    const codec = naming && named(naming.key);
    for (const value of values) {
      const code = codec ? codec.read(value) : value;
      if (!isDeepStrictEqual(code, value)) renamed++;
      const fits = [onWire, coded].map((module, i) =>
        module[`is${schema.name}`]?.(i ? code : value),
      );
      const isBack = isDeepStrictEqual(codec ? codec.write(code) : code, value);
      if (fits[0] !== fits[1] || !isBack) wrong.push([schema.name, value, code, fits, isBack]);
    }
  }
  expect(
    wrong.slice(0, 3).map((one) => JSON.stringify(one)),
    `seed ${seed}`,
  ).toEqual([]);
  expect(renamed).toBeGreaterThan(1000);
});
