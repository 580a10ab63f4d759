import { afterEach, expect, test, vi } from "vitest";
import { at, read, withSchemas } from "./read-description.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

async function schema(body: string): Promise<unknown> {
  const { description } = await read(withSchemas(`    Pet: ${body}\n    Cat: {}\n`));
  return at(description, "components", "schemas", "Pet").value;
}

test.each([
  [
    "{ dependencies: { a: [b], c: { minProperties: 2 }, d: false } }",
    {
      dependentRequired: { a: ["b"] },
      dependentSchemas: { c: { minProperties: 2 }, d: false },
    },
  ],
  [
    "{ dependencies: { a: [b], c: [d] }, dependentRequired: { a: [e] } }",
    { dependentRequired: { a: ["e"], c: ["d"] } },
  ],
])("dependencies become what 2020-12 has instead: %s", async (body, expected) => {
  expect(await schema(body)).toEqual(expected);
});

test("what dependencies refer to is found, and is where it was written", async () => {
  const { description, files, found } = await read(
    withSchemas(
      "    Pet:\n      dependencies:\n        a: { $ref: '#/components/schemas/Cat' }\n        b: { $ref: '#/nowhere' }\n    Cat: {}\n",
    ),
  );
  expect(found).toEqual(["error ref-not-found 9:20"]);
  expect(description).toBeUndefined();
  const good = await read(
    withSchemas("    Pet:\n      dependencies:\n        a: { type: object }\n"),
  );
  const place = at(good.description, "components", "schemas", "Pet", "dependentSchemas", "a");
  expect(good.files.locate(place.source)?.line).toBe(8);
  expect(files).not.toBe(good.files);
});

const schema7 = "http://json-schema.org/draft-07/schema#";

test.each([
  [
    "a list in items is what prefixItems became",
    "{ $schema: 'https://json-schema.org/draft/2019-09/schema', prefixItems: [{}], minContains: 2 }",
    { $schema: "https://json-schema.org/draft/2019-09/schema", minContains: 2 },
  ],
  [
    "keywords of later drafts hold, but for prefixItems",
    `{ $schema: '${schema7}', dependentRequired: { a: [b] }, properties: { a: { minContains: 2, prefixItems: [{}] } } }`,
    { $schema: schema7, dependentRequired: { a: ["b"] }, properties: { a: { minContains: 2 } } },
  ],
  [
    "a $ref is alone",
    `{ $schema: '${schema7}', $ref: '#/components/schemas/Cat', description: d, type: string }`,
    { $schema: schema7, $ref: "#/components/schemas/Cat", description: "d" },
  ],
])("older drafts: %s", async (_, body, expected) => {
  expect(await schema(body)).toEqual(expected);
});

test("vocabularies of a metaschema that is in the description count", async () => {
  const description = (uri: string): string =>
    withSchemas(
      `    Pet: { $schema: 'https://example.com/meta', properties: { a: { minimum: 1, not: {} } } }
    Meta: { $id: 'https://example.com/meta', $vocabulary: { '${uri}': true } }
`,
    );
  const pet = async (uri: string): Promise<unknown> =>
    at((await read(description(uri))).description, "components", "schemas", "Pet", "properties")
      .value;
  const home = "https://json-schema.org/draft/2020-12/vocab";
  expect(await pet(`${home}/applicator`)).toEqual({ a: { not: {} } });
});

test("jsonSchemaDialect holds where no $schema says otherwise", async () => {
  const { description, found } = await read(
    withSchemas("    Pet: { prefixItems: [{}] }\n").replace(
      "paths:",
      `jsonSchemaDialect: ${schema7}\npaths:`,
    ),
  );
  expect(found).toEqual(["warning dialect-keyword 7:25"]);
  expect(at(description, "components", "schemas", "Pet").value).toEqual({});
});

test("a metaschema that may not be fetched is a warning, and one that may is read", async () => {
  const text = withSchemas("    Pet: { $schema: 'https://example.com/meta', minimum: 1 }\n");
  const alone = await read(text);
  expect(alone.found).toEqual(["warning ref-remote 6:21"]);
  expect(at(alone.description, "components", "schemas", "Pet").value).toHaveProperty("minimum");
  const metaschema = { $vocabulary: { "https://json-schema.org/draft/2020-12/vocab/core": true } };
  const asked: string[] = [];
  vi.stubGlobal("fetch", (url: URL) => {
    asked.push(url.href);
    return Promise.resolve(Response.json(metaschema));
  });
  const remote = await read(text, { remote: true });
  expect(remote.found).toEqual(["warning dialect-keyword 6:58"]);
  expect(asked).toEqual(["https://example.com/meta"]);
  expect(at(remote.description, "components", "schemas", "Pet").value).not.toHaveProperty(
    "minimum",
  );
});

test("before 3.1 a $schema says nothing", async () => {
  const text = withSchemas(
    "    Pet: { $schema: 'https://example.com/meta', minimum: 1 }\n",
    "3.0.3",
  );
  expect((await read(text)).found).toEqual(["warning wrong-version 6:12"]);
});

test("dynamic anchors are known by schema resource", async () => {
  const { description } = await read(
    withSchemas(`    List:
      $id: https://example.com/list
      items: { $dynamicRef: '#item' }
      $defs: { any: { $dynamicAnchor: item } }
    Names:
      $id: https://example.com/names
      $ref: list
      $defs: { name: { $dynamicAnchor: item, type: string } }
    Pet: {}
`),
  );
  const anchors = (...keys: string[]): readonly unknown[] => {
    const { source } = at(description, "components", "schemas", ...keys);
    return [...(description?.dynamicAnchors(source) ?? [])].map(([name, { value }]) => [
      name,
      value,
    ]);
  };
  expect(anchors("List", "items")).toEqual([["item", { $dynamicAnchor: "item" }]]);
  expect(anchors("Names")).toEqual([["item", { $dynamicAnchor: "item", type: "string" }]]);
  expect(anchors("Pet")).toEqual([]);
});

test("a file that says it is a schema is known as a whole, whichever part is referred to", async () => {
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json({
        $id: "https://example.com/parts",
        $defs: { a: { $ref: "#b" }, b: { $anchor: "b", type: "string" } },
      }),
    ),
  );
  const { found } = await read(
    withSchemas("    Pet: { $ref: 'https://example.com/parts#/$defs/a' }\n"),
    { remote: true },
  );
  expect(found).toEqual([]);
});
