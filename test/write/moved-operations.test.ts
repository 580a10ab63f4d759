import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { generate } from "../../src/pipeline.js";
import { someOf } from "../long.js";

const folder = mkdtempSync(join(tmpdir(), "specsmith-moved-"));
const handlers = join(folder, "handlers");
afterAll(() => rmSync(folder, { recursive: true }));

interface Api {
  readonly title?: string;
  readonly tags?: readonly string[];
  readonly name?: string;
}

/** `GET /pets` and, where the tag `pets` is not that one's, an operation that keeps its file. */
function describe({ title = "Shop", tags = ["pets"], name = "getPet" }: Api): string {
  const operation = (operationId: string, of: readonly string[]) => ({
    get: { operationId, tags: of, responses: { 204: { description: "Done." } } },
  });
  const paths = { "/pets": operation(name, tags), "/other": operation("other", ["pets"]) };
  return JSON.stringify({ openapi: "3.1.0", info: { title, version: "1" }, paths });
}

async function run(api: Api): Promise<string> {
  writeFileSync(join(folder, "api.json"), describe(api));
  const { notes } = await generate({
    config: { input: "api.json", output: "api", stubs: "handlers", format: "none" },
    folder,
  });
  return notes.map(({ text }) => text).join("\n");
}

function write(files: Readonly<Record<string, string>>): void {
  rmSync(handlers, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(handlers, path)), { recursive: true });
    writeFileSync(join(handlers, path), text);
  }
}

/** The files that have a stub of a name. */
function stubsOf(name: string): readonly string[] {
  return readdirSync(handlers, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .filter((path) => readFileSync(join(handlers, path), "utf8").includes(`Handlers, "${name}">`));
}

beforeAll(() => run({}));

const type = 'import type { ShopHandlers } from "../api/server.js";\n';
const both = "{\n  async getPet() { return done; },\n  other: async () => done,\n}";
/** Ways to write the handlers of the tag `pets`. */
const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "of the type": {
    "pets.ts": `${type}export const all = ${both} satisfies Partial<ShopHandlers>;\n`,
  },
  "under another name of the type": {
    "pets.ts": `import type { ShopHandlers as H } from "../api/server";\nconst all: H = ${both};\n`,
  },
  "in a call with the type": {
    "pets.ts": `${type}export const all = inPart<ShopHandlers>(${both});\n`,
  },
  "without a type": { "pets.ts": `export const pets = ${both};\n` },
  "without a type, in the file of a tag that is gone": {
    "old-tag.ts": `export const oldTag = ${both.replace("async () => done", "wrap(async () => done)")};\n`,
  },
  "as a default": { "pets.ts": `export default ${both};\n` },
  "from a function": { "pets.ts": `export function pets(db) {\n  return ${both};\n}\n` },
  "as functions": {
    "pets.ts": "export async function getPet() {}\nexport const other = async () => done;\n",
  },
  "in a spread of another file": {
    "pets.ts": `${type}import { most } from "./most.js";\nexport const pets: ShopHandlers = { ...most };\n`,
    "most.ts": `export const most = ${both};\n`,
  },
  "in a file of their own": {
    "mine/all.ts": `import * as api from "../../api/server.js";\nexport const all: api.ShopHandlers = ${both};\n`,
  },
};
const changes: Readonly<Record<string, Api>> = {
  "nothing else": {},
  "another tag": { tags: ["cats"] },
  "no tag": { tags: [] },
  "another title": { title: "Store" },
  "another title, and a tag": { title: "Store", tags: ["cats"] },
};

const cases = Object.entries(forms).flatMap(([form, files]) =>
  Object.entries(changes).map(([change, api]) => [form, change, files, api] as const),
);

test.each(someOf(cases, 4))("a handler is not written again: %s, %s", async (_, __, files, api) => {
  write(files);
  const notes = await run(api);
  expect([stubsOf("getPet"), stubsOf("other")]).toEqual([[], []]);
  for (const [path, text] of Object.entries(files))
    expect(readFileSync(join(handlers, path), "utf8")).toBe(text);
  expect(notes).not.toContain("Add what is missing by hand");
  if (api.title !== undefined && /ShopHandlers/.test(JSON.stringify(files)))
    expect(notes).toContain("has no ShopHandlers (any more); it is called StoreHandlers now");
});

test.each(someOf(Object.entries(forms), 3))(
  "an operation without a handler has a stub or a note: %s",
  async (_, files) => {
    write(files);
    const notes = await run({ name: "putPet" });
    expect(stubsOf("putPet").length + Number(notes.includes("putPet(request, context)"))).toBe(1);
  },
);

test("the handlers of another API, and its generated code, are not those that are missing", async () => {
  write({
    "v2/pets.ts": `import type { TwoHandlers } from "../../two/server.js";\nexport const pets = ${both} satisfies TwoHandlers;\n`,
    "v2/client.ts": "// Generated by specsmith from two.json.\nexport function getPet() {}\n",
    "v2/fns.ts": "export const helper = 1;\n",
  });
  await run({ tags: ["cats"] });
  expect(existsSync(join(handlers, "cats.ts"))).toBe(true);
  expect([stubsOf("getPet"), stubsOf("other")]).toEqual([["cats.ts"], ["pets.ts"]]);
});

test("a handler of a removed operation is reported, also in a file with two objects of handlers", async () => {
  const half = (name: string) => `{ async ${name}() {} } satisfies Partial<ShopHandlers>`;
  write({ "pets.ts": `${type}const a = ${half("gone")};\nconst b = ${half("getPet")};\n` });
  expect(await run({})).toMatch(/pets\.ts:2: the description has no operation gone \(any more\)/);
});
