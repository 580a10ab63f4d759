import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { expect, test } from "vitest";
import type { Config } from "../../src/config/options.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import { Place } from "../command.js";

const golden = fileURLToPath(new URL("../golden", import.meta.url));
const compared = ["types.ts", "validators.ts", "expected.ts", "replies.ts"];

interface Case {
  readonly folder: string;
  readonly config: Partial<Config> & { readonly input: string };
}

function caseIn(folder: string): Case {
  const file = join(folder, "config.json");
  const config = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Config>)
    : {};
  return { folder, config: { input: "input.yaml", ...config } };
}

/** The declarations of the files, in alphabetical order. */
async function declarationsOf({ folder, config }: Case): Promise<readonly string[]> {
  const { only = ["types", "validators", "client", "server"] } = config;
  const product = await produce(
    { config: { output: "out", ...config, only }, folder },
    new Diagnostics(),
    new Files(),
  );
  const files = product?.generated.filter(({ path }) => compared.includes(basename(path))) ?? [];
  return files
    .flatMap(({ path, text }) =>
      text
        .replace(/^import [^]*? from ".*";\n/gm, "")
        .split(/\n\n(?=\S)/)
        .map((one) => `${path}: ${one.trim()}`),
    )
    .sort();
}

/** Of two operations that ask for one name, the first gets it. */
const namedInOrder: ReadonlySet<string> = new Set(["names"]);

const names = readdirSync(golden, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => {
    const { emitters, root } = caseIn(join(golden, name)).config;
    return !emitters && root === undefined && !namedInOrder.has(name);
  });

async function inBothOrders(one: Case): Promise<readonly (readonly string[])[]> {
  const { input } = one.config;
  const description = parse(readFileSync(join(one.folder, input), "utf8")) as {
    readonly paths?: object;
  };
  const { folder } = new Place();
  cpSync(one.folder, folder, { recursive: true });
  const paths = Object.fromEntries(Object.entries(description.paths ?? {}).reverse());
  writeFileSync(join(folder, input), JSON.stringify({ ...description, paths }));
  return [await declarationsOf(one), await declarationsOf({ ...one, folder })];
}

test.each(names)("%s: the order of the paths decides no name and no declaration", async (name) => {
  const [before = [], after] = await inBothOrders(caseIn(join(golden, name)));
  expect(before.length).toBeGreaterThan(0);
  expect(after).toEqual(before);
});

test("neither does it where one operation refers to a part of another", async () => {
  const problem = {
    type: "object",
    required: ["id", "message"],
    properties: { id: { type: "string" }, message: { type: "string", minLength: 1 } },
  };
  const failed = { description: "Failed", content: { "application/json": { schema: problem } } };
  const get = (operationId: string, reply: object): object => ({
    get: { operationId, responses: { 200: { description: "Done" }, 401: reply } },
  });
  const paths = {
    "/owners": get("listOwners", { $ref: "#/paths/~1pets/get/responses/401" }),
    "/pets": get("listPets", failed),
    "/shops": get("listShops", { $ref: "#/paths/~1pets/get/responses/401" }),
  };
  const description = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths };
  const { folder } = new Place({ "input.yaml": JSON.stringify(description) });
  const [before, after] = await inBothOrders(caseIn(folder));
  expect(before?.join("\n")).toContain("interface ListPetsReply401Body");
  expect(before?.join("\n")).not.toContain("ListOwnersReply401Body");
  expect(after).toEqual(before);
});

/** Schemas that others refer to, and whether they have a type of their own. */
const kinds: Readonly<Record<string, readonly [schema: object, hasName: boolean]>> = {
  text: [{ type: "string", minLength: 1 }, false],
  "text or null": [{ type: ["string", "null"] }, false],
  words: [{ type: "string", enum: ["a", "b"] }, true],
  object: [{ type: "object", properties: { id: { type: "integer" } } }, true],
  list: [{ type: "array", items: { type: "object", properties: { a: {} } } }, true],
  union: [{ oneOf: [{ type: "string", minLength: 1 }, { type: "integer" }] }, true],
};

/** Places in the operation `get /pets`, and what stands around a schema there. */
const places: Readonly<Record<string, (schema: object) => object>> = {
  "": (schema) => schema,
  "/properties/part": (part) => ({ type: "object", properties: { part } }),
  "/items": (items) => ({ type: "array", items }),
};

const crossed = Object.keys(kinds).flatMap((kind) =>
  Object.keys(places).map((place) => [kind, place] as const),
);

test.each(crossed)(
  "neither does it where others refer to what is written in an operation: %s at %j",
  async (kind, place) => {
    const [schema = {}, hasName] = kinds[kind] ?? [];
    const way = "/paths/~1pets/get/responses/200/content/application~1json/schema";
    const get = (operationId: string, schema: object): object => {
      const content = { "application/json": { schema } };
      return { get: { operationId, responses: { 200: { description: "Done", content } } } };
    };
    const $ref = `#${way}${place}`;
    const body = (...names: string[]): object => ({
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, { $ref }])),
    });
    const paths = {
      "/owners": get("listOwners", body("one", "two")),
      "/pets": get("listPets", places[place]?.(schema) ?? {}),
      "/shops": get("listShops", body("three")),
    };
    const description = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths };
    const { folder } = new Place({ "input.yaml": JSON.stringify(description) });
    const [before, after] = await inBothOrders(caseIn(folder));
    expect(after).toEqual(before);
    const named = /(?:one|two|three)\?: ListPets200/.test(before?.join("\n") ?? "");
    expect(named).toBe(hasName);
  },
);
