import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/catalog.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import { Place } from "../command.js";

const answer = { responses: { "204": { description: "Done." } } };

test("paths.ts has the paths that the description has, which apps call by", async () => {
  const written = {
    "/plain": { get: answer },
    "/pets/{id}": { get: answer },
    "/pets/{;ids*}/toys/{.format}": { get: answer, post: answer },
    "no/slash/{id}": { get: answer },
    "/shared/{other}": { $ref: "#/paths/~1pets~1{id}" },
  };
  const here = new Place({
    "api.json": JSON.stringify({
      openapi: "3.0.3",
      info: { title: "Test", version: "1" },
      paths: written,
    }),
  });
  const config = { input: "api.json", output: "out", only: ["paths"] } as const;
  const product = await produce({ config, folder: here.folder }, new Diagnostics(), new Files());
  const text = product?.generated.find(({ path }) => path === "paths.ts")?.text ?? "";
  const keys = Array.from(text.matchAll(/^ {2}"([^"]*)": \{/gm), ([, key]) => key);
  expect(keys).toEqual(Object.keys(written));
});
