import { describe, expect, test } from "vitest";
import fc from "fast-check";
import {
  Names,
  camelCase,
  constantName,
  identifier,
  kebabCase,
  localName,
  pascalCase,
} from "../../src/model/names/naming.js";
import type { Identifier } from "../../src/model/types.js";
import { modelOf } from "./model.js";

test.each([
  ["Pet Store", "PetStore", "petStore", "pet-store"],
  ["full-repository", "FullRepository", "fullRepository", "full-repository"],
  ["2fa", "_2fa", "_2fa", "2fa"],
  ["GetPet", "GetPet", "getPet", "get-pet"],
  ["APIKeyList", "APIKeyList", "apiKeyList", "apikey-list"],
  ["list_pets", "ListPets", "list_pets", "list-pets"],
  ["__proto__", "Proto", "proto", "proto"],
  ["犬", "犬", "犬", ""],
  ["\u{1f436}", "", "", ""],
  ["a/b{c}", "ABC", "aBC", "a-b-c"],
  ["é", "É", "é", "e"],
  ["GitHub's API", "GitHubsAPI", "gitHubsAPI", "git-hubs-api"],
  ["l’Élysée", "LÉlysée", "lÉlysée", "l-elysee"],
])("%s", (text, pascal, camel, kebab) => {
  expect([pascalCase(text), camelCase(text), kebabCase(text)]).toEqual([pascal, camel, kebab]);
});

test.each([
  ["VIPLEV API", "viplevApi"],
  ["VIPLEV-API_v2", "viplevApiV2"],
  ["A B", "aB"],
  ["My REST APIs", "myRestApis"],
  ["Pet Store", "petStore"],
  ["HTTP Bin API", "httpBinAPI"],
  ["GitHub's API", "gitHubsAPI"],
  ["VIPLEVAPI", "viplevapi"],
])("constants of %s begin with %s", async (title, constant) => {
  const model = await modelOf("paths: {}", "3.1.0", JSON.stringify(title));
  expect(constantName(model)).toBe(constant);
  expect(constantName({ ...model, name: identifier("Renamed") })).toBe("renamed");
});

test("constants have the name of the API, begun small, unless words in capitals meet in its title", () => {
  const word = fc.constantFrom(
    "pet",
    "Pet",
    "PET",
    "API",
    "APIs",
    "A",
    "iOS",
    "v2",
    "é",
    "ÉTÉ",
    "2",
  );
  const titles = fc.array(word, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(titles, fc.constantFrom(" ", "-", "_", " - "), (all, between) => {
      const title = all.join(between);
      const name = pascalCase(title) as Identifier;
      const meet = /\p{Lu}(?: |-|_)+\p{Lu}(?!\p{Ll})/u.test(title);
      const found = constantName({ name, title });
      if (!meet) expect(found).toBe(localName(name, "api"));
      expect(found.toLowerCase()).toBe(name.toLowerCase());
    }),
    { seed: 20_261_126 },
  );
});

describe("names that are handed out", () => {
  const only = (name: string) => [name];

  test("are unique, by what a thing is and not by when it was asked for", () => {
    const names = new Names("Api");
    expect(names.claim(["FooBar", "FooBarModel"], "Foo-Bar", only)).toBe("FooBar");
    expect(names.claim(["FooBar", "FooBarModel"], "foo_bar", only)).toBe("FooBarModel");
    const third = names.claim(["FooBar", "FooBarModel"], "foo.bar", only);
    expect(third).toMatch(/^FooBarModel_\w+$/);
    expect(new Set(["FooBar", "FooBarModel", third]).size).toBe(3);
  });

  test("hide no value and no word of the language", () => {
    const names = new Names("Api");
    expect(names.claim(["Error"], "Error", only)).toBe("ApiError");
    expect(names.claim(["delete", "deleteOperation"], "delete", only, "function")).toBe(
      "deleteOperation",
    );
    for (const name of ["Call", "Response", "Record", "Location"])
      expect(names.claim([name], name, only)).toBe(name);
    expect(names.claim(["list"], "list", only, "function")).toBe("list");
  });

  test("leave room for the names that are made of them", () => {
    const names = new Names("Api");
    const derive = (name: string) => [name, `${name}Schema`];
    expect(names.claim(["Pet"], "Pet", derive)).toBe("Pet");
    expect(names.claim(["PetSchema", "PetSchemaModel"], "PetSchema", derive)).toBe(
      "PetSchemaModel",
    );
  });
});

test("a thing keeps its name when others are added behind it", async () => {
  const before = await modelOf("paths: {}\ncomponents: { schemas: { foo_bar: {}, Error: {} } }");
  const after = await modelOf(
    "paths: {}\ncomponents: { schemas: { foo_bar: {}, Error: {}, Foo-Bar: {}, fooBar: {} } }",
  );
  expect(before.schemas.map(({ name }) => name)).toEqual(["FooBar", "TestApiError"]);
  expect(after.schemas.map(({ name }) => name).slice(0, 2)).toEqual(["FooBar", "TestApiError"]);
  expect(new Set(after.schemas.map(({ name }) => name)).size).toBe(4);
});

test("the types of an operation give way to a schema of the same name", async () => {
  const { operations, schemas } = await modelOf(`
paths:
  /pets: { post: { operationId: createPet, responses: { "204": { description: Fine } } } }
components: { schemas: { CreatePetRequest: { type: object } } }`);
  expect(schemas[0]?.name).toBe("CreatePetRequest");
  expect(operations[0]?.names).toEqual({
    method: "createPet",
    request: "CreatePetOperationRequest",
    received: "CreatePetOperationReceived",
    reply: "CreatePetOperationReply",
    stem: "CreatePetOperation",
    parts: { result: "CreatePetOperationResult" },
  });
});

test("an operation without an id is named after its method and path", async () => {
  const { operations } = await modelOf(`
paths:
  /pets/{petId}/toys:
    get:
      parameters: [{ name: petId, in: path, required: true, schema: { type: string } }]
      responses: { "204": { description: Fine } }`);
  expect(operations[0]?.names.method).toBe("getPetsByPetIdToys");
});

test("no operation is called like a member that every object has, or that promises have", async () => {
  const { operations } = await modelOf(`
paths:
  /a: { get: { operationId: toString, responses: { "204": { description: Fine } } } }
  /b: { get: { operationId: then, responses: { "204": { description: Fine } } } }
  /c: { get: { operationId: constructor, responses: { "204": { description: Fine } } } }`);
  const found = operations.map(({ names }) => names.method);
  expect(found).toEqual(["toStringOperation", "thenOperation", "constructorOperation"]);
});
