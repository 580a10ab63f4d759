import fc from "fast-check";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { parse } from "../../src/load/text/parse.js";
import { at, read, withSchemas } from "./read-description.js";

function parsed(text: string, file = "input.yaml"): { value: unknown; found: string[] } {
  const diagnostics = new Diagnostics();
  const result = parse(text, file, diagnostics);
  const found = diagnostics.all.map(({ code, message, source }) => {
    const offset = "offset" in source ? source.offset : -1;
    const line = text.slice(0, offset).split("\n");
    return `${line.length}:${(line.at(-1)?.length ?? 0) + 1} ${code}: ${message}`;
  });
  return { value: result?.value, found };
}

test("anchors, aliases and merge keys", () => {
  const { value, found } = parsed(`
base: &base { a: 1, b: 2 }
again: *base
merged: { <<: *base, b: 3 }
several:
  <<: [*base, { c: 4 }]
tagged:
  !!merge <<: *base
quoted: { '<<': 1 }
`);
  expect(found).toEqual([]);
  expect(value).toEqual({
    base: { a: 1, b: 2 },
    again: { a: 1, b: 2 },
    merged: { a: 1, b: 3 },
    several: { a: 1, b: 2, c: 4 },
    tagged: { a: 1, b: 2 },
    quoted: { "<<": 1 },
  });
});

test("a key can have an anchor, and be an alias", () => {
  const { value, found } = parsed("&a one: &b two\n*b : *a\n&c 200: x\nd: { *c : y }\n");
  expect(found).toEqual([]);
  expect(value).toEqual({ one: "two", two: "one", 200: "x", d: { 200: "y" } });
  expect(parsed(".inf: a\n").found).toEqual([]);
  expect(parsed("a: &a [b]\n*a : c\n").found).toEqual([
    "2:1 yaml-not-json: a key must be plain text",
  ]);
});

test.each([
  ["omap", "[{ b: 1 }, { c: 2 }]"],
  ["omap", "\n  - b: 1\n  - c: 2"],
  ["pairs", "[{ b: 1 }, { b: 2 }]"],
  ["set", "{ b, c }"],
  ["set", "\n  ? b\n  ? c"],
  ["binary", "aGk="],
  ["timestamp", "2020-01-01"],
  ["merge", "b"],
  ["float", "1"],
  ["float", "-12"],
  ["float", "1.5"],
  ["int", "1"],
  ["bool", "true"],
])("what has the tag !!%s is read as it is without it: %s", (tag, text) => {
  const { value, found } = parsed(`a: !!${tag} ${text}\n`);
  expect(found).toEqual([]);
  expect(value).toEqual(parsed(`a: ${text}\n`).value);
});

test("YAML 1.2: keys as written, and only true and false are booleans", () => {
  const { value } = parsed("200: a\n1.10: b\ntrue: c\nno: yes\ndate: 2020-01-01\n0x1F: hex\n");
  expect(value).toEqual({
    "200": "a",
    "1.10": "b",
    true: "c",
    no: "yes",
    date: "2020-01-01",
    "0x1F": "hex",
  });
});

test.each([
  ["YAML", "a: { __proto__: { polluted: 1 }, constructor: 2 }\n"],
  ["JSON", '{ "a": { "__proto__": { "polluted": 1 }, "constructor": 2 } }'],
])("__proto__ is a key like any other in %s", (_, text) => {
  const { value } = parsed(text);
  const { a } = value as { a: object };
  expect(Object.keys(a)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(a)).toBe(Object.prototype);
  expect((a as { polluted?: number }).polluted).toBeUndefined();
});

test.each([
  ["a: 1\na: 2\n", "2:1 duplicate-key: duplicate key a"],
  ["a:\n\tb: 1\n", "2:1 yaml-syntax: a tab is used for indentation; YAML wants spaces"],
  ["a: b: c\n", "1:5 yaml-syntax: a second `: ` in one line; put the text in quotes"],
  ["a: 1\n  b: 2\n", "2:3 yaml-syntax: this line is indented deeper than the one above allows"],
  ["a:1\nb: 2\n", "1:1 yaml-syntax: a `: ` is missing after the key"],
  ["a:\n  b: 1\n c: 2\n", "3:1 yaml-syntax: the indentation of this line fits no line above it"],
  ["a: [1, 2\nb: 3\n", "2:1 yaml-syntax: a [ or { before this line is never closed"],
  ["a: it's 'fine\nb: 'x\n", "2:4 yaml-syntax: the quote that opens here is never closed"],
  ["a: @x\n", "1:4 yaml-syntax: a value cannot begin with @; put it in quotes"],
  ["a: 1\nb\nc: 2\n", "2:1 yaml-syntax: a : is missing after this key"],
  ["a: [1]]\n", "1:7 yaml-syntax: nothing is open that this ] could close"],
  ["a: *b\n", "1:4 yaml-alias: there is no anchor &b before this alias"],
  ["a: &a [*a]\n", "1:8 yaml-alias: *a stands inside of &a, and so has no end"],
  ["? [a]\n: 1\n", "1:3 yaml-not-json: a key must be plain text"],
  ["a: 1\n---\nb: 2\n", "2:1 yaml-multiple-documents: a second YAML document begins here"],
  ["<<: 1\n", "1:5 yaml-syntax: << can only take in mappings"],
])("%j", (text, expected) => {
  expect(parsed(text).found).toEqual([expected]);
});

