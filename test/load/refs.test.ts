import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Description, Located } from "../../src/load/document.js";
import { at, read, withSchemas } from "./read-description.js";

let home = "";
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "specsmith-refs-"));
});
afterAll(() => rm(home, { recursive: true, force: true }));

async function readFiles(
  files: Record<string, string>,
  path = "openapi.yaml",
): Promise<{ description: Description | undefined; found: readonly string[] }> {
  const folder = await mkdtemp(join(home, "case-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return read({ path }, { cwd: folder });
}

function target(description: Description | undefined, node: Located): Located | undefined {
  return description?.resolve((node.value as { $ref: string }).$ref, node.source);
}

test("whole files, parts of files, relative to the file that refers, and back", async () => {
  const { description, found } = await readFiles({
    "openapi.yaml": withSchemas(
      "    Pet:\n      $ref: schemas/pet.yaml\n    Name:\n      type: string\n",
    ),
    "schemas/pet.yaml":
      "type: object\nproperties:\n  tag: { $ref: 'parts.yaml#/Tag' }\n  name: { $ref: '../openapi.yaml#/components/schemas/Name' }\n",
    "schemas/parts.yaml": "Tag:\n  type: string\n",
  });
  expect(found).toEqual([]);
  const pet = target(description, at(description, "components", "schemas", "Pet"));
  expect(pet?.source).toEqual({ file: "schemas/pet.yaml", pointer: "" });
  const property = (name: string): Located | undefined => {
    const properties = pet && description?.member(pet, "properties");
    const node = properties && description?.member(properties, name);
    return node && target(description, node);
  };
  expect(property("tag")?.source).toEqual({ file: "schemas/parts.yaml", pointer: "/Tag" });
  expect(property("name")?.source).toEqual({
    file: "openapi.yaml",
    pointer: "/components/schemas/Name",
  });
  expect(description?.files.map(({ file }) => file)).toEqual([
    "openapi.yaml",
    "schemas/pet.yaml",
    "schemas/parts.yaml",
  ]);
});

test("escapes in pointers", async () => {
  const { description, found } = await read(
    withSchemas(`    Pet:
      properties:
        a: { $ref: '#/components/schemas/a~1b' }
        b: { $ref: '#/components/schemas/m~0n' }
        c: { $ref: '#/components/schemas/with%20space' }
        d: { $ref: '#/components/schemas/%C3%BC' }
    a/b: { type: string }
    m~n: { type: number }
    with space: { type: boolean }
    ü: { type: object }
`),
  );
  expect(found.filter((text) => !text.startsWith("warning component-name"))).toEqual([]);
  const types = ["a", "b", "c", "d"].map((name) => {
    const node = at(description, "components", "schemas", "Pet", "properties", name);
    return (target(description, node)?.value as { type: string }).type;
  });
  expect(types).toEqual(["string", "number", "boolean", "object"]);
});

test("a $ref in data is data", async () => {
  const { found } = await read(
    withSchemas(`    Pet:
      type: object
      example: { $ref: '#/nowhere' }
      default: { $ref: ./nowhere.yaml }
      const: { $ref: '#/nowhere' }
      enum: [{ $ref: ./nowhere.yaml }, { $ref: '#/nowhere' }]
      x-note: { $ref: 'http://example.invalid' }
      properties:
        $ref: { type: string }
  examples:
    One:
      value: { $ref: '#/nowhere' }
`),
  );
  expect(found).toEqual([]);
});

test("of the definitions of older drafts only those count that something refers to", async () => {
  const { found } = await read(
    withSchemas(`    Pet:
      properties:
        tag: { $ref: '#/components/schemas/Pet/definitions/tag' }
        name: { $ref: '#/components/schemas/Pet/definitions/name' }
      definitions:
        tag: { type: array, items: { $ref: '#/nowhere' } }
        name: { type: {} }
        other: { type: {} }
`),
  );
  expect(found.toSorted()).toEqual(["error ref-not-found 11:44", "error wrong-type 12:23"]);
});

test("chains are followed one step at a time", async () => {
  const { description, found } = await read(
    withSchemas(`    A: { $ref: '#/components/schemas/B' }
    B: { $ref: '#/components/schemas/C' }
    C: { type: string }
`),
  );
  expect(found).toEqual([]);
  const second = target(description, at(description, "components", "schemas", "A"));
  expect(second?.value).toEqual({ $ref: "#/components/schemas/C" });
});

test.each([
  ["    A: { $ref: '#/components/schemas/A' }\n", ["error ref-cycle 6:16"]],
  [
    "    A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }\n",
    ["error ref-cycle 6:16"],
  ],
  ["    A:\n      properties:\n        a: { $ref: '#/components/schemas/A' }\n", []],
  ["    A: { allOf: [{ $ref: '#/components/schemas/A' }] }\n", ["error schema-cycle 6:8"]],
  [
    "    A: { oneOf: [{ type: string }, { $ref: '#/components/schemas/A' }] }\n",
    ["warning schema-cycle 6:8"],
  ],
  ["    A: { anyOf: [{ not: { $ref: '#/components/schemas/A' } }] }\n", ["error schema-cycle 6:8"]],
])("cycles: %j", async (schemas, expected) => {
  expect((await read(withSchemas(schemas))).found).toEqual(expected);
});

for (const version of ["2.0", "3.0.3", "3.1.0"])
  test(`${version}: a schema in its own allOf says no more than the rest of it`, async () => {
    const isOld = version === "2.0";
    const home = isOld ? "#/definitions/" : "#/components/schemas/";
    const schemasOf = async (A: object) => {
      const schemas = { A, Alias: { $ref: `${home}A` } };
      const said = isOld ? { definitions: schemas } : { components: { schemas } };
      const info = { title: "A", version: "1" };
      const whole = { [isOld ? "swagger" : "openapi"]: version, info, paths: {}, ...said };
      const { description, found } = await read(JSON.stringify(whole));
      const codes = found.map((one) => one.split(" ", 2).join(" "));
      return { codes, all: description && at(description, "components", "schemas").value };
    };
    const parts = [{ type: "string" }, { maxLength: 3 }, { pattern: "a" }];
    for (const beside of [{}, { minLength: 1 }])
      for (const ref of [`${home}A`, `${home}Alias`])
        for (const remark of [{}, { description: "Again" }])
          for (const count of [0, 1, 2, 3])
            for (let index = 0; index <= count; index += 1)
              for (const times of [1, 2]) {
                const others = parts.slice(0, count);
                const own = Array.from({ length: times }, () => ({ $ref: ref, ...remark }));
                const allOf = [...others.slice(0, index), ...own, ...others.slice(index)];
                const { codes, all } = await schemasOf({ ...beside, allOf });
                const isLeft = count > 0 || "minLength" in beside;
                if (!isLeft) {
                  expect(codes).toContain("error schema-cycle");
                  continue;
                }
                expect(codes.filter((one) => !one.endsWith("siblings"))).toEqual([
                  "warning schema-cycle",
                ]);
                const meant = count > 0 ? { ...beside, allOf: others } : beside;
                expect(all).toEqual((await schemasOf(meant)).all);
              }
  });

const limits = [{ type: "string" }, { minLength: 1 }, { maxLength: 9 }, { pattern: "a" }];

/** What holds for a value, in parts and parts of parts, each once. */
function saidIn(schema: object): ReadonlySet<string> {
  const { allOf = [], title: _title, ...own } = schema as { allOf?: object[]; title?: string };
  return new Set([
    ...Object.entries(own).map((entry) => JSON.stringify(entry)),
    ...allOf.flatMap((part) => [...saidIn(part)]),
  ]);
}

for (const version of ["2.0", "3.0.3", "3.1.0"])
  test(`${version}: what one of the schemas in each other's allOf says holds for all`, async () => {
    const isOld = version === "2.0";
    const home = isOld ? "#/definitions/" : "#/components/schemas/";
    const ways: readonly ((name: string) => object)[] = [
      (name) => ({ $ref: `${home}${name}` }),
      (name) => ({ $ref: `${home}${name}Alias` }),
      (name) => ({ allOf: [{ $ref: `${home}${name}` }] }),
      (name) => ({ allOf: [{ $ref: `${home}${name}` }], format: "x" }),
    ];
    const own: readonly ((limit: object) => { allOf?: object[] })[] = [
      (limit) => limit,
      (limit) => ({ allOf: [limit] }),
    ];
    for (const count of [2, 3, 4])
      for (const way of ways)
        for (const said of own) {
          const names = ["A", "B", "C", "D"].slice(0, count);
          const schemas = names.flatMap((name, index): [string, object][] => {
            const { allOf = [], ...limit } = said(limits[index] ?? {});
            const next = way(names[(index + 1) % count] ?? "");
            return [
              [name, { title: name, ...limit, allOf: [...allOf, next] }],
              [`${name}Alias`, { $ref: `${home}${name}` }],
            ];
          });
          const all = Object.fromEntries(schemas);
          const info = { title: "A", version: "1" };
          const { description, found } = await read(
            JSON.stringify({
              ...{ [isOld ? "swagger" : "openapi"]: version, info, paths: {} },
              ...(isOld ? { definitions: all } : { components: { schemas: all } }),
            }),
          );
          const codes = found.map((one) => one.split(" ", 2).join(" "));
          expect(codes.filter((one) => !one.endsWith("format-unknown"))).toEqual([
            "warning schema-cycle",
          ]);
          const format = way("A");
          const expected = saidIn({
            allOf: [...limits.slice(0, count), "format" in format ? { format: "x" } : {}],
          });
          for (const name of names) {
            const { value } = at(description, "components", "schemas", name);
            expect(value).toMatchObject({ title: name });
            expect(saidIn(value as object)).toEqual(expected);
          }
        }
  });

test("what stands beside a $ref into the allOf of its own holds, too", async () => {
  const { description, found } = await read(
    withSchemas(`    A: { $ref: '#/components/schemas/B', minLength: 2 }
    B: { allOf: [{ $ref: '#/components/schemas/A' }], type: string }
`),
  );
  expect(found).toEqual(["warning schema-cycle 7:8"]);
  for (const name of ["A", "B"])
    expect(saidIn(at(description, "components", "schemas", name).value as object)).toEqual(
      saidIn({ minLength: 2, type: "string" }),
    );
});

test("a cycle of allOf of which it is not clear what each says is refused", async () => {
  const A = "$ref: '#/components/schemas/A'";
  const B = "$ref: '#/components/schemas/B'";
  for (const schemas of [
    `    A: { type: string, allOf: [{ not: { ${A} } }] }\n`,
    `    A: { allOf: [{ ${B} }] }\n    B: { title: B, allOf: [{ ${A} }] }\n`,
    `    A: { type: object, allOf: [{ ${B} }] }\n    B: { allOf: [{ ${A} }], unevaluatedProperties: false }\n`,
    `    A: { type: object, allOf: [{ ${B} }], if: { ${B} } }\n    B: { allOf: [{ ${A} }] }\n`,
  ]) {
    const { found } = await read(withSchemas(schemas));
    expect(found.join()).toContain("error schema-cycle");
  }
});

test.each([
  ["data:text/plain,x", "error ref-malformed 6:16"],
  ["C:\\\\pets.yaml", "error ref-malformed 6:16"],
  ["https://example.com/pets.yaml", "error ref-remote 6:16"],
])("%s is no file here", async (ref, expected) => {
  expect((await read(withSchemas(`    A: { $ref: "${ref}" }\n`))).found).toEqual([expected]);
});

test.each(["2.0", "3.0.3", "3.1.0"])(
  "a reference relative to a $id on another machine leads to the file beside, in %s",
  async (version) => {
    const isOld = version === "2.0";
    const { description, found } = await readFiles({
      "openapi.yaml": `${isOld ? "swagger" : "openapi"}: "${version}"
info: { title: T, version: "1" }
paths: {}
${isOld ? "definitions:" : "components:\n  schemas:"}
    Record: { $ref: schemas/record.json }
`,
      "schemas/record.json": `{
  "$id": "https://example.com/types/record.json",
  "oneOf": [{ "$ref": "v1/record.json" }, { "$ref": "record.json#/definitions/old" }],
  "definitions": { "old": { "type": "string" } }
}`,
      "schemas/v1/record.json": `{ "$id": "https://example.com/types/v1/record.json", "type": "object" }`,
    });
    expect(found.filter((text) => text.startsWith("error"))).toEqual([]);
    const record = target(description, at(description, "components", "schemas", "Record"));
    const list = record && description?.member(record, "oneOf");
    const ends = [0, 1].map((index) => {
      const branch = list && description?.member(list, String(index));
      const source = branch && target(description, branch)?.source;
      return `${source?.file}#${source?.pointer}`;
    });
    expect(ends[0]).toBe("schemas/v1/record.json#");
    expect(ends[1]).toMatch(/^schemas\/record\.json#\/(?:definitions|\$defs)\/old$/);
  },
);

test("$id, $anchor and $dynamicAnchor", async () => {
  const { description, found } = await read(
    withSchemas(`    Tree:
      $id: https://example.com/tree
      $dynamicAnchor: node
      properties:
        next: { $dynamicRef: '#node' }
        leaf: { $ref: '#leaf' }
        other: { $ref: other }
      $defs:
        leaf: { $anchor: leaf, type: string }
    Other:
      $id: https://example.com/other
      type: number
    User:
      properties:
        whole: { $ref: https://example.com/tree }
        part: { $ref: 'https://example.com/tree#leaf' }
        inner: { $ref: 'https://example.com/tree#/$defs/leaf' }
        file: { $ref: '#/components/schemas/Other' }
`),
  );
  expect(found).toEqual([]);
  const pointers = [
    ["Tree", "leaf"],
    ["Tree", "other"],
    ["User", "whole"],
    ["User", "part"],
    ["User", "inner"],
    ["User", "file"],
  ].map(([schema = "", name = ""]) => {
    const node = at(description, "components", "schemas", schema, "properties", name);
    return target(description, node)?.source.pointer.replace("/components/schemas", "");
  });
  expect(pointers).toEqual([
    "/Tree/$defs/leaf",
    "/Other",
    "/Tree",
    "/Tree/$defs/leaf",
    "/Tree/$defs/leaf",
    "/Other",
  ]);
  const next = at(description, "components", "schemas", "Tree", "properties", "next");
  expect(description?.resolve("#node", next.source)?.source.pointer).toBe(
    "/components/schemas/Tree",
  );
});

test.each([
  ["#/components/schemas/Persn", "Did you mean #/components/schemas/Person?"],
  ["#/definitions/Persn", "Did you mean #/components/schemas/Person?"],
  ["#/a/b/c/Person", "Did you mean #/components/schemas/Person?"],
  [
    "#components/schemas/Persn",
    "A reference looks like #/components/schemas/Pet or pet.yaml#/Pet.",
  ],
  ["#/components/schemas/Invoice", "Correct the reference, or add its target."],
  ["#/%zz", "Correct the reference, or add its target."],
])("nothing at %s", async (ref, help) => {
  const { diagnostics, found } = await read(
    withSchemas(`    Pet:\n      $ref: '${ref}'\n    Person: {}\n`),
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^error .* 7:13$/);
  expect(diagnostics.all[0]?.help).toBe(help);
});

test.each(["2.0", "3.0.3", "3.1.0"])(
  "%s: a reference whose pointer is slightly wrong leads to what has its name",
  async (version) => {
    const isOld = version === "2.0";
    const section = isOld ? "definitions" : "components/schemas";
    const first = isOld ? "swagger: '2.0'" : `openapi: ${version}`;
    const others = ["definitions", "components/schemas", "component/schemas", "components/schema"];
    const pointers = [
      `#${section}`,
      ...others.map((one) => `#/${one}`).filter((one) => one !== `#/${section}`),
    ];
    for (const pointer of pointers)
      for (const file of ["", "openapi.yaml"]) {
        const ref = `${file}${pointer}/Name`;
        const pet = `Pet: { type: object, properties: { name: { $ref: '${ref}' } } }`;
        const schemas = `{ ${pet}, Name: { type: string, maxLength: 3 } }`;
        const { description, found } = await readFiles({
          "openapi.yaml": `${first}
info: { title: Pets, version: 1.0.0 }
paths: {}
${isOld ? `definitions: ${schemas}` : `components: { schemas: ${schemas} }`}
`,
        });
        expect([ref, ...found]).toEqual([
          ref,
          expect.stringMatching(/^warning ref-not-found openapi.yaml:4:/),
        ]);
        const path = ["components", "schemas", "Pet", "properties", "name"];
        const name = target(description, at(description, ...path));
        expect(name?.value).toEqual({ type: "string", maxLength: 3 });
      }
    const { description, found } = await readFiles({
      "openapi.yaml": `${first}
info: { title: Pets, version: 1.0.0 }
paths: { /pets: { $ref: 'pets.yaml#/' } }
`,
      "pets.yaml": "get: { responses: { '204': { description: Done } } }\n",
    });
    expect(found).toEqual(["warning ref-not-found openapi.yaml:3:25"]);
    expect(target(description, at(description, "paths", "/pets"))?.value).toHaveProperty("get");
  },
);

test("components that nothing uses do not stop the rest", async () => {
  const text = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths: {}
components:
  parameters:
    Limit: { name: limit, in: wrong }
    Other: { $ref: '#/components/parameters/None' }
`;
  const { description, found } = await read(text);
  expect(description).toBeDefined();
  expect(found).toEqual([
    "warning bad-value 6:31",
    "warning ref-not-found 7:20",
    "warning parameter-schema 6:20",
  ]);
});

test("a $ref where OpenAPI has none is followed, and keeps its places", async () => {
  const { description, found } = await readFiles({
    "openapi.yaml":
      "openapi: 3.1.0\ninfo: { $ref: info.yaml }\npaths:\n  /pets:\n    get: { $ref: get.yaml }\n",
    "info.yaml": "title: Pets\nversion: 1.0.0\n",
    "get.yaml": "operationId: listPets\nresponses: { '204': { description: Done } }\n",
  });
  expect(found).toEqual([
    "warning ref-not-allowed openapi.yaml:2:15",
    "warning ref-not-allowed openapi.yaml:5:18",
  ]);
  expect(at(description, "info", "title").value).toBe("Pets");
  expect(at(description, "paths", "/pets", "get", "operationId")).toEqual({
    value: "listPets",
    source: { file: "get.yaml", pointer: "/operationId" },
  });
});

/** All of it, with what references lead to in their place. */
function resolved(description: Description, node: Located): unknown {
  const { value } = node;
  if (typeof value !== "object" || value === null) return value;
  const next = Object.hasOwn(value, "$ref") ? target(description, node) : undefined;
  if (next) return resolved(description, next);
  const members = Object.keys(value).map((key) => {
    const member = description.member(node, key);
    return [key, member && resolved(description, member)] as const;
  });
  return Array.isArray(value) ? members.map(([, item]) => item) : Object.fromEntries(members);
}

const whole = {
  "2.0": {
    head: {
      swagger: "2.0",
      produces: ["text/plain"],
      securityDefinitions: { a: "Scheme", b: "Scheme" },
    },
    parts: {
      Scheme: { type: "oauth2", flow: "application", tokenUrl: "https://a.example", scopes: {} },
      Operation: {
        consumes: ["application/x-www-form-urlencoded"],
        security: [{ a: [] }],
        parameters: ["Id", "Page", "Name"],
        responses: { "200": "Ok" },
      },
      Write: { consumes: ["text/xml"], parameters: ["Id", "Body"], responses: { "200": "Ok" } },
      Id: { name: "id", in: "path", required: true, type: "string" },
      Page: { name: "page", in: "query", type: "array", items: { type: "integer" } },
      Name: { name: "name", in: "formData", type: "string" },
      Body: { name: "body", in: "body", schema: { type: "object" } },
      Ok: {
        description: "Done",
        schema: { type: "string" },
        headers: { A: "Header", B: "Header" },
      },
      Header: { type: "array", items: { type: "array", items: { type: "string" } } },
    },
  },
  "3.0": {
    head: { openapi: "3.0.3" },
    parts: {
      Operation: {
        operationId: "read",
        parameters: ["Id", "Page"],
        responses: { "200": "Ok" },
      },
      Write: { parameters: ["Id"], requestBody: "Body", responses: { "200": "Ok" } },
      Id: { name: "id", in: "path", required: true, schema: { type: "string" } },
      Page: { name: "page", in: "query", schema: { type: "string", nullable: true } },
      Body: { content: { "text/plain": "Media" } },
      Ok: { description: "Done", content: { "text/plain": "Media" } },
      Media: { schema: { type: "string", nullable: true } },
    },
  },
};

test.each(["2.0", "3.0"] as const)(
  "%s: what OpenAPI has no $ref for is the same by $ref into other files as in its place",
  async (version) => {
    const { head, parts } = whole[version];
    const operations = {
      "/a/{x}": { get: "Operation", put: "Operation" },
      "/b/{y}/{id}": { get: "Operation", post: "Write" },
      "/c/{id}": { post: "Write", put: "Write", parameters: ["Id"] },
    };
    const info = { title: "Pets", version: "1" };
    const base = { ...head, info, paths: operations };
    const written = (value: unknown, by: (name: string) => unknown): unknown => {
      if (typeof value === "string" && Object.hasOwn(parts, value)) return by(value);
      if (typeof value !== "object" || value === null) return value;
      if (Array.isArray(value)) return value.map((item) => written(item, by));
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, written(one, by)]));
    };
    const part = (name: string): unknown => (parts as Record<string, unknown>)[name];
    const inPlace = (name: string): unknown => written(part(name), inPlace);
    const byRef = (file: string) => (name: string) => ({ $ref: `${file}#/${name}` });
    const description = async (files: Record<string, unknown>): Promise<unknown> => {
      const texts = Object.entries(files).map(([name, file]) => [name, JSON.stringify(file)]);
      const { description: read } = await readFiles(Object.fromEntries(texts));
      return read && resolved(read, read.root);
    };
    const direct = await description({ "openapi.yaml": written(base, inPlace) });
    const referred = await description({
      "openapi.yaml": written(base, byRef("parts/operations.json")),
      "parts/operations.json": Object.fromEntries(
        Object.keys(parts).map((name) => [name, written(part(name), byRef("more/parts.json"))]),
      ),
      "parts/more/parts.json": written(
        Object.fromEntries(Object.keys(parts).map((name) => [name, part(name)])),
        byRef(""),
      ),
    });
    expect(referred).toEqual(direct);
    expect(direct).toBeDefined();
  },
);

test("2.0: items of a parameter, a header and a form that refer to a schema are that schema", async () => {
  const definitions = {
    Status: { type: "string", enum: ["sold", "free"] },
    Low: { type: "integer", maximum: 3, exclusiveMaximum: true, "x-nullable": true },
    Both: { allOf: [{ $ref: "#/definitions/Low" }, { minimum: 1 }] },
    Nested: { $ref: "#/definitions/Status" },
  };
  const names = Object.keys(definitions);
  const list = (name: string) => ({ type: "array", items: { $ref: `#/definitions/${name}` } });
  const places = ["query", "path", "header", "formData"];
  const parameters = places.flatMap((place) =>
    names.map((name) => ({
      ...{ name: `${place}${name}`, in: place, required: true },
      ...(name === "Low" ? { type: "array", items: list(name) } : list(name)),
    })),
  );
  const headers = Object.fromEntries(names.map((name) => [name, list(name)]));
  const path = `/${names.map((name) => `{path${name}}`).join("/")}`;
  const responses = { 200: { description: "Done", headers } };
  const paths = { [path]: { post: { parameters, responses } } };
  const info = { title: "Pets", version: "1" };
  const text = JSON.stringify({ swagger: "2.0", info, definitions, paths });
  const { description, found } = await readFiles({ "openapi.yaml": text });
  expect(found.filter((line) => !line.startsWith("warning ref-not-allowed "))).toEqual([]);
  expect(found.length).toBe(5 * names.length);
  const root = resolved(description as Description, (description as Description).root) as Json;
  const schemas = get(root, "components", "schemas");
  const post = get(root, "paths", path, "post");
  const form = get(post, "requestBody", "content", "application/x-www-form-urlencoded", "schema");
  for (const name of names) {
    const schema = get(schemas, name);
    const expected = { type: "array", items: schema };
    const nested = name === "Low" ? { type: "array", items: expected } : expected;
    for (const [index, place] of places.entries()) {
      const at = index * names.length + names.indexOf(name);
      const read =
        place === "formData"
          ? get(form, "properties", `formData${name}`)
          : get(post, "parameters", String(at), "schema");
      expect(read, `${place} ${name}`).toEqual(nested);
    }
    expect(get(post, "responses", "200", "headers", name, "schema"), name).toEqual(expected);
  }
  expect(get(schemas, "Low")).toEqual({ type: ["integer", "null"], exclusiveMaximum: 3 });
});

type Json = { readonly [name: string]: Json };

function get(value: Json, ...names: readonly string[]): Json {
  return names.reduce<Json>((inner, name) => inner[name] as Json, value);
}

test.each([
  ["mapping", (target: string) => `mapping: { dog: "${target}" }`],
  ["defaultMapping", (target: string) => `defaultMapping: "${target}"`],
])("a discriminator can do without what its %s refers to", async (_, member) => {
  const mapping = (target: string): string =>
    withSchemas(`    Pet:
      type: object
      properties: { kind: { type: string } }
      discriminator: { propertyName: kind, ${member(target)} }
`).replace(/^openapi: .*/m, "openapi: 3.2.0");
  const missing = await readFiles({ "openapi.yaml": mapping("#/components/schemas/Dog") });
  expect(missing.found).toEqual([expect.stringMatching(/^warning ref-not-found /)]);
  expect(missing.description).toBeDefined();
  const file = await readFiles({ "openapi.yaml": mapping("dog.yaml") });
  expect(file.found).toEqual([expect.stringMatching(/^warning file-not-found /)]);
});

test("a file that is missing is an error where something else needs it too", async () => {
  const { found } = await readFiles({
    "openapi.yaml": withSchemas(`    Pet:
      type: object
      properties: { kind: { type: string } }
      discriminator: { propertyName: kind, mapping: { dog: dog.yaml } }
    Dog: { $ref: dog.yaml }
`),
  });
  expect(found.map((text) => text.split(" ", 2).join(" "))).toEqual([
    "warning file-not-found",
    "error file-not-found",
  ]);
});

const components = {
  schemas: [
    "{ type: string }",
    (ref: string) => `'200': { description: A, content: { application/json: { schema: ${ref} } } }`,
  ],
  responses: ["{ description: Done }", (ref: string) => `'200': ${ref}`],
  headers: [
    "{ schema: { type: string } }",
    (ref: string) => `'200': { description: A, headers: { A: ${ref} } }`,
  ],
} as const;

test.each(Object.entries(components))(
  "%s of the entry, referred to from a file of its paths, and through a file of components",
  async (kind, [component, responses]) => {
    const ref = `{ $ref: '#/components/${kind}/One' }`;
    const operation = `{ responses: { ${responses(ref)} } }`;
    const path = { here: `{ get: ${operation} }`, apart: "{ $ref: paths/pets.yaml }" };
    const group = { here: `{ One: ${component} }`, apart: `{ $ref: parts/all.yaml }` };
    for (const order of ["paths first", "components first"])
      for (const at of ["here", "apart"] as const)
        for (const of of ["here", "apart"] as const) {
          const paths = `paths: { /pets: ${path[at]} }`;
          const parts = `components: { ${kind}: ${group[of]} }`;
          const { description, found } = await readFiles({
            "openapi.yaml": [
              "openapi: 3.1.0",
              "info: { title: Pets, version: 1.0.0 }",
              ...(order === "paths first" ? [paths, parts] : [parts, paths]),
            ].join("\n"),
            "paths/pets.yaml": `get: ${operation}\n`,
            "parts/all.yaml": `One: ${component}\n`,
          });
          const codes = found.map((one) => one.split(" ", 2).join(" ")).sort();
          expect(codes).toEqual(
            [
              ...(of === "apart" ? ["warning ref-not-allowed"] : []),
              ...(at === "apart"
                ? ["warning ref-in-entry"]
                : of === "apart"
                  ? ["warning ref-through-ref"]
                  : []),
            ].sort(),
          );
          const source = { file: at === "here" ? "openapi.yaml" : "paths/pets.yaml", pointer: "" };
          const target = description?.resolve(`#/components/${kind}/One`, source);
          expect(target?.source.file).toBe(of === "here" ? "openapi.yaml" : "parts/all.yaml");
        }
  },
);

test("what neither the file nor the entry has is missing, and a file's own component comes first", async () => {
  const files = (own: string) => ({
    "openapi.yaml": `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths: { /pets: { $ref: pets.yaml } }
components: { schemas: { One: { type: string } } }
`,
    "pets.yaml": `get: { responses: { '200': { description: A, content: { application/json: { schema: { $ref: '#/components/schemas/${own}' } } } } } }
components: { schemas: { Two: { type: integer }, One: { type: boolean } } }
`,
  });
  for (const [name, type] of [
    ["One", "boolean"],
    ["Two", "integer"],
  ] as const) {
    const { description, found } = await readFiles(files(name));
    expect(found.filter((one) => one.includes(" ref-"))).toEqual([]);
    const source = { file: "pets.yaml", pointer: "/get" };
    expect(description?.resolve(`#/components/schemas/${name}`, source)?.value).toMatchObject({
      type,
    });
  }
  const { found } = await readFiles(files("Three"));
  expect(found.filter((one) => one.startsWith("error"))).toHaveLength(1);
});

/** Ways to write a reference to a component that lead nowhere, and mean nothing else. */
const slips: readonly ((path: string, name: string) => string)[] = [
  ...[" ", "\u00a0", "\u200b", "\t"].flatMap((blank) => [
    (path: string, name: string) => `${blank}#${path}${name}`,
    (path: string, name: string) => `#${path}${name}${blank}`,
    (path: string, name: string) => `#${blank}${path}${name}`,
    (path: string, name: string) => `#${path}${blank}${name}`,
  ]),
  (path, name) => `##${path}${name}`,
  (path, name) => `#/${path}${name}`,
  (path, name) => `#${path}${name}/`,
  (path, name) => `#${path}/${name}`,
  (path, name) => `/#${path}${name}`,
  (path, name) => `${path}${name}`,
  (path, name) => `${path.slice(1)}${name}`,
  (_, name) => ` ${name} `,
];

const component: readonly (readonly [
  kind: string,
  value: object,
  holder: (ref: object) => object,
])[] = [
  ["schemas", { type: "integer" }, (ref) => ({ parameters: [{ ...query, schema: ref }] })],
  ["parameters", { name: "a", in: "query", schema: {} }, (ref) => ({ parameters: [ref] })],
  ["responses", { description: "Done" }, (ref) => ({ responses: { 200: ref } })],
  ["requestBodies", { content: { "text/csv": {} } }, (ref) => ({ requestBody: ref })],
];
const query = { name: "q", in: "query" };

test.each(component)("a reference to one of %s with a slip in it", async (kind, value, holder) => {
  for (const name of ["Pet", "a/b", "Old Pet"])
    for (const [index, slip] of slips.entries()) {
      const written = slip(`/components/${kind}/`, name);
      // What is before # may be a file.
      if (name !== "Pet" && !written.startsWith("#")) continue;
      const readWith = async (ref: string) =>
        read(
          JSON.stringify({
            ...{ openapi: "3.1.0", info: { title: "A", version: "1" } },
            paths: { "/pets": { post: { responses: {}, ...holder({ $ref: ref }) } } },
            components: { [kind]: { [name]: value } },
          }),
        );
      const { description, found } = await readWith(written);
      const problems = found.filter((one) => !one.includes("component-name"));
      // Addresses never begin with a blank.
      const isPlain = /^[ \t]#/.test(written);
      const expected = isPlain
        ? []
        : [expect.stringMatching(/^warning ref-(?:not-found|elsewhere) /)];
      expect([name, index, ...problems]).toEqual([name, index, ...expected]);
      const place = JSON.stringify(at(description, "paths").value);
      expect(place).toContain(JSON.stringify(written));
      const source = { file: "input", pointer: "/paths/~1pets/post" };
      expect(description?.resolve(written, source)?.value).toEqual(value);
    }
});

test("a path from the root of a server is one from a folder around the description, never from outside", async () => {
  for (const [ref, taken] of [
    ["/schemas/name.yaml", true],
    ["/name.yaml", true],
    ["/schemas/none.yaml", false],
    ["//schemas/name.yaml", false],
  ] as const)
    for (const folder of ["", "api/", "api/v1/"]) {
      const files = {
        [`${folder}openapi.yaml`]: withSchemas(`    Pet: { $ref: '${ref}' }\n`),
        "schemas/name.yaml": "type: string\n",
        "name.yaml": "type: string\n",
      };
      const { description, found } = await readFiles(files, `${folder}openapi.yaml`);
      const expected = taken ? /^warning ref-elsewhere / : /^error /;
      expect([ref, folder, ...found]).toEqual([ref, folder, expect.stringMatching(expected)]);
      if (!taken) continue;
      const pet = target(description, at(description, "components", "schemas", "Pet"));
      expect(pet?.value).toEqual({ type: "string" });
    }
});

test("a file that is beside the description only is read from there, never from outside", async () => {
  const ref = (to: string): string => `$ref: '${to}'\n`;
  for (const [written, isRead] of [
    ["schemas/name.yaml", true],
    ["./schemas/name.yaml#", true],
    ["schemas/more.yaml#/Name", true],
    ["openapi.yaml#/components/schemas/Name", true],
    ["schemas/none.yaml", false],
    ["../outside.yaml", false],
    ["../../outside.yaml", false],
    ["schemas", false],
  ] as const)
    for (const holder of ["schemas/pet.yaml", "schemas/deep/pet.yaml"]) {
      await writeFile(join(home, "outside.yaml"), "type: string\n");
      const { description, found } = await readFiles({
        "openapi.yaml": withSchemas(
          `    Pet: { $ref: ${holder} }\n    Name:\n      type: string\n`,
        ),
        [holder]: ref(written),
        "schemas/name.yaml": "type: string\n",
        "schemas/more.yaml": "Name: { type: string }\n",
      });
      const place = `${holder}:1:7`;
      if (!isRead) {
        expect([written, ...found]).toEqual([
          written,
          expect.stringMatching(
            new RegExp(`^error (?:file-not-found|file-unreadable|ref-outside-root) ${place}$`),
          ),
        ]);
        continue;
      }
      expect([written, ...found]).toEqual([written, `warning ref-elsewhere ${place}`]);
      const pet = target(description, at(description, "components", "schemas", "Pet"));
      const name = pet && target(description, pet);
      expect(name?.value).toEqual({ type: "string" });
    }
});

test("references of one text to a file that is elsewhere all lead there, also those in that file", async () => {
  const ways = [
    ["api/v1/openapi.yaml", "api/v1/pet.yaml", "/schemas/more.yaml#/Name"],
    ["openapi.yaml", "deep/pet.yaml", "schemas/more.yaml#/Name"],
  ] as const;
  for (const [entry, holder, written] of ways)
    for (const count of [1, 2, 3])
      for (const own of [0, 1, 2]) {
        const members = (size: number): string =>
          Array.from({ length: size }, (_, at) => `p${at}: { $ref: '${written}' }`).join(", ");
        const files = {
          [entry]: withSchemas(`    Pet: { $ref: '${relative(dirname(entry), holder)}' }\n`),
          [holder]: `properties: { ${members(count)} }\n`,
          "schemas/more.yaml": `Name: { properties: { ${members(own)} } }\n`,
        };
        const { description, found } = await readFiles(files, entry);
        const warnings = found.map((one) => one.split(" ", 2).join(" "));
        const expected = Array<string>(count + own).fill("warning ref-elsewhere");
        expect([written, count, own, ...warnings]).toEqual([written, count, own, ...expected]);
        const pet = target(description, at(description, "components", "schemas", "Pet"));
        const names = Object.values((pet?.value as { properties: object }).properties);
        for (const { $ref } of names as readonly { $ref: string }[])
          expect(description?.resolve($ref, pet!.source)?.value).toHaveProperty("properties");
      }
});

test.each(["2.0", "3.0.3", "3.1.0"])(
  "%s: a reference that is the name of a component, and of no file",
  async (version) => {
    const [first, schemas] =
      version === "2.0"
        ? ["swagger: '2.0'", "definitions: { $ }"]
        : [`openapi: ${version}`, "components: { schemas: { $ } }"];
    const names = ["Pet", "pet", "com.example.Pet", "Pet Shop", "Pet[]", "Pet%20x", "ü"];
    for (const name of names)
      for (const [files, code] of [
        [{}, "ref-elsewhere"],
        [{ [name]: "type: string\n" }, undefined],
      ] as const) {
        const isFile = code === undefined;
        if (isFile && name.includes("%")) continue;
        const members = `'${name}': { type: integer }, Holder: { type: object, properties: { p: { $ref: '${name}' } } }`;
        const { description, found } = await readFiles({
          "openapi.yaml": `${first}\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n${schemas.replace("$", () => members)}\n`,
          ...files,
        });
        const problems = found.filter((one) => !one.includes("component-name"));
        expect([name, ...problems.map((one) => one.split(" ", 2)[1])]).toEqual(
          isFile ? [name] : [name, code],
        );
        const path = ["components", "schemas", "Holder", "properties", "p"];
        const node = target(description, at(description, ...path));
        expect(node?.value).toEqual({ type: isFile ? "string" : "integer" });
      }
    const { found } = await readFiles({
      "openapi.yaml": `${first}\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n${schemas.replace("$", "Pet: { allOf: [{ $ref: Dog }] }")}\n`,
    });
    expect(found).toEqual([expect.stringMatching(/^error file-not-found/)]);
  },
);

test("a $ref among the members of a map, or of an object that has none, stands for those of its target beside them", async () => {
  const schema = { type: "integer" };
  const [one, two] = [
    { description: "One", headers: { Age: { schema } } },
    { description: "Two", headers: {} },
  ];
  const get = (description: string) => ({ get: { responses: { 200: { description } } } });
  const scheme = { type: "http", scheme: "basic" };
  const three = (more: object) => ({
    ...{ openapi: "3.1.0", info: { title: "A", version: "1" } },
    ...{ paths: {}, ...more },
  });
  const inOperation = (operation: object) =>
    three({ paths: { "/pets": { get: { responses: {}, ...operation } } } });
  const inSchema = (Pet: object) => three({ components: { schemas: { Pet } } });
  const cases: readonly (readonly [(map: object) => object, object, object, object])[] = [
    ...["properties", "patternProperties", "$defs", "dependentSchemas"].map(
      (key) =>
        [
          (map: object) => inSchema({ [key]: map }),
          ...[
            { a: schema, b: schema },
            { b: { type: "string" } },
            { a: schema, b: { type: "string" } },
          ],
        ] as [(map: object) => object, object, object, object],
    ),
    [
      (responses) => inOperation({ responses }),
      { 200: one, 404: one },
      { 404: two },
      { 200: one, 404: two },
    ],
    [
      (paths) => three({ paths }),
      { "/a": get("A"), "/b": get("A") },
      { "/b": get("B") },
      { "/a": get("A"), "/b": get("B") },
    ],
    [
      (webhooks) => three({ webhooks }),
      { a: get("A") },
      { b: get("B") },
      { a: get("A"), b: get("B") },
    ],
    [
      (map) => inOperation({ responses: { 200: { description: "", content: map } } }),
      { "a/a": { schema } },
      { "b/b": {} },
      { "a/a": { schema }, "b/b": {} },
    ],
    [
      (schemas) => three({ components: { schemas } }),
      { a: schema },
      { b: {} },
      { a: schema, b: {} },
    ],
    [
      (components) => three({ components }),
      { schemas: { a: schema } },
      { securitySchemes: { s: scheme } },
      { schemas: { a: schema }, securitySchemes: { s: scheme } },
    ],
    [
      (map) => three({ components: { securitySchemes: map } }),
      { a: scheme },
      { b: scheme },
      { a: scheme, b: scheme },
    ],
    [
      (map) => three({ paths: { "/pets": { get: map } } }),
      { ...get("A").get, tags: ["a"] },
      { tags: ["b"], deprecated: true },
      { ...get("A").get, tags: ["b"], deprecated: true },
    ],
    [
      (map) => ({ ...three({}), info: map }),
      { title: "A", version: "1" },
      { title: "B" },
      { title: "B", version: "1" },
    ],
  ];
  const $ref = "#/x-maps/shared";
  for (const [index, [holding, shared, own, meant]] of cases.entries())
    for (const [beside, expected, through] of [
      [{}, shared, false],
      [own, meant, false],
      [own, meant, true],
    ] as const) {
      const maps = through ? { shared: { $ref: "#/x-maps/other" }, other: shared } : { shared };
      const written = { ...holding({ $ref, ...beside }), "x-maps": maps };
      const { description, found } = await read(JSON.stringify(written));
      expect([index, ...found.filter((one) => one.startsWith("error"))]).toEqual([index]);
      expect(found.filter((one) => one.includes(" ref-not-allowed "))).toHaveLength(
        through ? 2 : 1,
      );
      const other = (await read(JSON.stringify(holding(expected)))).description;
      expect(description?.root.value).toMatchObject(other?.root.value as object);
      const keys = (root: unknown) => JSON.stringify(root).replaceAll(/"x-maps":.*$/g, "").length;
      expect(keys(description?.root.value)).toBeLessThanOrEqual(keys(other?.root.value) + 1);
    }
});

test("a member that is called $ref is one, beside a $ref that is a schema", async () => {
  for (const value of [{ type: "string" }, "string", "Pet"]) {
    const text = JSON.stringify({
      ...{ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} },
      components: { schemas: { Pet: {}, Of: { properties: { $ref: value, name: {} } } } },
    });
    const { description } = await read(text);
    const properties = at(description, "components", "schemas", "Of", "properties").value;
    expect(Object.keys(properties as object)).toEqual(["$ref", "name"]);
  }
});

test("a reference to a schema among properties is one of allOf, and what stands beside it are properties", async () => {
  const $ref = "#/components/schemas/Pet";
  for (const [properties, rest] of [
    [{ $ref }, {}],
    [{ $ref, name: { type: "string" } }, { properties: { name: { type: "string" } } }],
    [$ref, {}],
  ] as const) {
    const text = JSON.stringify({
      ...{ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} },
      components: { schemas: { Pet: {}, Of: { properties } } },
    });
    const { description, found } = await read(text);
    expect(found).toHaveLength(1);
    const { value } = at(description, "components", "schemas", "Of");
    expect(value).toEqual({ ...rest, allOf: [{ $ref }] });
  }
});

test("a $ref in the place of a list stands for the list at its end, or is its only item", async () => {
  const parameter = { name: "a", in: "query", schema: { type: "string" } };
  const three = (more: object) => ({
    ...{ openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} },
    ...more,
  });
  const inOperation = (operation: object) =>
    three({ paths: { "/pets": { get: { responses: {}, ...operation } } } });
  const inSchema = (Of: object) => three({ components: { schemas: { Of } } });
  const cases: readonly (readonly [
    (list: unknown) => object,
    readonly unknown[],
    mayBeAlone: boolean,
  ])[] = [
    [(parameters) => inOperation({ parameters }), [parameter, { ...parameter, name: "b" }], true],
    [(list) => three({ paths: { "/a": { parameters: list, get: {} } } }), [parameter], true],
    [(tags) => inOperation({ tags }), ["a", "b"], false],
    [(servers) => three({ servers }), [{ url: "/a" }], true],
    [(security) => three({ security }), [{ key: [] }], false],
    [(required) => inSchema({ required }), ["a", "b"], false],
    [(list) => inSchema({ enum: list }), ["a", 1], false],
    ...["allOf", "anyOf", "oneOf", "prefixItems"].map(
      (key) =>
        [(list: unknown) => inSchema({ [key]: list }), [{ type: "string" }, {}], true] as const,
    ),
  ];
  const $ref = "#/x-list";
  for (const [index, [holding, list, mayBeAlone]] of cases.entries()) {
    const ofList = await read(JSON.stringify({ ...holding({ $ref }), "x-list": list }));
    expect([index, ...ofList.found.filter((one) => one.startsWith("error"))]).toEqual([index]);
    const plain = await read(JSON.stringify({ ...holding(list), "x-list": list }));
    expect(ofList.description?.root.value).toEqual(plain.description?.root.value);
    const ofOne = await read(JSON.stringify({ ...holding({ $ref }), "x-list": list[0] }));
    const alone = await read(JSON.stringify({ ...holding([{ $ref }]), "x-list": list[0] }));
    expect([index, ofOne.description !== undefined]).toEqual([index, mayBeAlone]);
    if (mayBeAlone) expect(ofOne.description?.root.value).toEqual(alone.description?.root.value);
    const { found } = await read(JSON.stringify(holding({ $ref })));
    expect(found.join()).toContain("error ref-not-found");
  }
});

