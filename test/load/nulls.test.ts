import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { read } from "./read-description.js";

test("null as one of the types is warned of where another validator refuses it", async () => {
  const ajv = new Ajv2020({ strict: false });
  const values = fc.constantFrom([1], ["a"], ["a", null], [null, 1, "b"]);
  const part = fc.constantFrom<object>(
    ...[{ type: "string" }, { type: ["string", "null"] }, { type: "null" }, { enum: ["a"] }],
    ...[{ const: "a" }, { minLength: 1 }, { allOf: [{ type: "string" }] }],
  );
  const parts = fc.array(part, { minLength: 1, maxLength: 2 });
  const schemas = fc.record(
    { enum: values, const: fc.constant("a"), allOf: parts, anyOf: parts, oneOf: parts },
    { requiredKeys: [] },
  );
  const property = fc.asyncProperty(fc.array(schemas, { maxLength: 40 }), async (all) => {
    const typed = all.map((schema) => ({ type: ["string", "integer", "null"], ...schema }));
    const { diagnostics } = await read(
      JSON.stringify({
        ...{ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} },
        components: { schemas: Object.fromEntries(typed.map((one, index) => [`S${index}`, one])) },
      }),
    );
    const warned = diagnostics.all.flatMap(({ code, source }) =>
      code === "null-refused" ? [source.pointer] : [],
    );
    const refused = typed.flatMap(({ oneOf, ...schema }, index) => {
      // Of two that let null through, oneOf refuses it: that is for another warning.
      const branches = oneOf && { allOf: [...(schema.allOf ?? []), { anyOf: oneOf }] };
      const isRefused = !ajv.validate({ ...schema, ...branches }, null);
      return isRefused ? [`/components/schemas/S${index}/type`] : [];
    });
    expect(warned.sort()).toEqual(refused.sort());
  });
  await fc.assert(property, { numRuns: 25, seed: 1 });
});
