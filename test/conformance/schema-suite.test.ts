import { describe, expect, test } from "vitest";
import {
  knownFailures,
  knownFailuresOf30,
  knownFailuresOfCases,
  knownFailuresOfDraft4,
} from "./known-failures.js";
import { type Group, hasSuite, type Outcome, surprises } from "./schema-suite.js";
import { run } from "./schema-suite-run.js";
import {
  hasCases,
  runCases,
  runDraft4,
  runDraft4In31,
  runDraft202012,
} from "./schema-suite-sets.js";
import { table } from "./schema-suite-table.js";

function print(...parts: (readonly [title: string, outcomes: readonly Outcome[]])[]): void {
  if (process.env["TABLE"] || process.env["npm_lifecycle_event"] === "conformance")
    console.log(parts.map(([title, outcomes]) => table(title, outcomes)).join("\n\n"));
}

describe.skipIf(!hasSuite)("the official suite (skipped where ../shared is missing)", () => {
  test("JSON Schema 2020-12, as OpenAPI 3.1 has it", { timeout: 120_000 }, async () => {
    const outcomes = await runDraft202012();
    const isFormat = ({ file }: Outcome): boolean => file.startsWith("optional/format/");
    const isRequired = ({ file }: Outcome): boolean => !file.startsWith("optional/");
    print(
      ["required", outcomes.filter(isRequired)],
      ["optional", outcomes.filter((outcome) => !isRequired(outcome) && !isFormat(outcome))],
      ["formats", outcomes.filter(isFormat)],
    );
    expect(surprises(outcomes, knownFailures)).toEqual([]);
    expect(outcomes.length).toBe(1299 + 162 + 764);
  });

  test("what OpenAPI 3.0 keeps of draft 4", { timeout: 120_000 }, async () => {
    const outcomes = await runDraft4();
    print(["3.0 dialect", outcomes]);
    expect(surprises(outcomes, knownFailuresOf30)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(300);
  });

  test("draft 4, which schemas of 3.1 may be written in", { timeout: 120_000 }, async () => {
    const outcomes = await runDraft4In31();
    print(["draft 4 in 3.1", outcomes]);
    expect(surprises(outcomes, knownFailuresOfDraft4)).toEqual([]);
    expect(outcomes.length).toBe(718);
  });
});

test.skipIf(!hasCases)(
  "semantics that validators get wrong (skipped where ../shared is missing)",
  { timeout: 120_000 },
  async () => {
    const outcomes = await runCases();
    print(["cases", outcomes]);
    expect(surprises(outcomes, knownFailuresOfCases)).toEqual([]);
  },
);

test("$recursiveRef of draft 2019-09 leads to the outermost schema that lets itself be extended", async () => {
  const $schema = "https://json-schema.org/draft/2019-09/schema";
  const tree = {
    $id: "https://suite.example/tree",
    $recursiveAnchor: true,
    type: "object",
    properties: { data: {}, children: { type: "array", items: { $recursiveRef: "#" } } },
  };
  const values = [
    { data: { children: [{ data: 1 }] }, misspelt: false },
    { data: { children: [{ daat: 1 }] }, misspelt: true },
    { data: { children: [{ children: [{ daat: 1 }] }] }, misspelt: true },
    { data: { children: [1] }, misspelt: undefined },
  ];
  const groups = [true, false, undefined].flatMap(($recursiveAnchor): Group[] =>
    [true, false].map((isTree) => {
      const base = { ...tree, ...(!isTree && { $recursiveAnchor: false }) };
      const strict = {
        ...{
          $schema,
          $id: "https://suite.example/strict",
          ...($recursiveAnchor !== undefined && { $recursiveAnchor }),
        },
        ...{ $ref: "tree", unevaluatedProperties: false, $defs: { base } },
      };
      const isStrict = isTree && $recursiveAnchor === true;
      const tests = values.map(({ data, misspelt }) => {
        const valid = misspelt !== undefined && !(misspelt && isStrict);
        return { description: JSON.stringify(data), data, valid };
      });
      const description = `${$recursiveAnchor} ${isTree}`;
      return { file: "recursiveRef", description, schema: strict, tests };
    }),
  );
  const outcomes = await run(groups, { version: "3.1.0", formats: "annotate" });
  expect(surprises(outcomes, {})).toEqual([]);
  expect(outcomes.length).toBe(24);
});
