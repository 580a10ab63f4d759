import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { memberOf } from "../../src/common/json.js";
import { parsePointer } from "../../src/common/pointers.js";
import { load } from "../../src/load/load.js";
import { parse } from "../../src/load/text/parse.js";
import { buildModel } from "../../src/model/build.js";
import { everySchema } from "../../src/model/passes/direction.js";
import type { ApiModel } from "../../src/model/types.js";
import { read } from "../load/read-description.js";
import { oddSamples, sharedSamples } from "../corpus/descriptions.js";
import { modelOf } from "./model.js";

/**
 * The places of schemas at which the description as it was written has nothing. Schemas that were joined have a place that
 * none is written at, and null for `nullable` one in the union with it.
 */
function nowhere(model: ApiModel, textOf: (file: string) => string): readonly string[] {
  const files = new Map<string, unknown>();
  const at = (file: string, steps: readonly string[]): unknown => {
    if (!files.has(file)) files.set(file, parse(textOf(file), file, new Diagnostics())?.value);
    return steps.reduce(memberOf, files.get(file));
  };
  const missing = [...everySchema(model)].filter(({ keywords, source: { file, pointer } }) => {
    const isNull = keywords.types?.join() === "null" && pointer.endsWith("/anyOf/1");
    if (isNull || /\/~(?:allOf|anyOf)\//.test(pointer)) return false;
    return at(file, parsePointer(pointer) ?? [""]) === undefined;
  });
  return missing.map(({ source: { file, pointer } }) => `${file}#${pointer}`);
}

test.each([
  "{ nullable: true, oneOf: [{ type: integer }, { type: string }] }",
  "{ type: string, nullable: true, anyOf: [{ format: date }, { minLength: 20 }] }",
  "{ nullable: true, allOf: [{ $ref: '#/components/schemas/B' }] }",
  "{ nullable: true, $ref: '#/components/schemas/B' }",
  "{ nullable: true, items: { type: string }, not: { type: array } }",
  "{ type: object, properties: { a: { type: integer, minimum: 1, exclusiveMinimum: true } } }",
])("the schemas of %s stand where the description has them", async (schema) => {
  const text = `paths:
  /pets/{id}: { get: { responses: { "200": { description: Ok } } } }
components: { schemas: { A: ${schema}, B: { type: boolean } } }
`;
  const model = await modelOf(text, "3.0.3");
  const whole = `openapi: 3.0.3\ninfo: { title: Test Api, version: "1" }\n${text}`;
  expect(everySchema(model).size).toBeGreaterThan(2);
  expect(nowhere(model, () => whole)).toEqual([]);
});

test("a schema that stands beside where one belongs has the place where it stands", async () => {
  const text = `paths:
  /pets/{id}:
    post:
      parameters:
        - { name: id, in: path, required: true, type: string, pattern: "(" }
        - { name: tags, in: query, type: array, items: { type: string, title: Tag } }
      requestBody:
        content:
          application/json: { type: object, title: Pet, properties: { age: { type: object, title: Age } } }
      responses:
        "204": { description: Ok, headers: { X-Age: { type: integer, default: x } } }
  /tags:
    get:
      parameters:
        - { name: tag, in: query, schema: { $ref: "#/paths/~1pets~1{id}/post/parameters/1/items" } }
      responses: { "204": { description: Ok } }
`;
  const whole = `openapi: 3.0.3\ninfo: { title: Test Api, version: "1" }\n${text}`;
  const { found } = await read(whole);
  expect(found).toEqual([
    "warning unknown-member 7:49",
    "warning unknown-member 8:36",
    "warning unknown-member 11:31",
    "warning unknown-member 13:55",
    "warning invalid-pattern 7:72",
    "warning default-type-mismatch 13:79",
  ]);
  const model = await modelOf(text, "3.0.3");
  const places = [...everySchema(model)].map(({ source }) => source.pointer);
  const post = "/paths/~1pets~1{id}/post";
  expect(places).toEqual(
    expect.arrayContaining([
      `${post}/parameters/0`,
      `${post}/parameters/1`,
      `${post}/parameters/1/items`,
      `${post}/requestBody/content/application~1json`,
      `${post}/requestBody/content/application~1json/properties/age`,
      `${post}/responses/204/headers/X-Age`,
    ]),
  );
  expect(nowhere(model, () => whole)).toEqual([]);
});

const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const samples = [
  ...readdirSync(golden)
    .map((name) => ({ name, folder: join(golden, name), path: "input.yaml" }))
    .filter(({ folder, path }) => existsSync(join(folder, path))),
  ...[...oddSamples(), ...sharedSamples()].filter(
    ({ expected, folder, path }) =>
      expected === "code" && statSync(join(folder, path)).size < 1_000_000,
  ),
];

/** Without the mark at its start that says how it is encoded. */
function textIn(folder: string, file: string): string {
  return readFileSync(join(folder, file), "utf8").replace(/^\uFEFF/, "");
}

test.each(samples)("the schemas of $name stand where it has them", async ({ folder, path }) => {
  const diagnostics = new Diagnostics();
  const description = await load({ path }, diagnostics, { cwd: folder });
  if (!description) return;
  const model = buildModel(description, diagnostics);
  expect(nowhere(model, (file) => textIn(folder, file))).toEqual([]);
});