test("a % that begins no percent-encoding is one", async () => {
  for (const name of ["100%", "%", "%zz", "a%2", "%%", "50% off", "%é"])
    for (const written of [name, name.replaceAll("%", "%25")]) {
      const schemas = {
        [name]: { type: "string" },
        Of: { items: { $ref: `#/components/schemas/${written}` } },
      };
      const info = { title: "A", version: "1" };
      const whole = { openapi: "3.1.0", info, paths: {}, components: { schemas } };
      const { description, found } = await read(JSON.stringify(whole));
      const of = at(description, "components", "schemas", "Of", "items");
      expect(target(description, of)?.value).toEqual({ type: "string" });
      const warnings = found.filter((one) => one.startsWith("warning ref-malformed"));
      expect(warnings).toHaveLength(name === written ? 1 : 0);
    }
});

for (const version of ["2.0", "3.1.0"])
  test(`${version}: paths that stand elsewhere are read as those that stand here`, async () => {
    const type = version === "2.0" ? { type: "string" } : { schema: { type: "string" } };
    const get = {
      parameters: [{ name: "id", in: "path", required: true, ...type }],
      responses: { 204: { description: "" } },
    };
    const root = {
      [version === "2.0" ? "swagger" : "openapi"]: version,
      info: { title: "A", version: "1" },
    };
    for (const path of [
      "/pets/:id",
      "/pets/{id",
      "pets/{id}",
      "/pets/{id}",
      "/pets/<int:id>",
      "/pets/{ID}",
    ]) {
      const paths = { [path]: { get } };
      const here = await read(JSON.stringify({ ...root, paths }));
      const there = await read(
        JSON.stringify({ ...root, paths: { $ref: "#/x-paths" }, "x-paths": paths }),
      );
      const codes = (found: readonly string[]): readonly string[] =>
        found.map((one) => one.split(" ", 2).join(" "));
      expect(codes(there.found)).toEqual(["warning ref-not-allowed", ...codes(here.found)]);
      expect(at(there.description, "paths").value).toEqual(at(here.description, "paths").value);
    }
  });

