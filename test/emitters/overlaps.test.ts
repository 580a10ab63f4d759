import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { acceptOverlaps } from "../../src/model/passes/overlaps.js";
import { modelOf } from "../model/model.js";
import { emitExpected, emitValidators, load } from "./generated.js";

const branches = [
  { type: "integer" },
  { type: "number" },
  { type: "string" },
  { const: "a" },
  { type: "object", properties: { a: { type: "integer" } } },
  {
    type: "object",
    required: ["a"],
    properties: { a: { oneOf: [{ minimum: 1 }, { maximum: 2 }] } },
  },
];
const beside = [
  {},
  { anyOf: [{ minimum: 2 }, { type: "object" }] },
  { allOf: [{ not: { const: 1 } }] },
];
const schemas = beside.flatMap((others) =>
  branches.flatMap((one) => branches.map((other) => ({ oneOf: [one, other], ...others }))),
);
const values = [0, 1, 2, 3, 1.5, "a", "b", null, {}, { a: 1 }, { a: 1.5 }, { a: "x" }, { a: 3 }];
const ajv = new Ajv2020({ strict: false });

test("with overlaps accepted, each oneOf is valid where an anyOf would be", async () => {
  const lines = schemas.map((schema, index) => `    S${index}: ${JSON.stringify(schema)}`);
  const model = await modelOf(`paths: {}\ncomponents:\n  schemas:\n${lines.join("\n")}`);
  acceptOverlaps(model);
  const { text } = await emitValidators(model);
  const module = await load(text, emitExpected(model));
  const wrong = schemas.flatMap((schema, index) => {
    const { oneOf, ...others } = JSON.parse(
      JSON.stringify(schema).replaceAll('{"oneOf":[{"minimum"', '{"anyOf":[{"minimum"'),
    ) as typeof schema;
    const validate = ajv.compile({ allOf: [{ anyOf: oneOf }, others] });
    return values.filter((value) =>
      [module[`isS${index}`]?.(value), module[`checkS${index}`]?.(value, [])].some(
        (answer) => answer !== validate(value),
      ),
    );
  });
  expect(wrong).toEqual([]);
});
