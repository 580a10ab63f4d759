import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Merge, mergeStubs } from "../../src/write/stubs/merge.js";

const names = ["one", "two"];

async function merge(text: string, file = "animals.ts", exportName = "animals"): Promise<Merge> {
  const stubs = names.map((name) => ({
    name,
    imports: [],
    text: `/** Does it. */\nasync ${name}(request, context) {\n  return notImplemented("${name}");\n}`,
  }));
  return mergeStubs(text, file, stubs, { exportName, handlersType: "PetStoreHandlers" });
}

/** Whether `text` is `whole` with some of its characters left out. */
function isWithin(text: string, whole: string): boolean {
  let at = 0;
  for (const character of whole) if (character === text[at]) at++;
  return at >= text.length;
}

/** The handler `two` comes where `§` is, and every other byte stays. */
const added: Record<string, string> = {
  "a factory": `export function animals(db) {
  return {
    one() {},§
  };
}`,
  "a factory with a function expression that gives an object": `export function animals(db): PetStoreHandlers {
  const settings = function () {
    return { a: 1 };
  };
  return {
    one() {},§
  };
}`,
  "a factory with functions of every kind that give objects": `export function animals(db) {
  const a = () => ({ a: 1 });
  const b = async function* () { yield {}; return { b: 1 }; };
  function c() { return { c: 1 }; }
  const d = { get d() { return { d: 1 }; }, set d(x) { return; }, d2() { return { d: 1 }; } };
  class E { static { const e = () => { return { e: 1 }; }; } constructor() { return { e: 1 }; } get e() { return { e: 1 }; } }
  return {
    one() {},§
  } satisfies Partial<PetStoreHandlers>;
}`,
  "a function expression": `export const animals = function () {
  return {
    one: async () => ({ status: 200 }),§
  };
};`,
  "a named function expression": `export const animals = async function make(): Promise<PetStoreHandlers<Caller>> {
  return {
    one: async () => ({ status: 200 }),§
  };
};`,
  "an arrow function": `export const animals = (db: Db) => ({
  one: async () => ({ status: 200 }),§
});`,
  "an arrow function with a body": `export const animals = (db: Db) => {
  const one = () => { return { status: 200 }; };
  return {
    one,§
  };
};`,
  "handlers that are function expressions": `export const animals: PetStoreHandlers = {
  one: async function () { return { status: 200, body: { of: { one: 1 } } }; },§
};`,
  "handlers that are function expressions, in a factory": `export function animals() {
  return {
    one: async function () { return { status: 200, body: {} }; },§
  };
}`,
  "a getter": `class App {
  get handlers(): PetStoreHandlers {
    return {
      one() {},§
    };
  }
}`,
  "a method": `class App {
  handlers(): Partial<PetStoreHandlers> {
    return {
      one() {},§
    };
  }
}`,
  "an argument": `createServer({
  handlers: {
    one() {},§
  } satisfies PetStoreHandlers,
  port: 80,
});`,
  "a constant in a function": `function start() {
  const handlers: PetStoreHandlers = {
    one() {},§
  };
  return serve({ handlers });
}`,
  "a field": `class App {
  #handlers: PetStoreHandlers = {
    one() {},§
  };
  static settings = { a: 1 };
}`,
  "an assignment": `let handlers;
handlers = {
  one() {},§
} satisfies PetStoreHandlers;`,
  "as unknown as": `export const animals = {
  one() {},§
} as unknown as PetStoreHandlers;`,
  "satisfies, then as const": `export const animals = ({
  one() {},§
} satisfies PetStoreHandlers) as const;`,
  "a type that may be undefined": `export const animals: PetStoreHandlers | undefined = {
  one() {},§
};`,
  "an intersection": `export const animals: Readonly<Partial<PetStoreHandlers<Caller>>> & { close(): void } = {
  close() {},
  one() {},§
};`,
  "Pick with the name": `export const animals: Pick<PetStoreHandlers, "one" | "two"> = {
  one() {},§
};`,
  "Omit without the name": `export const animals = {
  one() {},§
} satisfies Omit<PetStoreHandlers, "three">;`,
  "a namespace": `export namespace Api {
  export const animals: PetStoreHandlers = {
    one() {},§
  };
}`,
  "members of all kinds": `export const animals: PetStoreHandlers = {
  one,
  "three": f,
  ["four"]: make(f),
  \`five\`() {},
  get six() { return { two: 1 }; },
  set six(value) {},
  async *seven() { return { two: 1 }; },
  8: { two() {} },§
};`.replace("`five`", "[`five`]"),
  "comments with braces": `export const animals: PetStoreHandlers = { // }
  /* } */
  one() {}, // { two() {} }
  /* two() {} */§
};`,
  "a regular expression and templates with braces": `export const animals: PetStoreHandlers = {
  one() { return /[}{]/.test(\`}\${{ a: "}" }.a}{\`); },§
};`,
  "a class with static blocks": `export class Animals implements PetStoreHandlers {
  static { prepare({ two: 1 }); }
  one() {}
  static {}§
}`,
  "a class with everything": `@Injectable({ scope: { two: 1 } })
export class Animals<T extends { a: 1 } = { a: 1 }> implements Partial<PetStoreHandlers<T>> {
  #two = 1;
  static two() {}
  static count = { two: 1 };
  [key: \`x-\${string}\`]: unknown;
  declare ready: boolean;
  accessor size = 1;
  constructor(private readonly db: Db, @Inject({ a: 1 }) other: Other) { this.#two = 2; this.ready = true; }
  get #secret() { return { two: 1 }; }
  @Log({ a: 1 }) one(): Promise<object>;
  one(...all: unknown[]) { return { status: 200 }; }
  ;§
}`,
  "a class expression": `export const animals = class implements PetStoreHandlers {
  one = async function () { return { two: 1 }; };§
};`,
  "a class in a function": `export function make(db: Db) {
  return class implements PetStoreHandlers {
    one() { return { two: db }; }§
  };
}`,
  "an abstract class": `export default abstract class implements PetStoreHandlers {
  abstract three(): void;
  one() {}§
}`,
  "a spread that can be followed, and a parameter of that name elsewhere": `const shared = { three() {} };
const other = (shared) => ({ ...shared });
export const animals: PetStoreHandlers = {
  ...shared,
  one() {},§
};`,
  "a spread of a constant in the factory": `export function animals(db) {
  const shared = { three() {} };
  return {
    ...shared,
    one() {},§
  };
}`,
  "a class that delegates, with a constant made of it": `export class Animals implements PetStoreHandlers {
  one() {}§
}
export const animals: PetStoreHandlers = new Animals();`,
  "a default export with a handler": `export default {
  one() {},§
};`,
};

