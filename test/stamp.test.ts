import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Config } from "../src/config/options.js";
import { type Format, printDiagnostics } from "../src/diagnostics/print.js";
import type { Outcome } from "../src/pipeline.js";
import { generateChanges } from "../src/cli/stamp.js";

const petstore = readFileSync(
  fileURLToPath(new URL("../spec/petstore.yaml", import.meta.url)),
  "utf8",
);

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "specsmith run "));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  write("petstore.yaml", petstore);
});

const read = (path: string) => readFileSync(join(folder, path), "utf8");
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);

/** Whether the run saw by its stamp alone that there is nothing to do; it has no model then. */
async function generate(more: Partial<Config> = {}, check = false) {
  const config = { input: "petstore.yaml", output: "api", only: ["types"], ...more } as const;
  const outcome = await generateChanges({ config, folder }, { check });
  return { ...outcome, skipped: outcome.ok && outcome.model === undefined };
}

test("a second run reads nothing but what it compares, and says the same", async () => {
  const first = await generate();
  expect(first).toMatchObject({ ok: true, skipped: false });
  const second = await generate();
  expect(second).toMatchObject({ ok: true, skipped: true, title: first.title });
  expect(second.result?.written).toEqual([]);
  expect(new Set(second.result?.unchanged)).toEqual(new Set(first.result?.written));
  expect(await generate({}, true)).toMatchObject({ skipped: true, differences: [] });
});

test("the first check after a run needs no other run", async () => {
  await generate();
  expect(await generate({}, true)).toMatchObject({ skipped: true, differences: [] });
});

test("another text is read, also when it has the same length and time", async () => {
  const then = new Date(0);
  utimesSync(join(folder, "petstore.yaml"), then, then);
  await generate();
  write("petstore.yaml", petstore.replace("title: Pet Store", "title: Pet Stora"));
  utimesSync(join(folder, "petstore.yaml"), then, then);
  expect(await generate({}, true)).toMatchObject({ skipped: false, title: "Pet Stora" });
});

test("another file of the description is compared too", async () => {
  const info = "openapi: 3.1.0\ninfo: { title: Parts, version: '1' }\npaths: {}\n";
  write("parts.yaml", `${info}components: { schemas: { A: { $ref: './a.yaml' } } }\n`);
  write("a.yaml", "type: string\n");
  await generate({ input: "parts.yaml" });
  expect(await generate({ input: "parts.yaml" })).toMatchObject({ skipped: true });
  write("a.yaml", "type: number\n");
  expect(await generate({ input: "parts.yaml" })).toMatchObject({ skipped: false });
  expect(read("api/types.ts")).toContain("number");
});

test("a file that was looked for and is not there is noticed once it is", async () => {
  const info = "openapi: 3.0.3\ninfo: { title: Parts, version: '1' }\npaths: {}\n";
  const schema = "oneOf: [{ $ref: '#/components/schemas/B' }], discriminator: ";
  const mapping = "{ propertyName: kind, mapping: { a: ./a.yaml } }";
  const parts = `${info}components:\n  schemas:\n    A: { ${schema}${mapping} }\n    B: { type: object }\n`;
  write("parts.yaml", parts);
  const first = await generate({ input: "parts.yaml" });
  expect(first.diagnostics.all.map(({ code }) => code)).toContain("file-not-found");
  write("a.yaml", "type: object\n");
  const second = await generate({ input: "parts.yaml" });
  expect(second).toMatchObject({ skipped: false });
  expect(second.diagnostics.all.map(({ code }) => code)).not.toContain("file-not-found");
});

test.each([
  ["only", { only: ["types", "validators"] }],
  ["formats", { formats: "annotate" }],
  ["strict", { strict: true }],
  ["root", { root: ".." }],
] as const)("another %s is another run", async (_, more) => {
  await generate();
  expect(await generate(more)).toMatchObject({ skipped: false });
});

test("a generated file that is missing is made again; an edited one is refused", async () => {
  await generate();
  rmSync(join(folder, "api/types.ts"));
  expect((await generate()).result?.added).toEqual(["types.ts"]);
  write("api/types.ts", `${read("api/types.ts")}// mine\n`);
  await expect(generate()).rejects.toThrow(/edited/);
});

test("a folder of a killed run is not passed over", async () => {
  await generate();
  mkdirSync(join(folder, "api/.specsmith.work"));
  expect(await generate()).toMatchObject({ skipped: false });
});

test.skipIf(process.platform === "win32")(
  "a link in the place of a generated file is refused as ever (links need rights on Windows)",
  async () => {
    await generate();
    write("elsewhere.ts", read("api/types.ts"));
    rmSync(join(folder, "api/types.ts"));
    symlinkSync(join(folder, "elsewhere.ts"), join(folder, "api/types.ts"));
    await expect(generate()).rejects.toThrow(/symbolic link/);
  },
);

test("a stub that was removed is added again", async () => {
  const stubs = { only: ["stubs"], stubs: "handlers" } as const;
  await generate(stubs);
  expect(await generate(stubs)).toMatchObject({ skipped: true });
  write("handlers/animals.ts", read("handlers/animals.ts").replace("listPets", "oldPets"));
  expect(await generate(stubs)).toMatchObject({ skipped: false });
  expect(read("handlers/animals.ts")).toContain("listPets");
  const again = await generate(stubs);
  expect(again.skipped).toBe(false);
  expect(again.notes[0]?.text).toContain("oldPets");
});

test("warnings are said again, with their places", async () => {
  const more = "  /pets/{id}: { get: { responses: { 204: { description: x } } } }\n";
  write(
    "petstore.yaml",
    petstore
      .replace("type: integer, format: int64 }", "type: string, format: tomorrow }")
      .replace(/^paths:\n/m, (paths) => paths + more),
  );
  const first = await generate({ only: ["validators"] });
  const second = await generate({ only: ["validators"] });
  expect(second.skipped).toBe(false);
  expect(first.diagnostics.counts.warning).toBeGreaterThan(0);
  expect(second.diagnostics.all).toEqual(first.diagnostics.all);
  expect(second.diagnostics.counts).toEqual(first.diagnostics.counts);
  for (const format of ["pretty", "github", "json"] as const)
    expect(printed(second, format)).toBe(printed(first, format));
  expect(printed(second, "pretty")).toMatch(/see: .*petstore\.yaml:\d+:3 /);
});

function printed({ diagnostics, files }: Outcome, format: Format): string {
  return printDiagnostics(diagnostics.all, {
    format,
    colour: false,
    counts: diagnostics.counts,
    locate: (source, marks) => files.locate(source, marks),
    linesOf: (file) => files.linesOf(file),
  });
}

test("standard input is read each time", async () => {
  const config = { input: "-", output: "api", only: ["types"] } as const;
  const options = { standardInput: async () => petstore };
  await generateChanges({ config, folder }, options);
  expect((await generateChanges({ config, folder }, options)).model).toBeDefined();
});
