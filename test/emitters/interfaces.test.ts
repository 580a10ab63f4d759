import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generate } from "../../src/index.js";
import { Place } from "../command.js";
import { compile } from "../corpus/compile.js";

type Json = Readonly<Record<string, unknown>>;

/** A member in a base and in what is made from it, as schemas and as types. */
const members: Readonly<Record<string, readonly [schema: Json, type: string]>> = {
  text: [{ type: "string" }, "string"],
  "text or null": [{ type: ["string", "null"] }, "string | null"],
  one: [{ type: "string", enum: ["a"] }, '"a"'],
  two: [{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
  constant: [{ const: "a" }, '"a"'],
  number: [{ type: "integer" }, "number"],
  list: [{ type: "array" }, "unknown[]"],
  texts: [{ type: "array", items: { type: "string" } }, "string[]"],
  "texts or null": [{ type: ["array", "null"], items: { type: "string" } }, "string[] | null"],
  object: [{ type: "object" }, "Record<string, unknown>"],
  members: [{ $ref: "#/components/schemas/Members" }, "Members"],
  anything: [{}, "unknown"],
  named: [{ $ref: "#/components/schemas/Named" }, "Named"],
};

/** What narrows each of these. */
const narrow: Readonly<Record<string, readonly string[]>> = {
  text: ["one", "two", "constant"],
  "text or null": ["one", "two", "constant"],
  list: ["texts"],
  anything: Object.keys(members),
};

const words = Object.keys(members);
const crossed = words.flatMap((own) =>
  words.flatMap((base) =>
    [true, false].flatMap((isOwnRequired) =>
      [true, false].map((isBaseRequired) => ({ own, base, isOwnRequired, isBaseRequired })),
    ),
  ),
);

function object(word: string, isRequired: boolean): Json {
  const [kind] = members[word] ?? [];
  return {
    type: "object",
    properties: { kind, other: { type: "string" } },
    ...(isRequired && { required: ["kind"] }),
  };
}

function typeOf(word: string, isRequired: boolean): string {
  return `{ kind${isRequired ? "" : "?"}: ${members[word]?.[1]} }`;
}

test("an object that narrows a member of its base is an interface, and is the same as both at once", async () => {
  const schemas = Object.fromEntries(
    crossed.flatMap(({ own, base, isOwnRequired, isBaseRequired }, index) => {
      const { other: _, ...properties } = object(own, false)["properties"] as Json;
      const part = { ...object(own, isOwnRequired), properties };
      const $ref = `#/components/schemas/Base${index}`;
      return [
        [`Base${index}`, object(base, isBaseRequired)],
        [`Own${index}`, { allOf: [{ $ref }, part] }],
      ];
    }),
  );
  const description = {
    openapi: "3.1.0",
    info: { title: "Interfaces", version: "1" },
    paths: {},
    components: {
      schemas: {
        ...schemas,
        Named: { type: "string", enum: ["a", "b"] },
        Members: { type: "object", properties: { a: { type: "string" } } },
      },
    },
  };
  const { folder } = new Place({ "input.json": JSON.stringify(description) });
  const output = join(folder, "api");
  const input = join(folder, "input.json");
  expect(await generate({ input, output, only: ["types"], format: "none" })).toMatchObject({
    ok: true,
  });
  const text = readFileSync(join(output, "types.ts"), "utf8");
  for (const [index, { own, base }] of crossed.entries()) {
    const isInterface = text.includes(`export interface Own${index} extends Base${index} {`);
    // An enum has a name of its own in each.
    const isSame = members[own]?.[1] === members[base]?.[1] && own !== "two";
    const isNarrow = isSame || narrow[base]?.includes(own) === true;
    expect([crossed[index], isInterface]).toEqual([crossed[index], isNarrow]);
  }
  const checks = crossed.flatMap(({ own, base, isOwnRequired, isBaseRequired }, index) => {
    // The compiler does not find `{ kind?: string } & { kind: unknown }` the same as itself.
    if (base === "anything" && isBaseRequired && !isOwnRequired) return [];
    return `export const both${index}: Same<api.Own${index}, ${typeOf(own, isOwnRequired)} & api.Base${index}> = true;`;
  });
  const head = `import type * as api from "./types.js";
import type { Members, Named } from "./types.js";
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
`;
  writeFileSync(join(output, "check.ts"), head + checks.join("\n"));
  expect((await compile(folder, ["7"])).errors).toEqual([]);
});
