import { expect, test } from "vitest";
import { read } from "./read-description.js";

const wrong: readonly unknown[] = [
  ...["text", 3, 1.5, -1, true, false, null],
  ...[[], ["a"], [{}], [1], [null], [["a"]]],
  ...[{}, { a: 1 }, { a: {} }, { a: null }, { a: "b" }, { a: ["b"] }],
];

type Members = Record<string, unknown>;

/** A description in which each kind of object has a place. */
function whole(version: string): Members {
  const operation = (rest: Members): Members => ({
    get: { ...rest, parameters: [{ name: "q", in: "query", ...typed(version) }] },
  });
  const pet = { type: "object", properties: { name: { type: "string" } } };
  const rate = { ...typed(version) };
  if (version === "2.0")
    return {
      swagger: "2.0",
      info: { title: "Pets", version: "1" },
      paths: {
        "/pets": operation({ responses: { 200: { description: "", headers: { rate } } } }),
      },
      definitions: { Pet: pet },
    };
  const json = { schema: { $ref: "#/components/schemas/Pet" } };
  const content = { "application/json": json };
  const responses = { 200: { description: "", headers: { rate }, content } };
  return {
    openapi: version,
    info: { title: "Pets", version: "1" },
    paths: { "/pets": operation({ responses, requestBody: { content } }) },
    components: { schemas: { Pet: pet } },
  };
}

function typed(version: string): Members {
  return version === "2.0" ? { type: "string" } : { schema: { type: "string" } };
}

/** Fields that are there for people, with the path of the object that has them; `[0]` and names that are missing are added. */
const fields: Readonly<Record<string, string>> = {
  "": "externalDocs tags",
  "/info": "title summary description termsOfService contact license version",
  "/info/contact": "name url email",
  "/info/license": "name identifier url",
  "/tags/0": "name description externalDocs summary parent kind",
  "/externalDocs": "description url",
  "/paths/pets": "summary description",
  "/paths/pets/get": "tags summary description externalDocs operationId deprecated",
  "/paths/pets/get/parameters/0": "description deprecated example examples",
  "/paths/pets/get/parameters/0/examples": "E",
  "/paths/pets/get/parameters/0/examples/E": "summary description externalValue",
  "/paths/pets/get/requestBody": "description",
  "/paths/pets/get/requestBody/content/json": "example examples",
  "/paths/pets/get/responses/200": "description summary links examples",
  "/paths/pets/get/responses/200/links": "L",
  "/paths/pets/get/responses/200/links/L":
    "operationRef operationId parameters requestBody description server",
  "/paths/pets/get/responses/200/headers/rate": "description example examples deprecated",
  "/components":
    "responses parameters examples requestBodies headers links callbacks pathItems mediaTypes",
  "/components/schemas/Pet":
    "title description externalDocs xml example examples deprecated $comment",
  "/components/schemas/Pet/xml": "name namespace prefix attribute wrapped nodeType",
};

function objectAt(root: Members, path: string): Members {
  let node = root;
  for (const token of path.split("/").slice(1)) {
    const key = token === "pets" ? "/pets" : token === "json" ? "application/json" : token;
    node[key] ??= token === "tags" ? [{}] : {};
    node = node[key] as Members;
  }
  return node;
}

for (const version of ["2.0", "3.0.3", "3.1.0", "3.2.0"])
  test.each(Object.entries(fields))(
    `${version}: what %s says to people never refuses it`,
    async (path, names) => {
      const isNewer = /components|requestBody|links/.test(path);
      if (version === "2.0" && isNewer) return;
      for (const name of names.split(" "))
        for (const value of wrong) {
          const root = whole(version);
          objectAt(root, path)[name] = value;
          const { found } = await read(JSON.stringify(root));
          const errors = found.filter((one) => one.startsWith("error"));
          expect({ name, value, errors }).toEqual({ name, value, errors: [] });
        }
    },
  );

test("a reference to nothing is no error where what it stands for is for people", async () => {
  for (const [path, name] of [
    ["", "externalDocs"],
    ["/info", "contact"],
    ["/info", "license"],
    ["/tags/0", "externalDocs"],
    ["/paths/pets/get/responses/200", "links"],
    ["/paths/pets/get/responses/200/links", "L"],
    ["/paths/pets/get/responses/200/links/L", "server"],
    ["/paths/pets/get/parameters/0", "examples"],
    ["/components/schemas/Pet", "xml"],
  ] as const) {
    const root = whole("3.1.0");
    objectAt(root, path)[name] = { $ref: "#/nothing" };
    const { found } = await read(JSON.stringify(root));
    expect(found.filter((one) => one.startsWith("error"))).toEqual([]);
    expect(found.some((one) => one.startsWith("warning ref-not-found"))).toBe(true);
  }
});

test("a component that is none is refused where it is referred to", async () => {
  for (const value of [3, "text", ["a"], null]) {
    const root = whole("3.1.0");
    objectAt(root, "/components")["parameters"] = { Limit: value };
    const { found: alone } = await read(JSON.stringify(root));
    expect(alone.filter((one) => !one.startsWith("warning"))).toEqual([]);
    expect(alone.filter((one) => one.startsWith("warning wrong-type"))).toHaveLength(1);
    objectAt(root, "/paths/pets/get")["parameters"] = [{ $ref: "#/components/parameters/Limit" }];
    const { found } = await read(JSON.stringify(root));
    expect(found.some((one) => one.startsWith("error ref-not-found"))).toBe(true);
  }
});

test("security schemes are never left out", async () => {
  for (const value of [3, "text", ["a"], null]) {
    const root = whole("3.1.0");
    objectAt(root, "/components")["securitySchemes"] = { key: value };
    const { found } = await read(JSON.stringify(root));
    expect(found.filter((one) => one.startsWith("error wrong-type"))).toHaveLength(1);
  }
});

test("what is wrong with a component refuses nothing until something refers to it, wherever it stands", async () => {
  const broken: Readonly<Record<string, object>> = {
    parameters: { description: "Without a name" },
    responses: { description: "", headers: { Rate: 3 } },
  };
  for (const [section, component] of Object.entries(broken))
    for (const version of ["2.0", "3.1.0"])
      for (const isElsewhere of version === "2.0" ? [false] : [false, true]) {
        const root = whole(version);
        const home = version === "2.0" ? root : objectAt(root, "/components");
        home[section] = isElsewhere ? { $ref: `#/x-${section}` } : { Broken: component };
        if (isElsewhere) root[`x-${section}`] = { Broken: component };
        const { found: alone } = await read(JSON.stringify(root));
        expect(alone.filter((one) => one.startsWith("error"))).toEqual([]);
        const ref = `#/${version === "2.0" ? "" : "components/"}${section}/Broken`;
        const operation = objectAt(root, "/paths/pets/get");
        operation[section] = section === "parameters" ? [{ $ref: ref }] : { 200: { $ref: ref } };
        const { found } = await read(JSON.stringify(root));
        expect(found.some((one) => one.startsWith("error"))).toBe(true);
      }
});
