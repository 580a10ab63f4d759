import { expect, test } from "vitest";
import { patternCode } from "../../src/emitters/validators/code/pattern.js";

test("a pattern is a literal that reads code points", () => {
  expect(patternCode("^[a-z]+$")?.text).toBe("/^[a-z]+$/u");
});

test("a pattern that only the older rules read is made from text, which no compiler looks into", () => {
  expect(patternCode("\\p{Print}+")?.text).toBe('new RegExp("\\\\p{Print}+")');
  expect(patternCode("[\\w-.]")?.text).toBe('new RegExp("[\\\\w-.]")');
});

test("what is no pattern has no code", () => {
  expect(patternCode("(")).toBeUndefined();
});
