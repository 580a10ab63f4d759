import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatTests } from "../../src/emitters/validators/formats.js";
import * as formats from "../../src/runtime/formats.js";
import { isSafeInteger } from "../../src/runtime/validate.js";

const suite = new URL(
  "../../../shared/json-schema-test-suite/draft2020-12/optional/format/",
  import.meta.url,
);
const hasSuite = existsSync(suite);
const functions = { ...formats, isSafeInteger } as unknown as Readonly<
  Record<string, (value: unknown) => boolean>
>;

interface Group {
  readonly description: string;
  readonly schema: { readonly format: string };
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

function accepts(format: string, value: unknown): boolean {
  const known = formatTests.get(format);
  if (!known) throw new Error(`${format} is not known`);
  const test = functions[known.test.text];
  if (!test) throw new Error(`there is no ${known.test.text}`);
  return test(value);
}

test("every known format has a function", () => {
  for (const { test } of formatTests.values()) expect(functions[test.text]).toBeTypeOf("function");
});

describe.skipIf(!hasSuite)("the official suite (skipped where ../shared is missing)", () => {
  const files = hasSuite ? readdirSync(suite) : [];
  const groups = files.flatMap(
    (file) => JSON.parse(readFileSync(new URL(file, suite), "utf8")) as Group[],
  );
  test.each(groups.filter(({ schema }) => schema.format !== "unknown"))(
    "$schema.format: $description",
    ({ schema, tests }) => {
      const texts = tests.filter(({ data }) => typeof data === "string");
      const wrong = texts.filter(({ data, valid }) => accepts(schema.format, data) !== valid);
      expect(wrong).toEqual([]);
    },
  );
});

test.each([
  [
    "int32",
    [0, -0, 1, 2147483647, -2147483648, 1.0],
    [0.5, 2147483648, -2147483649, NaN, Infinity, "1", null],
  ],
  ["int64", [0, 9007199254740991, -9007199254740991], [9007199254740992, 1.5, "1"]],
  ["uint8", [0, 255], [-1, 256, 0.5]],
  ["uint32", [0, 4294967295], [-1, 4294967296, 0.5]],
  ["float", [0, 0.1, 3.4e38], [1e39, -1e39, Infinity]],
  ["byte", ["", "YQ==", "YWI=", "YWJj"], ["YQ=", "YQ", "Y", "YQ==\n", "Y-Q="]],
  ["base64url", ["", "YQ", "YQ==", "-_-_"], ["Y", "Y+==", "YQ="]],
  ["char", ["a", "💩", "\ud800"], ["", "ab"]],
  [
    "http-date",
    ["Sun, 06 Nov 1994 08:49:37 GMT"],
    ["Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT"],
  ],
  [
    "media-range",
    ["*/*", "text/*", 'text/plain; charset="utf-8"', "a/b;c=d"],
    ["text", "text/", "a/b;c", " a/b"],
  ],
  [
    "date-time",
    ["2024-01-01T00:00:00.1+23:59"],
    ["2024-01-01T00:00:00.+00:00", "2024-1-01T00:00:00Z", ""],
  ],
])("%s", (format, valid, invalid) => {
  for (const value of valid) expect([value, accepts(format, value)]).toEqual([value, true]);
  for (const value of invalid) expect([value, accepts(format, value)]).toEqual([value, false]);
});

test("long texts take no longer than they must", () => {
  const start = performance.now();
  for (const format of formatTests.keys()) {
    if (formatTests.get(format)?.on === "number") continue;
    for (const text of [
      "a".repeat(50_000),
      "a.".repeat(25_000),
      "%".repeat(50_000),
      `"${"\\a".repeat(25_000)}`,
      "1:".repeat(25_000),
    ])
      accepts(format, text);
  }
  expect(performance.now() - start).toBeLessThan(2000);
});
