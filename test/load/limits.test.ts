import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { brokenLimit } from "../../src/load/checks/values.js";
import { read } from "./read-description.js";

test("a value breaks a limit where another validator says so, too", () => {
  const ajv = new Ajv2020({ strict: false });
  const size = fc.integer({ min: 0, max: 4 });
  const limits = fc.dictionary(
    fc.constantFrom(
      ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
      ...["minLength", "maxLength", "minItems", "maxItems"],
    ),
    size,
    { maxKeys: 3 },
  );
  const pattern = fc.constantFrom(undefined, "^a", "b$", "^\\p{L}*$", "a{2}");
  const text = fc.string({ unit: fc.constantFrom("a", "b", "😀"), maxLength: 5 });
  const value = fc.oneof(size, fc.double({ min: -1, max: 5, noNaN: true }), text, fc.array(size));
  const property = fc.property(limits, pattern, value, (keywords, written, one) => {
    const schema = { ...keywords, ...(written !== undefined && { pattern: written }) };
    expect(brokenLimit(one, schema) === undefined).toBe(ajv.validate(schema, one));
  });
  fc.assert(property, { numRuns: 2000, seed: 1 });
});

test("a limit of OpenAPI 3.0 is not allowed itself where that is said beside it", () => {
  for (const [limit, beside] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const)
    for (const isExclusive of [true, false]) {
      const problem = brokenLimit(3, { [limit]: 3, [beside]: isExclusive });
      expect(problem !== undefined).toBe(isExclusive);
    }
});

const wrong: readonly (readonly [schema: object, value: unknown])[] = [
  [{ type: "integer", minimum: 3 }, 2],
  [{ type: "string", pattern: "^a" }, "b"],
  [{ type: "string", maxLength: 2 }, "abc"],
  [{ type: "array", items: {}, minItems: 1 }, []],
  [{ type: "string", enum: ["a"] }, "b"],
  [{ type: "integer" }, "three"],
];

/** Where an example, or several, may stand beside a schema. */
const holders: readonly ((schema: object, examples: object) => object)[] = [
  (schema, examples) => ({
    parameters: [{ name: "q", in: "query", schema, ...examples }],
    responses: {},
  }),
  (schema, examples) => ({
    responses: { 200: { description: "", headers: { H: { schema, ...examples } } } },
  }),
  (schema, examples) => ({
    requestBody: { content: { "application/vnd.a+json": { schema, ...examples } } },
    responses: {},
  }),
];

test.each(wrong)(
  "%j: a default or example that does not fit, wherever it stands",
  async (schema, value) => {
    const root = (put: object, more: object = {}): string =>
      JSON.stringify({
        openapi: "3.1.0",
        info: { title: "A", version: "1" },
        paths: { "/a": { put } },
        components: { schemas: { A: schema }, ...more },
      });
    const codes = async (text: string): Promise<readonly string[]> => {
      const { found } = await read(text);
      return found.flatMap((one) => /\w+-type-mismatch/.exec(one)?.[0] ?? []);
    };
    expect(await codes(root({ responses: {} }))).toEqual([]);
    const preset = { ...schema, default: value };
    expect(await codes(root({ responses: {} }, { schemas: { A: preset } }))).toEqual([
      "default-type-mismatch",
    ]);
    const ref = { $ref: "#/components/schemas/A" };
    const more = { examples: { E: { value } } };
    for (const holder of holders)
      for (const of of [schema, ref])
        for (const [examples, components] of [
          [{ example: value }, {}],
          [{ examples: { e: { value } } }, {}],
          [{ examples: { e: { $ref: "#/components/examples/E" } } }, more],
        ] as const)
          expect(await codes(root(holder(of, examples), components))).toEqual([
            "example-type-mismatch",
          ]);
  },
);

test("the text of a parameter is an example of it, and that of XML of its body", async () => {
  const list = { type: "array", items: { type: "integer" } };
  const { found } = await read(
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "A", version: "1" },
      paths: {
        "/a": {
          put: {
            parameters: [
              { name: "a", in: "query", schema: { type: "integer" }, example: "3" },
              { name: "b", in: "query", schema: { type: "boolean" }, example: "true" },
              { name: "c", in: "query", schema: list, example: "1,2" },
            ],
            requestBody: { content: { "application/xml": { schema: list, example: "<a/>" } } },
            responses: { 204: { description: "" } },
          },
        },
      },
    }),
  );
  expect(found).toEqual([]);
});
