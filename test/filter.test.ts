import { expect, test } from "vitest";
import { checkConfig } from "../src/config/check.js";
import type { Config } from "../src/config/options.js";
import { Diagnostics } from "../src/diagnostics/diagnostics.js";
import { applyFilters } from "../src/config/filter.js";
import { modelOf } from "./model/model.js";

const text = `paths:
  /a: { get: { operationId: readA, tags: [one], responses: { "204": { description: Ok } } } }
  /b: { get: { operationId: readB, tags: [two], responses: { "204": { description: Ok } } } }
`;

/** An empty list selects nothing, wherever it stands: lists of configs are often computed. */
test.each([
  [{}, ["readA", "readB"]],
  [{ overlays: [] }, ["readA", "readB"]],
  [{ include: [] }, []],
  [{ include: { tags: [] } }, []],
  [{ include: [{ tags: [] }, { paths: ["/b"] }] }, ["readB"]],
  [{ include: { tags: ["one"], methods: [] } }, []],
  [{ exclude: {} }, ["readA", "readB"]],
  [{ exclude: { tags: [], paths: [] } }, ["readA", "readB"]],
  [{ exclude: { tags: [], operations: ["readA"] } }, ["readB"]],
] satisfies [Partial<Config>, string[]][])("%j", async (filters, ids) => {
  const config = checkConfig({ input: "a", output: "b", ...filters }, "here");
  const diagnostics = new Diagnostics();
  const place = { file: "config", pointer: "" };
  const { operations } = applyFilters(await modelOf(text), config, diagnostics, () => place);
  expect(operations.map(({ id }) => id)).toEqual(ids);
  expect(diagnostics.all).toEqual([]);
});