test.each([
  ["[1, 2,,]", "1:8 json-syntax: a comma stands before the closing ]"],
  ['{ "a": 1, /* note }', "1:11 json-syntax: JSON has no comments"],
  ['{ "a": 1 "b": 2 }', "1:10 json-syntax: a comma or } is missing here"],
  ['{ "a" "b" }', "1:7 json-syntax: a colon is missing after the key"],
  ["{ 'a': 1 }", "1:3 json-syntax: JSON wants double quotes, not single ones"],
  ["{ a: 1 }", "1:3 json-syntax: a key in double quotes is missing here"],
  ['{ "a" 1 }', "1:7 json-syntax: a colon is missing after the key"],
  ['{ "a": }', "1:8 json-syntax: a value is missing here"],
  ['{ "a": undefined }', "1:8 json-syntax: undefined is not a JSON value"],
  ['{ "a": 01 }', "1:8 json-syntax: 01 is not a JSON value"],
  ['{ "a": [1, 2 }', "1:14 json-syntax: a comma or ] is missing here"],
  ['{ "a": [1, 2', "1:8 json-syntax: this [ is never closed"],
  ['{ "a": "b\n" }', "1:8 json-syntax: this string is not closed on its line"],
  ['{ "a": "\\q" }', "1:9 json-syntax: JSON does not know this escape"],
  ["{} {}", "1:4 json-syntax: there is more text after the end of the value"],
  ['{ "a": 1, "b": { "c": 1, "c": 2 } }', "1:26 duplicate-key: duplicate key c"],
  ['{ "a:b": "{", "a:b": 2 }', "1:15 duplicate-key: duplicate key a:b"],
])("JSON %j", (text, expected) => {
  expect(parsed(text, "input.json").found).toEqual([expected]);
});

test("a fault in JSON is found behind any strings, whatever is escaped in them", () => {
  const characters = fc.constantFrom("\\", '"', "/", "\n", "\u0001", "q", "u", "-", "😀");
  const text = fc.array(characters, { maxLength: 8 }).map((all) => all.join(""));
  const property = fc.property(text, text, (key, value) => {
    const before = `${JSON.stringify({ [key]: value }).slice(0, -1)},\n`;
    expect(parsed(`${before}1 }`, "input.json").found).toEqual([
      "2:1 json-syntax: a key in double quotes is missing here",
    ]);
  });
  fc.assert(property, { numRuns: 1000, seed: 1 });
});

