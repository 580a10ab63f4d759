import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkConfig } from "../src/config/check.js";
import { options } from "../src/config/options.js";
import type { Rule } from "../src/config/rules.js";
import { initCommand } from "../src/cli/init.js";
import { ConfigError } from "../src/config/error.js";
import { Place, small } from "./command.js";

/** What is said of a config that differs from a right one in this. */
function said(config: object): string {
  try {
    checkConfig({ input: "a", output: "b", ...config }, "here");
  } catch (error) {
    const { message, help } = error as { message: string; help: string };
    return `${message} | ${help}`;
  }
  return "";
}

test.each([
  [{ overlay: ["a"] }, "here: there is no option overlay | Did you mean overlays?"],
  [{ overlays: "a.yaml" }, 'here: overlays has to be a list of paths | Write ["a.yaml"].'],
  [{ shortNames: true }, "here: there is no option shortNames | Did you mean client.shortNames?"],
  [{ include: { tag: ["a"] } }, "here: there is no option include.tag | Did you mean tags?"],
  [{ include: [{ tags: "a" }] }, 'here: include[0].tags has to be a list of texts | Write ["a"].'],
  [{ include: [{ tags: 1 }] }, "here: include[0].tags has to be a list of texts | It is 1."],
  [{ readonly: "true" }, "here: readonly has to be true or false | Did you mean true?"],
  [{ emitters: ["mock"] }, 'emitters[0] has to be "paths", "queries" or "mocks" | Did you mean'],
  [
    { emitters: ["client"] },
    'emitters[0] has to be "paths", "queries" or "mocks" | It is "client".',
  ],
  [{ emitters: ["./own.ts", "a/b", 5] }, "emitters[2] has to be made with defineEmitter"],
  [{ exclude: { deprecated: "yes" } }, 'exclude.deprecated has to be true or false | It is "yes".'],
  [{ int64: "bigInt" }, 'int64 has to be "number", "bigint" or "string" | Did you mean "bigint"?'],
  [{ dates: "date" }, 'dates has to be "string" or "Date" | Did you mean "Date"?'],
  [{ undeclared: "sent" }, 'undeclared has to be "drop" or "send" | Did you mean "send"?'],
  [{ only: ["type"] }, "only[0] has to be"],
  [{ only: ["type"] }, 'Did you mean "types"?'],
  [{ adapters: ["serve"] }, 'Did you mean "node"?'],
  [{ adapters: "serve" }, 'Did you mean "node"?'],
  [{ enums: "enums" }, 'Did you mean "enum"?'],
  [{ importExtension: "js" }, 'importExtension has to be ".js", ".ts" or "none"'],
  [{ format: "pretier" }, 'Did you mean "prettier"?'],
  [{ only: [] }, "only has to be a list of"],
  [{ format: { command: [] } }, "format.command has to be a list"],
  [{ format: { command: "prettier" } }, "format.command has to be a list"],
  [{ format: { comand: ["a"] } }, "there is no option format.comand | Did you mean command?"],
  [{ format: {} }, "format.command has to be a list"],
  [{ headers: { a: { prefix: "Bearer " } } }, "headers.a.env has to be a text"],
  [{ headers: { a: { variable: "X" } } }, "there is no option headers.a.variable"],
  [{ headers: { a: 5 } }, "headers.a has to be a text or an object with env"],
  [{ fileNames: { types: "a/b" } }, "fileNames.types has to be a name of a file"],
  [{ transform: 5 }, "transform has to be a function, or the path of a module that exports one"],
  [{ emitters: [{ name: "a" }] }, "emitters[0] has to be made with defineEmitter"],
  [{ readonly: "yes" }, "readonly has to be true or false"],
  [{ input: undefined }, "here: input is missing | Give a path or an address."],
])("a config that is wrong: %j", (config, message) => {
  expect(said(config)).toContain(message);
});

const circle: Record<string, unknown> = {};
circle["itself"] = circle;

const anything: readonly unknown[] = [
  ...[null, true, 0, -1, Infinity, "", "x", "\0", "a\0b", "__proto__", 10n, [10n], Symbol("x")],
  ...[[], [null], [["a"]], {}, { a: { b: 1n } }, { command: [""] }, { tags: [null] }, circle],
  ...[
    () => undefined,
    new Date(NaN),
    new Map(),
    Object.create(null),
    JSON.parse('{"__proto__":1}'),
  ],
];

