import { expect, test } from "vitest";
import { limitsOf } from "../../src/emitters/types/docs.js";
import type { JsonType, Keywords } from "../../src/model/types.js";

const limits: readonly (readonly [Partial<Keywords>, readonly JsonType[]])[] = [
  [{ minimum: 1 }, ["integer", "number", "bigint"]],
  [{ exclusiveMaximum: 1 }, ["integer", "number", "bigint"]],
  [{ multipleOf: 5 }, ["integer", "number", "bigint"]],
  [{ maxLength: 4 }, ["string", "date"]],
  [{ pattern: "^a" }, ["string", "date"]],
  [{ minItems: 2 }, ["array"]],
  [{ uniqueItems: true }, ["array"]],
  [{ maxProperties: 2 }, ["object"]],
];

const all: readonly JsonType[] = [
  ...(["null", "boolean", "integer", "bigint", "number"] as const),
  ...(["string", "date", "array", "object"] as const),
];

test.each(limits)("a comment says %j only of types that it limits", (keywords, kinds) => {
  const said = all.filter((type) => limitsOf({ ...keywords, types: [type] }, false) !== "");
  expect(new Set(said)).toEqual(new Set(kinds));
  expect(limitsOf({ ...keywords, types: ["null", ...kinds] }, false)).not.toBe("");
  expect(limitsOf(keywords, false)).not.toBe("");
});
