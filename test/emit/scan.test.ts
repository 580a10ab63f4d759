import { expect, test } from "vitest";
import { LiteralScanner } from "../../src/emit/interpolation.js";

/** The places of the interpolations, each written as ¤. */
function placesOf(source: string): string[] {
  const scanner = new LiteralScanner();
  const places: string[] = [];
  source.split("¤").forEach((part, at) => {
    if (at > 0) places.push(scanner.gap());
    scanner.feed(part);
  });
  scanner.end();
  return places;
}

test.each([
  ['"a" + ¤', "code"],
  ['"\\"" + ¤', "code"],
  ["'\"' + ¤", "code"],
  ["`a${¤}b`", "code"],
  ["`a${{ b: `c${¤}` }}d`; ¤", "code code"],
  ["`\\${`; ¤", "code"],
  ["// it's ¤\n¤", "line code"],
  ['/* " ¤ */ ¤', "block code"],
  ["x.match(/[/\"']/u) || ¤", "code"],
  ["return /'/.test(¤)", "code"],
  ['!/"/.test(a) && ¤', "code"],
  ["(a / b) / c; ¤ / ¤", "code code"],
  ["a /= 2; ¤", "code"],
  ["x = a / b; '/'; ¤", "code"],
])("%s", (source, places) => {
  expect(placesOf(source).join(" ")).toBe(places);
});

test.each([
  ['"¤"', /string/],
  ["'\\'¤'", /string/],
  ["`${a}¤`", /template literal/],
  ["`${`¤`}`", /template literal/],
  ["`${{}}¤`", /template literal/],
  ["x = /a¤/", /regular expression/],
  ["x = /[/]¤/", /regular expression/],
  ["return /a¤/", /regular expression/],
  ["/¤/", /regular expression/],
  ["a /¤", /right after a slash/],
  ['¤/"/; f("¤")', /put spaces/],
  ["if (a) /b/.test(c)", /put spaces/],
  ["/* ¤¤ */", /right after another interpolation/],
  ["/* *¤ */", /right after another interpolation or an asterisk/],
  ["/* ¤/ */", /slash in a comment/],
  ['"a', /ends inside/],
  ['"a\nb"', /does not end on its line/],
  ["x = /a\n/", /does not end on its line/],
  ["`a", /ends inside/],
  ["`${a", /ends inside/],
  ["/* a", /ends inside/],
])("%s is refused", (source, message) => {
  expect(() => placesOf(source)).toThrow(message);
});
