import { expect, test } from "vitest";
import { valueList, valueNotes } from "../../src/emitters/types/docs.js";
import type { Extensions } from "../../src/model/types.js";

function keywordsWith(extensions: Readonly<Record<string, unknown>>): {
  readonly enum: readonly unknown[];
  readonly extensions: Extensions;
} {
  return { enum: [1, "b", null], extensions: new Map(Object.entries(extensions)) };
}

test("names and descriptions belong to the values in their order, or by key", () => {
  const listed = keywordsWith({
    "x-enum-varnames": ["One", "b", "None"],
    "x-enum-descriptions": ["The first.", "", "Not\n  known."],
  });
  expect(valueList(listed)).toBe('- `1` (One): The first.\n- `"b"`\n- `null` (None): Not known.');
  const keyed = keywordsWith({ "x-enumDescriptions": { b: "The second.", c: "None of them." } });
  expect(valueList(keyed)).toBe('- `"b"`: The second.');
});

test("an int64 may be a bigint", () => {
  const extensions = new Map([["x-enum-varnames", ["Low", "High"]]]);
  expect(valueList({ enum: [1n, 2n ** 60n], extensions })).toBe(
    "- `1` (Low)\n- `1152921504606846976` (High)",
  );
});

test.each([
  [{ "x-enum-varnames": ["One", "Two"] }],
  [{ "x-enum-varnames": ["One", "One", "None"] }],
  [{ "x-enum-varnames": ["One", "", "None"] }],
  [{ "x-enum-varnames": ["One", 2, "None"] }],
  [{ "x-enum-varnames": "One" }],
  [{ "x-enum-descriptions": [1, {}, null] }],
  [{ "x-enum-descriptions": { toString: 5 } }],
  [{ "x-enum-descriptions": "three values" }],
])("%j says nothing", (extensions) => {
  expect(valueNotes(keywordsWith(extensions)).size).toBe(0);
});
