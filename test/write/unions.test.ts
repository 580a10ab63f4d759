import { expect, test } from "vitest";
import { joinUnions } from "../../src/write/format/unions.js";

const join = (text: string) => joinUnions(text, 30);

test("a union that fits on the line below its name is put there", () => {
  expect(join("type A =\n  | B\n  | C;\n")).toBe("type A =\n  B | C;\n");
  expect(join("interface A {\n  b?:\n    | B\n    | C;\n  d: D;\n}\n")).toBe(
    "interface A {\n  b?:\n    B | C;\n  d: D;\n}\n",
  );
});

test("also in parentheses", () => {
  expect(join("type A =\n  | (\n      | B\n      | C\n    )[]\n  | D;\n")).toBe(
    "type A =\n  | (\n      B | C\n    )[]\n  | D;\n",
  );
});

test("one column too many leaves it as it is", () => {
  const fits = `type A =\n  | ${"b".repeat(12)}\n  | ${"c".repeat(12)};\n`;
  expect(join(fits)).toBe(`type A =\n  ${"b".repeat(12)} | ${"c".repeat(12)};\n`);
  const long = `type A =\n  | ${"b".repeat(12)}\n  | ${"c".repeat(13)};\n`;
  expect(join(long)).toBe(long);
});

test("wide characters count for two columns, those that combine for none", () => {
  const wide = `type A =\n  | "${"語".repeat(6)}"\n  | "${"語".repeat(5)}";\n`;
  expect(join(wide)).toBe(wide);
  const combined = `type A =\n  | "${"e\u0301".repeat(8)}"\n  | "${"e\u0301".repeat(8)}";\n`;
  expect(join(combined)).not.toBe(combined);
});

test.each([
  ["a member of several lines", "type A =\n  | B\n  | {\n      c: C;\n    };\n"],
  ["a first member of several lines", "type A =\n  | {\n      c: C;\n    }\n  | B;\n"],
  ["a comment between members", "type A =\n  | B\n  // c\n  | C;\n"],
  ["lines of a comment", "/**\n * a:\n *  | b\n *  | c\n */\ntype A = B;\n"],
  ["one member", "type A =\n  | B;\n"],
  ["nothing", ""],
])("%s is left alone", (_, text) => {
  expect(join(text)).toBe(text);
});
