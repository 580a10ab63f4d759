import { expect, test } from "vitest";
import { compileErrors } from "./compile.js";
import { type Generated, generate } from "./generate.js";
import { faultsOf } from "./inert.js";
import { pollute, polluted, otherPlaces } from "./pollute.js";
import { texts } from "./payloads.js";
import { cases, withSchemas } from "./structures.js";

const generatedCases = new Map<string, Generated>();

test.each(Object.keys(cases))("%s ends in files or in a diagnostic, soon", async (title) => {
  const start = performance.now();
  const generated = await generate(withSchemas(cases[title] ?? {}));
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(faultsOf(generated)).toEqual([]);
  const size = generated.files.reduce((sum, { text }) => sum + text.length, 0);
  expect(size).toBeLessThan(5_000_000);
  generatedCases.set(title, generated);
});

test("a circle without an end is an error", () => {
  for (const title of ["a schema that is itself", "two names for nothing", "allOf itself"])
    expect(generatedCases.get(title)?.errors, title).not.toEqual([]);
});

test.each(["comment end", "type end", "long word", "digits", "emoji", "underscores"])(
  "names and values compile: %s",
  async (title) => {
    const payload = texts[title] ?? String;
    const { refused } = await pollute(otherPlaces, (places) => polluted(places, payload));
    const generated = await generate(
      polluted(
        otherPlaces.filter((place) => !refused.has(place) && !place.startsWith("number.")),
        payload,
      ),
    );
    generatedCases.set(`text: ${title}`, generated);
  },
);

/** The compiler itself takes minutes for 2^n unions and thousands of branches, and its calls nest too deep for 5,000 operators in a row. */
const isTooMuch = (title: string): boolean =>
  /^(a diamond of (any|one)Of|1,000 branches|1,500 |5,000 members)/.test(title);

test("what was generated compiles under the strictest flags", () => {
  expect(
    compileErrors(new Map([...generatedCases].filter(([title]) => !isTooMuch(title)))),
  ).toEqual([]);
});
