import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { beside } from "../beside.js";
import { readPlain } from "../../src/load/text/yaml-events.js";
import { EventPlaces } from "../../src/load/text/yaml-event-places.js";
import { YamlPlaces } from "../../src/load/text/yaml-places.js";
import { readYaml } from "../../src/load/text/yaml.js";
import type { YamlDocument } from "../../src/load/text/yaml.js";

/** Texts that are easily taken for something else, each of them plain. */
const plain: readonly string[] = [
  "a: 1\nb: two\n",
  "---\na: 1\n",
  "200: a\n'404': b\n\"500\": c\n",
  "a: 0200\nb: 1.0\nc: 1e3\nd: .5\nf: +7\ng: 0o14\nh: 0x1F\ni: 1_000\nj: 0b11\n",
  "a: 12345678901234567890\nb: 9007199254740993\nc: 0.1000000000000000055\n",
  "a: ~\nb: null\nc: Null\nd: NULL\ne:\nf: nUll\ng: ''\n",
  "a: true\nb: True\nc: TRUE\nd: tRue\ne: yes\nf: on\ng: y\nh: No\n",
  "a: 2020-01-01\nb: 12:30:45\nc: 1.2.3\nd: 0o8\ne: 0xg\nf: 1e\ng: .\ni: 08\n",
  "a: one\n  two\n\n  three\nb: 'one\n\n  two'\nc: \"one\\\n  two \\\n  three\"\n",
  'a: "\\u00e9\\ud83d\\ude00\\/\\n\\t\\"\\\\"\nb: "\n\n  one\\n\\\n  \\ two\\\\\n  three "\n',
  "a: |\n  b\n      \n  c\n      \n\nd: >\n  e\n   \n  f\n",
  'a: "\\x41\\U0001F600\\x22"\n',
  "a: ä\nb: 'ö’ü'\nc: {ß: [“x”]}\nd: |\n  😀\n",
  "a: |\n  one\n   two\n\n  three\n\nb: >\n  one\n  two\n\n   more\n  three\n\n\nc: |-\n  x\nd: >+\n  y\n\ne: |+\n\n  z\n\n",
  "a: [1, two, {b: c, 'd': e}, [], {}]\nf: {\"g\":1, h: 2, i}\n",
  "a:\n- b\n- c:\n  - d\n- - e\n  - f\n-\n  g\n",
  "a: b # c\n# d\ne: '#f' #g\nh: i#j\nk: # l\n  m\n",
  "a: 'it''s'\nb: it's\nc: \"x\"\nd: http://x.y/z#a\ne: a:b\n",
  "/a/{id}: 1\na.b-c_d: 2\n'a: b': 3\n$ref: '#/a'\nx y: 4\nä: ö\n",
  "a: @x\n".replace("@", "x@"),
  "a: \n  b: \n    c: d  \n",
  "a: - b\n".replace("- ", "-"),
  "0200: a\n1.0: b\n0x10: c\nnull: d\n~: e\nTrue: f\n",
  "a: {1.50: b, 1.0, True}\nc:\n  - 007: d\ne: {\n  ~\n  }\n",
  "{ true: a }\n",
  'a: {"b" # c\n  :d}\n? e\n# f\n: g\n',
  "a: [b,\n  c,\n\n ]\nd:\n- {e: f,\n   g: [h]} # i\n- j\n",
  `a: ${"[".repeat(498)}${"]".repeat(498)}\n`,
  "__proto__: 1\nconstructor: 2\ntoString: 3\n",
  "a: *b* c\n".replace("*b", "b*"),
  "a: 100%\nb: a & b\nc: x !y\nd: |\n  **bold** &amp; - a: b\n  1. c: d\n",
];

/** Texts that are wrong, or that readers may take differently. */
const left: readonly string[] = [
  "",
  "a\n",
  "# nothing\n",
  "a: -0\n",
  'a: "\\e"\n',
  "a: |2\n   x\n  y\n",
  "a: >1-\n  z\n",
  "a: >+\n  b\n  ",
  "a: b\n  c # d\n  e\n",
  "a: [b # c\n  ]\n",
  "a: {b:}\n",
  "a: 'b': c\n",
  "a: 1\n  b: 2\n",
  "a: \ud83d’\n",
  "a: &x 1\nb: *x\n",
  "a: *x\n",
  "a: {<<: {b: 1}}\n",
  "<<: {b: 1}\n",
  "a: !!str 1\n",
  "a: !x 1\n",
  ": a\n",
  "? a\n: b\n",
  "[a]: b\n",
  "{a: b}: c\n",
  "a: {[b]: c}\n",
  "a: {{b: c}}\n",
  "a: {b: {c: d}, [e]}\n",
  "a: {b: c,\n  {d: e}: f}\n",
  "a: [:]\n",
  "a: ,b\n",
  "a: 'b\n  c'#d\n",
  "a: .inf\n",
  "a: -.INF\n",
  "a: .nan\n",
  "a: 1e999\n",
  "a: 1\na: 2\n",
  "a: {b: 1, b: 2}\n",
  "1: a\n'1': b\n",
  "a:\tb\n",
  "a: |\n  b\tc\n",
  "a: b\r\nc: d\r\n",
  "a: 1\n---\nb: 2\n",
  "a: 1\n...\n",
  "%YAML 1.1\n---\na: yes\n",
  "a: b: c\n",
  "a: -\n",
  "a: 'b\n",
  "a: [b\nc: d\n",
  "a: 'b\nc'\n",
  "a: [\nb]\n",
  "a:\n  b: 1\n c: 2\n",
  "a: `b`\n",
  "a: @b\n",
  'a: "\\q"\n',
  "a: |\n   \n  b\n",
  "a: 'b'#c\n",
  "a: [b]#c\n",
  "a: b\u0000\n",
  "a: b\u2028c\n",
  `${"k".repeat(1100)}: a\n`,
];

