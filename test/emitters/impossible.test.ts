import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../src/index.js";
import { compile } from "../corpus/compile.js";
import { isLong } from "../long.js";

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

/** A member of an object, as an alternative or a part says it. */
const members: Readonly<Record<string, object>> = {
  X: { const: "x" },
  Y: { const: "y" },
  Few: { enum: ["x", "z"] },
  Text: { type: "string" },
  Number: { type: "integer" },
  One: { type: "number", enum: [1.5] },
  Any: {},
  None: false as unknown as object,
  Object: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
};

/** Objects of which each member has to be what two parts say, in each way that parts can be written. */
function pairs(): Record<string, object> {
  const found: Record<string, object> = {};
  const of = (schema: object, closed: boolean): object => ({
    type: "object",
    properties: { k: schema },
    required: ["k"],
    ...(closed && { additionalProperties: false }),
  });
  const other = { type: "object", properties: { b: { type: "string" } }, required: ["b"] };
  for (const [a, one] of Object.entries(members))
    for (const [b, two] of Object.entries(members)) {
      const union = {
        oneOf: [of({ const: "x" }, false), of({ const: "y" }, false), of(one, false)],
      };
      found[`Parts${a}${b}`] = { allOf: [of(one, false), of(two, false)] };
      found[`Closed${a}${b}`] = {
        allOf: [of(one, true), { ...other, additionalProperties: false }],
      };
      found[`Union${a}${b}`] = { allOf: [union, of(two, false)] };
      found[`Beside${a}${b}`] = { ...union, ...of(two, false) };
      found[`Named${a}${b}`] = { $ref: `#/components/schemas/Parts${b}${a}`, ...of(two, true) };
    }
  return found;
}

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
    // Of one type, both are the same.
    (types.length > 1 ? [schema, others] : [schema]).map((all) => {
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

test(
  "where parts say several things of a member, the code compiles",
  { timeout: 60_000 },
  async () => {
    const all = pairs();
    const content = { "application/json": { schema: { anyOf: Object.keys(all).map(refTo) } } };
    const post = { requestBody: { content }, responses: { 200: { description: "Done", content } } };
    const description = {
      openapi: "3.1.0",
      info: { title: "Pairs", version: "1" },
      paths: { "/": { post } },
      components: { schemas: all },
    };
    const own = join(folder, "pairs");
    mkdirSync(own);
    writeFileSync(join(own, "api.json"), JSON.stringify(description));
    const made = {
      input: join(own, "api.json"),
      output: join(own, "api"),
      format: "none",
    } as const;
    expect(await generate(made)).toMatchObject({ ok: true });
    expect((await compile(own, ["7"])).errors).toEqual([]);
  },
);

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
  expect((await compile(folder, isLong ? ["5.4", "7"] : ["7"])).errors).toEqual([]);
});
