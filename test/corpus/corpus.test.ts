import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compile, compileMany } from "./compile.js";
import { type Sample, oddSamples } from "./descriptions.js";
import { again, generate } from "./generate.js";
import { Results } from "./results.js";
import { faultsOf, rowLine, summary } from "./table.js";

const folder = mkdtempSync(join(tmpdir(), "corpus-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sampleOf(name: string, text: string, expected: Sample["expected"]): Sample {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "input.yaml"), text);
  return { name, folder: join(folder, name), path: "input.yaml", expected, hash: () => text };
}

const good = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{id}:
    get:
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses:
        "200":
          description: An animal.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Pet" }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string } } }
`;

test("a valid description is generated, compiled and generated again", async () => {
  const sample = sampleOf("good", good, "code");
  const out = join(folder, "out");
  const generated = await generate(sample, out);
  expect(generated).toMatchObject({ version: "3.1.0", operations: 1, schemas: 1, refusals: [] });
  expect(generated.crash).toBeUndefined();
  const second = await again(sample, out);
  expect(second).toEqual([]);
  const compiled = await compile(out);
  expect(compiled.errors).toEqual([]);
  const row = { sample, result: { generated, compiled, again: second } };
  expect(faultsOf(row)).toEqual([]);
  expect(rowLine(row)).toMatch(/^good +3\.1\.0 +1 +1 .* compiles$/);

  writeFileSync(join(out, "api/more.ts"), "export const more: string = 1;\n");
  const worse = await compile(out);
  expect(worse.errors).toEqual([expect.stringContaining("api/more.ts(1,14): error TS2322")]);
  expect(faultsOf({ sample, result: { ...row.result, compiled: worse } })).toEqual(worse.errors);
  writeFileSync(join(out, "api/types.ts"), "");
  const third = await again(sample, out).catch((error: Error) => [error.name]);
  expect(third).not.toEqual([]);
});

test(
  "descriptions made up for the corpus are generated and compile",
  { timeout: 300_000 },
  async () => {
    const outputs = new Map<string, string>();
    for (const sample of oddSamples()) {
      const out = join(folder, sample.name);
      const generated = await generate(sample, out);
      expect([sample.name, generated.crash, ...generated.refusals]).toEqual([
        sample.name,
        undefined,
      ]);
      outputs.set(sample.name, out);
    }
    const broken = join(folder, "broken");
    mkdirSync(join(broken, "api"), { recursive: true });
    writeFileSync(join(broken, "api/wrong.ts"), "export const wrong: string = 1;\n");
    // `npm run corpus` in CI takes the older compilers, too, which need ten times as long.
    const compiled = await compileMany(outputs.set("broken", broken), join(folder, "batch"), ["7"]);
    const errors = Array.from(compiled, ([name, { errors: found }]) => [name, found]);
    expect(errors.filter(([, found]) => found?.length)).toEqual([
      ["broken", [expect.stringMatching(/^api\/wrong\.ts\(1,14\): error TS2322/)]],
    ]);
  },
);

test("what is expected to be refused has to be, and the other way round", async () => {
  const text = good.replace("schemas/Pet", "schemas/Dog");
  const refused = await generate(sampleOf("bad", text, "error"), join(folder, "bad-out"));
  expect(refused.refusals).toEqual([expect.stringContaining("ref-not-found")]);
  const result = { generated: refused, compiled: undefined, again: undefined };
  const sample = (expected: Sample["expected"]): Sample => ({
    ...{ name: "bad", folder, path: "bad/input.yaml", hash: () => "" },
    expected,
  });
  expect(faultsOf({ sample: sample("error"), result })).toEqual([]);
  expect(faultsOf({ sample: sample("code"), result })).toHaveLength(1);
  expect(summary([{ sample: sample("error"), result }])).toContain("invalid: 1 of 1 refused");
});

test("a result is found again under its key only", () => {
  const results = new Results(join(folder, "results"));
  const generated = {
    ...{ version: "3.1.0", operations: 1, schemas: 0, seconds: 1, files: 2, warnings: 0 },
    refusals: [],
  };
  results.write("one", "a", {
    generated: { ...generated, crash: undefined },
    compiled: undefined,
    again: [],
  });
  expect(results.read("one", "a")?.generated.operations).toBe(1);
  expect(results.read("one", "b")).toBeUndefined();
  expect(results.read("two", "a")).toBeUndefined();
});
