import { describe, expect, test } from "vitest";
import {
  type Expected,
  type ExpectedValue,
  matching,
} from "../../src/runtime/validate/expected/expected.js";
import {
  alternatives,
  checks,
  constants,
  depth,
  limits,
  others,
  patterns,
  tagged,
} from "../../src/runtime/validate/expected/rules.js";
import { unique } from "../../src/runtime/validate/expected/unique.js";
import { issuesOf } from "../../src/runtime/validate/enough.js";
import type { Issue } from "../../src/runtime/validate/issue.js";

/** What is told of a value, a line for each fault. */
function told(expected: ExpectedValue, value: unknown): readonly string[] {
  const issues: Issue[] = [];
  const holds = matching(expected)(value, issues);
  expect(holds).toBe(issues.length === 0);
  return issues.map(({ path, schema, message }) => `${path} ${message} (${schema})`);
}

const date = { name: "date", words: "a date" };
const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);

const pet: ExpectedValue = {
  schema: "#/pet",
  type: "object",
  required: { name: "string", id: "integer" },
  optional: {
    born: { type: ["string", "null"], format: date, test: isDate },
    "a/b~c": { items: "number" },
    friend: () => pet,
  },
};

describe("members and items", () => {
  test("what is expected passes, whatever else is there", () => {
    const friend = { id: 2, name: "Rex", born: "2020-01-02", "a/b~c": [1, 2.5] };
    expect(told(pet, { id: 1, name: "Tom", born: null, friend, other: [{}] })).toEqual([]);
  });

  test("each fault is told with its place in the value and in the description", () => {
    const friend = { name: 1, born: "yesterday" };
    expect(told(pet, { id: 1.5, name: "Tom", "a/b~c": [1, "2"], friend })).toEqual([
      "/id must be an integer, is 1.5 (#/pet/properties/id/type)",
      '/a~1b~0c/1 must be a number, is "2" (#/pet/properties/a~1b~0c/items/type)',
      "/friend/name must be a string, is 1 (#/pet/properties/name/type)",
      '/friend/born must be a date, is "yesterday" (#/pet/properties/born/format)',
      '/friend must have "id" (#/pet/required)',
    ]);
    expect(told(pet, ["Tom"])).toEqual([" must be an object, is an array (#/pet/type)"]);
  });

  test("items are compared as JSON is", () => {
    const set: ExpectedValue = { schema: "#/set", type: "array", rules: [unique] };
    expect(told(set, [1, "1", { a: 1 }, { a: 2 }])).toEqual([]);
    expect(told(set, [{ a: 1, b: 2 }, 3, { b: 2, a: 1 }])).toEqual([
      " must not repeat an item (#/set/uniqueItems)",
    ]);
    expect(told(set, "aa")).toEqual([' must be an array, is "aa" (#/set/type)']);
  });

  test("only what is an object's own counts, whatever it is called", () => {
    const named: ExpectedValue = {
      required: { constructor: "string" as Expected, ["__proto__"]: "string" },
    };
    expect(told(named, {})).toEqual([
      ' must have "constructor" (/required)',
      ' must have "__proto__" (/required)',
    ]);
    expect(told(named, JSON.parse('{"constructor":"a","__proto__":"b"}'))).toEqual([]);
    expect(told(named, JSON.parse('{"constructor":"a","__proto__":1}'))).toEqual([
      "/__proto__ must be a string, is 1 (/properties/__proto__/type)",
    ]);
  });

  test("keywords of objects and lists say nothing of other values", () => {
    const untyped: ExpectedValue = { required: { a: "string" }, items: "integer" };
    expect(told(untyped, "text")).toEqual([]);
    expect(told(untyped, [1])).toEqual([]);
    expect(told(untyped, [""])).toEqual(['/0 must be an integer, is "" (/items/type)']);
  });
});

test("a format does not hide what stands beside it", () => {
  const day: ExpectedValue = {
    optional: {
      day: {
        type: "string",
        format: date,
        test: isDate,
        allOf: [{ pattern: /^2026/, rules: [patterns] }],
      },
    },
  };
  expect(told(day, { day: "2026-01-02" })).toEqual([]);
  expect(told(day, { day: "2025-01-02" })).toEqual([
    '/day must match ^2026, is "2025-01-02" (/properties/day/allOf/0/pattern)',
  ]);
});

