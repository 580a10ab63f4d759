import { resolve } from "node:path";
import { expect, test } from "vitest";
import { leftInFile, type Merge, mergeStubs, type Stub } from "../../src/write/stubs/merge.js";

const stub = (name: string, imports: Stub["imports"] = []): Stub => ({
  name,
  imports,
  text: `/** \`GET /${name}\`: does it. */
async ${name}(request, context) {
  return notImplemented("${name}");
}`,
});

const options = { exportName: "animals", handlersType: "PetStoreHandlers" };
const imports = [
  { name: "notImplemented", from: "../api/runtime/server.js", typeOnly: false },
  { name: "PetStoreHandlers", from: "../api/server.js", typeOnly: true },
];

async function merge(text: string, names: readonly string[], file = "animals.ts"): Promise<Merge> {
  return mergeStubs(
    text,
    file,
    names.map((name) => stub(name)),
    options,
  );
}

/** True when `text` is `part` with something put in at no more than `places` places. */
function isInsertion(text: string, part: string, places: number): boolean {
  if (text === part) return true;
  if (places === 0) return false;
  let same = 0;
  while (same < part.length && text[same] === part[same]) same++;
  // What is put in may begin with the text that follows it, so that several beginnings are tried.
  for (let start = same; start >= Math.max(0, same - 40); start--) {
    const rest = part.slice(start);
    for (let end = text.length - rest.length; end >= start; end--) {
      if (
        text.startsWith(rest.slice(0, 1), end) &&
        isInsertion(text.slice(end), rest, places - 1)
      ) {
        return true;
      }
    }
  }
  return false;
}

const head = `import { notImplemented } from "../api/runtime/server.js";
import type { PetStoreHandlers } from "../api/server.js";

export interface Caller { id: string }

`;

test("a missing handler comes at the end, and no other byte changes", async () => {
  const text = `${head}export const animals = {
  /** One. */
  async one(request, context) {
    return { status: 200 }; // mine
  },
} satisfies Partial<PetStoreHandlers<Caller>>;
`;
  const merged = await merge(text, ["one", "two", "three"]);
  expect(merged).toEqual({
    added: ["two", "three"],
    orphaned: [],
    problem: undefined,
    text: `${head}export const animals = {
  /** One. */
  async one(request, context) {
    return { status: 200 }; // mine
  },

  /** \`GET /two\`: does it. */
  async two(request, context) {
    return notImplemented("two");
  },

  /** \`GET /three\`: does it. */
  async three(request, context) {
    return notImplemented("three");
  },
} satisfies Partial<PetStoreHandlers<Caller>>;
`,
  });
});

test("with nothing missing the text is the same", async () => {
  const text = `export const animals={one(){},"two":1,['three']:f,four,get five(){return f}}`;
  const merged = await merge(text, ["one", "two", "three", "four", "five"]);
  expect(merged).toEqual({ text, added: [], orphaned: [], problem: undefined });
});