test.each(Object.keys(options))("no value of %s is more than an error of the config", (option) => {
  for (const value of anything)
    for (const config of [{ [option]: value }, { [option]: { [option]: value } }])
      try {
        checkConfig({ input: "a", output: "b", ...config }, "here");
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        expect((error as Error).message).not.toBe("");
      }
});

test("a path has no NUL", () => {
  expect(said({ runtime: "a\0b" })).toContain("runtime has to be");
});

interface Worded {
  readonly key: string;
  readonly words: readonly (string | boolean)[];
  /** A config with a value for it. */
  readonly put: (value: unknown) => object;
}

/** The options whose values are words, and the members of such. */
function wordedIn(rules: Readonly<Record<string, Rule>>, put: (given: object) => object): Worded[] {
  return Object.entries(rules).flatMap(([key, { words = [], members }]) => {
    const own = (value: unknown): object => put({ [key]: value });
    const inner = members ? wordedIn(members, own) : [];
    return words.length > 0 ? [{ key, words, put: own }, ...inner] : inner;
  });
}

const rules = Object.fromEntries(Object.entries(options).map(([key, { rule }]) => [key, rule]));

test.each(wordedIn(rules, (given) => given))(
  "what $key may be is listed, and what is meant, for each wrong value",
  ({ words, put }) => {
    for (const word of words) {
      const isListed = said(put(word)) !== "";
      const withValue = (value: unknown): string => said(put(isListed ? [value] : value));
      expect(withValue(word)).toBe("");
      if (isListed) expect(said(put(word))).toContain(`Write [${JSON.stringify(word)}].`);
      for (const slip of [`${String(word)}x`, String(word).toUpperCase()]) {
        const message = withValue(slip);
        expect(message).toContain(`Did you mean ${JSON.stringify(word)}?`);
        for (const other of words) expect(message).toContain(JSON.stringify(other));
      }
      expect(withValue("nosuchword")).toContain('It is "nosuchword".');
    }
  },
);

test("several entries: many descriptions, many folders, one runtime for all of them", async () => {
  const place = new Place({
    "one/api.yaml": small,
    "two/api.yaml": small.replace("title: Small", "title: Other"),
    "specsmith.config.json": JSON.stringify([
      { input: "one/api.yaml", output: "apps/one/api", runtime: "packages/runtime" },
      { input: "two/api.yaml", output: "two/api", runtime: "packages/runtime", only: ["types"] },
    ]),
  });
  const first = await place.run("generate");
  expect([first.status, first.stderr]).toEqual([0, ""]);
  expect(first.stdout.trim().split("\n")).toHaveLength(2);
  expect(place.read("apps/one/api/client.ts")).toContain(
    'from "../../../packages/runtime/client/client.js"',
  );
  expect(existsSync(place.path("apps/one/api/runtime"))).toBe(false);
  expect((await place.run("generate", "--check")).status).toBe(0);
  expect((await place.run("generate")).stdout).not.toMatch(/ changed|added|removed/);
  place.write("packages/runtime/client/client.ts", "// mine\n");
  expect((await place.run("generate", "--check")).status).toBe(1);
});

test("entries that share a runtime want the same of it", async () => {
  const entry = { input: "api.yaml", runtime: "shared" };
  const place = new Place({
    "api.yaml": small,
    "specsmith.config.json": JSON.stringify([
      { ...entry, output: "one" },
      { ...entry, output: "two", importExtension: ".ts" },
    ]),
  });
  const { status, stderr } = await place.run("generate");
  expect([status, stderr]).toEqual([1, expect.stringContaining("differ in importExtension")]);
});

test.each([
  [{ fileNames: { typs: "a" } }, "there is no file typs", "Did you mean types?"],
  [{ fileNames: { types: "client" } }, "two files would be called client.ts", "fileNames"],
  [{ runtime: "api/runtime" }, "lies in the output folder", "beside it"],
  [{ stubs: "/" }, "stubs: / is a folder around the one of the config", "src/handlers"],
  [{ stubs: ".." }, "stubs: .. is a folder around the one of the config", "src/handlers"],
  [{ templates: "none" }, "there is no folder none for templates", "--eject"],
  [{ templates: "odd" }, "odd/clients.hbs is in the place of no template", "client.hbs"],
  [{ transform: "none.ts" }, "none.ts", "Mend it"],
  [{ emitters: ["empty.mjs"] }, "empty.mjs exports no emitter", "defineEmitter"],
  [{ format: { command: ["no-such-program"] } }, "ENOENT", "standard input"],
  [{ format: { command: ["node", "--eval", "process.exit(3)"] } }, "it ended with 3", "Nothing"],
])("what only shows when it is used: %j", async (config, message, help) => {
  const place = new Place({
    "api.yaml": small,
    "odd/clients.hbs": "",
    "empty.mjs": "export const nothing = 1;",
    "c.json": JSON.stringify({ input: "api.yaml", output: "api", ...config }),
  });
  const { status, stderr } = await place.run("generate", "-c", "c.json");
  expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
  expect(stderr).toContain(help);
  expect(stderr).not.toContain("    at ");
  expect(existsSync(place.path("api"))).toBe(false);
});

