import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { buildModel } from "../../src/model/build.js";
import { defaultOf } from "../../src/model/passes/defaults.js";
import { read } from "../load/read-description.js";

const seed = Number(process.env["SEED"] ?? 20_261_127);
const ajv = new Ajv2020({ strict: false });
const number = fc.integer({ min: -3, max: 12 });
const size = fc.integer({ min: 0, max: 4 });

/** Values, and schemas that limit such values. */
const kinds: readonly (readonly [fc.Arbitrary<unknown>, fc.Arbitrary<object>])[] = [
  [
    fc.oneof(number, fc.constantFrom(0.1, 0.3, 2.5)),
    fc.oneof(
      fc.record({ minimum: number }),
      fc.record({ exclusiveMinimum: number }),
      fc.record({ maximum: number }),
      fc.record({ exclusiveMaximum: number }),
      fc.record({ multipleOf: fc.constantFrom(1, 2, 3, 2.5) }),
      fc.constant({ type: "integer" }),
      fc.constant({ type: "boolean" }),
      fc.record({ enum: fc.uniqueArray(number, { minLength: 1 }) }),
    ),
  ],
  [
    fc.constantFrom("a", "ab", "abc", "ab1", "\u{1F600}"),
    fc.oneof(
      fc.record({ minLength: size }),
      fc.record({ maxLength: size }),
      fc.record({ pattern: fc.constantFrom("^a", "b$", "[0-9]", "^.$", "^(ab)+$") }),
      fc.record({ enum: fc.constantFrom(["a"], ["ab", "abc"]) }),
    ),
  ],
  [
    fc.array(number, { maxLength: 5 }),
    fc.oneof(fc.record({ minItems: size }), fc.record({ maxItems: size })),
  ],
  [
    fc.dictionary(fc.constantFrom("a", "b", "c"), number),
    fc.oneof(fc.record({ minProperties: size }), fc.record({ maxProperties: size })),
  ],
];

/** How a schema comes to have a default and a limit. */
const ways: readonly ((value: unknown, limit: object) => object)[] = [
  (value, limit) => ({ ...limit, default: value }),
  (value, limit) => ({ allOf: [limit], default: value }),
  (value, limit) => ({ allOf: [{ allOf: [limit] }], default: value }),
  (value) => ({ allOf: [{ $ref: "#/components/schemas/Limit" }], default: value }),
  (value) => ({ $ref: "#/components/schemas/Limit", default: value }),
];

test("a default is filled in if the schema allows it, and is reported if not", async () => {
  const made = kinds.map(([values, limits]) => fc.tuple(values, limits));
  await fc.assert(
    fc.asyncProperty(fc.oneof(...made), fc.constantFrom(...ways), async ([value, Limit], way) => {
      const whole = {
        ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} },
        components: { schemas: { Limit, Preset: way(value, Limit) } },
      };
      const { description, found } = await read(JSON.stringify(whole));
      const model = description && buildModel(description, new Diagnostics());
      const schema = model?.schemas.find(({ name }) => name === "Preset");
      const isAllowed = ajv.validate(Limit, value);
      expect(schema && defaultOf(schema)).toEqual(isAllowed ? { value } : undefined);
      const reported = found.filter((one) => one.includes("default-type-mismatch"));
      expect(reported).toHaveLength(isAllowed ? 0 : 1);
    }),
    { seed, numRuns: 400 },
  );
});