const members = "{\n  one() {},\n}";
const shapes: Record<string, string> = {
  satisfies: `export const animals = ${members} satisfies Partial<PetStoreHandlers<Caller>>;`,
  "a type": `export const animals: PetStoreHandlers<Caller> = ${members};`,
  "a type, not exported": `const animals: PetStoreHandlers<Caller> = ${members};\nexport { animals };`,
  "another name": `export const creatures: PetStoreHandlers<Caller> = ${members};`,
  "no type": `export const animals = ${members};`,
  "as const": `export const animals = ${members} as const;`,
  "as const satisfies": `export const animals = ${members} as const satisfies PetStoreHandlers<Caller>;`,
  as: `export const animals = ${members} as PetStoreHandlers<Caller>;`,
  parentheses: `export const animals = ((${members}) as PetStoreHandlers<Caller>);`,
  "a type assertion": `export const animals = <PetStoreHandlers<Caller>>${members};`,
  "export default": `export default ${members};`,
  "export default satisfies": `export default (${members}) satisfies PetStoreHandlers<Caller>;`,
  "a function": `export function make(pets: Pets): PetStoreHandlers<Caller> {\n  return ${members};\n}`,
  "an arrow function": `export const animals = (pets: Pets) => (${members});`,
  "an arrow function with a type": `export const make = (): PetStoreHandlers => { return ${members} };`,
  "an import alias": `import type { PetStoreHandlers as H } from "x";\nexport const all: H<Caller> = ${members};`,
  "a local alias": `type H = Partial<PetStoreHandlers<Caller>>;\nexport const all: H = ${members};`,
  "a local interface": `interface H extends Partial<PetStoreHandlers<Caller>> {}\nexport const all: H = ${members};`,
  "a part of the type": `export const all: Pick<PetStoreHandlers<Caller>, "one" | "two"> & {} = ${members};`,
  "a promise": `export async function make(): Promise<PetStoreHandlers> {\n  return ${members};\n}`,
  "a namespace": `export const all: Server.PetStoreHandlers<Caller> = ${members};`,
  "a class": `export class Animals implements PetStoreHandlers<Caller> ${members.replace(",", "")}`,
  "a class by name": `export class animals ${members.replace(",", "")}`,
  "a class expression": `export const animals = class ${members.replace(",", "")};`,
  "others beside it": `const options = { a: 1 };\nexport const more = { b: 2 };\nexport const animals = ${members};`,
  "one of two by its name": `const p: PetStoreHandlers = {};\nexport const animals: PetStoreHandlers = ${members};`,
};

test.each(Object.entries(shapes))("handlers are found with %s", async (_, text) => {
  const merged = await merge(text, ["one", "two"]);
  expect(merged).toMatchObject({ added: ["two"], orphaned: [], problem: undefined });
  expect(isInsertion(merged.text, text, 1)).toBe(true);
  expect(merged.text.indexOf("one() {}")).toBeLessThan(merged.text.indexOf("async two("));
  // What was written is found again, so that nothing is added twice.
  expect(await merge(merged.text, ["one", "two"])).toEqual({
    text: merged.text,
    added: [],
    orphaned: [],
    problem: undefined,
  });
});

const two = (indent: string, end = "\n") =>
  [
    "/** `GET /two`: does it. */",
    "async two(request, context) {",
    '  return notImplemented("two");',
    "}",
  ]
    .map((line) => indent + line)
    .join(end);

test.each<[string, string, string, number]>([
  ["an empty object", "{}", `{\n${two("  ")},\n}`, 1],
  ["an empty object with a line", "{\n}", `{\n${two("  ")},\n}`, 1],
  [
    "an empty object with a comment",
    "{\n  // Empty yet.\n}",
    `{\n  // Empty yet.\n\n${two("  ")},\n}`,
    1,
  ],
  ["no trailing comma", "{\n  one() {}\n}", `{\n  one() {},\n\n${two("  ")}\n}`, 1],
  ["one line", "{ one() {} }", `{ one() {}, \n\n${two("  ")}\n}`, 2],
  ["one line with a comma", "{one,}", `{one,\n\n${two("  ")},\n}`, 1],
  [
    "a comment behind the last member",
    "{\n  one() {} // about one\n}",
    `{\n  one() {}, // about one\n\n${two("  ")}\n}`,
    2,
  ],
  [
    "comments at the end",
    "{\n  one() {}, // about one\n  // end\n  /* really */\n}",
    `{\n  one() {}, // about one\n  // end\n  /* really */\n\n${two("  ")},\n}`,
    1,
  ],
  [
    "a comment with a brace",
    "{\n  one() {} /* } */\n}",
    `{\n  one() {}, /* } */\n\n${two("  ")}\n}`,
    2,
  ],
  ["trailing spaces", "{\n  one() {},  \n}", `{\n  one() {},\n\n${two("  ")},  \n}`, 1],
  [
    "members without blank lines",
    "{\n  zero() {},\n  one() {},\n}",
    `{\n  zero() {},\n  one() {},\n${two("  ")},\n}`,
    1,
  ],
  [
    "members with blank lines",
    "{\n  zero() {},\n\n  // The first.\n  one() {},\n}",
    `{\n  zero() {},\n\n  // The first.\n  one() {},\n\n${two("  ")},\n}`,
    1,
  ],
  [
    "a template that looks like code",
    "{\n  one: `}, two() {`,\n}",
    `{\n  one: \`}, two() {\`,\n\n${two("  ")},\n}`,
    1,
  ],
])("%s", async (_, before, after, places) => {
  const text = `export const animals = ${before} satisfies PetStoreHandlers;\n`;
  const merged = await merge(
    text,
    ["zero", "one", "two"].filter((name) => name === "two" || before.includes(name)),
  );
  expect(merged.problem).toBeUndefined();
  expect(merged.text).toBe(`export const animals = ${after} satisfies PetStoreHandlers;\n`);
  expect(isInsertion(merged.text, text, places)).toBe(true);
});

