import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { read, withSchemas } from "./read-description.js";

const ajv = new Ajv2020({ strict: false });

const values: Readonly<Record<string, readonly unknown[]>> = {
  string: ["", "abc"],
  number: [0.5, 7],
  integer: [0, 7],
  boolean: [true, false],
  array: [[], ["a", "a", "a"]],
  object: [{}, { a: 1, b: 2, c: 3 }],
};

/** Each rules out some value of the types that it is for. */
const limits = {
  ...{ minimum: 3, maximum: 3, exclusiveMinimum: 3, exclusiveMaximum: 3, multipleOf: 4 },
  ...{ minLength: 2, maxLength: 2, pattern: "x" },
  ...{ minItems: 2, maxItems: 2, items: { type: "number" }, contains: { type: "number" } },
  ...{ minProperties: 2, maxProperties: 2, required: ["a"], properties: { a: { type: "string" } } },
};

test("a keyword that rules out no value of the types beside it is reported", async () => {
  const types = Object.keys(values);
  const pairs = types.flatMap((one) => types.map((other) => [...new Set([one, other])]));
  for (const [keyword, limit] of Object.entries(limits))
    for (const type of [...pairs, ...pairs.map((pair) => [...pair, "null"])]) {
      const schema = { type, [keyword]: limit };
      const all = type.flatMap((one) => values[one] ?? []);
      const hasEffect = all.some((value) => !ajv.validate({ [keyword]: limit }, value));
      const { found } = await read(withSchemas(`    A: ${JSON.stringify(schema)}`));
      const codes = found.map((one) => one.split(" ", 2).join(" "));
      expect([keyword, type, ...codes]).toEqual([
        ...[keyword, type],
        ...(hasEffect ? [] : ["warning no-effect"]),
      ]);
    }
});