test("texts by their names may stand elsewhere, or refer to what they name", async () => {
  const head =
    "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: {}\nsecurity: [{ key: [read] }]\n";
  const ref = "'#/components/schemas/Cat'";
  for (const [mapping, scopes] of [
    ["{ cat: REF }", "{ read: Reads }"],
    ["{ $ref: '#/x-mapping' }", "{ $ref: '#/x-scopes' }"],
    ["{ cat: { $ref: REF } }", "{ read: { $ref: Reads } }"],
  ] as const) {
    const { description, found } = await read(`${head}x-mapping: { cat: ${ref} }
x-scopes: { read: Reads }
components:
  schemas:
    Pet: { oneOf: [{ $ref: ${ref} }], discriminator: { propertyName: kind, mapping: ${mapping.replace("REF", ref)} } }
    Cat: { type: object, required: [kind], properties: { kind: { type: string } } }
  securitySchemes:
    key: { type: oauth2, flows: { clientCredentials: { tokenUrl: https://a.example/, scopes: ${scopes} } } }
`);
    const unexpected = found.filter((one) => !/^warning (?:ref-not-allowed|wrong-type) /.test(one));
    expect(unexpected).toEqual([]);
    const pet = at(description, "components", "schemas", "Pet", "discriminator", "mapping");
    expect(pet.value).toEqual({ cat: "#/components/schemas/Cat" });
    const flow = at(
      description,
      "components",
      "securitySchemes",
      "key",
      "flows",
      "clientCredentials",
    );
    expect(flow.value).toMatchObject({ scopes: { read: "Reads" } });
  }
});

