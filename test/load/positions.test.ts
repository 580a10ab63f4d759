import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { parse } from "../../src/load/text/parse.js";
import { Files } from "../../src/load/text/positions.js";

function place(text: string, pointer: string, marks?: "key" | "value"): string | undefined {
  const files = new Files();
  files.add("input", text);
  const parsed = parse(text, "input", new Diagnostics());
  if (parsed) files.setParsed("input", parsed);
  const found = files.locate({ file: "input", pointer }, marks);
  return found && `${found.line}:${found.column}+${found.length}`;
}

const yaml = `a: one
b:
  c: two words
  d: { e: [1, 22] }
list:
  - x: 1
    y: |
      long
      text
base: &base
  m: 3
merged:
  <<: *base
  n: 4
alias: *base
200: status
"q~/k": 1
`;

test.each([
  ["/a", "value", "1:4+3"],
  ["/a", "key", "1:1+1"],
  ["/b/c", "value", "3:6+9"],
  ["/b", "value", "2:1+1"],
  ["/b/d", "value", "4:6+14"],
  ["/b/d/e/1", "value", "4:15+2"],
  ["/b/d/e/1", "key", "4:15+2"],
  ["/list", "value", "6:3+6"],
  ["/list/0", "value", "6:5+4"],
  ["/list/0/y", "value", "7:8+1"],
  ["/merged/m", "value", "11:6+1"],
  ["/merged/n", "value", "14:6+1"],
  ["/alias/m", "key", "11:3+1"],
  ["/200", "value", "16:6+6"],
  ["/q~0~1k", "key", "17:1+6"],
  ["/b/c/not/there", "value", "3:6+9"],
  ["/nothing", "value", "1:1+6"],
] as const)("YAML %s, the %s", (pointer, marks, expected) => {
  expect(place(yaml, pointer, marks)).toBe(expected);
});

const json = `{
  "a": "one",
  "b": { "c": [10, {"d": null}], "e~/f": true },
  "\\u0067": { }
}`;

test.each([
  ["/a", "value", "2:8+5"],
  ["/a", "key", "2:3+3"],
  ["/b/c/1/d", "value", "3:26+4"],
  ["/b/c/1/d", "key", "3:21+3"],
  ["/b/e~0~1f", "key", "3:34+6"],
  ["/b/c", "value", "3:15+17"],
  ["/g", "value", "4:13+3"],
  ["/b/x", "value", "3:8+1"],
] as const)("JSON %s, the %s", (pointer, marks, expected) => {
  expect(place(json, pointer, marks)).toBe(expected);
});

test("lines may end with CRLF or CR", () => {
  expect(place("a: 1\r\nb:\r\n  c: 2\r\n", "/b/c")).toBe("3:6+1");
  const files = new Files();
  files.add("input", "a\rb\rc");
  expect(files.locate({ file: "input", pointer: "", offset: 4, length: 1 })).toEqual({
    line: 3,
    column: 1,
    length: 1,
  });
});

test("a file that was not read has no places", () => {
  expect(new Files().locate({ file: "other", pointer: "" })).toBeUndefined();
});
