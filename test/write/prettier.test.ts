import { emitOptions } from "../emit-options.js";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "prettier";
import { expect, onTestFinished, test, vi } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { fileText } from "../../src/emit/file.js";
import { emitters } from "../../src/emitters/index.js";
import { load } from "../../src/load/load.js";
import type { Input } from "../../src/load/text/read.js";
import { buildModel } from "../../src/model/build.js";
import { formatFile, formatOwned, pieceLength } from "../../src/write/format/format.js";
import { madeUp } from "../bench/generate-made-up.js";
import { someOf } from "../long.js";

const repo = fileURLToPath(new URL("../../", import.meta.url));

/** Every file of every emitter, as it is before it is formatted. */
async function emitted(input: Input): Promise<readonly { path: string; text: string }[]> {
  const diagnostics = new Diagnostics();
  // One case refers to another one.
  const root = "path" in input ? dirname(dirname(input.path)) : repo;
  const description = await load(input, diagnostics, { cwd: repo, root });
  if (!description) throw new Error(JSON.stringify(diagnostics.all));
  const model = buildModel(description, diagnostics);
  const context = {
    diagnostics,
    options: { ...emitOptions, stubs: { folder: "./handlers", root: ".." } },
  } as const;
  const files = [];
  for (const emitter of emitters)
    for (const file of await emitter.emit(model, { ...context }))
      files.push({ path: file.path, text: fileText(file) });
  return files;
}

async function compare(files: ReturnType<typeof emitted>): Promise<void> {
  for (const { path, text } of await files) {
    const expected = await format(text, { parser: "typescript", printWidth: 100 });
    expect(await formatFile(path, text), path).toBe(expected);
    if (path.includes("handlers")) expect(await formatOwned(path, text), path).toBe(expected);
  }
}

test("the Pet Store's files are laid out as prettier does it", async () => {
  await compare(emitted({ path: join(repo, "spec/petstore.yaml") }));
});

const golden = readdirSync(join(repo, "test/golden"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

test.each(someOf(golden, 3))("those of test/golden/%s too", async (name) => {
  await compare(emitted({ path: join(repo, "test/golden", name, "input.yaml") }));
});

test("the same bytes where oxfmt has no native part, with a note", async () => {
  await formatFile("a.ts", "");
  vi.resetModules();
  const problem = "Cannot find native binding. Please try npm i again.";
  // Other files of this process are to have oxfmt again.
  onTestFinished(() => {
    vi.doUnmock("oxfmt");
    vi.resetModules();
  });
  vi.doMock("oxfmt", () => ({ format: () => Promise.reject(new Error(`${problem}\nMore.`)) }));
  const without = await import("../../src/write/format/format.js");
  const notes = new Set<string>();
  for (const folder of ["spec/petstore.yaml", "test/golden/names/input.yaml"])
    for (const { path, text } of await emitted({ path: join(repo, folder) })) {
      const formatted = await without.formatFile(path, text, without.defaultLayout, notes);
      expect(formatted, path).toBe(await formatFile(path, text));
    }
  const note = `prettier formats, which takes longer, since oxfmt cannot be loaded: ${problem}`;
  expect([...notes]).toEqual([note]);
  const broken = without.formatFile("a.ts", "export const = 2;\n");
  await expect(broken).rejects.toThrow(/a\.ts cannot be formatted: .*a bug in specsmith\./s);
});

test("those that are formatted in several pieces too", { timeout: 60_000 }, async () => {
  const input = { text: JSON.stringify(madeUp(300)), name: "made-up.json" };
  const long = emitted(input).then((all) => all.filter(({ text }) => text.length > pieceLength));
  expect((await long).map(({ path }) => path)).toEqual(["validators.ts"]);
  await compare(long);
});

test("unions of every length too", async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [
      `p${"x".repeat(i % 7)}${i}`,
      {
        type: i % 3 === 0 ? ["string", "null"] : "string",
        enum: [..."abcd"].map((letter, k) => letter.repeat(Math.max(1, (i * (k + 1)) >> 3))),
        ...(i % 5 === 0 ? { description: "What it is." } : {}),
        ...(i % 4 === 0 ? { enum: ["日本".repeat(i >> 3), "é".repeat(i >> 2), "x"] } : {}),
      },
    ]),
  );
  const schemas = {
    All: { type: "object", properties, required: Object.keys(properties).slice(40) },
    Lists: {
      type: "object",
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, items]) => [name, { type: "array", items }]),
      ),
      additionalProperties: { type: "number" },
    },
    ...Object.fromEntries(Object.values(properties).map((schema, i) => [`Named${i}`, schema])),
  };
  const info = { title: "Unions", version: "1" };
  const description = { openapi: "3.1.0", info, paths: {}, components: { schemas } };
  await compare(emitted({ text: JSON.stringify(description), name: "unions.json" }));
});
