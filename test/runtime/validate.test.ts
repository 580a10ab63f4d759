import { describe, expect, test } from "vitest";
import type { Explain, Issue } from "../../src/runtime/validate/issue.js";
import { standardSchema } from "../../src/runtime/validate/standard.js";
import { explainAnyOf, explainOneOf } from "../../src/runtime/validate/unions/alternatives.js";
import { dateFormat } from "../../src/runtime/validate/formats/words.js";
import { isEqual, isUnique } from "../../src/runtime/validate/equality.js";
import {
  type Check,
  checking,
  countMembers,
  fail,
  failDepth,
  failEnum,
  failFormat,
  failMember,
  failMemberBoolean,
  failMemberInteger,
  failMemberNumber,
  failMemberString,
  failMissing,
  failName,
  failPattern,
  failType,
  hasOnly,
  isAtLeast,
  isAtMost,
  isMultipleOf,
  parse,
  pointer,
  ValidationError,
} from "../../src/runtime/validate/validate.js";
import { own } from "../../src/runtime/validate/values.js";

const checkText: Check<string> = checking((value, at, issues) => {
  if (typeof value !== "string") failType(issues, at, "#", value, "string");
});

test("parse gives the value back, or throws with all that is wrong", () => {
  expect(parse("a", checkText, "Name")).toBe("a");
  const attempt = (): unknown => parse(1, checkText, "Name");
  expect(attempt).toThrow(ValidationError);
  expect(attempt).toThrow("Name is not valid: must be a string");
});

test("an issue has its keyword, where it is, and a message to act on", () => {
  const issues: Issue[] = [];
  const schema = "#/components/schemas/Pet/properties/name";
  fail(issues, "/name", schema, "minLength", "must have at least 1 character", { limit: 1 });
  expect(issues).toEqual([
    {
      path: "/name",
      schema: "#/components/schemas/Pet/properties/name/minLength",
      keyword: "minLength",
      params: { limit: 1 },
      message: "must have at least 1 character",
    },
  ]);
});