test("tabs, four spaces and deeper places are kept", async () => {
  const tabs = await merge("export const animals = {\n\tone() {},\n};\n", ["one", "two"]);
  expect(tabs.text).toContain(
    '\n\tasync two(request, context) {\n\t\treturn notImplemented("two");\n\t},\n};',
  );
  const four = await merge("export const animals = {\n    one() {},\n};\n", ["one", "two"]);
  expect(four.text).toContain("\n    async two(request, context) {\n        return notImpl");
  const empty = await merge("const a = [\n    1,\n];\nexport const animals = {};\n", ["two"]);
  expect(empty.text).toContain("\n    async two(request, context) {\n        return notImpl");
  const deep = await merge(
    "export function make(): PetStoreHandlers {\n\treturn {\n\t\tone() {},\n\t};\n}\n",
    ["one", "two"],
  );
  expect(deep.text).toContain("\n\t\tasync two(request, context) {\n\t\t\treturn notImpl");
});

test("a comment of several lines keeps its shape", async () => {
  const text = "/**\n * A.\n */\nasync two(request, context) {\n  return 1;\n},\n";
  const merged = await mergeStubs(
    "export const animals = {\n\tone() {},\n};\n",
    "a.ts",
    [
      { name: "one", text, imports: [] },
      { name: "two", text, imports: [] },
    ],
    options,
  );
  expect(merged.text).toBe(
    "export const animals = {\n\tone() {},\n\n\t/**\n\t * A.\n\t */\n\tasync two(request, context) {\n\t\treturn 1;\n\t},\n};\n",
  );
  const indented = text.replace(/^(?=.)/gm, "  ");
  const again = await mergeStubs(
    "export const animals = {\n  one() {},\n};\n",
    "a.ts",
    [{ name: "two", text: indented, imports: [] }],
    { ...options, known: new Set(["one", "two"]) },
  );
  expect(again.text).toBe(`export const animals = {\n  one() {},\n\n${indented.trimEnd()}\n};\n`);
});

test("CRLF and a byte order mark stay, and what is added has CRLF too", async () => {
  const text = "\uFEFFimport { a } from 'a'\r\n\r\nexport const animals = {\r\n  one() {}\r\n}\r\n";
  const stubs = [stub("one"), stub("two", imports)];
  const merged = await mergeStubs(text, "animals.ts", stubs, options);
  expect(merged.text).toBe(
    "\uFEFFimport { a } from 'a'\r\nimport { notImplemented } from '../api/runtime/server.js'\r\n" +
      "import type { PetStoreHandlers } from '../api/server.js'\r\n\r\nexport const animals = {\r\n  one() {},\r\n\r\n" +
      two("  ", "\r\n").replace(";", "").replaceAll('"', "'") +
      "\r\n}\r\n",
  );
  expect(merged.text.replaceAll("\r\n", "")).not.toContain("\n");
});

test("a method of a class gets its parameters' types from the interface", async () => {
  const text =
    "class Animals implements Partial<PetStoreHandlers<Caller>> {\n  #pets = 1;\n\n  one() {}\n}\n";
  const merged = await merge(text, ["one", "two"]);
  expect(merged.text).toBe(
    "class Animals implements Partial<PetStoreHandlers<Caller>> {\n  #pets = 1;\n\n  one() {}\n\n" +
      "  /** `GET /two`: does it. */\n" +
      '  async two(request: Parameters<Required<PetStoreHandlers<Caller>>["two"]>[0], ' +
      'context: Parameters<Required<PetStoreHandlers<Caller>>["two"]>[1]) {\n' +
      '    return notImplemented("two");\n  }\n}\n',
  );
  const empty = await merge("class A implements PetStoreHandlers {}", ["two"]);
  expect(empty.text).toMatch(
    /^class A implements PetStoreHandlers \{\n {2}\/\*\* .*\n {2}\}\n\}$/s,
  );
});

