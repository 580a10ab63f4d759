import { expect, test } from "vitest";
import { printPaths } from "../../src/emitters/paths/index.js";
import { modelOf } from "./generated.js";

const types = [undefined, "object", ["object"], ["object", "null"], ["object", "integer"]];
const members = [{}, { properties: { a: {} } }, { additionalProperties: true }];
const values = [["a", 1], [{ a: 1 }], [{ a: 1 }, null, 2]];
const cases = types.flatMap((type) =>
  members.flatMap((member) =>
    values.map((list) => ({ ...(type && { type }), ...member, enum: list })),
  ),
);

test.each(cases)("values of objects are no schemas for openapi-typescript: %j", (schema) => {
  const document = {
    openapi: "3.1.0",
    info: { title: "Test", version: "1" },
    paths: {},
    components: { schemas: { Known: schema } },
  };
  const report = { lost: expect.unreachable, cycle: expect.unreachable };
  const printed = printPaths({ ...modelOf([]), document: () => document }, report);
  expect(printed.map(({ text }) => text).join("\n")).toMatch(/\bKnown: (?!never)/);
});
