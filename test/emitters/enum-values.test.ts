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

test("names of a list that is too short or too long belong to the values at their places", () => {
  const short = keywordsWith({ "x-enumNames": ["One"] });
  expect(valueList(short)).toBe("- `1` (One)");
  const long = keywordsWith({ "x-enum-varnames": ["One", "Bee", "None", "Over"] });
  expect(valueList(long)).toBe('- `1` (One)\n- `"b"` (Bee)\n- `null` (None)');
  const broken = keywordsWith({ "x-enum-varnames": ["One", 2, "None"] });
  expect(valueList(broken)).toBe("- `1` (One)\n- `null` (None)");
});

test("names are found by value, too, also in x-ms-enum", () => {
  const names = { b: "Bee", null: "None", c: "Over" };
  expect(valueList(keywordsWith({ "x-enumNames": names }))).toBe('- `"b"` (Bee)\n- `null` (None)');
  const values = [{ value: "b", name: "Bee", description: "The second." }, { value: 7 }, {}, "b"];
  const whole = keywordsWith({ "x-ms-enum": { name: "Kind", values } });
  expect(valueList(whole)).toBe('- `"b"` (Bee): The second.');
});

test("a name that two values have counts for neither; a value that stands there twice has its first", () => {
  const names = { "x-enum-varnames": ["One", "One", "None"] };
  expect(valueList(keywordsWith(names))).toBe("- `null` (None)");
  const extensions = new Map([["x-enumNames", ["None", "Zero", "One"]]]);
  expect(valueList({ enum: [0, 0, 1], extensions })).toBe("- `0` (None)\n- `1` (One)");
});

test.each([
  [{ "x-enum-varnames": ["", "", ""] }],
  [{ "x-enum-varnames": "One" }],
  [{ "x-ms-enum": { values: { b: "Bee" } } }],
  [{ "x-enum-descriptions": [1, {}, null] }],
  [{ "x-enum-descriptions": { toString: 5 } }],
  [{ "x-enum-descriptions": "three values" }],
])("%j says nothing", (extensions) => {
  expect(valueNotes(keywordsWith(extensions)).size).toBe(0);
});