const withImports = (lines: string) => `${lines}export const animals = {\n  one() {},\n};\n`;

test.each<[string, string, string]>([
  [
    "no import yet",
    "",
    `import { notImplemented } from "../api/runtime/server.js";\nimport type { PetStoreHandlers } from "../api/server.js";\n\n`,
  ],
  [
    "a header",
    "#!/usr/bin/env node\n// Mine.\n// Really.\n\n",
    `#!/usr/bin/env node\n// Mine.\n// Really.\n\nimport { notImplemented } from "../api/runtime/server.js";\nimport type { PetStoreHandlers } from "../api/server.js";\n\n`,
  ],
  [
    "a directive",
    "'use strict';\n\n",
    `'use strict';\nimport { notImplemented } from '../api/runtime/server.js';\nimport type { PetStoreHandlers } from '../api/server.js';\n\n`,
  ],
  [
    "imports of the same modules",
    `import { a } from "../api/runtime/server.js";\nimport type { B, } from "../api/server.js";\n\n`,
    `import { a, notImplemented } from "../api/runtime/server.js";\nimport type { B, PetStoreHandlers, } from "../api/server.js";\n\n`,
  ],
  [
    "imports over several lines",
    `import {\n  a, // first\n  b // second\n} from "../api/runtime/server.js";\nimport type {\n  B,\n} from "../api/server.js";\n\n`,
    `import {\n  a, // first\n  b, // second\n  notImplemented\n} from "../api/runtime/server.js";\nimport type {\n  B,\n  PetStoreHandlers,\n} from "../api/server.js";\n\n`,
  ],
  [
    "imports of types where a value is wanted",
    `import type { A } from "../api/runtime/server.js"; // types\nimport { b } from "../api/server.js";\n\n`,
    `import type { A } from "../api/runtime/server.js"; // types\nimport { b, type PetStoreHandlers } from "../api/server.js";\nimport { notImplemented } from "../api/runtime/server.js";\n\n`,
  ],
  [
    "imports that cannot be added to",
    `import "../api/server.js";\nimport * as runtime from "../api/runtime/server.js"; // all\n\n`,
    `import "../api/server.js";\nimport * as runtime from "../api/runtime/server.js"; // all\nimport { notImplemented } from "../api/runtime/server.js";\nimport type { PetStoreHandlers } from "../api/server.js";\n\n`,
  ],
  [
    "another extension, or none",
    `import { a } from "../api/runtime/server";\nimport type {} from "../api/server.ts";\n\n`,
    `import { a, notImplemented } from "../api/runtime/server";\nimport type { PetStoreHandlers } from "../api/server.ts";\n\n`,
  ],
  [
    "another name, where the file has a function of that one",
    "function notImplemented() {}\n\n",
    `import { notImplemented as importedNotImplemented } from "../api/runtime/server.js";\nimport type { PetStoreHandlers } from "../api/server.js";\n\nfunction notImplemented() {}\n\n`,
  ],
  [
    "names that are there, wherever from",
    `import { notImplemented } from "#runtime";\ntype PetStoreHandlers = object;\n\n`,
    `import { notImplemented } from "#runtime";\ntype PetStoreHandlers = object;\n\n`,
  ],
])("imports are added: %s", async (_, before, after) => {
  const merged = await mergeStubs(
    withImports(before),
    "animals.ts",
    [stub("one"), stub("two", imports)],
    options,
  );
  const end = merged.text.indexOf("export const animals");
  expect(merged.text.slice(0, end)).toBe(after);
  expect(isInsertion(merged.text, withImports(before), 5)).toBe(true);
});

