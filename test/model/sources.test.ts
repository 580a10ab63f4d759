import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/catalog.js";
import { memberOf, parsePointer } from "../../src/diagnostics/json.js";
import { load } from "../../src/load/load.js";
import { parse } from "../../src/load/text/parse.js";
import { buildModel } from "../../src/model/build.js";
import { everySchema } from "../../src/model/passes/direction.js";
import type { ApiModel } from "../../src/model/types.js";
import { oddSamples, sharedSamples } from "../corpus/descriptions.js";
import { modelOf } from "./model.js";

/**
 * The places of schemas at which the description as it was written has nothing. Schemas that were joined have a place that
 * none is written at, null for `nullable` one in the union with it, and what stands beside where a schema belongs is taken
 * as if it stood there.
 */
function nowhere(model: ApiModel, textOf: (file: string) => string): readonly string[] {
  const files = new Map<string, unknown>();
  const at = (file: string, steps: readonly string[]): unknown => {
    if (!files.has(file)) files.set(file, parse(textOf(file), file, new Diagnostics())?.value);
    return steps.reduce(memberOf, files.get(file));
  };
  const isLifted = (file: string, steps: readonly string[]): boolean => {
    const index = steps.lastIndexOf("schema");
    const holder = at(file, steps.slice(0, index));
    const rest = [...steps.slice(0, index), ...steps.slice(index + 1)];
    return memberOf(holder, "type") !== undefined && at(file, rest) !== undefined;
  };
  const missing = [...everySchema(model)].filter(({ keywords, source: { file, pointer } }) => {
    const isNull = keywords.types?.join() === "null" && pointer.endsWith("/anyOf/1");
    if (isNull || /\/~(?:allOf|anyOf)\//.test(pointer)) return false;
    const steps = parsePointer(pointer) ?? [""];
    return at(file, steps) === undefined && !isLifted(file, steps);
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
