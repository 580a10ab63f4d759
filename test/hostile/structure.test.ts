import { expect, test } from "vitest";
import { compileErrors } from "./compile.js";
import { type Generated, generate } from "./generate.js";
import { faultsOf } from "./inert.js";
import { pollute, polluted, otherPlaces } from "./pollute.js";
import { texts } from "./payloads.js";
import { cases, withSchemas } from "./structures.js";
import { isLong } from "../long.js";

const generatedCases = new Map<string, Generated>();

/** Slow, and the same as fewer of them; with `LONG`, here. */
const isLongest = (title: string): boolean =>
  /^(5,000 (branches|members)|1,500 levels of names)/.test(title);

// What takes 2^n steps for n levels does not end before the timeout of a test.
test.each(Object.keys(cases).filter((title) => isLong || !isLongest(title)))(
  "%s ends in files or in a diagnostic, soon",
  async (title) => {
    const description = withSchemas(cases[title] ?? {});
    const generated = await generate(description);
    expect(faultsOf(generated)).toEqual([]);
    const size = generated.files.reduce((sum, { text }) => sum + text.length, 0);
    expect(size).toBeLessThan(500_000 + 20 * description.length);
    generatedCases.set(title, generated);
  },
);

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

/** The compiler itself takes minutes for 2^n unions, and its calls nest too deep for 1,500 levels. */
const isTooMuch = (title: string): boolean => /^(a diamond of (any|one)Of|1,500 )/.test(title);

/** Of these the types and validators alone: the compiler takes long for the rest. */
const isWide = (title: string): boolean => /^(1,000|5,000) (branches|members)/.test(title);

test("what was generated compiles under the strictest flags", () => {
  expect(
    compileErrors(
      new Map([...generatedCases].filter(([title]) => !isTooMuch(title) && !isWide(title))),
    ),
  ).toEqual([]);
});

test("the validators of what is very long compile", { timeout: 300_000 }, () => {
  // The same as 1,000 of them, and half a minute for the compiler.
  const isSame = (title: string): boolean => title.startsWith("5,000 branches");
  const long = [...generatedCases].filter(([title]) => isWide(title) && !isSame(title));
  const parts = long.map(([title, generated]): [string, Generated] => {
    const files = generated.files.filter(({ path }) => /^(types|validators)\.ts$/.test(path));
    return [title, { ...generated, files }];
  });
  expect(compileErrors(new Map(parts))).toEqual([]);
});