test("a stub calls what is imported, not a function of the file that has its name", async () => {
  const text = `const notImplemented = 1;\nexport const animals = {\n  one() {},\n};\n`;
  const two = stub("two", imports);
  const merged = await mergeStubs(text, "animals.ts", [stub("one"), two], options);
  expect(merged.text).toContain("return importedNotImplemented(");
  const names = ["one", "two", "notImplemented"].map((name) => stub(name, imports));
  const more = await mergeStubs(merged.text, "animals.ts", names, options);
  expect(more.text.split("importedNotImplemented")).toHaveLength(4);
  expect(more.text).toContain("async notImplemented(");
});

test("only what an added stub needs is imported", async () => {
  const text = withImports("");
  const merged = await mergeStubs(text, "animals.ts", [stub("one", imports)], options);
  expect(merged.text).toBe(text);
});

test("handlers that the description does not have stay and are named with their line", async () => {
  const text =
    "export const animals = {\n  one() {},\n\n  /** Old. */\n  gone() {},\n  'away': f,\n  two() {},\n};\n";
  const merged = await merge(text, ["one", "two"]);
  expect(merged).toEqual({
    text,
    added: [],
    orphaned: [
      { name: "gone", line: 5 },
      { name: "away", line: 6 },
    ],
    problem: undefined,
  });
  const known = new Set(["one", "two", "gone", "away"]);
  expect((await mergeStubs(text, "a.ts", [stub("one")], { ...options, known })).orphaned).toEqual(
    [],
  );
});

/** What generated files, by their paths, do not have of what `text` takes from them. */
async function goneFrom(text: string, files: Readonly<Record<string, string>>) {
  const generated = new Map(
    Object.entries(files).map(([path, content]) => [resolve(path), { text: content }]),
  );
  const merged = await mergeStubs(text, "src/animals.ts", [stub("one")], { ...options, generated });
  expect(merged.text).toBe(text);
  return merged.gone?.map(({ line, column, from, name, now }) => [
    `${line}:${column}`,
    from,
    name,
    now,
  ]);
}

test("names that generated code has no more are named with their place, and with their new name", async () => {
  const text = `import type { Pet, ShopHandlers } from "../api/server.js";
import { createShopServer as create, notImplemented } from "../api/server";
import type { GetOldReply, OldPet } from "../api/types.ts";
import { type ApiError, createShopClient, Gone } from "../api/index.js";
import * as all from "../api/server.js";
import { mine } from "./mine.js";
import { other } from "elsewhere";
export { shopPlans } from "../api/server.js";

export const animals = {
  /** \`GET /one\` */
  async getOld(): Promise<all.ShopReply | all.Pet> {},
  one() {},
} satisfies ShopHandlers;
`;
  const files = {
    "api/server.ts": `import type { Own } from "./types.js";
export interface PetStoreHandlers<Caller> { one(): Own }
export function createPetStoreServer() {}
export const petStorePlans = {}, notImplemented = 1;
export { type Own as Pet } from "./types.js";
`,
    "api/types.ts": "export type OneReply = 1;\n// export type OldPet = 1\n",
    "api/index.ts": `export * from "./client.js";\nexport * from "./index.js";\n`,
    "api/client.ts": `export class ApiError {}\nexport function createPetStoreClient() {}\n`,
  };
  expect(await goneFrom(text, files)).toEqual([
    ["1:20", "../api/server.js", "ShopHandlers", "PetStoreHandlers"],
    ["2:10", "../api/server", "createShopServer", "createPetStoreServer"],
    ["3:15", "../api/types.ts", "GetOldReply", "OneReply"],
    ["3:28", "../api/types.ts", "OldPet", undefined],
    ["4:25", "../api/index.js", "createShopClient", "createPetStoreClient"],
    ["4:43", "../api/index.js", "Gone", undefined],
    ["8:10", "../api/server.js", "shopPlans", "petStorePlans"],
    ["12:31", "../api/server.js", "ShopReply", undefined],
  ]);
  expect(await goneFrom(text, {})).toBeUndefined();
});

test("what a class has for itself is no orphan", async () => {
  const text = `class Animals implements PetStoreHandlers {
  static make() {}
  count = 0;
  constructor(readonly pets: Pets) {}
  #secret() {}
  private helper() {}
  protected other = () => 1;
  one() {}
  gone = async () => {};
}
`;
  expect((await merge(text, ["one"])).orphaned).toEqual([{ name: "gone", line: 9 }]);
});

