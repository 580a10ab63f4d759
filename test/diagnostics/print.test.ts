import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Lines } from "../../src/common/lines.js";
import { printDiagnostics, summary } from "../../src/diagnostics/print.js";
import type { Place, PrintOptions } from "../../src/diagnostics/print.js";

const source = { file: "spec/pets.yaml", pointer: "/a" };

function report(ref = "#/x"): Diagnostics {
  const diagnostics = new Diagnostics();
  diagnostics.report("ref-not-found", source, { ref });
  return diagnostics;
}

function print(
  text: string,
  place: Place | undefined,
  more: Partial<PrintOptions> = {},
  diagnostics = report(),
): string {
  const options = { format: "pretty", colour: false, linesOf: () => new Lines(text), locate: () => place } as const;
  return printDiagnostics(diagnostics.all, { ...options, ...more });
}

function lines(text: string, place: Place): string[] {
  return print(text, place).split("\n").slice(1, -4);
}

test("the marker stands below what it means, after tabs and wide characters", () => {
  expect(lines("a\n\tb: 犬犬 x\nc", { line: 2, column: 8, length: 1 })).toEqual([
    "  1 | a",
    "  2 |   b: 犬犬 x",
    "    |           ^",
    "  3 | c",
  ]);
  expect(lines("é 😀 xy", { line: 1, column: 6, length: 2 })).toEqual([
    "  1 | é 😀 xy",
    "    |      ^~",
  ]);
});

test("long lines are cut on both sides, control characters are shown", () => {
  const long = `${"a".repeat(300)}MARK${"b".repeat(300)}`;
  const [line = "", marker = ""] = lines(long, { line: 1, column: 301, length: 4 });
  expect(line.length).toBeLessThan(130);
  expect(marker.indexOf("^")).toBe(line.indexOf("MARK"));
  expect(marker.trim()).toMatch(/^\| +\^~~~$/);
  expect(lines("a\u001b[31m\u202eb", { line: 1, column: 1, length: 1 })).toEqual([
    "  1 | a␛[31m<U+202E>b",
    "    | ^",
  ]);
});

test("text of a description cannot talk to the terminal", () => {
  const printed = print("x", undefined, {}, report("\u001b]0;title\u0007"));
  expect(printed).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  expect(printed).toContain("there is nothing at ␛]0;title␇");
});

test("colour", () => {
  const printed = print("a: 1", { line: 1, column: 4, length: 1 }, { colour: true });
  expect(printed).toContain("\u001b[31merror\u001b[0m ref-not-found");
  expect(print("a: 1", { line: 1, column: 4, length: 1 })).not.toContain("\u001b");
});

test("GitHub's annotations are escaped", () => {
  const diagnostics = new Diagnostics();
  const odd = { file: "a,b:c%.yaml", pointer: "" };
  diagnostics.report("ref-not-found", odd, { ref: "100%\r\n::error::x" });
  const place = { line: 3, column: 5, length: 4 };
  expect(print("", place, { format: "github" }, diagnostics)).toBe(
    "::error file=a%2Cb%3Ac%25.yaml,line=3,col=5,endColumn=9,title=ref-not-found::" +
      "there is nothing at 100%25%0D%0A::error::x%0A" +
      "Correct the reference, or add its target.\n",
  );
});

test("JSON has all fields", () => {
  const printed = print("", { line: 3, column: 5, length: 4 }, { format: "json" });
  expect(JSON.parse(printed)).toEqual([
    {
      code: "ref-not-found",
      severity: "error",
      message: "there is nothing at #/x",
      help: "Correct the reference, or add its target.",
      file: "spec/pets.yaml",
      line: 3,
      column: 5,
      endColumn: 9,
      pointer: "/a",
    },
  ]);
  expect(print("", undefined, { format: "json" }, new Diagnostics())).toBe("[]\n");
});

