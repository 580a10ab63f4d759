import { mkdirSync, symlinkSync } from "node:fs";
import { expect, test } from "vitest";
import { Place, small } from "../command.js";

test.each([
  [["generat"], "There is no command generat. Did you mean generate?\n"],
  [["generate", "--ony", "types"], "Unknown option '--ony'. Did you mean --only?\n"],
  [["generate", "--out", "src/api"], "Unknown option '--out'. Did you mean --output?\n"],
  [["generate", "a.yaml", "src/api"], "the folder to write to comes after -o.\n"],
  [["unlike-any-of-them"], "There is no command unlike-any-of-them.\n"],
])("%j: what was meant is named", async (args, said) => {
  const { status, stderr } = await new Place().run(...args);
  expect([status, stderr.includes(said)]).toEqual([1, true]);
});

test.each([
  [{ "tsconfig.json": "{}" }, [], true],
  [{ "tsconfig.json": "{}" }, ["--only", "types,server"], true],
  [{ "tsconfig.json": "{}" }, ["--only", "types,client"], false],
  [{ "tsconfig.json": "{}", "node_modules/@types/node/package.json": "{}" }, [], false],
  [{}, [], false],
])("with %j, init %j says that @types/node is missing: %s", async (files, args, says) => {
  const { stdout } = await new Place(files).run("init", "a.yaml", "src/api", "--yes", ...args);
  expect(stdout.includes("`adapters: []` leaves them out")).toBe(says);
});

test("paths below the working directory are printed as they are typed there", async () => {
  const place = new Place({ "openapi.yaml": small, "out/types.ts": "// mine\n" });
  const { status, stderr } = await place.run("generate", "openapi.yaml", "-o", "out");
  expect([status, stderr.includes(place.folder), stderr.includes("out")]).toEqual([1, false, true]);
});

test("a plugin of prettier that is not installed is left out, with a note", async () => {
  const place = new Place({
    "openapi.yaml": small,
    ".prettierrc": '{ "plugins": ["prettier-plugin-of-nowhere"], "semi": false }',
    "package.json": '{ "type": "module" }',
  });
  const { status, stderr } = await place.run(
    "generate",
    "openapi.yaml",
    "-o",
    "out",
    "--only",
    "types",
  );
  expect([status, stderr]).toEqual([
    0,
    expect.stringContaining("plugin prettier-plugin-of-nowhere"),
  ]);
  expect(place.read("out/types.ts")).not.toMatch(/;$/m);
});

test.each([
  ["3.8.1", true],
  ["3.10.0", false],
  ["4.0.0", true],
])("files have the layout of the installed prettier, %s", async (version, isAsked) => {
  const place = new Place({
    "openapi.yaml": small,
    ".prettierrc": "{}",
    "node_modules/prettier/package.json": JSON.stringify({ version, main: "index.cjs" }),
    "node_modules/prettier/index.cjs": `exports.format = (text) => text + "// ${version}\\n";`,
  });
  const said = await place.run("generate", "openapi.yaml", "-o", "out", "--only", "types");
  expect([said.status, said.stderr]).toEqual([0, ""]);
  expect(place.read("out/types.ts").includes(`// ${version}`)).toBe(isAsked);
});

test("handlers that were added are named with their file", async () => {
  const place = new Place({ "openapi.yaml": small });
  mkdirSync(place.path("out"));
  const generate = () => place.run("generate", "openapi.yaml", "-o", "out", "--stubs", "handlers");
  expect((await generate()).stdout).not.toContain("Handlers were added");
  const file = (await generate()).stdout;
  expect(file).not.toContain("Handlers were added");
  place.write(
    "openapi.yaml",
    small.replace(
      /^paths:\n/m,
      `paths:\n  /more: { get: { operationId: more, tags: [net], responses: { "204": { description: Done } } } }\n`,
    ),
  );
  expect((await generate()).stdout).toMatch(/\nHandlers were added to handlers\/\S+\.ts\n/);
});

const doubtful = small.replace(
  /^paths:/m,
  "x-a: 1\npaths:\n  /a#b: { get: { operationId: ab, responses: { '204': { description: Done } } } }",
);

test.each([
  [undefined, false, 0, true],
  ["off", false, 0, false],
  ["off", true, 0, false],
  ["warning", true, 0, true],
  [undefined, true, 1, true],
  ["error", false, 1, true],
] as const)("a warning that is %j, strict: %j", async (level, strict, status, isReported) => {
  const place = new Place({ "openapi.yaml": doubtful });
  const found = await place.run("validate", "openapi.yaml", "--format", "json");
  const [{ code }] = JSON.parse(found.stdout) as [{ code: string }];
  const config = { input: "openapi.yaml", output: "out", only: ["types"], strict };
  const diagnostics = level === undefined ? {} : { diagnostics: { [code]: level } };
  place.write("specsmith.config.json", JSON.stringify({ ...config, ...diagnostics }));
  const said = await place.run("generate");
  expect([said.status, said.stderr.includes(code)]).toEqual([status, isReported]);
});

const paths = ["a-file", "a-file/below", "a-link", "a-link/below", "a-folder", "nowhere/at/all"];
const optionsWithPaths = {
  input: (path: string) => ({ input: path }),
  output: (path: string) => ({ output: path }),
  stubs: (path: string) => ({ stubs: path }),
  runtime: (path: string) => ({ runtime: `./${path}` }),
  overlays: (path: string) => ({ overlays: [path] }),
  templates: (path: string) => ({ templates: path }),
  emitters: (path: string) => ({ emitters: [`./${path}`] }),
  root: (path: string) => ({ root: path }),
};

test.each(Object.keys(optionsWithPaths) as (keyof typeof optionsWithPaths)[])(
  "%s may be any path: it is taken, or there is a clear error",
  async (option) => {
    for (const path of paths) {
      const place = new Place({ "openapi.yaml": small, "a-file": "mine", "a-folder/x": "mine" });
      symlinkSync("nowhere", place.path("a-link"));
      const config = { input: "openapi.yaml", output: "out", ...optionsWithPaths[option](path) };
      place.write("specsmith.config.json", JSON.stringify(config));
      const said = await place.run("generate");
      expect([path, said.stderr]).not.toContain("This is a bug in specsmith");
      expect(said.stderr).not.toMatch(/^ {4}at /m);
      if (said.status !== 0)
        expect([path, said.stderr]).toEqual([path, expect.stringMatching(/error/)]);
      expect(place.read("a-file")).toBe("mine");
      expect(place.read("a-folder/x")).toBe("mine");
    }
  },
);
