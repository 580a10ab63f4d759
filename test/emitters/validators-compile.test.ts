import ts from "typescript";
import { expect, test } from "vitest";
import type { NamedSchema } from "../../src/model/types.js";
import { groupsOf, hasSuite } from "../conformance/schema-suite.js";
import { schemasOf } from "../conformance/schema-suite-run.js";
import { emitValidators, modelOf } from "./generated.js";
import { randomSchemas } from "./random-schemas.js";
import { SchemaGraph } from "./schema-graph.js";
import { compilerFaults } from "./validators-compiled.js";

/** What the compiler says of the validators of some schemas. */
async function faultsOf(schemas: readonly NamedSchema[]): Promise<readonly string[]> {
  const { text } = await emitValidators(modelOf(schemas));
  return compilerFaults(
    text,
    schemas.map(({ name }) => name),
  );
}

/** Of which a part can never hold, or is needless: there the compiler knows more of the value than the emitter. */
const contradictory: readonly unknown[] = [
  {
    type: "array",
    oneOf: ["a", "b"].map((kind) => ({
      type: "object",
      required: ["kind"],
      properties: { kind: { const: kind } },
    })),
  },
  { anyOf: [{ minimum: -3 }, { if: { minLength: 1, pattern: "b$" }, then: { maxItems: 1 } }] },
  { if: { const: 1, pattern: "b$" }, then: { minLength: 1 }, else: { type: "string" } },
  { enum: [0, 2.5, true], oneOf: [{ exclusiveMaximum: -2 }, { minLength: 1 }] },
  { oneOf: [{ type: "array", if: { type: "array" }, then: { minLength: 1 } }, { type: "string" }] },
  { not: { const: true }, anyOf: [{ minimum: 1 }, { maxLength: 0, minProperties: 1 }] },
  {
    oneOf: [{ dependentSchemas: { b: { multipleOf: 0.5 } }, prefixItems: [{ maximum: 3 }] }],
    prefixItems: [{}, {}, { exclusiveMaximum: 1 }],
    unevaluatedItems: { not: { minItems: 1 } },
  },
];

/** Values, beside what speaks of others: to the compiler, nothing is left of the value there. */
const otherValues: readonly unknown[] = [
  { const: null },
  { const: -2 },
  { const: false },
  { const: "a" },
  { enum: [0, 5, false] },
].flatMap((values) =>
  [
    { type: "string", minLength: 1 },
    { type: "string", maxLength: 0, pattern: "b$" },
    { type: "array", minItems: 1 },
    { const: true },
    { enum: ["b", 7] },
  ].flatMap((other) => [
    ...["allOf", "anyOf", "oneOf"].flatMap((keyword) => [
      { ...values, [keyword]: [other] },
      { ...values, [keyword]: [{ maximum: 1 }, other, other] },
      { [keyword]: [values, other] },
    ]),
    { ...values, not: other },
    { ...values, if: { type: "boolean" }, then: other, else: other },
    { if: values, then: other },
    { ...values, dependentSchemas: { a: other } },
  ]),
);

/** A type that a format implies, with another number in the place of a keyword: each is tested once, the type first. */
const numbers: readonly unknown[] = [
  { type: "integer", format: "int64" },
  { type: "number", format: "float", maximum: 1000 },
  { type: "number", minimum: -1.5 },
].flatMap((outer) =>
  [
    { minimum: 1 },
    { type: "number", multipleOf: 0.5 },
    { type: "integer", format: "int64" },
  ].flatMap((inner) =>
    ["allOf", "anyOf", "oneOf"].flatMap((keyword) => [
      { ...outer, [keyword]: [inner] },
      { ...outer, [keyword]: [inner], enum: [5, 0] },
    ]),
  ),
);

const title =
  "random schemas, and those of the official suite where it is, compile under every flag";

test(title, { timeout: 60_000 }, async () => {
  const seed = Number(process.env["SEED"] ?? 20_260_314);
  const random = [...contradictory, ...otherValues, ...numbers, ...randomSchemas(200, seed)].map(
    (schema, i) => new SchemaGraph().named(schema, `https://random.example/${i}`, `Random${i}`),
  );
  const suite = hasSuite ? await schemasOf(groupsOf("draft2020-12")) : [];
  expect(await faultsOf([...random, ...suite])).toEqual([]);
});

/** The functions that are called while a module loads, as they are imported. */
function importedCalls(text: string): readonly string[] {
  const file = ts.createSourceFile("validators.ts", text, ts.ScriptTarget.ES2022);
  const called: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return;
    if (ts.isCallExpression(node)) called.push(node.expression.getText(file));
    ts.forEachChild(node, visit);
  };
  const imported = new Set<string>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement)) visit(statement);
    else
      ts.forEachChild(statement, function names(node): void {
        if (ts.isImportSpecifier(node)) imported.add(node.name.text);
        ts.forEachChild(node, names);
      });
  }
  return called.filter((name) => imported.has(name));
}

test("where constants are many, no imported function makes them", { timeout: 60_000 }, async () => {
  const plain = (count: number): readonly NamedSchema[] =>
    Array.from({ length: count }, (_, i) =>
      new SchemaGraph().named(
        { type: "object", properties: { [`p${i}`]: { minLength: 2 } } },
        `https://plain.example/${i}`,
        `Plain${i}`,
      ),
    );
  const { text: few } = await emitValidators(modelOf(plain(2)));
  expect(importedCalls(few)).toEqual(["checking", "standardSchema", "checking", "standardSchema"]);
  const { text: many } = await emitValidators(modelOf(plain(500)));
  expect(importedCalls(many)).toEqual([]);
  expect(await faultsOf(plain(500))).toEqual([]);
});
