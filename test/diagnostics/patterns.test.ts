import { expect, test } from "vitest";
import { backtracksWithoutEnd, matches } from "../../src/common/patterns.js";

test.each([
  "^(a+)+$",
  "^(a|aa)+$",
  "^(a|a)*$",
  "^(\\w|\\d)+$",
  "^(a*)*$",
  "^([a-zA-Z0-9]+\\s?)*$",
  "^(\\w+\\.?)+@x$",
  "(x+x+)+y",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "^(.*,)*x$",
  "^(ab|a|b)*$",
  "^(\\d{12}|\\d{16})*$",
  // Many states lead to each other here.
  "^(?:(?:a?){100})*$",
  "^(?:[a-z]{1,12}\\.|[0-9a-f]{1,50}:|x{0,90})+$",
])("%s can take for ever", (pattern) => {
  expect(backtracksWithoutEnd(pattern)).toBe(true);
});

test.each([
  "^\\d+$",
  "^[a-z]+(-[a-z]+)*$",
  "^[^@\\s]+@[^@\\s]+$",
  "^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\\.)+[a-z]{2,}$",
  "^([0-9a-f]{2})+$",
  "^(\\d{1,3}\\.){3}\\d{1,3}$",
  "^(?:\\/(?:[^/~]|~[01])*)*$",
  "^\\s+|\\s+$",
  "^([a-z]|[0-9])+$",
  "^(?:[a-z]{1,90}(?:[.-][a-z]{1,90})?;)*$",
  // It matches at once, whatever the text is.
  "(a+)+",
  "(a|a)*",
  // No regular expression of JavaScript: there is a diagnostic of its own.
  "(?i)(a+)+$",
])("%s cannot", (pattern) => {
  expect(backtracksWithoutEnd(pattern)).toBe(false);
});

test("what is said to take for ever does", () => {
  const time = (pattern: RegExp, length: number): number => {
    const start = process.cpuUsage();
    pattern.test("a".repeat(length) + "!");
    return process.cpuUsage(start).user / 1000;
  };
  expect(time(/^(a|aa)+$/u, 32)).toBeGreaterThan(10 * time(/^(a|aa)+$/u, 20));
  expect(time(/^[a-z]+(-[a-z]+)*$/u, 5000)).toBeLessThan(1000);
});

test.each([
  ["^[\\w-\\.]+$", "a-b.c", true],
  ["^[\\w-\\.]+$", "a b", false],
  ["^.$", "\u{1f600}", true],
  ["^[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}$", "someone@mail.example.com", true],
  ["^[a-z0-9._%+-]+@[a-z0-9.-]+\\.[a-z]{2,}$", "someone at mail", false],
  ["b$", "a".repeat(3000), false],
  ["(?i)a", "a", undefined],
  ["[", "a", undefined],
  ["^(a+)+$", `${"a".repeat(40)}!`, undefined],
  ["^a*a*a*a*a*b$", "a".repeat(1000), undefined],
  ["a{1,9}a{1,9}a{1,9}a{1,9}b", "a".repeat(1000), undefined],
])("%s matches %j: %j", (pattern, text, expected) => {
  expect(matches(pattern, text)).toBe(expected);
});