test.each(Object.entries(added))("a handler comes where the others are: %s", async (_, marked) => {
  const [before = "", after = ""] = marked.split("§");
  const { text, ...merged } = await merge(before + after);
  expect(merged).toEqual({ added: ["two"], orphaned: expect.anything(), problem: undefined });
  expect(text.startsWith(before)).toBe(true);
  expect(text.endsWith(after)).toBe(true);
  expect(text.slice(before.length, text.length - after.length)).toMatch(
    /^\s*\/\*\* Does it\. \*\/\s+async two\(request[^]*?\) \{\s+return notImplemented\("two"\);\s+\},?$/,
  );
  expect(await merge(text)).toMatchObject({ text, added: [], problem: undefined });
});

/** Nothing is added to these, and the note is about what is named. */
const left: Record<string, readonly [text: string, note: RegExp]> = {
  "the one literal is what another function gives": [
    "export function animals(): PetStoreHandlers {\n  const f = function () { return { a: 1 }; };\n  return make(f);\n}",
    /not clear/,
  ],
  "the one literal is in a static block": [
    "export class Animals extends Base {\n  static { this.of = () => { return { one() {} }; }; }\n}",
    /not clear/,
  ],
  "a generator": ["export function* animals() { return { one() {} }; }", /not clear/],
  "a function with another result": [
    "export function animals(test): PetStoreHandlers {\n  if (test) return fake;\n  return { one() {} };\n}",
    /not clear/,
  ],
  "a setter": ["class A { set animals(x) { return { one() {} }; } }", /not clear/],
  "a constructor that gives something else": [
    "export class animals { constructor() { return { one() {} }; } }",
    /`\{ one\(\) \{\} \}` may have/,
  ],
  "a function that gives a function": [
    "export const animals = (db) => (log) => ({ one() {} });",
    /not clear/,
  ],
  "a function that is called at once": [
    "export const animals = (() => ({ one() {} }))();",
    /not clear/,
  ],
  "a call around it": ["export const animals = define({ one() {} });", /not clear/],
  "an object in a list": ["export const animals = [{ one() {} }];", /not clear/],
  "one of two": ["export const animals: PetStoreHandlers = test ? { one() {} } : {};", /not clear/],
  "a default of a parameter": [
    "export function serve(handlers = {} as PetStoreHandlers) {}",
    /not clear/,
  ],
  "a default in a pattern": ["const { animals = {} as PetStoreHandlers } = options;", /not clear/],
  "a default of an assignment": ["options.animals ??= {} as PetStoreHandlers;", /not clear/],
  "a type that has handlers in it": [
    'const module: Module<PetStoreHandlers> = { handlers, name: "a" };',
    /not clear/,
  ],
  "a base class for handlers": [
    "class Store extends Repository<PetStoreHandlers> {\n  save() {}\n}",
    /not clear/,
  ],
  "a type of several": ["export const all: PetStoreHandlers | Options = {};", /not clear/],
  "settings under the name": [
    'export const animals = { one: "GET /one", path: "/" };',
    /not clear/,
  ],
  "objects with handlers under the name": [
    "export const animals = { reads: { one() {} } };",
    /not clear/,
  ],
  "a constant of the name inside of a function": [
    "function f() { const animals = { one() {} }; }",
    /not clear/,
  ],
  "a function of the name inside of another": [
    "function f() { function animals() { return { one() {} }; } }",
    /not clear/,
  ],
  "a class of the name inside of a function": [
    "function f() { class animals { one() {} } }",
    /not clear/,
  ],
  "an arrow function of the name inside of a function": [
    "function f() { const animals = () => ({ one() {} }); }",
    /not clear/,
  ],
  "a default export that is something else": [
    "const handlers: PetStoreHandlers = make();\nexport default { handlers, port: 80 };",
    /not clear/,
  ],
  "an empty default export": ["export default {};", /not clear/],
  "a double with the type beside the handlers": [
    "const fake: Partial<PetStoreHandlers> = {};\nexport const animals = { one() {} };",
    /not clear/,
  ],
  "a field of a class and the class": [
    "class A implements PetStoreHandlers {\n  static one: PetStoreHandlers = {};\n}",
    /not clear/,
  ],
  "a declared class": [
    "declare class Animals implements PetStoreHandlers { one(): void }",
    /not clear/,
  ],
  "a class in a declared namespace": [
    "declare namespace N { class Animals implements PetStoreHandlers { one(): void } }",
    /not clear/,
  ],
  "an interface alone": ["export interface Animals extends PetStoreHandlers {}", /not clear/],
  "an assignment to module.exports": ["module.exports = { one() {} };", /not clear/],
  "a prototype": ["export const animals = { __proto__: base, one() {} };", /`__proto__: base` may/],
  "a variable that gets another value": [
    "export let animals: PetStoreHandlers = { one() {} };\nanimals = other;",
    /animals\.ts:2 .*`animals = other` may/,
  ],
  "an object that is filled by name": [
    "export const animals = {} as PetStoreHandlers;\nfor (const key of keys) animals[key] = f;",
    /`animals\[key\]` may/,
  ],
  "an object that is filled by Object.assign": [
    "export const animals = {} as PetStoreHandlers;\nObject.assign(animals, more);",
    /`Object\.assign\(animals, more\)` may/,
  ],
  "a class that is filled by Object.assign": [
    "export class Animals implements PetStoreHandlers {\n  one() {}\n}\nObject.assign(Animals.prototype, more);",
    /`Object\.assign\(Animals\.prototype, more\)` may/,
  ],
  "a class that is merged with an interface": [
    "export interface Animals extends Two {}\nexport class Animals implements PetStoreHandlers {\n  one() {}\n}",
    /`export interface Animals extends Two \{\}` may/,
  ],
  "a spread of a parameter that has the name of a constant": [
    "const base = {};\nexport function animals(base) {\n  return { ...base, one() {} };\n}",
    /`\.\.\.base` may/,
  ],
  "a spread of a variable": [
    "let base = {};\nexport const animals = { ...base, one() {} };",
    /`\.\.\.base` may/,
  ],
  "a spread of a function with two results": [
    "function base() {\n  if (test) return {};\n  return { three() {} };\n}\nexport const animals = { ...base(), one() {} };",
    /`\.\.\.base\(\)` may/,
  ],
  "a spread of what another object of the file may be filled with": [
    "const base = {};\nObject.assign(base, more);\nexport const animals = { ...base, one() {} };",
    /`Object\.assign\(base, more\)` may/,
  ],
  "Omit of the name": [
    'export const animals: Omit<PetStoreHandlers, "two"> = { one() {} };',
    /`Omit<PetStoreHandlers, "two">` does not name two/,
  ],
  "Pick of other names, by a type of the file": [
    'type Mine = Pick<PetStoreHandlers, "one">;\nexport const animals: Mine = { one() {} };',
    /`Pick<PetStoreHandlers, "one">` does not name two/,
  ],
  "Pick of names that cannot be seen": [
    "export const animals: Pick<PetStoreHandlers, Reads> = { one() {} };",
    /does not name two/,
  ],
  "a field that would be the start of the handler": [
    "class A implements PetStoreHandlers {\n  one() {}\n  static\n}",
    /not clear/,
  ],
  "an accessor that would be one": [
    "class A implements PetStoreHandlers {\n  one() {}\n  get\n}",
    /not clear/,
  ],
};

