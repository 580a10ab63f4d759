import { expect, test } from "vitest";
import { code, empty, isEmpty, join, trustChecked, use, useFrom } from "../../src/emit/code.js";
import { fileText } from "../../src/emit/file.js";
import { importsOf } from "../../src/emit/imports.js";

test("no imports are no statements", () => {
  expect(isEmpty(importsOf(code`const a = 1;`))).toBe(true);
});

test("imports are merged and sorted, and types are marked", () => {
  const body = join(
    [
      use("parsePet", "./validators.js"),
      use("Pets", "./types.js", "type"),
      use("Pet", "./types.js", "type"),
      use("Pet", "./types.js", "type"),
      use("Check", "./validators.js", "type"),
      use("isPet", "./validators.js", "type"),
      use("isPet", "./validators.js", "value"),
      useFrom("http", "Reply", "./runtime/wire/http.js", "type"),
    ],
    ", ",
  );
  expect(importsOf(body).text.split("\n")).toEqual([
    'import type * as http from "./runtime/wire/http.js";',
    'import type { Pet, Pets } from "./types.js";',
    'import { type Check, isPet, parsePet } from "./validators.js";',
  ]);
});

test("a module can be imported whole and by name", () => {
  const body = code`${useFrom("all", "a", "./a.js")} ${use("b", "./a.js")}`;
  expect(importsOf(body).text).toBe('import * as all from "./a.js";\nimport { b } from "./a.js";');
});

test("one name from two modules is a bug", () => {
  expect(() => importsOf(code`${use("Pet", "./a.js")} ${use("Pet", "./b.js")}`)).toThrow(
    /\.\/a\.js/,
  );
  expect(() => importsOf(code`${use("a", "./a.js")} ${useFrom("a", "b", "./a.js")}`)).toThrow(/a/);
});

test("a module's path is quoted and names are checked, whoever gave them", () => {
  const hostile = '";evil();"';
  expect(importsOf(use("a", hostile)).text).toBe('import { a } from "\\";evil();\\"";');
  const item = { name: "a } from 'b'; evil(); //", from: "./a.js", typeOnly: false };
  expect(() => importsOf(trustChecked("a", [item]))).toThrow(/identifier/);
});

test("a file is header, imports and body", () => {
  const file = { path: "a.ts", owner: "generator", code: code`f(${use("b", "./b.js")});` } as const;
  expect(fileText(file, code`// Made.`)).toBe('// Made.\n\nimport { b } from "./b.js";\n\nf(b);\n');
  expect(fileText({ ...file, code: empty })).toBe("\n");
});
