import { expect, test } from "vitest";
import { schemasOf } from "./model.js";

const limits = {
  ...{ minimum: 3, maximum: 3, exclusiveMinimum: 3, exclusiveMaximum: 3, multipleOf: 4 },
  ...{ minLength: 2, maxLength: 2, pattern: "x" },
  ...{ minItems: 2, maxItems: 2, uniqueItems: true, items: {}, prefixItems: [{}], contains: {} },
  ...{ minProperties: 2, maxProperties: 2, properties: { a: {} }, patternProperties: { a: {} } },
  required: ["a"],
};

const kept: Readonly<Record<string, RegExp>> = {
  string: /Length$|^pattern$/,
  number: /imum$|^multipleOf$/,
  integer: /imum$|^multipleOf$/,
  array: /Items$|^items$|^contains$/,
  object: /Properties$|^properties$|^required$/,
  boolean: /^$/,
  null: /^$/,
};

test("keywords without effect on values of the types beside them are not kept", async () => {
  const types = Object.keys(kept);
  const pairs = types.flatMap((one) => types.map((other) => [...new Set([one, other])]));
  const schemas = Object.fromEntries(
    pairs.map((type, index) => [`A${index}`, { ...limits, type, default: 1 }]),
  );
  const built = await schemasOf(JSON.stringify(schemas));
  for (const [index, type] of pairs.entries()) {
    const expected = Object.keys(limits).filter((keyword) =>
      type.some((one) => kept[one]?.test(keyword)),
    );
    const found = Object.keys(built[`A${index}`]?.keywords ?? {});
    expect([type, found.sort()]).toEqual([type, [...expected, "default", "types"].sort()]);
  }
});

test("without a type, they are kept", async () => {
  const { A } = await schemasOf(JSON.stringify({ A: limits }));
  expect(Object.keys(A?.keywords ?? {}).sort()).toEqual(Object.keys(limits).sort());
});