test("a pointer of a schema that was a document of its own leads into that schema, not into another one", async () => {
  const pasted = (type: string, keyword: string, start: string): object => ({
    ...{ type: "object", [keyword]: { Leaf: { type } } },
    oneOf: [{ $ref: `${start}/${keyword}/Leaf` }, { items: { $ref: start } }],
    discriminator: { propertyName: "kind", mapping: { leaf: `${start}/${keyword}/Leaf` } },
    not: { items: { $ref: `${start}${start === "#" ? "" : "/items"}` } },
  });
  for (const version of ["3.0.3", "3.1.0"])
    for (const keyword of ["$defs", "definitions", "properties"])
      for (const [name, start] of [
        ...["A", "a b%20c", "a/b~c"].map((name) => [name, "#"] as const),
        ["A", "#/components/schemas/#"] as const,
      ]) {
        const schema = pasted("number", keyword, start);
        const response = { content: { "application/json": { schema } } };
        const { description, found } = await read(
          JSON.stringify({
            ...{ openapi: version, info: { title: "A", version: "1" } },
            paths: { "/a": { get: { responses: { 200: { description: "", ...response } } } } },
            components: {
              schemas: {
                ...{ Leaf: { type: "boolean" }, Beside: pasted("integer", keyword, start) },
                [name]: pasted("string", keyword, start),
              },
            },
          }),
        );
        expect(found.filter((one) => one.startsWith("error"))).toEqual([]);
        const inline = ["paths", "/a", "get", "responses", "200", "content", "application/json"];
        for (const [type, ...place] of [
          ["string", "components", "schemas", name],
          ["integer", "components", "schemas", "Beside"],
          ["number", ...inline, "schema"],
        ] as const) {
          const schema = at(description, ...place);
          const leaf = at(description, ...place, "oneOf", "0");
          const whole = at(description, ...place, "oneOf", "1", "items");
          const { discriminator } = schema.value as { discriminator: { mapping: object } };
          const [mapped = ""] = Object.values(discriminator.mapping) as string[];
          expect(target(description, leaf)?.value).toEqual({ type });
          expect(description?.resolve(mapped, schema.source)?.value).toEqual({ type });
          expect(target(description, whole)?.value).toBe(schema.value);
          const items = at(description, ...place, "not", "items");
          expect(target(description, items)?.value).toBe(schema.value);
        }
      }
});
