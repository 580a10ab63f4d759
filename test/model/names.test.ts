import { expect, test } from "vitest";
import { shortName } from "../../src/model/names/short.js";
import type { Operation } from "../../src/model/types.js";
import { modelOf } from "./model.js";

test.each([
  // FastAPI's template, hey-api's and orval's users who follow it.
  ["items", "items-read_items", "/items/", "readItems"],
  ["private", "private-create_user", "/private/users/", "createUser"],
  // FastAPI, when it is left alone.
  ["items", "read_items_items__get", "/items/", "readItems"],
  ["items", "read_item_api_v1_items__id__get", "/api/v1/items/{id}", "readItem"],
  // NestJS.
  ["pets", "PetsController_findAll", "/pets", "findAll"],
  ["pets", "PetController_findAll", "/pets", "findAll"],
  // Others.
  ["Users", "users/list", "/users", "list"],
  ["users", "usersDelete", "/users", "delete"],
  ["pet", "getPetById", "/pet/{id}", "getPetById"],
  ["pets", "petStatus", "/pets", "petStatus"],
  ["user settings", "user_settings-get", "/settings", "get"],
  ["pets", "pets", "/pets", "pets"],
  ["pets", "pets-constructor", "/pets", undefined],
  ["pets", "pets-then", "/pets", undefined],
])("in %s, %s of GET %s is %s", (tag, id, template, expected) => {
  expect(shortName({ id, method: "GET", template } as Operation, tag)).toBe(expected);
});

test("servers are called by their description's words, else by their host", async () => {
  const { servers } = await modelOf(`
paths: {}
servers:
  - { url: "https://api.example.com/v1", description: "Production server" }
  - { url: "https://sandbox.example.com", description: "The sandbox, for tests." }
  - { url: "https://eu.example.com", description: "All that is in Europe and has to stay in Europe" }
  - { url: "http://localhost:8080" }
  - { url: "http://127.0.0.1:8080/v2" }
  - { url: "/v1" }
  - { url: "https://other.example.com", description: "Production" }
  - { url: "https://{region}.example.com", variables: { region: { default: eu } } }
  - { url: "/" }
  - { url: "https://x.example", name: mine }`);
  expect(servers.map(({ name }) => name)).toEqual([
    ...["production", "sandbox", "euExample", "localhost", "v2", "v1", "otherExample"],
    ...["example", "server9", "mine"],
  ]);
});

test("no name but the API's own depends on the title, save those that code cannot do without", async () => {
  const text = `
paths: { /a: { get: { operationId: list, responses: { "204": { description: Fine } } } } }
components: { schemas: { PetsClient: {}, Pets: {}, Issue: {}, ShopClient: {} } }`;
  const names = async (title: string) => {
    const { schemas, operations, name } = await modelOf(text, "3.1.0", title);
    return { api: name, rest: [schemas.map((one) => one.name), operations[0]?.names] };
  };
  const [pets, shop] = [await names("Pets"), await names("Shop")];
  expect(pets.rest).toEqual(shop.rest);
  expect([pets.api, shop.api]).toEqual(["PetsApi", "ShopApi"]);
});
