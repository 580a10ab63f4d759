import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import { isLong } from "../long.js";

/** As many calls in calls, two or three for each schema, are more than the stack has room for. */
const count = 5000;

/** How a schema leads to the next, for a part of the value each. */
const links: Readonly<Record<string, (next: object) => object>> = {
  Member: (next) => ({ type: "object", properties: { next } }),
  Untyped: (next) => ({ properties: { next } }),
  Other: (next) => ({
    type: "object",
    additionalProperties: { type: "object", patternProperties: { "^a": next } },
  }),
  Item: (next) => ({ oneOf: [{ type: "string" }, { type: "array", items: next }] }),
  Directed: (next) => ({
    type: "object",
    required: ["id"],
    properties: { id: { type: "string", readOnly: true }, next },
  }),
  Alias: (next) => next,
};

test.skipIf(!isLong).each([
  ["the first leads to the second", false],
  ["the last leads to the one before", true],
])(
  "5,000 schemas in a row, in many ways: %s (with LONG=1: it takes a minute)",
  async (_, isBackwards) => {
    const ref = (word: string, index: number): object => ({
      $ref: `#/components/schemas/${word}${isBackwards ? count - 1 - index : index}`,
    });
    const schemas = Object.entries(links).flatMap(([word, link]) =>
      Array.from({ length: count }, (_, place) => {
        const index = isBackwards ? count - 1 - place : place;
        const next = index < count - 1 ? link(ref(word, index + 1)) : { type: "string" };
        return [`${word}${place}`, next] as const;
      }),
    );
    const paths = Object.keys(links).map((word) => {
      const content = { "application/json": { schema: ref(word, 0) } };
      const responses = { "200": { description: "Sent.", content } };
      const post = { operationId: `send${word}`, requestBody: { content }, responses };
      return [`/${word}`, { post }] as const;
    });
    expect(
      await codesOf({
        paths: Object.fromEntries(paths),
        components: { schemas: Object.fromEntries(schemas) },
      }),
    ).toEqual([]);
  },
  240_000,
);

async function codesOf(description: object): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "long-"));
  try {
    const text = JSON.stringify({
      openapi: "3.1.0",
      info: { title: "Long", version: "1" },
      ...description,
    });
    writeFileSync(join(folder, "long.json"), text);
    const diagnostics = new Diagnostics();
    const config = { input: "long.json", output: "out" };
    const product = await produce({ config, folder }, diagnostics, new Files());
    if (!product && !diagnostics.hasErrors) throw new Error("nothing was made");
    return diagnostics.all.map(({ code }) => code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