test.each([
  ["export const animals = {\n  one() {},\n  ...others,\n};\n", 3, "...others"],
  ["export const animals = {\n  one() {},\n  [key]: f,\n};\n", 3, "[key]: f"],
  ["class A extends Base implements PetStoreHandlers {\n  one() {}\n}\n", 1, "Base"],
])("what may be there unseen is not replaced: %j", async (text, line, words) => {
  const merged = await merge(text, ["one", "two"]);
  expect([merged.text, merged.added]).toEqual([text, []]);
  expect(merged.problem).toContain(`animals.ts:${line} was left as it is: \`${words}\` may have`);
  expect(merged.problem).toContain("async two(request, context) {");
  expect((await merge(text, ["one"])).problem).toBeUndefined();
});

test.each([
  ["nothing", ""],
  ["a call", "export const animals = make({ one() {} });\n"],
  ["two candidates", "const a: PetStoreHandlers = {};\nconst b: PetStoreHandlers = {};\n"],
  [
    "a function with two results",
    "function animals() {\n  if (x) return {};\n  return { one() {} };\n}\n",
  ],
  [
    "an object of a type that is only taken from the handlers' type",
    'type Reply = ReturnType<PetStoreHandlers["one"]>;\nconst reply: Reply = { status: 200 };\n' +
      'const request: Parameters<PetStoreHandlers["one"]>[0] = {};\n' +
      "const all: { handlers: PetStoreHandlers } = { handlers };\n" +
      "const names: Record<keyof PetStoreHandlers, 1> = { one: 1 };\n",
  ],
  ["another name and no type", "export const pets = { one() {} };\n"],
])("a file with %s is left alone, and says what to add", async (_, text) => {
  const merged = await mergeStubs(text, "src/animals.ts", [stub("two", imports)], options);
  expect([merged.text, merged.added]).toEqual([text, []]);
  expect(merged.problem).toContain("src/animals.ts was left as it is");
  expect(merged.problem).toContain('import { notImplemented } from "../api/runtime/server.js";');
  expect(merged.problem).toContain("  async two(request, context) {");
});

test("a file of unknown shape that has all the names is no problem", async () => {
  const text = "export const animals = make({ one() {}, 'two': f });\n";
  expect((await merge(text, ["one", "two"])).problem).toBeUndefined();
});

test("a file that does not parse is left alone, and says where", async () => {
  const text = "export const animals = {\n  one( {},\n};\n";
  const merged = await merge(text, ["one", "two"], "src/animals.ts");
  expect([merged.text, merged.added]).toEqual([text, []]);
  expect(merged.problem).toMatch(/^src\/animals\.ts:\d:\d+ does not parse: /);
});

test("a .js and a .tsx file are read as what they are", async () => {
  const js = await merge(
    "export const animals = {\n  one() {},\n};\n",
    ["one", "two"],
    "animals.js",
  );
  const tsx = await merge(
    "const x = <p>a</p>;\nexport const animals = {};\n",
    ["two"],
    "animals.tsx",
  );
  expect([js.added, tsx.added]).toEqual([["two"], ["two"]]);
});

const moved: readonly [string, string, Record<string, string>][] = [
  [
    "a spread of an imported object",
    'import { reads } from "./reads.js";\nexport const animals = {\n  one() {},\n  ...reads,\n};\n',
    { "reads.ts": "export const reads = { async two() {} };\n" },
  ],
  [
    "a spread of a local object that spreads an imported one under another name",
    'import { reads as r } from "./more/reads";\nconst all = { ...r } as const;\nexport const animals = { one() {}, ...all };\n',
    {
      "more/reads.ts": 'export { all as reads } from "./all.js";\n',
      "more/all.ts": "const two = () => 1;\nexport const all = { two };\n",
    },
  ],
  [
    "a spread of what a function of another file gives",
    'import make from "./reads.js";\nexport const animals = { one() {}, ...make(db) };\n',
    { "reads.ts": "export default function (db: Db) {\n  return { two() {} };\n}\n" },
  ],
  [
    "an imported handler in short",
    'import { two } from "./two.js";\nexport const animals = { one() {}, two };\n',
    { "two.ts": "export async function two() {}\n" },
  ],
  [
    "a base class of a base class",
    'import { Base } from "./base.js";\nexport class animals extends Base {\n  one() {}\n}\n',
    {
      "base.ts": 'import { Most } from "./most.js";\nexport class Base extends Most {}\n',
      "most.ts": "export abstract class Most {\n  two() {}\n}\n",
    },
  ],
  [
    "another object of the handlers' type",
    "export const animals = { one() {} };\n",
    { "reads.ts": "const reads = { two() {} } satisfies Partial<PetStoreHandlers>;\n" },
  ],
];

