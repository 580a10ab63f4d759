import { format } from "oxfmt";
import { format as byPrettier } from "prettier";
import { expect, test } from "vitest";
import { formatFile } from "../../src/write/format.js";
import { isPlainStyle, plainParts } from "../../src/write/plain/parts.js";

function laidOut(text: string, width = 100): string | undefined {
  const parts = [...plainParts(text, width)];
  return parts.every((part) => part.laidOut !== undefined)
    ? parts.map((part) => part.laidOut).join("\n")
    : undefined;
}

const head = "export function isA(value: unknown): boolean {";
const body = (...lines: readonly string[]): string => [head, ...lines, "}", ""].join("\n");
const call = 'failMember(issues, at, schema, "name", name, ["null", "string"]);';
const long = (name: string): string => `${name}_${"x".repeat(30)}`;

const known: Readonly<Record<string, string>> = {
  "what fits": body(
    "const { a, b } = value as AnyObject;",
    'if (typeof a !== "string") failType(issues, at, schema, "string");',
    "for (let i = 0; i < value.length; i++) {",
    "const item = value[i];",
    "if (!isB(item)) return false;",
    "}",
    "return true;",
  ),
  "an if that does not fit": body(
    `if (${long("a")} !== undefined && typeof ${long("a")} !== "string") ${call}`,
    `if (${long("a")} !== undefined && ${long("b")} !== undefined && ${long("c")} !== undefined) return false;`,
  ),
  "conditions in conditions": body(
    `if (((typeof ${long("a")} === "string" && !isAtMost(${long("a")}, 5000)) || (${long("a")} !== "b" && ${long("a")} !== "c")) && ${long("d")}) {`,
    "return false;",
    "}",
    `return ${long("a")} === 1 || (${long("b")} === 2 && ${long("c")} === 3 && ${long("d")} === "x || y");`,
  ),
  "what stands behind else": body(
    `if (name === undefined) failMissing(issues, at, schema, "name"); else if (!isB(name)) explainB(name, at + "/name", ${long("b")}, issues); else return false;`,
    "if (name === null) {",
    "name = 1;",
    '} else if (typeof name !== "string") failType(issues, at, schema, "string");',
    `if (typeof name !== "string") ${call} else {`,
    "name = 2;",
    "}",
  ),
  "calls, by their last argument": body(
    call,
    `failMember(issues, at, schema, "${long("name")}", ["null", "string"]);`,
    `failMember(issues, at, schema, "${long("name")}", ${long("name")}, ["null", "string"]);`,
    `return explain(issues, \`\${at}/\${i}\`, "${"x".repeat(120)}", "#/paths/~1a~1{b}", name, at + "/a");`,
  ),
  "what is taken out": body(
    `const { ${long("a")}, ${long("b")}, c } = value as AnyObject;`,
    `const { ${long("a")}, ${long("b")}, class: property } = value as AnyObject;`,
    `const { ${long("a")}, ${long("b")}, ${long("c")} } = value as AnyObject;`,
    `const schema = "#/components/${"x".repeat(90)}";`,
  ),
  alternatives: body(
    'explainAnyOf(value, at, schema, "oneOf", issues, [(value, at, issues) => {',
    'if (typeof value !== "string") failType(issues, at, schema + "/oneOf/0", "string");',
    "}, (value, at, issues) => {",
    `explainAnyOf(value, at + "/name", schema + "/${long("b")}", "${long("c")}", issues, [(value, at, issues) => {`,
    'if (value !== null) failType(issues, at, schema + "/oneOf/1", "null");',
    "}]);",
    "}]);",
  ),
  "constants and heads": [
    `import { ${long("a")}, ${long("b")}, ${long("c")} } from "./a.js";`,
    `import { ${long("a")}${long("b")}${long("c")} } from "./a.js";`,
    `const values: readonly unknown[] = ["${long("a")}", "${long("b")}", "${long("c")}", null];`,
    `const ${long("values")}${long("of")}: readonly unknown[] = ["${long("a")}", null];`,
    `const knows = (key: string): boolean => key === "${long("a")}" || key === "${long("b")}";`,
    `export const ${long("A")}: StandardSchema<${long("A")}> = /* @__PURE__ */ standardSchema(check);`,
    `const set: ReadonlySet<unknown> = /* @__PURE__ */ new Set(${long("a")}${long("b")});`,
    `export function ${long("a")}(value: unknown, at: string, issues: Issue[]): value is ${long("A")} {`,
    "return true;",
    "}",
    "",
  ].join("\n"),
  types: [
    "/** What it is: “é”. */",
    "export interface A {",
    "/**",
    " * Many words.",
    " */",
    'readonly "a-b"?: string;',
    "",
    "nested: {",
    "b: readonly string[];",
    "} | null;",
    `c: "${long("a")}" | "${long("b")}" | "${long("c")}";`,
    `d: "${long("a")}" | "${long("b")}" | null;`,
    `send(request: Record<string>, ${long("call")}?: string): Promise<${long("A")}>;`,
    "}",
    "",
    `export type B = "${long("a")}" | "${long("b")}" | 3;`,
    "",
  ].join("\n"),
};

