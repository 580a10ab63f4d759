import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../src/index.js";
import { compile } from "../corpus/compile.js";

const folder = mkdtempSync(join(tmpdir(), "impossible-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const refTo = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

/** Of which no value is valid. */
const schemas: Readonly<Record<string, object>> = {
  Nothing: { not: {} },
  Types: { allOf: [{ type: "string" }, { type: "number" }] },
  Values: { allOf: [{ enum: ["a", "b"] }, { enum: ["c"] }] },
  Branches: { const: -2, oneOf: [{ type: "string", minLength: 1 }, { type: "string" }] },
  BranchValues: { enum: ["a"], anyOf: [{ const: "b" }, { enum: ["c", "d"] }] },
  Loop: { type: "string", allOf: [{ type: "array", prefixItems: [refTo("Loop")] }] },
  LoopOfItems: {
    type: "array",
    prefixItems: [{ type: "number" }, false],
    items: { allOf: [{ type: "number" }, { type: "array", prefixItems: [refTo("LoopOfItems")] }] },
  },
  Form: {
    type: "object",
    properties: { items: { type: "string" }, data: { type: "integer" } },
    allOf: [{ anyOf: [{ type: "string" }, { const: 1 }] }],
  },
  Named: { allOf: [refTo("Types"), { type: "object", properties: { a: refTo("Values") } }] },
};

/** Media types of a body; the schema is that of the first. */
const bodies: readonly (readonly string[])[] = [
  ["application/json"],
  ["application/x-www-form-urlencoded"],
  ["application/json", "text/plain"],
  ["application/json", "application/octet-stream"],
  ["text/plain", "application/json"],
  ["application/json", "image/*", "multipart/form-data"],
  ["application/x-www-form-urlencoded", "application/json", "*/*"],
  ["application/vnd.a+json", "application/json"],
];

const others: Readonly<Record<string, object>> = {
  "application/json": { type: "object", properties: { a: { type: "string" } } },
  "multipart/form-data": { type: "object", properties: { a: { type: "string" } } },
  "text/plain": { type: "string" },
};

function operationsOf(schema: object): object[] {
  return bodies.flatMap((types) =>
    [schema, others].map((all) => {
      const content = types.map((type, i) => [
        type,
        { schema: i === 0 || all === schema ? schema : (others[type] ?? {}) },
      ]);
      const requestBody = { content: Object.fromEntries(content) as object };
      const responses = { 200: { description: "Done", content: requestBody.content } };
      const post = { requestBody, responses };
      return { post, put: { ...post, requestBody: { ...requestBody, required: true } } };
    }),
  );
}

test("where no value is valid, the code compiles", { timeout: 60_000 }, async () => {
  const paths = Object.keys(schemas).flatMap((name) =>
    operationsOf(refTo(name)).map((item, i) => [`/${name}/${i}`, item] as const),
  );
  const description = {
    openapi: "3.1.0",
    info: { title: "Impossible", version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas },
  };
  const input = join(folder, "api.json");
  writeFileSync(input, JSON.stringify(description));
  expect(await generate({ input, output: join(folder, "api"), format: "none" })).toMatchObject({
    ok: true,
  });
  expect((await compile(folder, ["5.4", "7"])).errors).toEqual([]);
});