test("causes first, then by place; errors rather than warnings when there are too many", () => {
  const diagnostics = new Diagnostics();
  const at = (line: number): { file: string; pointer: string } => ({ file: "a", pointer: `/${line}` });
  diagnostics.report("get-with-body", at(1), { method: "GET" });
  diagnostics.report("ref-not-found", at(5), { ref: "#/five" });
  diagnostics.report("get-with-body", at(2), { method: "HEAD" });
  diagnostics.report("ref-not-found", at(4), { ref: "#/four" });
  diagnostics.report("duplicate-key", at(9), { key: "nine" });
  const locate: PrintOptions["locate"] = ({ pointer }) => ({
    line: Number(pointer.slice(1)),
    column: 1,
    length: 1,
  });
  const heads = (limit: number): string[] =>
    print("", undefined, { locate, limit, linesOf: () => undefined }, diagnostics)
      .split("\n")
      .filter((line) => line.startsWith("a:"))
      .map((line) => line.split(" ")[0] ?? "");
  expect(heads(9)).toEqual(["a:9:1", "a:1:1", "a:2:1", "a:4:1", "a:5:1"]);
  expect(heads(3)).toEqual(["a:9:1", "a:4:1", "a:5:1"]);
});

test("many warnings of one code do not hide those of others", () => {
  const diagnostics = new Diagnostics();
  for (let index = 0; index < 60; index += 1)
    diagnostics.report("get-with-body", { file: "a", pointer: `/${index}` }, { method: `M${index}` });
  diagnostics.report("format-unknown", { file: "a", pointer: "/z" }, { format: "snowflake" });
  const printed = print("", undefined, { linesOf: () => undefined }, diagnostics);
  expect(printed.match(/warning [\w-]+/g)).toEqual([
    ...Array.from({ length: 5 }, () => "warning get-with-body"),
    "warning format-unknown",
  ]);
  expect(printed).toContain("… and 55 more: 55 get-with-body\n\n61 warnings\n");
});

test("what is the same at several places of a file is printed once, with the places", () => {
  const locate: PrintOptions["locate"] = ({ pointer }) => ({
    line: Number(pointer.slice(1)),
    column: 7,
    length: 1,
  });
  for (const errors of [1, 2, 5, 6, 49, 70])
    for (const warnings of [1, 2, 5, 6, 49, 70]) {
      const diagnostics = new Diagnostics();
      for (let line = 1; line <= errors; line += 1)
        diagnostics.report("ref-not-found", { file: "a", pointer: `/${line}` }, { ref: "#/x" });
      for (let line = 1; line <= warnings; line += 1)
        diagnostics.report("get-with-body", { file: "a", pointer: `/${line}` }, { method: "GET" });
      diagnostics.report("ref-not-found", { file: "b", pointer: "/1" }, { ref: "#/x" });
      const printed = print("", undefined, { locate, linesOf: () => undefined }, diagnostics);
      const heads = printed.split("\n").filter((line) => /^[ab]:/.test(line));
      expect(heads.map((line) => line.split(" ", 2).join(" ")).sort()).toEqual([
        "a:1:7 error",
        "a:1:7 warning",
        "b:1:7 error",
      ]);
      const placed = [...printed.matchAll(/^ {2}also: ((?:\d+:7(?:, )?)*)(?: and (\d+) more)?$/gm)];
      const also = placed.map(([, places = "", more = "0"]) => places.split(", ").length + Number(more));
      const expected = [errors, warnings].filter((count) => count > 1).map((count) => count - 1);
      expect([...also].sort()).toEqual([...expected].sort());
      expect(printed).not.toContain("… and");
      expect(JSON.parse(print("", undefined, { locate, format: "json" }, diagnostics))).toHaveLength(
        errors + warnings + 1,
      );
    }
});

test("the same problem is reported once, and all are counted", () => {
  const diagnostics = report();
  diagnostics.report("ref-not-found", source, { ref: "#/x" });
  expect(diagnostics.all).toHaveLength(1);
  for (let index = 0; index < 5000; index += 1) {
    diagnostics.report("ref-not-found", source, { ref: `#/${index}` });
  }
  diagnostics.report("get-with-body", source, { method: "GET" });
  expect(diagnostics.counts).toEqual({ error: 5001, warning: 1 });
  expect(diagnostics.all.length).toBeLessThan(2500);
  expect(diagnostics.all.at(-1)?.code).toBe("get-with-body");
});

test("the summary", () => {
  expect(summary({ error: 2, warning: 1 })).toBe("2 errors, 1 warning");
  expect(summary({ error: 0, warning: 3 })).toBe("3 warnings");
});