test("comments and last commas in JSON are reported where they stand, and change no value", () => {
  const value = {
    paths: { "/a": { get: { tags: ["x", "y, // z ]"], deprecated: true } } },
    '/* \\" */': [[1], [], {}, null],
  };
  const plain = JSON.stringify(value, null, 2);
  const spoilt: readonly (readonly [RegExp, string, string])[] = [
    [/(?<=["\w\]}])(?=\n *[\]}])/g, ",", "a comma stands before the closing"],
    [/(?<=[[{,])(?=\n)/g, ' // a, "b" ]', "JSON has no comments"],
    [/(?<=\n *)(?=[\]}"\w])/g, '/* a, ] "\n */', "JSON has no comments"],
  ];
  for (const chosen of [[0], [1], [2], [0, 1, 2]].map((few) => few.map((index) => spoilt[index]))) {
    let text = plain;
    let count = 0;
    for (const [pattern = /^/, put = ""] of chosen.map((one) => one ?? [])) {
      count += text.match(pattern)?.length ?? 0;
      text = text.replace(pattern, put);
    }
    const { value: read, found } = parsed(text, "input.json");
    expect(read, text).toEqual(value);
    expect(found).toHaveLength(count);
    for (const one of found)
      expect(chosen.some((each) => one.includes(`json-syntax: ${each?.[2] ?? ""}`))).toBe(true);
  }
  expect(parsed('{ "a": [1, 2, ], // b\n }', "input.json")).toEqual({
    value: { a: [1, 2] },
    found: [
      "1:13 json-syntax: a comma stands before the closing ]",
      "1:16 json-syntax: a comma stands before the closing }",
      "1:18 json-syntax: JSON has no comments",
    ],
  });
});

test.each([
  ["{ 'a': 1 }", { a: 1 }, "1:3 json-syntax: JSON wants double quotes, not single ones"],
  ["{ a: 1 }", { a: 1 }, "1:3 json-syntax: a key in double quotes is missing here"],
  [
    '{ "a": "b\tc" }',
    { a: "b\tc" },
    "1:10 json-syntax: a control character in a string must be escaped",
  ],
  ['{ "a": "b\n c" }', { a: "b c" }, "1:8 json-syntax: this string is not closed on its line"],
  ['{ "a": 01 }', { a: 1 }, "1:8 json-syntax: 01 is not a JSON value"],
])("JSON %j is read as other tools read it", (text, value, fault) => {
  for (const note of ["", "// [a]\n", "/* {\n */ "]) {
    const { value: read, found } = parsed(note + text, "input.json");
    expect(read).toEqual(value);
    expect(found.some((one) => one.endsWith(fault.slice(fault.indexOf(" "))))).toBe(true);
  }
  expect(parsed(text, "input.json").found).toEqual([fault]);
});

test("brackets in YAML that are indented less than their key are read as JSON is", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const list = fc.array(fc.tuple(fc.string(), value), { minLength: 1, maxLength: 4 });
  const property = fc.property(list, fc.integer({ min: 0, max: 6 }), (members, indent) => {
    const whole = JSON.parse(JSON.stringify(Object.fromEntries(members))) as object;
    const lines = JSON.stringify(whole, null, 1).split("\n");
    const inside = lines.map((line) => line.replace(/^ */, " ".repeat(indent))).join("\n");
    const text = `a:\n  - b:\n      c: ${inside}\n    d: 1\n`;
    const { value: read, found } = parsed(text);
    expect(read, text).toEqual({ a: [{ b: { c: whole }, d: 1 }] });
    for (const one of found) expect(one).toMatch(/ yaml-loose: what stands between brackets /);
  });
  fc.assert(property, { numRuns: 300, seed: 1 });
});

test("lines of a quoted text are read however little they are indented", () => {
  const start = fc.constantFrom("x", "- x", "- `x`:", "`x`:", "**x**:", "- [x]:", "> x:", "@x:");
  const text = fc.string({ unit: fc.constantFrom(..."ab -,.:?#[]{}é") });
  const line = fc.tuple(start, text).map(([start, text]) => {
    const plain = text.trim().replace(/\s+/g, " ");
    return `${start} ${plain} x`;
  });
  const lines = fc.array(line, { minLength: 2, maxLength: 4 });
  const indents = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 4, maxLength: 4 });
  const property = fc.property(lines, indents, fc.constantFrom("'", '"'), (all, deep, quote) => {
    const inside = all.map((one, at) => (at === 0 ? one : " ".repeat(deep[at] ?? 0) + one));
    const text = `a:\n  - b:\n      c: ${quote}${inside.join("\n")}${quote}\n    d: 1\n`;
    const { value, found } = parsed(text);
    expect(value, text).toEqual({ a: [{ b: { c: all.join(" ") }, d: 1 }] });
    for (const one of found) expect(one).toMatch(/ yaml-loose: the lines of this quoted text /);
  });
  fc.assert(property, { numRuns: 500, seed: 1 });
});

test("members behind a quote that is not closed are no part of its text", () => {
  for (const quote of ["'", '"'])
    for (const member of ["d: 1", "- d: 1", "/d/{e}:", "$ref: x", `${quote}d${quote}: 1`])
      for (const indent of ["", "  ", "    "]) {
        const text = `a:\n    b: ${quote}one\n${indent}${member}\n${indent}f: ${quote}two${quote}\n`;
        expect(parsed(text).found).toEqual([
          "2:8 yaml-syntax: the quote that opens here is never closed",
        ]);
      }
});

test("a second YAML document that is empty, a member that is repeated and numbers that JSON has not", () => {
  for (const end of ["---\n", "---\n\n# none\n", "...\n---\n", "--- # none\n...\n"])
    expect(parsed(`a: 1\n${end}`)).toEqual({
      value: { a: 1 },
      found: [
        `${end.startsWith("...") ? 3 : 2}:1 yaml-loose: a second YAML document begins here, which is empty`,
      ],
    });
  for (const member of ["1", "[x, { y: 1 }]", "text"])
    expect(parsed(`a: ${member}\nb: 1\na: ${member}\n`).found).toEqual([
      "3:1 duplicate-key: duplicate key a",
    ]);
  for (const number of [".nan", ".NaN", ".inf", "-.inf", "+.INF"]) {
    const { value, found } = parsed(`a: ${number}\nb: [${number}]\n`);
    expect(value).toEqual({ a: number, b: [number] });
    expect(found.every((one) => one.includes("yaml-loose: JSON has no number"))).toBe(true);
  }
});

test("a file that begins with { but is not JSON is YAML", () => {
  expect(parsed("{ a: 1, b: [x, y] } # note\n")).toEqual({
    value: { a: 1, b: ["x", "y"] },
    found: [],
  });
});

const deep = 100_000;
test.each([
  ["JSON arrays", "[".repeat(deep) + "]".repeat(deep)],
  ["JSON objects", '{"a":'.repeat(deep) + "1" + "}".repeat(deep)],
  [
    "JSON objects, with a key that is repeated 50,000 times,",
    `${'{"a":'.repeat(deep)}{${'"b":1,'.repeat(50_000)}"b":1}${"}".repeat(deep)}`,
  ],
  ["never closed", "[".repeat(deep)],
  ["YAML lists", "- ".repeat(deep) + "a"],
  ["YAML flow", "x: " + "[".repeat(deep)],
])("%s nested 100,000 deep are reported, not a stack overflow", (_, text) => {
  const { value, found } = parsed(text);
  expect(value).toBeUndefined();
  expect(found).toHaveLength(1);
  expect(found[0]).toContain("nested-too-deeply");
});

test("aliases of aliases end at once", async () => {
  const names = [..."abcdefghij"];
  const lines = names.map((name, index) => {
    const before = names[index - 1];
    return `x-${name}: &${name} [${Array(10)
      .fill(before ? `*${before}` : "1")
      .join(", ")}]`;
  });
  const start = performance.now();
  const { found } = await read(`openapi: 3.1.0\n${lines.join("\n")}\ninfo: {}\n`);
  expect(found).toEqual(["error yaml-alias-bomb 3:10"]);
  expect(performance.now() - start).toBeLessThan(5000);
});

test("an aliased schema has its own place where the alias stands", async () => {
  const { description, found } = await read(
    withSchemas("    Pet: &pet\n      type: object\n    Animal: *pet\n"),
  );
  expect(found).toEqual([]);
  expect(at(description, "components", "schemas", "Animal", "type").source.pointer).toBe(
    "/components/schemas/Animal/type",
  );
});

/** Where a character can stand in a text, at `%`. */
const positions = {
  plain: "a: x%y\n",
  single: "a: 'x%y'\n",
  double: 'a: "x%y"\n',
  block: "a: |-\n  x%y\n",
  key: "x%y: a\n",
  comment: "a: b # x%y\n",
  json: '{"a": "x%y"}',
  jsonKey: '{"x%y": "a"}',
  between: '{"a": "b"%}',
};

test("a control character that is no escape is one error", () => {
  for (const [where, text] of Object.entries(positions))
    for (const file of ["a.yaml", "a.json"])
      for (let code = 0; code < 0x20; code += 1) {
        if (/\s/.test(String.fromCharCode(code)) && code !== 0xb && code !== 0xc) continue;
        const { found } = parsed(text.replace("%", String.fromCharCode(code)), file);
        const kind = text.startsWith("{") ? "json" : "yaml";
        const before = text.slice(0, text.indexOf("%")).split("\n");
        const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
        const hex = code.toString(16).toUpperCase().padStart(4, "0");
        expect([where, file, code, found]).toEqual([
          where,
          file,
          code,
          [
            `${line}:${column} ${kind}-syntax: the control character U+${hex} has to be an escape in double quotes`,
          ],
        ]);
      }
});

test("all other characters, and escapes of control characters, are what they are", () => {
  for (const code of [9, 0x7f, 0x80, 0x85, 0x9f, 0xa0, 0x2028, 0xd7ff, 0xe000, 0xfffe, 0xffff]) {
    const character = String.fromCharCode(code);
    for (const where of ["double", "json"] as const) {
      const { value, found } = parsed(positions[where].replace("%", character));
      expect([where, code, value]).toEqual([where, code, { a: `x${character}y` }]);
      expect(found).toHaveLength(code === 9 && where === "json" ? found.length : 0);
    }
  }
  for (let code = 0; code < 0x20; code += 1)
    for (const where of ["double", "json"] as const) {
      const escape = `\\u${code.toString(16).padStart(4, "0")}`;
      const { value, found } = parsed(positions[where].replace("%", escape));
      expect([value, found]).toEqual([{ a: `x${String.fromCharCode(code)}y` }, []]);
    }
});
