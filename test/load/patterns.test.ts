import { expect, test } from "vitest";
import { plainPattern } from "../../src/load/grammar/patterns.js";
import { at, read, withSchemas } from "./read-description.js";

const bodies = ["[a-z]+", "\\d{3}-\\d", "(?:cat|dog)", "a\\\\", "[^/]x", ".*", "\\$"];
const anchors = [
  ["^", "$"],
  ["^", ""],
  ["", "$"],
] as const;

test("a pattern between slashes is the one between them, where it could match nothing else", () => {
  for (const body of bodies)
    for (const [start, end] of anchors)
      for (const flags of ["", "g", "u", "gm"]) {
        const plain = `${start}${body}${end}`;
        const literal = `/${plain.replaceAll("/", "\\/")}/${flags}`;
        const meant = new RegExp(plainPattern(literal));
        for (const text of ["abc", "123-4", "cat", "a\\", "-x", "$", "", "/abc/", "x-x"])
          expect([literal, text, meant.test(text)]).toEqual([
            literal,
            text,
            new RegExp(plain).test(text),
          ]);
      }
});

test("the flag i is both cases of each letter", () => {
  for (const body of ["[a-z]+", "cat", "[^a]x", "(a|B)c{2}", "\\w-z"]) {
    const meant = new RegExp(plainPattern(`/^${body}$/i`));
    for (const text of ["abc", "ABC", "cAt", "bX", "ax", "acC", "bcc", "q-Z", "1"])
      expect([body, text, meant.test(text)]).toEqual([
        body,
        text,
        new RegExp(`^${body}$`, "i").test(text),
      ]);
  }
});

test("the anchors of Ruby and Python are those of JavaScript", () => {
  for (const end of ["\\z", "\\Z", "$"])
    for (const start of ["\\A", "^"])
      for (const body of bodies) expect(plainPattern(start + body + end)).toBe(`^${body}$`);
});

test("what may be meant as it is written stays", () => {
  for (const pattern of [
    "/pets/",
    "^/pets/$",
    "/",
    "//",
    "/a",
    "a/",
    "/a$b/",
    "/\\$/",
    "\\\\A",
    "\\\\z",
  ])
    expect(plainPattern(pattern)).toBe(pattern);
});

test.each(["2.0", "3.0.3", "3.1.0"])("%s: of schemas and parameters", async (version) => {
  const pattern = "'/^a$/'";
  const old = version === "2.0";
  const parameter = old
    ? `type: string, pattern: ${pattern}`
    : `schema: { type: string, pattern: ${pattern} }`;
  const { description, found } = old
    ? await read(`swagger: '2.0'
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      parameters: [{ name: a, in: query, ${parameter} }]
      responses: { '204': { description: Done } }
definitions: { Pet: { type: string, pattern: ${pattern} } }
`)
    : await read(
        withSchemas(`    Pet: { type: string, pattern: ${pattern} }`, version).replace(
          "paths: {}",
          `paths: { /pets: { get: { parameters: [{ name: a, in: query, ${parameter} }], responses: { '204': { description: Done } } } } }`,
        ),
      );
  expect(found.filter((one) => one.startsWith("warning pattern-notation"))).toHaveLength(2);
  expect(at(description, "components", "schemas", "Pet", "pattern").value).toBe("^a$");
  const schema = at(description, "paths", "/pets", "get", "parameters", 0, "schema");
  expect(schema.value).toMatchObject({ pattern: "^a$" });
});
