import fc from "fast-check";
import { expect, test } from "vitest";
import { patternCode } from "../../src/emitters/validators/code/pattern.js";

test("a pattern that needs no flag is a literal without one", () => {
  for (const source of ["^[a-z]+$", "^\\d{3}\\.[.]", "é|\\u00e9", "^(?!x-)\\w"])
    expect(patternCode(source)?.text).toBe(`/${source}/`);
});

test("a pattern with a flag, or with what targets before ES2018 lack, is made from text", () => {
  for (const source of ["^.{3}$", "[^a]", "\\S", "\\p{Lu}", "😀", "(?!^)(?!$)", "(?<year>a)"])
    expect(patternCode(source)?.text).toBe(
      `/* @__PURE__ */ new RegExp(${JSON.stringify(source)}, "u")`,
    );
});

test("a pattern that only the older rules read is made from text, which no compiler looks into", () => {
  expect(patternCode("a\\-{2}")?.text).toBe('/* @__PURE__ */ new RegExp("a\\\\-{2}")');
  expect(patternCode("[\\w-.]")?.text).toBe('/* @__PURE__ */ new RegExp("[\\\\w-.]")');
});

test("what is no pattern has no code", () => {
  expect(patternCode("(")).toBeUndefined();
  expect(patternCode("\\p{Print}+")).toBeUndefined();
});

/** What differs between the two ways to read a pattern, and what stands around it. */
const pieces =
  "^ $ . a - é 😀 \ud83d \ude00 | ( (?: (?= (?! (?<= (?<! (?<n> ) [ [^ ] * + ? {1} {2} {1,3} \\b \\B \\d \\D \\w \\W \\s \\S " +
  "\\. \\\\ \\/ \\p{L} \\P{L} \\p{Cs} \\u{61} \\u00e9 \\ud83d \\ude00 \\u{1f600} \\x61 \\1 \\k<n> (?i:";
const literals = fc
  .array(fc.constantFrom(...pieces.split(" ")), { minLength: 1, maxLength: 6 })
  .map((some) => some.join(""))
  .filter((source) => /^\/[^*]/.test(patternCode(source)?.text ?? ""));
const texts = fc
  .array(fc.constantFrom("a", "-", "é", "😀", "\ud83d", "\ude00", "."), { maxLength: 4 })
  .map((some) => some.join(""));

test("a literal without the flag matches by code points what the pattern matches", () => {
  fc.assert(
    fc.property(literals, fc.array(texts, { minLength: 10 }), (source, some) => {
      const byCodePoints = new RegExp(source, "u");
      for (const text of some)
        expect(new RegExp(source).test(text), text).toBe(byCodePoints.test(text));
    }),
    { numRuns: 500 },
  );
});
