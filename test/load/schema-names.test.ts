import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { at, read, type Read } from "./read-description.js";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Reads the first of several files. */
async function readFiles(files: Readonly<Record<string, object>>): Promise<Read> {
  const cwd = mkdtempSync(join(tmpdir(), "names-"));
  folders.push(cwd);
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), JSON.stringify(value));
  }
  return read({ path: Object.keys(files)[0] ?? "" }, { cwd });
}

function withSchemas(schemas: object, more: object = {}): object {
  const info = { title: "Pets", version: "1" };
  return { openapi: "3.1.0", info, paths: {}, components: { schemas }, ...more };
}

/** The place that a component which is a reference leads to. */
function endOf({ description }: Read, name: string): string {
  const node = at(description, "components", "schemas", name);
  const { $ref } = node.value as { $ref: string };
  const { file, pointer } = description?.resolve($ref, node.source)?.source ?? {};
  return `${file}#${pointer}`;
}

const ids = ["https://example.com/pets/pet", "urn:example:pet", "other/pet.json"];

/** A file with a schema that has a name, and a reference to some other part of it. */
const homes: readonly (readonly [
  file: (schema: object) => object,
  pointer: string,
  way: string,
])[] = [
  [(schema) => schema, "", ""],
  [(schema) => ({ stuff: { "a/b": schema }, spare: {} }), "/stuff/a~1b", "#/spare"],
  [(schema) => ({ list: [{}, schema] }), "/list/1", "#/list/0"],
  [(schema) => ({ $defs: { Pet: schema } }), "/$defs/Pet", ""],
  [(schema) => ({ definitions: { Pet: schema } }), "/definitions/Pet", ""],
  [
    (schema) => withSchemas({ Pet: schema, Spare: {} }),
    "/components/schemas/Pet",
    "#/components/schemas/Spare",
  ],
];

test("a schema is found by its $id, whichever file is read first", async () => {
  for (const id of ids)
    for (const [fileWith, pointer, way] of homes) {
      const byId = { $ref: new URL(id, "file:///x/").protocol === "file:" ? `schemas/${id}` : id };
      const byPath = { $ref: `schemas/pet.json${way}` };
      for (const schemas of [
        { A: byId, B: byPath },
        { B: byPath, A: byId },
      ]) {
        const result = await readFiles({
          "openapi.json": withSchemas(schemas),
          "schemas/pet.json": fileWith({ $id: id, type: "object" }),
        });
        expect([id, pointer, ...result.found]).toEqual([id, pointer]);
        expect(endOf(result, "A")).toBe(`schemas/pet.json#${pointer}`);
      }
    }
});

test("a reference to an anchor leads into the file that it names, and not to one of that name elsewhere", async () => {
  for (const key of ["$anchor", "$dynamicAnchor"])
    for (const own of [{}, { $id: "https://example.com/own" }])
      for (const [fileWith, pointer] of homes) {
        const named = { [key]: "name", type: "object" };
        const file = fileWith(named);
        const result = await readFiles({
          "openapi.json": withSchemas({
            A: { $ref: "pet.json#name" },
            B: named,
            C: { $ref: "other.json" },
          }),
          // What names the whole file makes all of it a schema.
          "pet.json":
            "openapi" in file || "stuff" in file || "list" in file ? file : { ...own, ...file },
          "other.json": { $defs: { x: named } },
        });
        expect([key, pointer, ...result.found]).toEqual([key, pointer]);
        expect(endOf(result, "A")).toBe(`pet.json#${pointer}`);
      }
});

test("an anchor that only one schema has, in another file, is what is meant, with a warning", async () => {
  const other = { $defs: { Pet: { $anchor: "pet" } } };
  const result = await readFiles({
    "openapi.json": withSchemas({ A: { $ref: "#pet" }, B: { $ref: "other.json" } }),
    "other.json": other,
  });
  expect(result.found).toEqual([expect.stringMatching(/^warning ref-not-found openapi\.json:/)]);
  expect(endOf(result, "A")).toBe("other.json#/$defs/Pet");
  const two = await readFiles({
    "openapi.json": withSchemas({
      ...{ A: { $ref: "#pet" }, B: { $ref: "other.json" } },
      C: { $ref: "more.json" },
    }),
    "other.json": other,
    "more.json": other,
  });
  expect(two.found).toEqual([expect.stringMatching(/^error ref-not-found /)]);
});