describe("rules", () => {
  test("other members", () => {
    const closed: ExpectedValue = { optional: { a: {} }, others: false, rules: [others] };
    expect(told(closed, { a: 1 })).toEqual([]);
    expect(told(closed, { b: 1 })).toEqual([
      "/b must not be here: no such member is known (/additionalProperties)",
    ]);
    const map: ExpectedValue = { type: "object", others: "integer", rules: [others] };
    expect(told(map, { a: 1, b: "2" })).toEqual([
      '/b must be an integer, is "2" (/additionalProperties/type)',
    ]);
  });

  test("limits, patterns and constants", () => {
    const text: ExpectedValue = {
      type: "string",
      minLength: 2,
      pattern: /^a/,
      rules: [limits, patterns],
    };
    expect(told(text, "😀")).toEqual([
      " must have at least 2 characters, has 1 (/minLength)",
      ' must match ^a, is "😀" (/pattern)',
    ]);
    const list: ExpectedValue = { maxItems: 1, minProperties: 1, minimum: 3, rules: [limits] };
    expect([[1, 2], {}, 2, 3, "a"].map((value) => told(list, value).length)).toEqual([
      1, 1, 1, 0, 0,
    ]);
    const one: ExpectedValue = { const: "a", rules: [constants] };
    expect(told(one, "b")).toEqual([' must be "a", is "b" (/const)']);
  });

  const cat: ExpectedValue = {
    schema: "#/cat",
    type: "object",
    required: { kind: { const: "cat", rules: [constants] }, lives: "integer" },
  };
  const dog: ExpectedValue = {
    schema: "#/dog",
    type: "object",
    required: { kind: { enum: ["dog"] }, bark: "string" },
  };

  test("of alternatives the nearest is told of", () => {
    const either: ExpectedValue = { anyOf: ["string", () => cat], rules: [alternatives] };
    expect(told(either, "text")).toEqual([]);
    expect(told(either, 1)).toEqual([" must be a string or an object, is 1 (/anyOf)"]);
    expect(told(either, { kind: "cat" })).toEqual([' must have "lives" (#/cat/required)']);
    const twice: ExpectedValue = { oneOf: ["number", "integer"], rules: [alternatives] };
    expect(told(twice, 1.5)).toEqual([]);
    expect(told(twice, 1)).toEqual([" must match exactly one alternative, but matches 2 (/oneOf)"]);
  });

  test("a tag tells the branch", () => {
    const animal: ExpectedValue = {
      oneOf: [() => cat, () => dog],
      tag: { name: "kind", values: [["cat"], ["dog"]] },
      rules: [tagged],
    };
    expect(told(animal, { kind: "dog", bark: "wow" })).toEqual([]);
    expect(told(animal, { kind: "dog", lives: 9 })).toEqual([' must have "bark" (#/dog/required)']);
    expect(told(animal, { kind: "cow" })).toEqual([
      '/kind must be "cat" or "dog", to say which alternative it is, is "cow" (/oneOf)',
    ]);
    expect(told(animal, { lives: 9, bark: "" })).toEqual([
      ' must have "kind" to say which alternative it is: "cat" or "dog" (/oneOf)',
    ]);
    expect(told(animal, 1)).toEqual([" must be an object, is 1 (/oneOf)"]);
  });

  test("what data does not say is left to a check", () => {
    const list: ExpectedValue = {
      items: {
        rules: [checks],
        check: (_value: unknown, issues: Issue[]) =>
          issues.push({
            path: "/x",
            schema: "#/s",
            keyword: "k",
            params: {},
            message: "is wrong",
          }) < 0,
      },
    };
    expect(told(list, [1])).toEqual(["/0/x is wrong (#/s)"]);
  });

  test("a value that is nested without end is refused, not run into", () => {
    const tree: ExpectedValue = {
      schema: "#/tree",
      optional: { next: () => tree },
      rules: [depth],
    };
    const nested = (levels: number): unknown =>
      JSON.parse(`${'{"next":'.repeat(levels)}{}${"}".repeat(levels)}`);
    expect(told(tree, nested(900))).toEqual([]);
    expect(told(tree, nested(5000))).toHaveLength(1);
  });
});

test("a union whose types tell its branches is gone into once on each level", () => {
  const tree: ExpectedValue = {
    schema: "#/tree",
    anyOf: ["string", { items: () => tree, type: "array" }],
    rules: [depth, alternatives],
  };
  let right: unknown = "leaf";
  let wrong: unknown = 1;
  for (let level = 0; level < 400; level++) [right, wrong] = [[right], [wrong]];
  expect(told(tree, right)).toEqual([]);
  expect(told(tree, wrong)).toHaveLength(1);
});

test("unions in unions are told of, or refused, however deep they are", () => {
  const other: ExpectedValue = { type: "object", required: { x: "string" } };
  const union: ExpectedValue = {
    schema: "#/union",
    oneOf: [() => list, () => other],
    rules: [depth, alternatives],
  };
  const list: ExpectedValue = {
    schema: "#/list",
    type: "object",
    optional: { next: () => union, size: "integer" },
    rules: [depth],
  };
  const nested = (levels: number, end: unknown): unknown => {
    let value = end;
    for (let level = 0; level < levels; level++) value = { size: 1, next: value };
    return value;
  };
  const faults = (levels: number, end: unknown) => issuesOf(matching(union), nested(levels, end));
  for (const levels of [1, 100, 249]) expect(faults(levels, {}), `${levels}`).toEqual([]);
  for (const levels of [1, 100, 250, 20_000])
    expect(faults(levels, { size: "1" }), `${levels}`).toHaveLength(1);
});
