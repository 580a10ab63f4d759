import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import type { Description } from "../../src/load/document.js";
import { load } from "../../src/load/load.js";
import { Files } from "../../src/load/text/positions.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "specsmith overlay "));
  const made = folder;
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

const description = `openapi: 3.1.0
info: { title: Pets, version: "1" }
tags: [{ name: one }, { name: two }, { name: three }]
paths:
  /pets: &item
    get: { operationId: listPets, responses: { "200": { description: Fine } } }
  /cats: *item
components: { schemas: { Pet: { type: object, required: [id] } } }
`;

async function overlaid(actions: string, text = description, input = "api.yaml") {
  writeFileSync(join(folder, "api.yaml"), text);
  const head = `overlay: 1.1.0\ninfo: { title: Test, version: "1" }\nextends: api.yaml\n`;
  writeFileSync(join(folder, "o.yaml"), `${head}actions:\n${actions.replace(/^\n/, "")}`);
  const diagnostics = new Diagnostics();
  const files = new Files();
  const overlays = input === "api.yaml" ? ["o.yaml"] : [];
  const options = { cwd: folder, files, overlays };
  const loaded = await load({ path: input }, diagnostics, options);
  const problems = diagnostics.all.map(({ code, source, marks }) => {
    const { line = 0, column = 0 } = files.locate(source, marks) ?? {};
    return `${source.file}:${line}:${column} ${code}`;
  });
  return { value: loaded?.root.value as Record<string, never>, loaded, problems };
}

function at(
  { loaded }: { loaded: Description | undefined },
  ...keys: (string | number)[]
): unknown {
  return keys.reduce<unknown>(
    (value, key) => (value as Record<string | number, unknown>)[key],
    loaded?.root.value,
  );
}

test("what an overlay adds is told of at its place in the overlay", async () => {
  const { problems } = await overlaid(`
  - target: $.components.schemas
    update:
      Cat:
        type: objekt
        $ref: "#/components/schemas/Nothing"
`);
  expect(problems).toContain("o.yaml:8:15 schema-type");
  expect(problems).toContain("o.yaml:9:15 ref-not-found");
});

test("what moves up when an item is removed is told of where it stands", async () => {
  const text = description.replace("{ name: three }", "{ nam: three }");
  const before = text.split("\n")[2]?.indexOf("nam: three") ?? 0;
  const { problems } = await overlaid(`  - { target: "$.tags[0, 1]", remove: true }\n`, text);
  expect(problems).toContain(`api.yaml:3:${before - 1} missing-member`);
});

test("a list is joined, an object merged, a value replaced; a description's alias stays as it was", async () => {
  const result = await overlaid(`
  - { target: "$.paths['/pets'].get", update: { operationId: allPets, summary: All, tags: [one] } }
  - { target: "$.paths['/pets'].get", update: { tags: [two] } }
  - { target: $.tags, update: [{ name: four }, { name: five }] }
  - { target: $.tags, update: { name: six } }
`);
  expect(result.problems).toEqual([]);
  expect(at(result, "paths", "/pets", "get", "operationId")).toBe("allPets");
  expect(at(result, "paths", "/pets", "get", "tags")).toEqual(["one", "two"]);
  expect(at(result, "paths", "/cats", "get")).not.toHaveProperty("summary");
  expect(at(result, "tags")).toHaveLength(6);
});

test("an update that many targets get is another object in each of them", async () => {
  const result = await overlaid(`
  - { target: $.paths.*.get, update: { x-of: { list: [] } } }
  - { target: "$.paths['/pets'].get['x-of'].list", update: 1 }
`);
  expect(at(result, "paths", "/pets", "get", "x-of")).toEqual({ list: [1] });
  expect(at(result, "paths", "/cats", "get", "x-of")).toEqual({ list: [] });
});

test("a $ref in an overlay starts from the description", async () => {
  const { problems } = await overlaid(`
  - target: $.components.schemas
    update: { Dog: { $ref: "#/components/schemas/Pet" } }
`);
  expect(problems).toEqual([]);
});

test("removed and made again: the new one stands in the overlay", async () => {
  const { problems } = await overlaid(`
  - { target: $.components.schemas.Pet, remove: true }
  - { target: $.components.schemas, update: { Pet: { type: 5 } } }
`);
  expect(problems).toEqual(["o.yaml:6:60 wrong-type", "o.yaml:6:60 schema-type"]);
});

test("nested targets are removed from the inside out, each once", async () => {
  const result = await overlaid(`  - { target: "$..[?@.name == 'one' || @.get]", remove: true }\n`);
  expect(at(result, "paths")).toEqual({});
  expect(at(result, "tags")).toEqual([{ name: "two" }, { name: "three" }]);
});

test("a member called __proto__ is a member", async () => {
  const result = await overlaid(`
  - { target: $.components.schemas.Pet, update: { properties: { __proto__: { type: string } } } }
`);
  const properties = at(result, "components", "schemas", "Pet", "properties") as object;
  expect(Object.keys(properties)).toEqual(["__proto__"]);
});

test("an overlay as the input stands for what it extends", async () => {
  const actions = `  - { target: $.info, update: { title: Overlaid } }\n`;
  const result = await overlaid(actions, description, "o.yaml");
  expect(result.problems).toEqual([]);
  expect(at(result, "info", "title")).toBe("Overlaid");
});

test("an overlay that is not there, and one that is none", async () => {
  writeFileSync(join(folder, "api.yaml"), description);
  const codes = async (overlay: string): Promise<readonly string[]> => {
    const diagnostics = new Diagnostics();
    await load({ path: "api.yaml" }, diagnostics, { cwd: folder, overlays: [overlay] });
    return diagnostics.all.map(({ code }) => code);
  };
  expect(await codes("oo.yaml")).toEqual(["file-not-found"]);
  expect(await codes("api.yaml")).toEqual(["overlay-malformed"]);
});
