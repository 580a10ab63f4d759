import fc from "fast-check";
import { expect, test } from "vitest";
import { isDate, isUuid } from "../../src/runtime/validate/formats/tests.js";
import { lengths } from "../../src/model/passes/lengths.js";

test("each text of a format with a length has that length", () => {
  const tests = new Map([
    ["date", isDate],
    ["uuid", isUuid],
  ]);
  expect([...tests.keys()]).toEqual([...lengths.keys()]);
  const date = fc.date({ noInvalidDate: true }).map((day) => day.toISOString().split("T")[0] ?? "");
  const more = fc.constantFrom("", "", "0", "-", " ", "a", "urn:uuid:", "{", "}", "Z", "+1");
  const text = fc
    .tuple(more, fc.oneof(fc.uuid(), date), more, fc.nat(3))
    .map(([before, one, after, less]) => before + one.slice(less) + after);
  let found = 0;
  fc.assert(
    fc.property(text, (one) => {
      for (const [format, isOf] of tests)
        if (isOf(one)) found += Number(one.length === lengths.get(format) || NaN);
    }),
    { numRuns: 5000, seed: 1 },
  );
  expect(found).toBeGreaterThan(50);
});