test("a command formats all files from the folder of the config, also handlers whose folder is new", async () => {
  const place = new Place({
    "api.yaml": small,
    "tools/mark.mjs":
      "process.stdin.on('data', (chunk) => process.stdout.write(chunk)).on('end', () => process.stdout.write(`// ${process.argv[2]}\\n`));",
    "c.json": JSON.stringify({
      ...{ input: "api.yaml", output: "src/api", stubs: "src/new/handlers" },
      ...{ only: ["server"], runtime: "@specsmith/runtime" },
      format: { command: [process.execPath, "tools/mark.mjs", "{file}"] },
    }),
  });
  const { status, stderr } = await place.run("generate", "-c", "c.json");
  expect([status, stderr]).toEqual([0, ""]);
  expect(place.read("src/api/server.ts")).toContain(`// ${place.path("src/api/server.ts")}\n`);
  const [handlers = ""] = readdirSync(place.path("src/new/handlers"));
  const file = `src/new/handlers/${handlers}`;
  expect(place.read(file)).toContain(`// ${place.path(file)}\n`);
  expect((await place.run("generate", "-c", "c.json", "--check")).status).toBe(0);
});

test.each([
  ['{ "input": "a",\n}', "2:1: a comma stands before the closing }"],
  ['{\r\n  "input": "a"\r\n  "output": "b"\r\n}', "3:3: a comma or } is missing here"],
  ['\uFEFF{ "input": a }', "1:12: a is not a JSON value"],
  ['{\n  "input": "a"\n', "1:1: this { is never closed"],
  ["{ // mine\n}", "1:3: JSON has no comments"],
  ["", "1:1: the file is empty"],
])("a config file that is not JSON: %j", async (text, message) => {
  const { status, stderr } = await new Place({ "specsmith.config.json": text }).run("generate");
  expect(status).toBe(1);
  expect(stderr).toContain(`error: specsmith.config.json:${message}\n`);
});

describe("init", () => {
  const lastLine = /^.*\n/;

  test("takes what it is told, and finds the description", async () => {
    const place = new Place({ "spec/openapi.v2.yaml": small });
    const { stdout } = await place.run("init", "--only", "types,client", "--yes");
    expect(stdout).toMatch(lastLine);
    expect(place.read("specsmith.config.ts")).toContain(`  input: "spec/openapi.v2.yaml",
  output: "src/api",
  only: ["types", "client"],
});`);
  });

  test("asks on a terminal for what it is not told", async () => {
    const place = new Place();
    const questions: string[] = [];
    const answers = ["", "types,server", "src/handlers"];
    const before = await place.run("--version");
    expect(before.status).toBe(0);
    await initCommand({ input: "a.yaml" }, place.folder, (question) => {
      questions.push(question);
      return Promise.resolve(answers.shift() ?? "");
    });
    expect(questions).toHaveLength(3);
    expect(place.read("specsmith.config.ts")).toContain(`  input: "a.yaml",
  output: "src/api",
  only: ["types", "server"],
  stubs: "src/handlers",
});`);
  });

  test.each(["specsmith.config.ts", "specsmith.config.json", "specsmith.config.mjs"])(
    "never overwrites: %s is there",
    async (name) => {
      const place = new Place({ [name]: "mine" });
      expect(await place.run("init", "a.yaml", "b")).toMatchObject({ status: 1 });
      expect(place.read(name)).toBe("mine");
    },
  );

  test("says what is wrong with what it was told", async () => {
    const place = new Place();
    const { stderr } = await place.run("init", "a.yaml", "b", "--only", "clients");
    expect(stderr).toContain("Did you mean client?");
    expect(existsSync(place.path("specsmith.config.ts"))).toBe(false);
  });
});
