import { expect, test } from "vitest";
import { flagsOf } from "../../src/common/patterns.js";
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

test("what other languages write is read as they mean it", () => {
  for (const [pattern, fitting, others] of [
    ["(?i)^[a-c]x$", ["ax", "BX"], ["dx"]],
    ["^(?i)[a-c]x$", ["ax", "BX"], ["dx"]],
    ["(?i)^\\p{Lu}$", ["a", "É", "é"], ["1"]],
    ["^[[:alpha:]_]+$", ["aZ_"], [":", "1", "]"]],
    ["^[^[:digit:][:space:]]$", ["a", ":"], ["1", " "]],
    ["^[:alpha:]$", [":", "a", "h"], ["z"]],
    ["^[[:xdigit:]]{2}[[:punct:]]$", ["0f-", "Aa]", "9B\\"], ["0g-", "0f "]],
    ["^(?P<year>\\d{4})$", ["2026"], ["x"]],
    ["^\\Qa.(b\\E[c]$", ["a.(bc"], ["axbc"]],
    ["^\\x{1F600}\\x{41}$", ["\u{1F600}A"], ["x"]],
    ["^\\pL+\\PN$", ["éa-"], ["1", "p"]],
    ["^[\\p{L}\\' \\-]+$", ["Zoë O'Neil-x"], ["p{1}", "1"]],
    ["^\\p{L}\\@\\-\\_$", ["é@-_"], ["p{L}@-_", "1@-_"]],
    ["^[\\w\\@\\-]+$", ["a@b-c"], ["a b"]],
    ["^\\p{Han}\\p{IsHiragana}\\P{Lu}\\p{L}$", ["漢あaÉ"], ["p{Han}あaÉ", "漢漢aÉ", "漢あAÉ"]],
    ["^\\p{Punct}[\\p{Digit}_]\\P{Alnum}$", ["!1-", "-_ "], ["a1-", "!x-", "!11"]],
    ["^[[:nothing:]]$", ["n]"], ["x"]],
  ] as const) {
    const plain = plainPattern(pattern);
    const flags = flagsOf(plain);
    for (const [texts, isFitting] of [
      [fitting, true],
      [others, false],
    ] as const)
      for (const text of texts)
        expect([pattern, plain, text, new RegExp(plain, flags).test(text)]).toEqual([
          pattern,
          plain,
          text,
          isFitting,
        ]);
  }
});

test("sets of POSIX have the characters of ASCII that they have in C", () => {
  const sets: Record<string, RegExp> = {
    alnum: /[^\W_]/,
    alpha: /[^\W_\d]/,
    digit: /\d/,
    lower: /[a-z]/,
    upper: /[A-Z]/,
    xdigit: /[\da-f]/i,
    space: /[\t-\r ]/,
    blank: /[ \t]/,
    cntrl: /[\0-\x1f\x7f]/,
    print: /[\x20-\x7e]/,
    graph: /[\x21-\x7e]/,
    punct: /[^\0-\x20\x7f\w]|_/,
    ascii: /[^]/,
    word: /\w/,
  };
  for (const [name, set] of Object.entries(sets))
    for (let unit = 0; unit < 128; unit++) {
      const text = String.fromCharCode(unit);
      const one = new RegExp(plainPattern(`^[[:${name}:]]$`)).test(text);
      expect([name, unit, one]).toEqual([name, unit, set.test(text)]);
      expect(new RegExp(plainPattern(`^[^[:${name}:]]$`)).test(text)).toBe(!one);
    }
});

test("no escape of a letter is read as the letter, which ECMA-262 does for escapes that it does not have", () => {
  const letters = [...Array(26).keys()].flatMap((i) =>
    [97, 65].map((first) => String.fromCharCode(first + i)),
  );
  for (const letter of letters)
    for (const start of ["^", "^\\'"])
      for (const pattern of [
        `${start}\\${letter}$`,
        `${start}\\${letter}{2}$`,
        `${start}[\\${letter}]$`,
      ]) {
        const plain = plainPattern(pattern);
        const flags = flagsOf(plain);
        // Of these, the older rules have more meanings.
        if (flags === undefined || /[Bckux]/.test(letter)) continue;
        const literal = pattern.replace(`\\${letter}`, letter);
        expect([pattern, plain, isSameFor(new RegExp(plain, flags), new RegExp(literal))]).toEqual([
          pattern,
          plain,
          false,
        ]);
      }
});

function isSameFor(one: RegExp, other: RegExp): boolean {
  const texts = [...Array(128).keys()].map((unit) => String.fromCharCode(unit));
  return texts
    .flatMap((text) => [text, text + text, `'${text}`, `'${text}${text}`])
    .every((text) => one.test(text) === other.test(text));
}

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
    "^\\p{L}$",
    "^[\\w@\\-]+\\x41$",
    "^{[a-z]}$",
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

test("keys of patternProperties, unless another one is what they are read as", async () => {
  const { description, found } = await read(
    withSchemas(`    Pet:
      type: object
      patternProperties:
        '/^a$/': { type: string }
        '\\Ab\\z': { type: integer }
        '/^c$/': { type: string }
        '^c$': { type: boolean }`),
  );
  expect(found).toEqual([
    "warning pattern-notation 9:9",
    "warning pattern-notation 10:9",
    "warning pattern-notation 11:9",
  ]);
  const keys = at(description, "components", "schemas", "Pet", "patternProperties");
  expect(Object.entries(keys.value as object)).toEqual([
    ["^a$", { type: "string" }],
    ["^b$", { type: "integer" }],
    ["/^c$/", { type: "string" }],
    ["^c$", { type: "boolean" }],
  ]);
  const { source } = at(description, "components", "schemas", "Pet", "patternProperties", "^b$");
  expect(source.pointer).toBe("/components/schemas/Pet/patternProperties/\\Ab\\z");
});
