import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { loadMocks } from "./load.js";

const folder = mkdtempSync(join(tmpdir(), "removed-"));
afterAll(() => rmSync(folder, { recursive: true }));

const key = (name: string): object => ({
  in: "path",
  name,
  required: true,
  schema: { type: "integer" },
});
const json = (schema: object): object => ({ "application/json": { schema } });
const done = { responses: { 204: { description: "" } } };
const gives = (schema: object): object => ({
  responses: { 200: { description: "", content: json(schema) } },
});
const thing = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const things = { type: "array", items: thing };

/** Pets with toys with parts, and what belongs to a pet without being a list. */
const paths = {
  "/pets": {
    get: gives(things),
    head: { responses: { 200: { description: "" } } },
    post: gives(thing),
  },
  "/pets/{petId}": {
    parameters: [key("petId")],
    get: gives(thing),
    head: { responses: { 200: { description: "", content: json(thing) } } },
    delete: done,
  },
  "/pets/{petId}/owner": { parameters: [key("petId")], get: gives(thing), put: done },
  "/pets/{petId}/toys": { parameters: [key("petId")], get: gives(things) },
  "/pets/{petId}/toys/{toyId}": {
    parameters: [key("petId"), key("toyId")],
    get: gives(thing),
    delete: done,
  },
  "/pets/{petId}/toys/{toyId}/parts": {
    parameters: [key("petId"), key("toyId")],
    get: gives(things),
  },
};
const servers = [{ url: "https://pets.example/v1" }];
const info = { title: "Pets", version: "1" };
writeFileSync(
  join(folder, "pets.json"),
  JSON.stringify({ openapi: "3.1.0", info, servers, paths }),
);
const { mocks } = await loadMocks("pets.json", folder);
const mock = (mocks["mockPets"] as unknown as () => Mock)();
beforeEach(() => mock.reset());

interface Mock {
  fetch: typeof fetch;
  reset(): void;
  state: Record<string, { id: number }[]>;
}

async function statuses(calls: readonly string[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const call of calls) {
    const [method = "", path = ""] = call.split(" ");
    found.push((await mock.fetch(`http://mock${path}`, { method })).status);
  }
  return found;
}

const below = [
  "GET /pets/2",
  "HEAD /pets/2",
  "GET /pets/2/owner",
  "PUT /pets/2/owner",
  "GET /pets/2/toys",
  "GET /v1/pets/2/toys/1",
  "DELETE /pets/2/toys/1",
  "GET /pets/2/toys/1/parts",
];

test("what is below something goes with it, and comes back with it", async () => {
  expect(await statuses(below)).toEqual([200, 200, 200, 204, 200, 200, 204, 404]);
  expect(await statuses(["GET /pets/2/toys/2/parts", "DELETE /pets/2"])).toEqual([200, 204]);
  expect(Object.keys(mock.state)).toEqual(["/pets"]);
  expect(await statuses(below)).toEqual(below.map(() => 404));
  expect(await statuses(["GET /pets/20/toys", "GET /pets/3/toys/1"])).toEqual([200, 200]);
  mock.state["/pets"]?.push({ id: 2 });
  expect(await statuses(["GET /pets/2/toys", "GET /pets/2/toys/1"])).toEqual([200, 200]);
  mock.reset();
  expect(await statuses(["GET /pets/2/toys/1"])).toEqual([200]);
});

test("HEAD that is an operation itself has the type of GET, and is 404 with it", async () => {
  for (const path of ["/pets", "/pets/4"]) {
    const [head, get] = await Promise.all(
      ["HEAD", "GET"].map((method) => mock.fetch(`http://mock${path}`, { method })),
    );
    expect(head?.headers.get("content-type")).toBe("application/json");
    expect(head?.headers.get("content-type")).toBe(get?.headers.get("content-type"));
    expect(await head?.text()).toBe("");
  }
  mock.state["/pets"] = [];
  expect(await statuses(["HEAD /pets/4", "HEAD /pets"])).toEqual([404, 200]);
});
