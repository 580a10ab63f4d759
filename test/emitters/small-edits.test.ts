import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";

const folder = mkdtempSync(join(tmpdir(), "small-edits-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Node = Record<string, any>;

/** So many operations that have in common what a description can say once; the first two have their own security. */
function describe(operations: number): Node {
  const key = (name: string): Node => ({ type: "apiKey", in: "header", name });
  const error = { type: "object", required: ["message"], properties: { message: text } };
  const operation = (at: number): Node => ({
    operationId: `do${at}`,
    parameters: [{ $ref: "#/components/parameters/Fields" }],
    responses: {
      200: { description: "", content: json({ $ref: "#/components/schemas/Item" }) },
      404: { $ref: "#/components/responses/NotFound" },
    },
    ...(at === 0 && { security: [] }),
    ...(at === 1 && { security: [{ other: [] }] }),
  });
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    security: [{ key: [] }],
    paths: Object.fromEntries(
      Array.from({ length: operations }, (_, at) => [`/${at}`, { get: operation(at) }]),
    ),
    components: {
      securitySchemes: { key: key("X-Key"), other: key("X-Other") },
      parameters: {
        Fields: {
          in: "query",
          name: "fields",
          explode: false,
          schema: { type: "array", items: text },
        },
      },
      responses: { NotFound: { description: "", content: json(error) } },
      schemas: { Item: { type: "object", properties: { id: text } } },
    },
  };
}

const text = { type: "string" };
const json = (schema: Node): Node => ({ "application/json": { schema } });

async function filesFor(description: Node): Promise<ReadonlyMap<string, readonly string[]>> {
  writeFileSync(join(folder, "shop.json"), JSON.stringify(description));
  const config = { input: "shop.json", output: "api" };
  const product = await produce({ config, folder }, new Diagnostics(), new Files());
  const files = product?.generated.map(({ path, text }) => [path, text.split("\n")] as const);
  return new Map(files);
}

/** Number of lines that one has and the other has not. */
function changes(old: readonly string[] = [], now: readonly string[] = []): number {
  const counts = new Map<string, number>();
  for (const line of old) counts.set(line, (counts.get(line) ?? 0) - 1);
  for (const line of now) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0);
}

const edits: Readonly<Record<string, readonly [edit: (root: Node) => void, files: string[]]>> = {
  "one more way to be let in": [
    (root) => root["security"].push({ other: [] }),
    ["client.ts", "server.ts"],
  ],
  "another way to be let in": [
    (root) => (root["security"] = [{ key: [], other: [] }]),
    ["client.ts", "server.ts"],
  ],
  "another error": [
    ({ components: { responses } }) =>
      (responses.NotFound.content = json({ $ref: "#/components/schemas/Item" })),
    ["client.ts", "server.ts"],
  ],
  "another media type of an error": [
    ({ components: { responses } }) =>
      (responses.NotFound.content = { "application/problem+json": {} }),
    ["server.ts"],
  ],
  "a default of a parameter": [
    ({ components: { parameters } }) => (parameters.Fields.schema.default = ["id"]),
    ["server.ts"],
  ],
  "another name of a parameter": [
    ({ components: { parameters } }) => (parameters.Fields.name = "members"),
    ["server.ts"],
  ],
};

test.each(Object.entries(edits))(
  "%s changes as much for two operations as for twenty",
  async (_, [edit, files]) => {
    const changed = async (operations: number): Promise<readonly number[]> => {
      const before = await filesFor(describe(operations));
      const edited = describe(operations);
      edit(edited);
      const after = await filesFor(edited);
      return files.map((file) => changes(before.get(file), after.get(file)));
    };
    // One after the other, since they write to the same file.
    const few = await changed(4);
    const many = await changed(22);
    expect(many).toEqual(few);
    expect(many.every((count) => count > 0)).toBe(true);
  },
);
