import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sharedSamples } from "../corpus/descriptions.js";
import { examine } from "./agreement-cases.js";
import { disagreements, told } from "./agreement-compile.js";
import { silentKeywords } from "./agreement-differences.js";

// AGREEMENT=corpus takes all descriptions of the corpus, AGREEMENT=corpus:stripe,vimeo those with such names.
const [mode, names = ""] = (process.env["AGREEMENT"] ?? "").split(":");
const seed = Number(process.env["SEED"] ?? 20_260_314);
const samples = sharedSamples().filter(
  ({ name, expected }) =>
    expected === "code" && names.split(",").some((part) => name.includes(part)),
);

/** Descriptions in which there are differences beyond the tables, each with the reason. */
const knownIn: Readonly<Record<string, string>> = {
  "guru-bungie.net":
    "members that are all optional, one of them `length`: TypeScript takes a text, which has one",
  "openapi-ts-3.0.x-full":
    'in `A & ("a" | "b")`, where all members of A are optional, TypeScript takes the texts',
  "openapi-ts-3.1.x-full":
    'in `A & ("a" | "b")`, where all members of A are optional, TypeScript takes the texts',
  "scalar-galaxy-latest":
    "items that `$dynamicRef` leads elsewhere from what uses the list are `unknown` in the list alone",
  "togethercomputer-openapi-openapi":
    "a tag that may be missing: a fresh literal without it is compared with one branch only",
};

test.skipIf(samples.length === 0)(
  "the descriptions with known differences are there (skipped where ../shared is missing)",
  () => {
    const known = new Set(sharedSamples().map(({ name }) => name));
    expect(Object.keys(knownIn).filter((name) => !known.has(name))).toEqual([]);
  },
);

test.skipIf(mode !== "corpus").each(samples)(
  "$name: types and validators agree (on demand: it takes minutes)",
  { timeout: 600_000 },
  async ({ name, folder, path }) => {
    const options = { input: path, folder, seed, values: 6, neighbours: 14 };
    const examined = await examine(options);
    if (!examined) throw new Error("the description was refused");
    const cases = examined.cases.map((one) => ({ ...one, description: name, errors: [] }));
    const silent = cases.filter((one) => !one.accepted && one.fits && one.compiles);
    const unexplained = silent.filter(
      ({ keywords }) => !keywords.some((keyword) => keyword in silentKeywords),
    );
    const work = mkdtempSync(join(tmpdir(), "agreement-"));
    try {
      const all = await disagreements(new Map([[name, examined]]), work);
      // What compiles as it should is no disagreement, even if a difference was foreseen.
      const found = all.filter(({ accepted, errors }) => !accepted || errors.length > 0);
      const wrong = [
        ...cases.filter((one) => one.accepted && !one.fits).map(told),
        ...unexplained.map((one) => `${one.keywords.join()} ${told(one)}`),
        ...found.map(told),
      ];
      if (name in knownIn) expect(wrong, knownIn[name]).not.toEqual([]);
      else expect(wrong).toEqual([]);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  },
);
