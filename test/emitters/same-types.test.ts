import { expect, test } from "vitest";
import type { Config } from "../../src/config/options.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import { Place } from "../command.js";

type Members = Readonly<Record<string, object>>;

const object = (properties: Members): object => ({ type: "object", properties });
const address = (more: Members = {}): object =>
  object({ street: { type: "string" }, city: { type: "string" }, ...more });

/** The declarations of `types.ts`, by name. */
async function typesOf(
  schemas: Members,
  more: Partial<Config> = {},
): Promise<ReadonlyMap<string, string>> {
  const description = {
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    paths: {},
    components: { schemas },
  };
  const here = new Place({ "api.json": JSON.stringify(description) });
  const config = { input: "api.json", output: "out", only: ["types"], ...more } as const;
  const product = await produce({ config, folder: here.folder }, new Diagnostics(), new Files());
  const file = product?.generated.find(({ path }) => path === "types.ts");
  const all = file?.text.matchAll(
    /^export (?:interface|type|const|enum) (\w+)[^]*?(?=\n\n|\nexport |\s*$(?![^]))/gm,
  );
  return new Map(Array.from(all ?? [], ([text, name = ""]) => [name, text]));
}

test("inline types of the same text are written once, those in them too", async () => {
  const place = (): object => object({ address: address() });
  const types = await typesOf({
    Shop: object({ place: place() }),
    User: object({ place: place() }),
    Office: object({ at: address({ floor: { type: "integer" } }) }),
  });
  expect(types.get("UserPlace")).toBe("export type UserPlace = ShopPlace;");
  expect(types.get("UserPlaceAddress")).toBe("export type UserPlaceAddress = ShopPlaceAddress;");
  expect(types.get("User")).toContain("place?: UserPlace;");
  expect(types.get("OfficeAt")).toContain("floor?: number;");
});

test("an edit of one of them changes that one only", async () => {
  const three = (second: object): Members => ({
    A: object({ at: address() }),
    B: object({ at: second }),
    C: object({ at: address() }),
  });
  const [before, after] = [
    await typesOf(three(address())),
    await typesOf(three(address({ zip: { type: "string" } }))),
  ];
  const changed = [...after].filter(([name, text]) => before.get(name) !== text);
  expect(changed.map(([name]) => name)).toEqual(["BAt"]);
});

test.each([
  ["comments", address(), address({ city: { type: "string", description: "Where it is." } })],
  ["values that are spelled like types", object({ k: long("AAtK") }), object({ k: long("BAtK") })],
  ["what is required", address(), { ...address(), required: ["city"] }],
  ["members", address(), address({ zip: { type: "string" } })],
])("types that differ in %s are two", async (_, first, second) => {
  const types = await typesOf({ A: object({ at: first }), B: object({ at: second }) });
  expect(types.get("BAt")).not.toContain("AAt;");
});

test.each(["const", "enum"] as const)("of enums in code, each has its own %s", async (enums) => {
  const types = await typesOf(
    { A: object({ k: long("x") }), B: object({ k: long("x") }) },
    { enums },
  );
  expect(types.get("BK")).not.toContain("AK");
});

/** A list of values that takes several lines. */
function long(first: string): object {
  const values = Array.from({ length: 12 }, (_, index) => `value-number-${index}`);
  return { type: "string", enum: [first, ...values] };
}

test.each([{ properties: {} }, { type: "object", properties: {} }, { type: "object" }, {}])(
  "a base and %j are the base, to which an interface without an index signature can be assigned",
  async (nothing) => {
    const allOf = [{ $ref: "#/components/schemas/Base" }, nothing];
    const types = await typesOf({
      Base: object({ id: { type: "string" } }),
      Heir: { type: "object", allOf },
      Bare: { allOf },
    });
    for (const name of ["Heir", "Bare"])
      expect(types.get(name)).toMatch(
        new RegExp(`^export (?:interface ${name} extends Base {}|type ${name} = Base;)$`),
      );
  },
);