test("up to draft 7, a $id can be an anchor, and is none beside a $ref; in draft 4, it is called id", async () => {
  for (const [draft, id] of [
    ["draft-04", "id"],
    ["draft-06", "$id"],
    ["draft-07", "$id"],
  ] as const) {
    const result = await readFiles({
      "openapi.json": withSchemas({
        A: { $ref: "pet.json#name" },
        B: { $ref: "https://example.com/x/inner#name" },
        C: { $ref: "pet.json#/definitions/Reference" },
      }),
      "pet.json": {
        $schema: `http://json-schema.org/${draft}/schema#`,
        definitions: {
          Name: { [id]: "#name" },
          Inner: {
            [id]: "https://example.com/x/inner",
            definitions: { Name: { [id]: "#name" } },
          },
          Reference: { [id]: "https://example.com/nowhere/", $ref: "#/definitions/Name" },
        },
      },
    });
    const isKnown = id === "$id";
    const codes = result.found.map((one) => one.split(" ", 2).join(" "));
    expect([draft, ...codes]).toEqual([draft, ...(isKnown ? ["warning dialect-keyword"] : [])]);
    expect(endOf(result, "A")).toMatch(/^pet\.json#\/(?:definitions|\$defs)\/Name$/);
    expect(endOf(result, "B")).toMatch(/Inner\/(?:definitions|\$defs)\/Name$/);
    const reference = at(result.description, "components", "schemas", "C");
    const target = result.description?.resolve("pet.json#/definitions/Reference", reference.source);
    const end = target && result.description?.resolve("#/definitions/Name", target.source);
    expect(end?.source.pointer).toBe("/definitions/Name");
  }
});

test("a reference to itself in a file is one to a part of a schema that has a $id", async () => {
  const result = await readFiles({
    "openapi.json": withSchemas({ A: { $ref: "pet.json" } }),
    "pet.json": {
      $defs: {
        Pet: {
          $id: "https://example.com/pet",
          ...{ $ref: "#/$defs/Pet", type: "object" },
          $defs: { Pet: { minProperties: 1 } },
        },
      },
    },
  });
  expect(result.found).toEqual([]);
  const pet = result.description?.resolve("https://example.com/pet", {
    file: "pet.json",
    pointer: "",
  });
  expect(pet && result.description?.resolve("#/$defs/Pet", pet.source)?.source.pointer).toBe(
    "/$defs/Pet/$defs/Pet",
  );
});

test("what a file refers to that is not beside its relative $id is beside the file", async () => {
  const result = await readFiles({
    "openapi.json": withSchemas({ A: { $ref: "schemas/pet.json" } }),
    "schemas/pet.json": { $id: "/published/pet.json", items: { $ref: "tag.json" } },
    "schemas/tag.json": { type: "string" },
  });
  expect(result.found).toEqual([expect.stringMatching(/^warning ref-elsewhere schemas\/pet/)]);
});

test("$self is the address of a description of 3.2, and references in it are relative to that", async () => {
  const openapi = "3.2.0";
  for (const $self of ["https://example.com/apis/pets", "urn:example:pets", "apis/pets.json"]) {
    const isUrn = $self.startsWith("urn");
    const isPath = $self.startsWith("apis");
    const result = await readFiles({
      "openapi.json": withSchemas(
        {
          A: { $ref: `${isPath ? "pets.json" : $self}#/components/schemas/Pet` },
          B: { $ref: isPath ? "../parts.json" : "parts.json" },
          C: {
            $ref: isPath
              ? "../more.json#/components/schemas/Tag"
              : "more.json#/components/schemas/Tag",
          },
          ...(isUrn
            ? {}
            : {
                D: {
                  $ref: `${isPath ? "more" : "https://example.com/more"}#/components/schemas/Tag`,
                },
              }),
          Pet: { type: "object" },
        },
        { openapi, $self },
      ),
      "parts.json": {
        items: { $ref: `${isPath ? "apis/pets.json" : $self}#/components/schemas/Pet` },
      },
      "more.json": withSchemas(
        { Tag: {} },
        { openapi, $self: isPath ? "apis/more" : "https://example.com/more" },
      ),
    });
    expect([$self, ...result.found]).toEqual([$self]);
    expect(endOf(result, "A")).toBe("openapi.json#/components/schemas/Pet");
    expect(endOf(result, "B")).toBe("parts.json#");
    if (!isUrn) expect(endOf(result, "D")).toBe("more.json#/components/schemas/Tag");
  }
});

test("each description has a jsonSchemaDialect of its own", async () => {
  const jsonSchemaDialect = "http://json-schema.org/draft-07/schema#";
  const schema = { prefixItems: [{}] };
  const result = await readFiles({
    "openapi.json": withSchemas({
      ...{ A: schema, B: { $ref: "more.json#/components/schemas/Tag" } },
    }),
    "more.json": withSchemas({ Tag: schema }, { jsonSchemaDialect }),
  });
  expect(result.found).toEqual([expect.stringMatching(/^warning dialect-keyword more\.json:/)]);
});
