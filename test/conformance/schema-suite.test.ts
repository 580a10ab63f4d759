import { describe, expect, test } from "vitest";
import { knownFailures } from "./known-failures.js";
import { hasSuite, runDraft202012, surprises, table } from "./schema-suite.js";

describe.skipIf(!hasSuite)("JSON Schema 2020-12 (skipped where ../shared is missing)", () => {
  test(
    "the official suite, but for what is on the list of known failures",
    { timeout: 60_000 },
    async () => {
      const outcomes = await runDraft202012();
      if (process.env["TABLE"]) console.log(table(outcomes));
      expect(surprises(outcomes, knownFailures)).toEqual([]);
      expect(outcomes.length).toBe(1299 + 162 + 764);
    },
  );
});
