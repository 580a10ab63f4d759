import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { beside } from "../beside.js";
import { formatTests } from "../../src/emitters/validators/code/formats.js";
import * as formats from "../../src/runtime/validate/formats/tests.js";
import { isLanguage } from "../../src/runtime/validate/formats/language.js";
import * as structuredFields from "../../src/runtime/validate/formats/structured-fields.js";
import { isSafeInteger } from "../../src/runtime/validate/values.js";

const suite = beside("json-schema-test-suite/draft2020-12/optional/format/");
const hasSuite = existsSync(suite);
const functions = {
  ...formats,
  ...structuredFields,
  isLanguage,
  isSafeInteger,
} as unknown as Readonly<Record<string, (value: unknown) => boolean>>;

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
  [
    "date-time-local",
    ["2026-03-14T09:30:00", "2026-03-14t09:30:00.5"],
    ["2026-03-14T09:30:00Z", "2026-03-14T09:30:00+01:00", "2026-02-30T09:30:00", "2026-03-14", ""],
  ],
  ["time-local", ["09:30:00", "09:30:00.25"], ["09:30:00Z", "09:30:00z", "09:30", "25:00:00"]],
  [
    "ipv4-cidr",
    ["10.0.0.0/8", "192.168.1.0/24", "0.0.0.0/0", "192.0.2.1/32"],
    [
      "10.0.0.0",
      "10.0.0.0/33",
      "10.0.0.0/08",
      "10.0.0/8",
      "/8",
      "10.0.0.0/",
      "10.0.0.0/8/8",
      "::1/8",
    ],
  ],
  ["ipv6-cidr", ["2001:db8::/32", "::1/128", "::/0"], ["::1", "::1/129", "::1/-1", "10.0.0.0/8"]],
  [
    "language",
    [
      "de",
      "de-AT",
      "zh-Hant-TW",
      "sl-IT-nedis",
      "en-US-u-ca-gregory",
      "x-own",
      "i-klingon",
      "es-419",
    ],
    ["", "d", "de_AT", "de-", "deutschland", "de-AT-DE", "en-a", "i-unknown"],
  ],
  ["sf-string", ['""', '"a b"', '"\\" \\\\"'], ["", "a", '"a', '"\\a"', '"ä"', '"a"b"', '"\n"']],
  ["sf-token", ["gzip", "*a/b:c", "A1"], ["", "1a", "a b", '"a"', "a,b"]],
  ["sf-binary", ["::", ":aGVsbG8=:"], ["", ":", ":a b:", "aGVsbG8="]],
  ["sf-boolean", ["?0", "?1"], ["?2", "1", "true", "?"]],
  ["sf-integer", [0, -999_999_999_999_999], [1e15, 1.5, "1"]],
  ["sf-decimal", [0, 1.5, -0.125, 999_999_999_999.5], [1e12, 0.0625]],
  ["uint32", [0, 4294967295], [-1, 4294967296, 0.5]],
  ["float", [0, 0.1, 3.4e38], [1e39, -1e39, Infinity]],
  ["byte", ["", "YQ==", "YWI=", "YWJj"], ["YQ=", "YQ", "Y", "YQ==\n", "Y-Q="]],
  ["base64url", ["", "YQ", "YQ==", "-_-_"], ["Y", "Y+==", "YQ="]],
  ["char", ["a", "💩", "\ud800"], ["", "ab"]],
  [
    "http-date",
    [
      "Sun, 06 Nov 1994 08:49:37 GMT",
      "Sunday, 06-Nov-94 08:49:37 GMT",
      "Sun Nov  6 08:49:37 1994",
      "Tue Nov 16 08:49:37 2027",
    ],
    [
      "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37",
      "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 06-Nov-94 08:49:37 GMT",
      "Sunday, 06-Nov-1994 08:49:37 GMT",
      "Sun Nov 6 08:49:37 1994",
      "Sun Nov 00 08:49:37 1994",
      "Sun Nov  6 08:49:37 1994 GMT",
    ],
  ],
  [
    "email",
    [`${"a".repeat(64)}@${"b.".repeat(94)}c`],
    [`${"a".repeat(64)}@${"b.".repeat(95)}c`, `${"a".repeat(65)}@b`],
  ],
  [
    "idn-email",
    [
      "joe@example.com",
      "J\u00f6@fa\u00df.de",
      "a@xn--fa-hia.de",
      "a@[192.0.2.1]",
      "a@\u4f8b.test",
      "a@\u0915\u094d\u200d.test",
      "a@l\u00b7l.cat",
    ],
    [
      "a@b\u202ec.de",
      "a@b\u200bc.de",
      "a@b\u00a0c.de",
      "a@b\u0085c.de",
      "a@b\ufeffc.de",
      "a@b\ud800c.de",
      "a@\u4f8b\u3002test",
      "a@-\u00fc.de",
      "a@\u00fc-.de",
      "a@b_c.de",
    ],
  ],
  ["hostname", ["xn--fa-hia.de", "XN--Fa-Hia.de"], ["xn--a", "xn--.de"]],
  [
    "idn-hostname",
    [
      "fa\u00df.de",
      // Case folding makes capitals of the small letters of Cherokee, and a lower-case i of none.
      "\u13a0\u13f5",
      "\u0131",
      // A letter on each side that joins with the other.
      "\u0628\u200c\u0628",
      "\u0628\u200c\u0627",
      // From right to left in Hanifi Rohingya.
      "\u{10d00}\u{10d04}",
      "\u{10d04}\u{10d30}",
    ],
    [
      "\uab70",
      "\u13f8",
      "\u1c80",
      "\u1f80",
      "\u0627\u200c\u0628",
      "\u0628\u200c\u06f0",
      "\u0628\u200c\u0621",
      "a\u{10d04}",
      "\u{10d04}a",
      "\u{10d30}",
    ],
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
      "\u30fb".repeat(50_000),
      "\u0628\u200c".repeat(25_000),
      // All of them different.
      Array.from({ length: 20_000 }, (_, index) => String.fromCharCode(0x4e00 + index)).join(""),
    ])
      accepts(format, text);
  }
  expect(performance.now() - start).toBeLessThan(2000);
});
