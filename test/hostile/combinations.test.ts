import { expect, test } from "vitest";
import { compileErrors } from "./compile.js";
import { type Generated, generate } from "./generate.js";
import { withSchemas } from "./structures.js";
import { isLong } from "../long.js";

type Json = Readonly<Record<string, unknown>>;
type Schemas = Record<string, unknown>;

/** Types, validators and data of these schemas, under the strictest flags. */
async function errorsOf(schemas: Schemas): Promise<readonly string[]> {
  const generated: Generated = await generate(withSchemas(schemas));
  expect(generated.errors).toEqual([]);
  const files = generated.files.filter(({ path }) =>
    /^(types|validators|expected|client)\.ts$/.test(path),
  );
  return compileErrors(new Map([["schemas", { ...generated, files }]]));
}

/**
 * A third of what is combined, in which each choice still meets each choice of any other list; with `LONG`, all of it.
 */
function isTaken(...choices: readonly number[]): boolean {
  const sum = choices.reduce((before, choice) => before + choice, 0);
  return isLong || sum % 3 === 0;
}

/** Ways to say that no value fits. */
const nothings: readonly unknown[] = [
  false,
  { not: {} },
  { type: "string", enum: [1] },
  { type: "string", const: 1 },
  { allOf: [{ type: "string" }, { type: "number" }] },
  { anyOf: [false, false] },
  { oneOf: [{}, {}] },
  { $ref: "#/components/schemas/Never" },
];

const others: readonly Json[] = [
  {},
  { additionalProperties: false },
  { additionalProperties: { type: "string" } },
  { unevaluatedProperties: false },
  { additionalProperties: false, patternProperties: { "^b": { type: "integer" } } },
  { additionalProperties: false, minProperties: 1, propertyNames: { maxLength: 3 } },
];

const neighbours: readonly Json[] = [
  {},
  { b: { type: "string" } },
  { b: { type: "integer", minimum: 1 }, c: { type: "array", items: { type: "string" } } },
];

const types: readonly unknown[] = ["object", ["object", "null"], undefined];

test(
  "a member, an item or a branch that nothing fits compiles, whatever is beside it",
  { timeout: 300_000 },
  async () => {
    const schemas: Schemas = { Never: false };
    const add = (schema: Json): void => {
      schemas[`Schema${Object.keys(schemas).length}`] = schema;
    };
    for (const [row, nothing] of nothings.entries()) {
      for (const [at, other] of others.entries())
        for (const [turn, type] of types.entries())
          for (const [index, neighbour] of neighbours.entries())
            if (isTaken(row, at, turn, index))
              add({
                ...(type !== undefined && { type }),
                ...other,
                required: ["a"],
                properties: { a: nothing, ...neighbour },
              });
      const object = { type: "object", required: ["a"], properties: { a: nothing } };
      add({ type: "array", items: nothing, minItems: 1 });
      add({ type: "array", prefixItems: [nothing, { type: "string" }], items: false });
      add({ type: "object", required: ["a", "b"], additionalProperties: nothing });
      add({ anyOf: [{ ...object, additionalProperties: false }, { type: "string" }] });
      add({ allOf: [object, { additionalProperties: false }] });
      add({ if: object, then: { additionalProperties: false }, else: { minProperties: 2 } });
      add({ ...object, patternProperties: { "^a": nothing }, additionalProperties: false });
      add({ type: "object", dependentSchemas: { a: nothing }, additionalProperties: false });
    }
    expect(await errorsOf(schemas)).toEqual([]);
  },
);

const typeNames = ["number", "integer", "string", "boolean", "null", "array", "object"];

/** What each of two branches may ask of a value. */
const branches: readonly unknown[] = [
  { type: "number", minimum: 1 },
  { type: "integer" },
  { type: "string" },
  { type: "string", minLength: 1 },
  { type: "string", pattern: "^a" },
  { type: "string", format: "date-time" },
  { type: "null" },
  { type: ["string", "number"] },
  { type: "array", items: { type: "string" } },
  { type: "object", required: ["a"], properties: { a: { type: "string" } } },
  { type: "object", additionalProperties: false },
  { properties: { a: false } },
  { required: ["a"] },
  { enum: ["a", 1, null] },
  { $ref: "#/components/schemas/Named" },
  false,
];

test.each(["anyOf", "oneOf", "allOf"])(
  "types beside two branches of %s compile",
  async (keyword) => {
    const schemas: Schemas = { Named: { type: "object", properties: { n: { type: "integer" } } } };
    const allTypes = [...typeNames, ["array", "string"], ["object", "null"]];
    for (const [turn, type] of allTypes.entries())
      for (const [index, first] of branches.entries())
        for (const [more, second] of branches.slice(index).entries()) {
          // Once more, since the second one is at `index + more`.
          if (!isTaken(turn, index, more, more)) continue;
          const name = `Schema${Object.keys(schemas).length}`;
          schemas[name] = { type, [keyword]: [first, second] };
        }
    expect(await errorsOf(schemas)).toEqual([]);
  },
);