test.each(Object.entries(left))(
  "nothing is added where it is not certain: %s",
  async (_, [text, note]) => {
    const merged = await merge(text);
    expect([merged.text, merged.added]).toEqual([text, []]);
    expect(merged.problem).toMatch(note);
  },
);

/** `two` is there, so that nothing is missing. */
const present: Record<string, string> = {
  "set later": "export const animals: PetStoreHandlers = { one() {} };\nanimals.two = f;",
  "set later by a text": 'export const animals = { one() {} };\n(animals as any)["two"] = f;',
  "set on the prototype":
    "class A implements PetStoreHandlers {\n  one() {}\n}\nA.prototype.two = f;",
  "set in the constructor":
    "class A implements PetStoreHandlers {\n  constructor() { this.two = f; }\n  one() {}\n}",
  "a parameter of the constructor":
    "class A implements PetStoreHandlers {\n  constructor(readonly two: F) {}\n  one() {}\n}",
  "an accessor": "class A implements PetStoreHandlers {\n  accessor two = f;\n  one() {}\n}",
  "an overload":
    "abstract class A implements PetStoreHandlers {\n  abstract two(): void;\n  one() {}\n}",
  "a name with an escape": "export const animals = { one() {}, tw\\u006f() {} };",
  "in another object of the type":
    "const reads: Partial<PetStoreHandlers> = { two() {} };\nexport const animals: PetStoreHandlers = { one() {} };",
};

