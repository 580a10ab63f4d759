import { expect, test } from "vitest";
import { compileErrors } from "./compile.js";
import { generate } from "./generate.js";

const self = { $ref: "#/components/schemas/Self" };

/** Each of the ways from a schema to itself that some value can end. */
const ways: Readonly<Record<string, object>> = {
  properties: { properties: { a: self } },
  additionalProperties: { properties: { a: { type: "string" } }, additionalProperties: self },
  patternProperties: { patternProperties: { "^a": self } },
  unevaluatedProperties: { unevaluatedProperties: self },
  items: { items: self },
  prefixItems: { prefixItems: [self] },
  contains: { contains: self, minContains: 0 },
};
const besides: readonly object[] = [
  {},
  { type: "object" },
  { type: "array" },
  { type: "object", allOf: [{ type: "integer" }] },
  { type: ["object", "array", "string"], anyOf: [{ minLength: 1 }, { type: "object" }] },
];

/** A schema in each place of an operation. */
function description(schema: object): string {
  const content = (type: string): object => ({ content: { [type]: { schema: self } } });
  const parameters = ["form", "spaceDelimited", "pipeDelimited", "deepObject"].map((style) => ({
    name: style,
    in: "query",
    style,
    schema: self,
  }));
  const others = ["header", "cookie"].map((place) => ({ name: place, in: place, schema: self }));
  const operation = (type: string): object => ({
    post: {
      parameters: [...parameters, ...others],
      requestBody: { required: true, ...content(type) },
      responses: {
        200: { description: "", headers: { "X-A": { schema: self } }, ...content(type) },
      },
    },
  });
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Recursive", version: "1" },
    paths: {
      "/json": operation("application/json"),
      "/form": operation("application/x-www-form-urlencoded"),
      "/parts": operation("multipart/form-data"),
      "/text": operation("text/plain"),
    },
    components: { schemas: { Self: schema } },
  });
}

test("a schema that leads to itself compiles in each place", { timeout: 120_000 }, async () => {
  const cases = new Map<string, Awaited<ReturnType<typeof generate>>>();
  for (const [way, keywords] of Object.entries(ways))
    for (const [index, beside] of besides.entries())
      cases.set(`${way}${index}`, await generate(description({ ...keywords, ...beside })));
  expect(
    [...cases].flatMap(([name, { errors }]) => errors.map((one) => `${name}: ${one}`)),
  ).toEqual([]);
  expect(compileErrors(cases)).toEqual([]);
});
