import { expect, test } from "vitest";
import { printerOf } from "../../src/emitters/types/answers.js";
import { ask } from "../../src/emitters/types/asking.js";
import { answerTo, knownLevels, type Level, levelName } from "../../src/emitters/types/levels.js";
import { shapeType } from "../../src/emitters/types/shapes.js";
import { code, key } from "../../src/emit/code.js";

const nothing: Level = {
  type: undefined,
  kinds: [],
  others: false,
  items: false,
  allOf: 0,
  oneOf: 0,
};
const kinds = [0, 1, 2, 3];
const subsets = kinds.reduce<number[][]>(
  (all, kind) => [...all, ...all.map((some) => [...some, kind])],
  [[]],
);

/** All that a schema can ask for, with lists of up to 20 and one of 100. */
const levels: readonly Level[] = [
  ...(["string", "number", "integer", "boolean", "null"] as const).map((type) => ({
    ...nothing,
    type,
  })),
  { ...nothing, type: "array", items: true },
  ...subsets.flatMap((some) =>
    [false, true].map((others) => ({ ...nothing, type: "object" as const, kinds: some, others })),
  ),
  ...[...Array.from({ length: 20 }, (_, i) => i + 1), 100].flatMap((count) => [
    { ...nothing, allOf: count },
    { ...nothing, oneOf: count },
  ]),
];

test.each(levels.map((level) => [levelName(level), level] as const))(
  "openapi-typescript says of %s what is known of it",
  (_, level) => {
    expect(answerTo(level)).toBe(ask(level));
    expect(printerOf(answerTo(level), level.kinds)).toBeTypeOf("function");
  },
);

test("nothing is known of what no schema asks for", () => {
  const names = new Set(levels.map(levelName));
  expect(knownLevels.filter((name) => !names.has(name))).toEqual([]);
});

test("the order of members is that of the schema, whatever their kinds", () => {
  const member = (name: string, kind: number) => ({
    doc: code``,
    key: key(name),
    required: kind % 2 === 1,
    readOnly: kind >= 2,
    type: code`T`,
  });
  const properties = [member("a", 3), member("b", 0), member("c", 1), member("d", 0)];
  expect(shapeType({ type: "object", properties, additional: code`unknown` }).text).toBe(
    "{\nreadonly a: T;\nb?: T;\nc: T;\nd?: T;\n[key: string]: unknown;\n}",
  );
});

test("a list in a list stands in parentheses", () => {
  const union = shapeType({ oneOf: [code`A`, code`B`, code`C`] });
  expect(shapeType({ type: "array", items: union }).text).toBe("(A | B | C)[]");
  expect(shapeType({ allOf: [union, code`D`] }).text).toBe("(A | B | C) & D");
});

test("an answer that nobody expected is refused", () => {
  expect(() => printerOf("typeof x", [])).toThrow("which nobody expected");
  expect(() => printerOf("{ m0: hole0; }", [0, 1])).toThrow("which nobody expected");
});