async function mergeBeside(text: string, names: readonly string[], files: Record<string, string>) {
  const neighbours = Object.entries(files).map(([path, text]) => ({ path, text }));
  return mergeStubs(
    text,
    "animals.ts",
    names.map((name) => stub(name)),
    { ...options, neighbours: () => neighbours },
  );
}

test.each(moved)("a handler that was moved is not added again: %s", async (_, text, files) => {
  const merged = await mergeBeside(text, ["one", "two"], files);
  expect(merged).toEqual({ text, added: [], orphaned: [], problem: undefined });
  const more = await mergeBeside(text, ["one", "two", "three"], files);
  expect([more.added, more.problem]).toEqual([["three"], undefined]);
  expect(isInsertion(more.text, text, 2)).toBe(true);
});

test("what a moved handler was for is reported where it is now", async () => {
  const [, text = "", files = {}] = moved[0] ?? [];
  const merged = await mergeBeside(text, ["one"], files);
  expect(merged.orphaned).toEqual([{ name: "two", line: 1, path: "reads.ts" }]);
});

test("a function of the same name in another file is reported, and nothing is added", async () => {
  const text = "export const animals = { one() {} };\n";
  const merged = await mergeBeside(text, ["one", "two"], {
    "reads.ts": "// Mine.\nexport async function two() {}\n",
  });
  expect(merged).toEqual({
    text,
    added: [],
    orphaned: [],
    elsewhere: [{ name: "two", path: "reads.ts", line: 2 }],
    problem: undefined,
  });
});

test.each([
  ["a base class made by a function", "class animals extends mixed(Base) {}", "mixed(Base)", {}],
  ["a file elsewhere", 'import { r } from "pkg";\nconst animals = { ...r };', "...r", {}],
  [
    "an instance, whose methods a spread leaves out",
    "class R { two() {} }\nconst r = new R();\nconst animals = { ...r };",
    "...r",
    {},
  ],
  [
    "a spread of something unknown, in another file",
    'import { r } from "./r.js";\nconst animals = { ...r };',
    "...unknown",
    { "r.ts": "export const r = {\n  ...unknown,\n};\n" },
  ],
])("what cannot be followed has to be looked at: %s", async (_, text, words, files) => {
  const merged = await mergeBeside(text, ["two"], files as Record<string, string>);
  expect([merged.text, merged.added]).toEqual([text, []]);
  expect(merged.problem).toContain(`\`${words}\``);
  expect(merged.problem).toContain(Object.keys(files)[0] === undefined ? "animals.ts:" : "r.ts:2");
});

test("an operation with another name is told from one that is gone", async () => {
  const text =
    "export const animals = {\n  /** `GET /two`: it. */\n  old() {},\n  gone() {},\n};\n";
  const merged = await merge(text, ["two"]);
  expect(merged.orphaned).toEqual([
    { name: "old", line: 3, now: "two" },
    { name: "gone", line: 4 },
  ]);
});

