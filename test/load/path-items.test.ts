import { expect, test } from "vitest";
import { at, read } from "./read-description.js";

const done = { responses: { 204: { description: "Done" } } };
const parameter = (name: string, type: string): object => ({
  ...{ name, in: "path", required: true, schema: { type } },
});

/** Every member that a path item may have; `security` is one that people write there. */
const members = {
  summary: "One pet",
  parameters: [parameter("id", "integer")],
  servers: [{ url: "https://pets.example" }],
  security: [{ key: [] }],
  get: { operationId: "getPet", ...done },
  put: { operationId: "putPet", ...done },
};

const names = Object.keys(members) as (keyof typeof members)[];

function described(placed: object, items: object = {}): string {
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    // Before the paths: what is referred to is read first.
    components: { securitySchemes: { key }, pathItems: items },
    ...placed,
  });
}

/** All ways to write a path item as a `$ref` and what stands beside it. */
const splits = Array.from({ length: 2 ** names.length }, (_, bits) => {
  const taken = (isBeside: boolean): object =>
    Object.fromEntries(
      names.flatMap((name, index) =>
        ((bits >> index) & 1) === Number(isBeside) ? [[name, members[name]]] : [],
      ),
    );
  return { beside: taken(true), target: taken(false) };
});

test.each(["paths", "webhooks"])(
  "in %s, it makes no difference which members stand beside a $ref",
  async (place) => {
    const key = place === "paths" ? "/pets/{id}" : "seen";
    const whole = await read(described({ [place]: { [key]: members } }));
    for (const { beside, target } of splits) {
      const item = { $ref: "#/components/pathItems/Pet", ...beside };
      const { description, found } = await read(
        described({ [place]: { [key]: item } }, { Pet: target }),
      );
      const own = at(description, place, key);
      const shown = Object.hasOwn(own.value as object, "$ref")
        ? at(description, "components", "pathItems", "Pet")
        : own;
      expect(shown.value).toEqual(at(whole.description, place, key).value);
      expect(found.filter((one) => one.startsWith("error"))).toEqual([]);
    }
  },
);

test("of two of one name, that beside the $ref counts", async () => {
  const { description } = await read(
    described(
      {
        paths: {
          "/pets/{id}": {
            $ref: "#/components/pathItems/Pet",
            summary: "Another",
            parameters: [parameter("id", "string")],
          },
        },
      },
      { Pet: members },
    ),
  );
  const item = at(description, "paths", "/pets/{id}").value;
  expect(item).toMatchObject({ summary: "Another", parameters: [{ schema: { type: "string" } }] });
  expect((item as typeof members).parameters).toHaveLength(1);
});

test("paths that refer to one item each have the parameters of their own template", async () => {
  const pet = { $ref: "#/components/pathItems/Pet" };
  const { parameters, get } = members;
  const both = [...parameters, parameter("kind", "boolean")];
  const { description } = await read(
    described(
      { paths: { "/a/{id}": pet, "/b/{id}/{kind}": pet, "/c/{id}/{other}": pet, "/d": pet } },
      { Pet: { parameters: both, get } },
    ),
  );
  const declared = ["/a/{id}", "/b/{id}/{kind}", "/c/{id}/{other}", "/d"].map((path) => {
    const place = at(description, "paths", path);
    const { $ref } = place.value as { readonly $ref?: string };
    const item = $ref === undefined ? place : at(description, "components", "pathItems", "Pet");
    const { parameters: shared, get: operation } = item.value as {
      readonly parameters?: { readonly name: string; readonly schema: object }[];
      readonly get: { readonly operationId?: string; readonly parameters?: typeof shared };
    };
    const all = [...(shared ?? []), ...(operation.parameters ?? [])];
    return [
      operation.operationId,
      ...all.map(({ name, schema }) => `${name} ${(schema as { type: string }).type}`),
    ];
  });
  expect(declared).toEqual([
    ["getPet", "id integer"],
    [undefined, "id integer", "kind boolean"],
    [undefined, "id integer", "other string"],
    [undefined],
  ]);
});