test.each(Object.entries(known))("lays out as prettier does: %s", async (_, text) => {
  for (const printWidth of [100, 80, 130]) {
    const expected = await byPrettier(text, { parser: "typescript", printWidth });
    expect(laidOut(text, printWidth) ?? expected, `at ${printWidth}`).toBe(expected);
  }
  expect(laidOut(text)).toBeDefined();
});

test.each([
  ["quotation marks that would be changed", body('return value === "\\"";')],
  ["numbers that would be written otherwise", body("return value < 1e+21;")],
  ["parentheses that would be taken away", body("return value === (-1);")],
  ["a template in a template", body("return f(`${a ? `, ${b}` : c}`);")],
  ["lists of lists", "const a: readonly unknown[] = [[1, 2], [3, 4]];\n"],
  ["text behind a comment", "/** A. */ const a = 1;\n"],
  ["spaces behind a comment", "/** A.  \n */\nconst a = 1;\n"],
  ["a wide character", body('return value === "漢";')],
  ["carriage returns", "const a = 1;\r\n"],
  ["an empty block", "export interface A {\n}\n"],
  ["a blank line behind a brace", "export interface A {\n\na: 1;\n}\n"],
  ["a block in a line", body("if (a) { return true; }")],
  ["a pattern", body(`if (/\\)/.test(${"a".repeat(90)})) return false;`)],
  ["an object", body("return { a: 1 };")],
  ["a class", "export class A {\na = 1;\n}\n"],
  ["a brace too many", "}\n"],
])("leaves to the formatter: %s", (_, text) => {
  expect(laidOut(text)).toBeUndefined();
});

test("behind what is not complete, only an export is taken for a statement of the top level", () => {
  const text = `function a() {\nclass B {\n\nconst c = 1;\n}\n}\n\nexport const d: number = 1;\n`;
  const parts = [...plainParts(text, 100)];
  expect(parts.map(({ laidOut }) => laidOut)).toEqual([undefined, "export const d: number = 1;\n"]);
  expect(parts.map(({ at, end }) => text.slice(at, end)).join("\n")).toBe(text);
});

test("text that others wrote is laid out by the formatter alone", async () => {
  const text = body("return  value===1&&a||b;");
  const { code } = await format("a.ts", text, { printWidth: 100 });
  expect(await formatFile("a.ts", text, { printWidth: 100 }, true)).toBe(code);
});

test("another style than prettier's is left to the formatter", () => {
  expect(isPlainStyle({ printWidth: 80, endOfLine: "crlf", semi: true })).toBe(true);
  expect(isPlainStyle({ printWidth: 80, singleQuote: true })).toBe(false);
  expect(isPlainStyle({ printWidth: 80, useTabs: true })).toBe(false);
});