test.each(Object.entries(present))("what is there is not added again: %s", async (_, text) => {
  expect(await merge(text)).toEqual({ text, added: [], orphaned: [], problem: undefined });
});

test("an exported function of the name in the same file is reported", async () => {
  const text = "export async function two() {}\nexport const animals = { one() {} };\n";
  expect(await merge(text)).toEqual({
    text,
    added: [],
    orphaned: [],
    elsewhere: [{ name: "two", path: "animals.ts", line: 1 }],
    problem: undefined,
  });
});

test("an import comes before all code, not into a text that looks like a comment", async () => {
  const code = "const text = `x /* b */\n\n more`;\nexport const animals = { one() {} };";
  const { text } = await mergeStubs(
    `/* a */ ${code}`,
    "animals.ts",
    [{ name: "two", text: "two() {}", imports: [{ name: "n", from: "./n.js", typeOnly: false }] }],
    { exportName: "animals", handlersType: "PetStoreHandlers" },
  );
  expect(text).toContain("const text = `x /* b */\n\n more`;\n");
});

const pieces = [
  "{ one() {} }",
  "{}",
  "{ one: async function () { return { a: 1 }; } }",
  "{ ...rest, one }",
  "class { static { f({}); } one() {} }",
  "class { #a = 1; get b() { return {}; } }",
  "() => ({ one() {} })",
  "function () { return { one() {} }; }",
  "function* () { yield {}; return {}; }",
  "f({ one() {} })",
  "test ? {} : { one() {} }",
  "[{ one() {} }]",
  "new A()",
  "make()",
  "`${{ one() {} }}`",
  "null",
  "<H>{ one() {} }",
];
const around = [
  "@",
  "(@)",
  "@ satisfies PetStoreHandlers",
  "(@) as PetStoreHandlers",
  "(@) as const",
  "(@)!",
  "Object.freeze(@)",
  "() => (@)",
  "() => { return @ }",
  "function () { const x = function () { return @ }; return x; }",
  "{ of: @ }",
  "class { static x = @; static { const y = @; } two = @ }",
  "((a = @) => a)",
  "async () => { await (@); return (@); }",
];
const statements = [
  "export const animals = @;",
  "export const animals: PetStoreHandlers = @;",
  "export default (@);",
  "const a = @;",
  "export function animals() { return @ }",
  "export function make(): Partial<PetStoreHandlers> { return @ }",
  "namespace N { export const animals: PetStoreHandlers = @; }",
  "animals.two = @;",
  "module.exports = @;",
  "export = (@);",
  "export class animals implements PetStoreHandlers { one = @; static { (@); } }",
  "export enum E { A = 1 }",
  "declare module 'x' { const a: PetStoreHandlers; }",
  "// @",
  "/* @ */",
  "if (a) { (@) }",
  "label: for (;;) { break label; }",
  "export const animals = @",
  "} {",
  "const x = `@",
  "type T = PetStoreHandlers;",
];

test("no file stops a run, and nothing but what is put in changes", async () => {
  const text = fc
    .array(
      fc.tuple(
        fc.constantFrom(...statements),
        fc.array(fc.constantFrom(...around), { maxLength: 2 }),
        fc.constantFrom(...pieces),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((all) =>
      all
        .map(([statement, wraps, piece]) =>
          [...wraps, piece].reduce((whole, part) => whole.replaceAll("@", () => part), statement),
        )
        .join("\n"),
    );
  await fc.assert(
    fc.asyncProperty(text, async (written) => {
      const merged = await merge(written);
      expect(isWithin(written, merged.text)).toBe(true);
      expect(merged.text === written).toBe(merged.added.length === 0);
      expect((await merge(merged.text)).added).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("the files of this project, read as if they had handlers, stay as they are", async () => {
  const folder = new URL("../../src/write/", import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".ts"))) {
    const text = readFileSync(new URL(file, folder), "utf8");
    const exported = /^export (?:async )?(?:function|const|class) (\w+)/m.exec(text)?.[1];
    const merged = await merge(text, file, exported);
    expect([file, isWithin(text, merged.text)]).toEqual([file, true]);
  }
});
