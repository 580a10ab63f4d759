import { describe, expect, test } from "vitest";
import { knownFailures, knownFailuresOf30, knownFailuresOfCases } from "./known-failures.js";
import { hasSuite, type Outcome, surprises } from "./schema-suite.js";
import { hasCases, runCases, runDraft4, runDraft202012 } from "./schema-suite-sets.js";
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