test.each<[string, (issues: Issue[]) => void, string | RegExp]>([
  [
    "type",
    (issues) => failType(issues, "", "#", "1", ["integer", "null"]),
    'must be an integer or null, is "1"',
  ],
  [
    "enum",
    (issues) => failEnum(issues, "", "#", 5, ["a", 'b"c', 3, null]),
    'must be "a", "b\\"c", 3 or null, is 5',
  ],
  [
    "enum",
    (issues) => failEnum(issues, "", "#", 5, []),
    "must not be here: no value is valid, is 5",
  ],
  [
    "enum",
    (issues) =>
      failEnum(
        issues,
        "",
        "#",
        "x",
        Array.from({ length: 22 }, (_, i) => i),
      ),
    /19 or one of 2 more, is "x"$/,
  ],
  ["required", (issues) => failMissing(issues, "", "#", "id"), 'must have "id"'],
  [
    "format",
    (issues) => failFormat(issues, "", "#", "x", dateFormat),
    'must be a date, such as 2026-03-14, is "x"',
  ],
  ["pattern", (issues) => failPattern(issues, "", "#", "x", /^a"/), 'must match ^a", is "x"'],
  ["propertyNames", (issues) => failName(issues, "", "#", "a"), 'must not have the name "a"'],
  [
    "maxDepth",
    (issues) => failDepth(issues, "", "#"),
    "must not be nested deeper than 1000 levels",
  ],
])("the message of %s", (keyword, tell, message) => {
  const issues: Issue[] = [];
  tell(issues);
  expect(issues[0]).toMatchObject({ keyword, schema: `#/${keyword}` });
  expect(issues[0]?.message).toMatch(message);
});

test("a member is missing or of another type", () => {
  const issues: Issue[] = [];
  failMember(issues, "/a", "#", "id", undefined, "integer");
  failMember(issues, "/a", "#", "id", "1", "integer");
  expect(issues.map(({ path, schema, message }) => [path, schema, message])).toEqual([
    ["/a", "#/required", 'must have "id"'],
    ["/a/id", "#/properties/id/type", 'must be an integer, is "1"'],
  ]);
});

test.each([
  ["string", failMemberString],
  ["integer", failMemberInteger],
  ["number", failMemberNumber],
  ["boolean", failMemberBoolean],
] as const)("a member that is no %s is told as any other type is", (type, tell) => {
  const [issues, expected]: [Issue[], Issue[]] = [[], []];
  const elsewhere = "#/elsewhere";
  for (const [value, own] of [[undefined], [null], [undefined, elsewhere], [null, elsewhere]]) {
    tell(issues, "/a", "#", "id", value, own ?? undefined);
    failMember(expected, "/a", "#", "id", value, type, own ?? undefined);
  }
  expect(issues).toEqual(expected);
});

test("members that are missing", () => {
  const issues: Issue[] = [];
  for (const name of ["y", "z"]) failMissing(issues, "/a", "#", name);
  expect(issues.map(({ path, params }) => [path, params["property"]])).toEqual([
    ["/a", "y"],
    ["/a", "z"],
  ]);
});

test("lengths are in characters, and a lone surrogate is one", () => {
  expect(isAtLeast("💩💩", 2)).toBe(true);
  expect(isAtLeast("💩💩", 3)).toBe(false);
  expect(isAtMost("💩💩", 2)).toBe(true);
  expect(isAtMost("💩💩", 1)).toBe(false);
  expect(isAtMost("\ud800", 1)).toBe(true);
  expect(isAtLeast("\udc00\ud800", 2)).toBe(true);
  expect(isAtMost("a".repeat(9), 8)).toBe(false);
});

test("multiples are exact in decimals", () => {
  for (const [value, divisor] of [
    [0.3, 0.1],
    [0.7, 0.1],
    [1.1, 0.1],
    [3e-7, 1e-7],
    [7.5, 2.5],
    [1e300, 2.5],
    [19.99, 0.01],
    [1e308, 0.5],
    [0, 0.1],
  ] as const)
    expect([value, divisor, isMultipleOf(value, divisor)]).toEqual([value, divisor, true]);
  for (const [value, divisor] of [
    [0.35, 0.1],
    [1e-9, 0.1],
    [1e-8, 1e-7],
    [7.6, 2.5],
    [1e308, 0.123456789],
    [5, 2],
  ] as const)
    expect([value, divisor, isMultipleOf(value, divisor)]).toEqual([value, divisor, false]);
});

test("equality looks at own members, in any order", () => {
  expect(isEqual({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toBe(true);
  expect(isEqual([], {})).toBe(false);
  expect(isEqual({ a: undefined }, {})).toBe(false);
  expect(isEqual({}, JSON.parse('{"__proto__":1}'))).toBe(false);
  expect(isEqual(JSON.parse('{"toString":1}'), { a: 1 })).toBe(false);
  expect(isEqual(0, -0)).toBe(true);
});

describe("isUnique", () => {
  test.each([
    [[1, true, "1", null, [], {}, 0, false, ""]],
    [
      [
        { a: 1, b: 2 },
        { a: 2, b: 1 },
      ],
    ],
    [[["a,b"], ["a", "b"], ['a"', '","b']]],
  ])("%j has no item twice, in short lists and long ones", (items) => {
    const filler = Array.from({ length: 30 }, (_, i) => `filler ${i}`);
    expect(isUnique(items)).toBe(true);
    expect(isUnique([...items, ...filler])).toBe(true);
    const again = structuredClone(items[0]);
    expect(isUnique([...items, again])).toBe(false);
    expect(isUnique([...items, ...filler, again])).toBe(false);
  });

  test("takes time in proportion to the number of objects", () => {
    const items = Array.from({ length: 20_000 }, (_, i) => ({ b: i, a: [i] }));
    const start = performance.now();
    expect(isUnique(items)).toBe(true);
    expect(isUnique([...items, { a: [5], b: 5 }])).toBe(false);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

test("members that are undefined are not there", () => {
  const isKnown = (key: string): boolean => key === "a" || key === "b";
  expect(countMembers({ a: 1, b: undefined })).toBe(1);
  expect(hasOnly({ a: 1, c: undefined }, isKnown, 1)).toBe(true);
  expect(hasOnly({ a: 1, c: 1 }, isKnown, 1)).toBe(false);
  expect(hasOnly({ a: 1, b: 1 }, isKnown, 2)).toBe(true);
  expect(own({}, "toString")).toBeUndefined();
  expect(own(JSON.parse('{"__proto__":1}'), "__proto__")).toBe(1);
});

test("the place of a member, whichever was asked for before it", () => {
  const long = "~".repeat(200);
  const keys = ["", "b/c~d", "b/c~d", "b", long, long, "b", "b/c~d", ""];
  expect(keys.map((key) => pointer("/a", key))).toEqual([
    "/a/",
    "/a/b~1c~0d",
    "/a/b~1c~0d",
    "/a/b",
    `/a/${"~0".repeat(200)}`,
    `/a/${"~0".repeat(200)}`,
    "/a/b",
    "/a/b~1c~0d",
    "/a/",
  ]);
});

describe("alternatives", () => {
  const text: Explain = (value, at, issues) => {
    if (typeof value !== "string") failType(issues, at, "#/0", value, "string");
  };
  const pet: Explain = (value, at, issues) => {
    if (typeof value !== "object" || value === null)
      return failType(issues, at, "#/1", value, "object");
    if (!("name" in value)) failMissing(issues, at, "#/1", "name");
    if (!("id" in value)) failMissing(issues, at, "#/1", "id");
  };
  const told = (
    call: typeof explainAnyOf | typeof explainOneOf,
    value: unknown,
    branches: readonly Explain[],
  ): string[] => {
    const issues: Issue[] = [];
    call(value, "", "#", "oneOf", issues, branches);
    return issues.map(({ message }) => message);
  };

  test("of another type than all are told by their types", () => {
    expect(told(explainAnyOf, 1, [text, pet])).toEqual(["must be a string or an object, is 1"]);
  });

  test("are told for the nearest", () => {
    expect(told(explainAnyOf, { name: "Rex" }, [text, pet])).toEqual(['must have "id"']);
    expect(told(explainOneOf, {}, [text, pet])).toEqual(['must have "name"', 'must have "id"']);
  });

  test("are told for the one that is only not well written, if there is one", () => {
    const dated: Explain = (value, at, issues) => {
      const { name } = value as { readonly name?: unknown };
      return failFormat(issues, at + "/name", "#/2", name, dateFormat);
    };
    expect(told(explainAnyOf, { name: "Rex" }, [dated, named])).toEqual([
      'must be a date, such as 2026-03-14, is "Rex"',
    ]);
  });

  /** Knows the members `name` and `title`, and must have the second. */
  const named: Explain = (value, at, issues) => {
    const { name } = value as { readonly name?: unknown };
    failMember(issues, at, "#/4", "name", name, "integer");
    return failMissing(issues, at, "#/4", "title");
  };
  const owned: Explain = (value, at, issues) => {
    const { owner } = value as { readonly owner?: unknown };
    if (typeof owner !== "object") return failMember(issues, at, "#/3", "owner", owner, "object");
    failMissing(issues, at + "/owner", "#/3", "name");
    return failMissing(issues, at + "/owner", "#/3", "street");
  };

  test("are told for the one that has the members, also if more is wrong inside of these", () => {
    expect(told(explainAnyOf, { owner: {} }, [pet, named, owned])).toEqual([
      'must have "name"',
      'must have "street"',
    ]);
  });

  test("are told all if the members belong to none, or to each", () => {
    expect(told(explainAnyOf, { other: 1 }, [pet, owned, text])).toEqual([
      'must match exactly one alternative: must have "name" and "id", or must have "owner", or must be a string',
    ]);
    const value = { title: "a" };
    const numbered: Explain = (_, at, issues) => {
      failType(issues, at + "/title", "#/5", "a", "integer");
      return failMissing(issues, at, "#/5", "id");
    };
    const spelled: Explain = (_, at, issues) => {
      failType(issues, at + "/title", "#/6", "a", "integer");
      return failMissing(issues, at, "#/6", "name");
    };
    expect(told(explainAnyOf, value, [numbered, spelled])).toEqual([
      'must be an integer, is "a"',
      'must match exactly one alternative: must have "id", or must have "name"',
    ]);
    expect(
      told(
        explainAnyOf,
        { other: 1 },
        Array.from({ length: 9 }, (_, i) => owner(i)),
      ),
    ).toEqual([expect.stringMatching(/^must match .* or one of 4 more$/)]);
  });

  const owner =
    (index: number): Explain =>
    (_, at, issues) =>
      failMissing(issues, at, "#", `member ${index}`);

  test("that match more than once are counted", () => {
    expect(told(explainOneOf, "a", [text, pet, text])).toEqual([
      "must match exactly one alternative, but matches 2",
    ]);
    expect(told(explainOneOf, "a", [text, pet])).toEqual([]);
  });

  test("that are named are preferred", () => {
    const issues: Issue[] = [];
    const never: Explain = (_, at, found) => fail(found, at, "#/2", "not", "must not be");
    const hint = { value: "pet", branches: { pet: 1, other: 0 } };
    explainAnyOf({}, "", "#", "anyOf", issues, [never, pet], hint);
    expect(issues).toHaveLength(2);
  });
});

test("a check is a Standard Schema", () => {
  const { "~standard": standard } = standardSchema(checkText);
  expect(standard).toMatchObject({ version: 1, vendor: "specsmith" });
  expect(standard.validate("a")).toEqual({ value: "a" });
  expect(standard.validate(1)).toEqual({
    issues: [{ message: "must be a string, is 1", path: [] }],
  });
  const nested = standardSchema(
    checking((_value, at, issues) => fail(issues, at + "/a~1b/0/1", "#", "not", "must not be")),
  );
  const result = nested["~standard"].validate({ "a/b": [{ 1: true }] });
  expect(result.issues?.[0]?.path).toEqual(["a/b", 0, "1"]);
});
