import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Config } from "../../src/config/options.js";
import { loadMocks } from "./load.js";

const folder = mkdtempSync(join(tmpdir(), "examples-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Make = (options?: object) => { readonly fetch: typeof fetch };

/** What is something else in memory than in JSON, as a schema and a value. */
const leaves = {
  date: [{ type: "string", format: "date-time" }, "2020-01-02T03:04:05.000Z"],
  "date or null": [{ type: ["string", "null"], format: "date-time" }, "2020-01-02T03:04:05.000Z"],
  "date with a default": [
    { type: "string", format: "date-time", default: "2019-01-01T00:00:00Z" },
    "2020-01-02T03:04:05.000Z",
  ],
  int64: [{ type: "integer", format: "int64" }, 7],
  uint64: [{ type: "integer", format: "uint64" }, 12345],
  text: [{ type: "string" }, "2020-01-02T03:04:05Z"],
  integer: [{ type: "integer" }, 5],
} as const;

/** Where it stands. */
const places: Readonly<
  Record<string, (schema: object, value: unknown) => readonly [schema: object, value: unknown]>
> = {
  member: (leaf, value) => [
    { type: "object", required: ["a_b"], properties: { a_b: leaf } },
    { a_b: value },
  ],
  list: (leaf, value) => [{ type: "array", items: leaf }, [value, value]],
  tuple: (leaf, value) => [
    { type: "array", prefixItems: [{ type: "boolean" }, leaf], items: { type: "boolean" } },
    [true, value, false],
  ],
  map: (leaf, value) => [{ type: "object", additionalProperties: leaf }, { one: value }],
  part: (leaf, value) => [
    { allOf: [{ type: "object", properties: { a: leaf } }, { required: ["a"] }] },
    { a: value },
  ],
  branch: (leaf, value) => [
    { anyOf: [{ type: "object", required: ["a"], properties: { a: leaf } }, { type: "boolean" }] },
    { a: value },
  ],
};

const options: readonly Partial<Config>[] = [
  {},
  { dates: "Date" },
  { int64: "bigint" },
  { int64: "string" },
  { dates: "Date", case: "camel" },
];

test.each(options)("with %j, examples are sent as the description has them", async (config) => {
  const cases = Object.entries(leaves).flatMap(([leaf, [schema, value]]) =>
    Object.entries(places).map(([place, around]) => [`${leaf}-${place}`, ...around(schema, value)]),
  ) as [name: string, schema: object, value: unknown][];
  const paths = Object.fromEntries(
    cases.flatMap(([name, schema, value]) => {
      const get = (media: object, schema: object): object => ({
        get: {
          responses: {
            200: { description: "", content: { "application/json": { schema, ...media } } },
          },
        },
      });
      return [
        [`/own/${name}`, get({ example: value }, schema)],
        [`/named/${name}`, get({ examples: { one: { value } } }, schema)],
        [`/in/${name}`, get({}, { ...schema, examples: [value] })],
      ];
    }),
  );
  const description = { openapi: "3.1.0", info: { title: "Own", version: "1" }, paths };
  writeFileSync(join(folder, "own.json"), JSON.stringify(description));
  const { mocks } = await loadMocks("own.json", folder, config);
  const mock = (mocks["mockOwn"] as unknown as Make)();
  for (const [name, , value] of cases)
    for (const kind of ["own", "named", "in"]) {
      const reply = await mock.fetch(`http://mock/${kind}/${name}`);
      expect([kind, name, await reply.json()]).toEqual([kind, name, value]);
    }
});