function plainValue(text: string): object | undefined {
  const read = readPlain(text);
  return read && "value" in read ? read.value : undefined;
}

/** With the order of members, and zeros by their sign. */
function order(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(order);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([key, member]) => [key, order(member)]);
}

test.each(plain)("a text is read by its events as it is with all its places: %j", (text) => {
  const { document, value, faults } = readYaml(text);
  expect(faults).toEqual([]);
  const read = plainValue(text);
  expect(read).not.toBeUndefined();
  expect(order(read)).toEqual(order(value));
  comparePlaces(text, document, value);
});

test.each(left)("a text that is out of the ordinary is read alike or left: %j", (text) => {
  const read = plainValue(text);
  if (read === undefined) return;
  const { value, faults } = readYaml(text);
  expect(faults).toEqual([]);
  expect(order(read)).toEqual(order(value));
});

test.each([
  ["a: é\n" + "b: ".padEnd(1003, "["), 507],
  ["é:\n".padEnd(1103, "- "), 1001],
  ["- ".repeat(100_000), 1000],
])("what is nested too deeply is told", (text, offset) => {
  expect(readPlain(text)).toEqual({ tooDeep: offset });
});

/** The places in a plain text are those that `yaml` knows; as far as they are marked, which is to the end of a line. */
function comparePlaces(text: string, document: YamlDocument | undefined, value: unknown): void {
  if (!document) throw new Error("this text was right before");
  const [whole, events] = [new YamlPlaces(document), new EventPlaces(text)];
  const marked = (range: readonly [number, number] | undefined) => {
    if (!range) return undefined;
    const [start, end] = [range[0], Math.max(range[1], range[0] + 1)];
    return [start, text.slice(start, end).replace(/\s*(?: #[^]*|\n[^]*)?$/, "")];
  };
  for (const way of waysIn(value)) {
    const [place, found] = [whole.find(way), events.find(way)];
    expect({ ...found, key: marked(found.key), value: marked(found.value) }, way.join("/")).toEqual(
      {
        ...place,
        key: marked(place.key),
        value: marked(place.value),
      },
    );
  }
}

/** The ways to members of a value; of long lists and deep values, some. */
function waysIn(value: unknown): readonly (readonly string[])[] {
  const ways: (readonly string[])[] = [[], ["not there"]];
  const visit = (at: unknown, way: readonly string[]): void => {
    if (typeof at !== "object" || at === null || ways.length > 100) return;
    for (const [key, member] of Object.entries(at)) {
      ways.push([...way, key]);
      if (ways.length % 7 === 0) ways.push([...way, key, "not there"]);
      visit(member, [...way, key]);
    }
  };
  visit(value, []);
  return ways;
}

const corpus = fileURLToPath(beside("corpus/"));
const files = existsSync(corpus)
  ? readdirSync(corpus, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.ya?ml$/.test(name),
    )
  : [];

test.skipIf(files.length === 0)(
  "each YAML file of the corpus is read by its events as it is with all its places, or not at all (skipped where ../shared is missing)",
  () => {
    let count = 0;
    for (const name of files) {
      const text = readFileSync(join(corpus, name), "utf8").replace(/^\uFEFF/, "");
      const read = plainValue(text);
      if (!read) continue;
      count++;
      const { document, value, faults } = readYaml(text);
      expect(faults, name).toEqual([]);
      expect(order(read), name).toEqual(order(value));
      if (text.length < 50_000) comparePlaces(text, document, value);
    }
    expect(count).toBeGreaterThan(files.length * 0.8);
  },
  120_000,
);

/** Lines and pieces of them, which make right texts and wrong ones. */
const pieces = [
  ..."a: |b: >-|- |-|k: v|- k: v|x|x y|'s'|'|\"t\"|\"|\\\\|\\\\n|[a, b]|[|]|{c: d}|{|}|, |: |:|# c| # c|é|’|1|-1|0x1|~|null|&|*|!|%|@|`|?|<<|---|...|=".split(
    "|",
  ),
  ..."| > |- >+ \n \n\n \n· \n·· \n··- \n··k: \n···· · ··"
    .split(" ")
    .map((one) => one.replaceAll("·", " ")),
];

test("whatever is plain is read as it is with all its places", () => {
  let count = 0;
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((all) => all.join(""));
  const property = fc.property(texts, (text) => {
    const read = plainValue(text);
    if (!read) return;
    count++;
    const { value, faults } = readYaml(text);
    expect(faults).toEqual([]);
    expect(order(read)).toEqual(order(value));
  });
  fc.assert(property, { numRuns: 20_000, seed: 1 });
  expect(count).toBeGreaterThan(500);
});

const styles = [{}, { lineWidth: 0 }, { defaultStringType: "QUOTE_SINGLE" }, { blockQuote: false }];

test.each(styles)("what is written as YAML with %j is read by its events as it was", (style) => {
  const value = {
    text: "one two ".repeat(30),
    lines: "one\n  two\n\nthree: 4\n\n",
    edges: [" a ", "\n", "", "#", "- a", "a: b", "null", "1.0", "'", '"', "{}", "é\u00a0", "a #b"],
    numbers: [0, -0.5, 1e21, 1e-7, 200],
    more: { 200: true, "0200": null, "a b": [[], {}, [[1]]] },
  };
  const text = stringify(value, style as object);
  const read = plainValue(text);
  if (read) expect(order(read)).toEqual(order(readYaml(text).value));
  expect(order(read ?? value)).toEqual(order(value));
});
