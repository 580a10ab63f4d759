import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Issue } from "../../src/runtime/issue.js";
import { emitValidators, load, modelOf } from "./generated.js";
import { SchemaGraph } from "./schema-graph.js";

const name = fc.constantFrom("a", "b", "kind", "toString", "x-y");
const scalar = fc.constantFrom<unknown>("a", "bb", "", 0, 1, 2.5, -3, true, false, null);
const type = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");

const { schema } = fc.letrec<{ schema: unknown; small: unknown }>((tie) => ({
  schema: fc.oneof({ maxDepth: 4, depthSize: "small" }, { arbitrary: fc.boolean(), weight: 1 }, { arbitrary: tie("small"), weight: 12 }),
  small: fc.record(
    {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 10 }),
      const: scalar,
      minLength: fc.nat(2),
      maxLength: fc.nat(3),
      pattern: fc.constantFrom("^a", "b$", "[ab]{2}"),
      minimum: fc.integer({ min: -3, max: 3 }),
      exclusiveMaximum: fc.integer({ min: -3, max: 3 }),
      multipleOf: fc.constantFrom(1, 2, 0.5),
      required: fc.uniqueArray(name, { maxLength: 2 }),
      properties: fc.dictionary(name, tie("schema"), { maxKeys: 3 }),
      patternProperties: fc.dictionary(fc.constantFrom("^a", "y"), tie("schema"), { maxKeys: 1 }),
      additionalProperties: tie("schema"),
      unevaluatedProperties: tie("schema"),
      propertyNames: tie("schema"),
      minProperties: fc.nat(2),
      maxProperties: fc.nat(3),
      dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 1 }),
      dependentSchemas: fc.dictionary(name, tie("schema"), { maxKeys: 1 }),
      prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
      items: tie("schema"),
      unevaluatedItems: tie("schema"),
      contains: tie("schema"),
      minItems: fc.nat(2),
      maxItems: fc.nat(3),
      uniqueItems: fc.boolean(),
      allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
      anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
      oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
      not: tie("schema"),
      if: tie("schema"),
      then: tie("schema"),
      else: tie("schema"),
      $ref: fc.constant("#/$defs/shared"),
    },
    { requiredKeys: [] },
  ),
}));

/** Few keywords at a time, or hardly any value would pass. */
const fewKeywords = fc.tuple(schema, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }))).map(([whole, chances]) => {
  const thin = (value: unknown, depth: number): unknown => {
    if (Array.isArray(value)) return value.map((item) => thin(item, depth));
    if (typeof value !== "object" || value === null) return value;
    const kept = Object.entries(value).filter(() => (chances.next().value ?? 0) < 0.15 + 0.05 * depth);
    return Object.fromEntries(kept.map(([key, child]) => [key, isLiteral(key) ? child : thinMap(key, child, depth)]));
  };
  const thinMap = (key: string, child: unknown, depth: number): unknown =>
    isMap(key) && typeof child === "object" && child !== null
      ? Object.fromEntries(Object.entries(child).map(([inner, item]) => [inner, thin(item, depth + 1)]))
      : thin(child, depth + 1);
  return thin(whole, 0);
});

const isLiteral = (key: string): boolean => ["enum", "const", "type", "required", "dependentRequired"].includes(key);
const isMap = (key: string): boolean => ["properties", "patternProperties", "dependentSchemas"].includes(key);

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(name, tie("value"), { maxKeys: 3 }),
  ),
}));

const shared = { type: ["object", "string"], properties: { a: { type: "string" } }, required: ["a"] };

test("random schemas: both forms agree with each other and with ajv", { timeout: 60_000 }, async () => {
  const seed = Number(process.env["SEED"] ?? 20_260_314);
  const schemas = fc.sample(fewKeywords, { numRuns: 400, seed }).map((schema) =>
    typeof schema === "object" && schema !== null ? { ...schema, $defs: { shared } } : schema,
  );
  const values = fc.sample(value, { numRuns: 120, seed });
  const named = schemas.map((schema, i) => new SchemaGraph().named(schema, `https://random.example/${i}`, `Random${i}`));
  const module = await load((await emitValidators(modelOf(named))).text);
  const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
  const wrong: unknown[] = [];
  let passed = 0;
  schemas.forEach((schema, i) => {
    const expected = ajv.compile(schema as object);
    for (const value of values) {
      const issues: Issue[] = [];
      const is = module[`isRandom${i}`]?.(value);
      const check = module[`checkRandom${i}`]?.(value, issues);
      if (is === true) passed++;
      if (is !== check || (issues.length === 0) !== is || is !== expected(value)) wrong.push({ i, schema, value, is, check, issues });
    }
  });
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(passed).toBeGreaterThan(1000);
});
