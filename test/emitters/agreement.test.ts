import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Examined, examine } from "./agreement-cases.js";
import { disagreements, told } from "./agreement-compile.js";
import { type TypeDifference, silentKeywords, typeDifferences } from "./agreement-differences.js";

const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const seed = Number(process.env["SEED"] ?? 20_260_314);
const folder = mkdtempSync(join(tmpdir(), "agreement-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const examined = new Map<string, Examined>();

beforeAll(async () => {
  const cases = readdirSync(golden, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name } of cases) {
    const home = join(golden, name);
    const found = await examine({
      input: "input.yaml",
      folder: home,
      seed,
      values: 14,
      neighbours: 60,
    });
    if (found && found.cases.length > 0) examined.set(name, found);
  }
});

function every() {
  return [...examined].flatMap(([description, { cases }]) =>
    cases.map((one) => ({ ...one, description, errors: [] })),
  );
}

test("each schema that lets something through has values that its validator accepts", () => {
  const without = [...examined].flatMap(([, found]) => found.without);
  expect(without).toEqual(["Nothing"]);
});

test("what a validator accepts fits the schema's types, members, items and literals", () => {
  expect(
    every()
      .filter((one) => one.accepted && !one.fits)
      .map(told),
  ).toEqual([]);
});

test("what fits, but is refused, is refused for keywords that a type says nothing of", () => {
  const silent = every().filter((one) => !one.accepted && one.fits && one.compiles);
  const wrong = silent.filter(
    ({ keywords }) => !keywords.some((keyword) => keyword in silentKeywords),
  );
  expect(wrong.map((one) => `${one.keywords.join()} ${told(one)}`)).toEqual([]);
  if (process.env["SEED"]) return;
  const needed = new Set(silent.flatMap(({ keywords }) => keywords));
  expect(Object.keys(silentKeywords).filter((keyword) => !needed.has(keyword))).toEqual([]);
});

test("TypeScript says of each value what the schema and the differences say", async () => {
  expect((await disagreements(examined, folder)).map(told).slice(0, 30)).toEqual([]);
  expect(every().filter(({ compiles }) => compiles).length).toBeGreaterThan(300);
  expect(every().filter(({ compiles }) => !compiles).length).toBeGreaterThan(300);
});

test("each difference is needed", () => {
  const cases = every();
  const all = Object.keys(typeDifferences) as readonly TypeDifference[];
  expect(all.filter((one) => !cases.some(({ needs }) => needs(one)))).toEqual([]);
});
