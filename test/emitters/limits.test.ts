import { expect, test } from "vitest";
import { limitsOf } from "../../src/emitters/types/docs.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import { Place } from "../command.js";

test("a comment says each limit of a number", () => {
  const words = {
    minimum: "at least 1",
    exclusiveMinimum: "more than 2",
    maximum: "at most 8",
    exclusiveMaximum: "less than 9",
  };
  const limits = { minimum: 1, exclusiveMinimum: 2, maximum: 8, exclusiveMaximum: 9 };
  const names = Object.keys(limits) as (keyof typeof limits)[];
  for (let bits = 1; bits < 2 ** names.length; bits++) {
    const some = names.filter((_, index) => bits & (1 << index));
    const said = limitsOf(Object.fromEntries(some.map((name) => [name, limits[name]])), false);
    const isBoth = some.includes("minimum") && some.includes("maximum");
    for (const name of some) {
      const isJoined = isBoth && (name === "minimum" || name === "maximum");
      expect(said.toLowerCase()).toContain(isJoined ? "1 to 8" : words[name]);
    }
  }
});

test("a comment says a default only of what can be left out", async () => {
  const page = { type: "integer", default: 20 };
  const parameter = (name: string, required: boolean): object => ({
    name,
    in: "query",
    required,
    schema: page,
  });
  const description = {
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    paths: {
      "/pages": {
        get: {
          operationId: "read",
          parameters: [parameter("must", true), parameter("may", false)],
          responses: { 204: { description: "Done" } },
        },
      },
    },
    components: {
      schemas: {
        Page: { type: "object", required: ["must"], properties: { must: page, may: page } },
      },
    },
  };
  const { folder } = new Place({ "api.json": JSON.stringify(description) });
  const config = { input: "api.json", output: "out", only: ["types"] } as const;
  const product = await produce({ config, folder }, new Diagnostics(), new Files());
  const text = product?.generated.find(({ path }) => path === "types.ts")?.text ?? "";
  expect(text.match(/.*\n *must: number;/g)).toEqual([
    "export interface Page {\n  must: number;",
    "export interface ReadQuery {\n  must: number;",
  ]);
  expect(text.match(/.*\n *may\?: number;/g)).toEqual([
    "  /** `20` when left out. */\n  may?: number;",
    "  /** `20` when left out. */\n  may?: number;",
  ]);
});
