import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { load } from "../../src/load/load.js";
import { Files } from "../../src/load/text/positions.js";
import { buildModel } from "../../src/model/build.js";

/** Keywords with something wrong in them, which is marked at the keyword, or below it at what is named. */
const wrong: readonly (readonly [keyword: string, value: string, marked?: string])[] = [
  ["maximum", '"50"'],
  ["maximum", "3"],
  ["pattern", '"("'],
  ["pattern", "5"],
  ["maxLength", '"9"'],
  ["enum", '["a", 7]', "7"],
  ["format", "5"],
  ["format", '"unheard-of"'],
  ["multipleOf", '"2"'],
  ["properties", '{ "a": { "type": "strng" } }', '"strng"'],
  ["properties", '{ "a": { "maximum": "7" } }', '"7"'],
  ["items", '{ "pattern": "(" }', '"("'],
  ["uniqueItems", '"true"'],
];

const schemas = [
  '{ "type": "string", "minimum": 5 }',
  '{ "$ref": "#/components/schemas/Any" }',
  '{ "description": "Anything" }',
];

const holders: Readonly<Record<string, (members: string) => string>> = {
  parameter: (members) => `"parameters": [{ "name": "a", "in": "query", ${members} }]`,
  header: (members) =>
    `"responses": { "200": { "description": "a", "headers": { "A": { ${members} } } } }`,
  media: (members) => `"requestBody": { "content": { "text/plain": { ${members} } } }`,
};

const cases = Object.keys(holders).flatMap((holder) =>
  schemas.flatMap((schema) => wrong.map((one) => [holder, schema, ...one] as const)),
);

test.each(cases)(
  "%s with %s and %s: %s",
  async (holder, schema, keyword, value, marked = value) => {
    const line = `"${keyword}": ${value}`;
    const operation = holders[holder as string]?.(`\n${line},\n"schema": ${schema}\n`) ?? "";
    const text = [
      '{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" },',
      `"paths": { "/a": { "post": {\n${operation}\n} } },`,
      '"components": { "schemas": { "Any": { "description": "Anything", "minimum": 5 } } } }',
    ].join("\n");
    const files = new Files();
    const diagnostics = new Diagnostics();
    const input = { text, name: "a.json" };
    const description = await load(input, diagnostics, { cwd: process.cwd(), files });
    if (description) buildModel(description, diagnostics);
    const [beside, ...others] = diagnostics.all.filter(({ code }) => code !== "no-effect");
    expect(beside).toMatchObject({ code: "unknown-member" });
    const start = text.indexOf(line);
    for (const { source, marks, code } of others) {
      const { line: at = 0, column = 0, length = 0 } = files.locate(source, marks) ?? {};
      const found = text.split("\n")[at - 1]?.slice(column - 1, column - 1 + length);
      expect([code, at, found]).toEqual([code, text.slice(0, start).split("\n").length, marked]);
    }
  },
);