test("what is added has the quotes and semicolons of the file", async () => {
  const text =
    "import { b } from 'b'\n\nexport class Animals implements PetStoreHandlers {\n\tcount = 0\n\n\tone() {\n\t\treturn b('x')\n\t}\n}\n";
  const merged = await mergeStubs(text, "animals.ts", [stub("one"), stub("two", imports)], options);
  expect(merged.text).toContain("import { notImplemented } from '../api/runtime/server.js'\n");
  expect(merged.text).toContain(
    "\n\n\t/** `GET /two`: does it. */\n\tasync two(request: Parameters<Required<PetStoreHandlers>['two']>[0], " +
      "context: Parameters<Required<PetStoreHandlers>['two']>[1]) {\n\t\treturn notImplemented('two')\n\t}\n}\n",
  );
  const other = await mergeStubs(
    'export const animals = {\n  one() {\n    return "x";\n  },\n};\n',
    "a.ts",
    [stub("one"), { ...stub("two"), text: "two() {\n  const a = 'a'\n  return a\n}" }],
    options,
  );
  expect(other.text).toContain('\n    const a = "a";\n    return a;\n  },\n};\n');
});

const parts = `import { one as first } from "./neighbour.js";
import * as api from "../api/server.js";
export * from "./neighbour.js";
export { two } from "../api/types.js";
export type Caller = api.Caller;
export const animals = { one: first, two(request) {} } satisfies Partial<PetStoreHandlers>;
`;

const broken = ['"', "'", "`", "{", "}", "(", "<", "/", "*", "\\", ",", "\u2028", ""];

test("a file with a slip in any place is merged without loss, or left with a reason", async () => {
  for (let at = 0; at <= parts.length; at += 3) {
    const put = broken[at % broken.length] ?? "";
    const text = parts.slice(0, at) + put + parts.slice(put === "" ? at + 1 : at);
    const neighbours = () => [{ path: "neighbour.ts", text }];
    const generated = new Map([[resolve("../api/server.ts"), { text }]]);
    const about = { ...options, neighbours, generated };
    const merged = await mergeStubs(text, "animals.ts", [stub("three")], about);
    expect(isInsertion(merged.text, text, 3), text).toBe(true);
    if (merged.added.length === 0) expect(merged.problem, text).toContain("animals.ts");
    const beside = await mergeStubs(parts, "animals.ts", [stub("three")], about);
    expect(isInsertion(beside.text, parts, 3), text).toBe(true);
    const known = new Set(["three"]);
    await expect(leftInFile(text, "gone.ts", { ...about, known })).resolves.toBeDefined();
  }
});

/** Ways to export one handler by itself. */
const alone: Readonly<Record<string, (name: string) => string>> = {
  constant: (name) => `export const ${name}: PetStoreHandlers["${name}"] = async () => done;`,
  satisfying: (name) =>
    `export const ${name} = (async () => done) satisfies PetStoreHandlers["${name}"];`,
  "with a caller": (name) =>
    `export const ${name}: PetStoreHandlers<Caller>["${name}"] = function () { return done; };`,
  "of an alias": (name) => `export const ${name}: Own["${name}"] = async () => done;`,
  declared: (name) =>
    `export async function ${name}(): Promise<AnswerOf<PetStoreHandlers, "${name}">> { return done; }`,
  "by parameter": (name) =>
    `export function ${name}(...given: Parameters<PetStoreHandlers["${name}"]>) { return done; }`,
};

test.each(Object.entries(alone))(
  "a handler that is exported alone, and has no operation, is reported: %s",
  async (_, write) => {
    const text = `${head}type Own = PetStoreHandlers<Caller>;
export const helper = () => done;
export const part = (name: string): Other["part"] => done;
${write("one")}
${write("gone")}
`;
    const line = text.slice(0, text.indexOf("gone")).split("\n").length;
    const orphaned = [{ name: "gone", line }];
    const known = new Set(["one"]);
    const own = { ...options, known };
    expect((await leftInFile(text, "a.ts", own)).orphaned).toEqual(orphaned);
    expect((await mergeStubs(text, "a.ts", [stub("one")], own)).orphaned).toEqual(orphaned);
    const both = `${text}export const animals = { one, gone } satisfies Partial<PetStoreHandlers>;\n`;
    const merged = await mergeStubs(both, "a.ts", [stub("one")], own);
    expect(merged.orphaned.map(({ name }) => name)).toEqual(["gone"]);
    const object = `${text}export const animals = { one } satisfies Partial<PetStoreHandlers>;\n`;
    expect((await mergeStubs(object, "a.ts", [stub("one")], own)).orphaned).toEqual(orphaned);
  },
);
