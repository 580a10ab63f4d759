import { describe, expect, test } from "vitest";
import {
  type Code,
  code,
  doc,
  empty,
  global,
  isEmpty,
  join,
  json,
  key,
  local,
  name,
  regex,
  sealed,
  str,
  text,
  trustChecked,
  use,
  useFrom,
  variable,
} from "../../src/emit/code.js";
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
  const file = { path: "a.ts", code: code`f(${use("b", "./b.js")});` } as const;
  expect(fileText(file, code`// Made.`)).toBe('// Made.\n\nimport { b } from "./b.js";\n\nf(b);\n');
  expect(fileText({ ...file, code: empty })).toBe("\n");
});

describe("names that a file has twice", () => {
  const issue = use("Issue", "./runtime/issue.js", "type");

  function textOf(body: Code): string {
    return fileText({ path: "a.ts", code: body });
  }

  test.each<readonly [string, Code, readonly string[]]>([
    ["one of ours alone keeps its name", issue, ["{ Issue }", "Issue\n"]],
    [
      "one of ours gives way to one of the description's file",
      code`[${issue}, ${use("Issue", "./types.js", "type")}]`,
      ["{ Issue as RuntimeIssue }", "{ Issue }", "[RuntimeIssue, Issue]"],
    ],
    [
      "to one that is declared",
      code`function ${name("list")}() { ${use("list", "./runtime/a.js")}(); }`,
      ["{ list as runtimeList }", "function list() { runtimeList(); }"],
    ],
    [
      "also where the other name is taken",
      code`${name("RuntimeIssue")}, ${name("Issue")}, ${issue}`,
      ["{ Issue as RuntimeIssue_ }", "RuntimeIssue, Issue, RuntimeIssue_"],
    ],
    [
      "one of the description's file gives way to one that is declared",
      code`const ${name("PetSchema")}: ${use("PetSchema", "./types.js", "type")} = 1;`,
      ["{ PetSchema as PetSchema_ }", "const PetSchema: PetSchema_ = 1;"],
    ],
    [
      "one of the platform is reached by globalThis",
      code`type ${name("Blob")} = ${global("Blob")} | ${global("Record")}<string, 1>;`,
      ["type Blob = globalThis.Blob | Record<string, 1>;"],
    ],
    [
      "a variable of ours gets another name, and one that was chosen to be in no way stays",
      code`${name("request")}(${local("request")}, ${local("call")}, ${variable("request")})`,
      ["request(request_, call, request)"],
    ],
    [
      "in templates, lists and sealed code, too",
      sealed(code`${join([issue, text(["is ", issue])], ", ")}; ${use("Issue", "./types.js")}`),
      ["RuntimeIssue, `is ${RuntimeIssue}`; Issue"],
    ],
  ])("%s", (_, body, parts) => {
    const made = textOf(body);
    for (const part of parts) expect(made).toContain(part);
    expect(made).not.toMatch(/[\ufdd0-\ufdd3]/);
  });

  test("no text of a description has the marks", () => {
    const hostile = "\ufdd0Issue \ufdd2Blob";
    const all = [str(hostile), text([hostile]), json({ [hostile]: hostile }), key(hostile)];
    const made = textOf(
      code`${doc(hostile)}${name("Issue")}, ${name("Blob")}, ${join([...all, regex(hostile)], ", ")}`,
    );
    expect(made).not.toMatch(/Runtime|globalThis|[\ufdd0-\ufdd3]/);
    expect(() => name(hostile)).toThrow(/identifier/);
  });
});
