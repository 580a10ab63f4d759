import { describe, expect, test } from "vitest";
import { isEqual, isUnique } from "../../src/runtime/validate/equality.js";
import { limited } from "../../src/runtime/validate/enough.js";
import type { Issue, Judge } from "../../src/runtime/validate/issue.js";
import { emitValidators, load, type Module, modelOf } from "../emitters/generated.js";
import { SchemaGraph } from "../emitters/schema-graph.js";
import { isLong } from "../long.js";

const depth = 100_000;

/** `[[[…]]]` or `{"next":{"next":…}}`, without calls that are as deep. */
function nested(levels: number, wrap: (inner: unknown) => unknown, innermost: unknown): unknown {
  let value = innermost;
  for (let level = 0; level < levels; level++) value = wrap(value);
  return value;
}

const ref = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` });
const inArray = (inner: unknown): unknown => [inner];
const inObject = (inner: unknown): unknown => ({ next: inner });

async function moduleOf(schemas: Readonly<Record<string, unknown>>): Promise<Module> {
  const named = new SchemaGraph().components({ components: { schemas } });
  return load((await emitValidators(modelOf(named))).text);
}

function issuesOf(module: Module, name: string, value: unknown): readonly Issue[] {
  const issues: Issue[] = [];
  expect(module[`check${name}`]?.(value, issues)).toBe(issues.length === 0);
  expect(module[`is${name}`]?.(value)).toBe(issues.length === 0);
  return issues;
}

/** Far from a second of the processor, on any machine, where what is measured is in proportion to its input. */
function within(milliseconds: number, work: () => void): void {
  const start = process.cpuUsage();
  work();
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(milliseconds);
}

const recursive = {
  List: {
    type: "object",
    properties: { next: { $ref: "#/components/schemas/List" }, end: { const: true } },
    additionalProperties: false,
  },
  Tree: {
    anyOf: [{ type: "integer" }, { type: "array", items: { $ref: "#/components/schemas/Tree" } }],
  },
  Either: {
    oneOf: [
      { type: "null" },
      {
        type: "object",
        required: ["next"],
        properties: { next: { $ref: "#/components/schemas/Either" } },
      },
    ],
  },
  Part: {
    allOf: [{ type: "object", properties: { next: { $ref: "#/components/schemas/Part" } } }],
    unevaluatedProperties: false,
  },
  Dictionary: { type: "object", additionalProperties: { $ref: "#/components/schemas/Dictionary" } },
  Chosen: {
    if: { type: "array" },
    then: { items: { $ref: "#/components/schemas/Chosen" } },
    else: { type: "integer" },
  },
};

describe("a value that is nested 100,000 deep", async () => {
  const module = await moduleOf(recursive);

  test.each([
    ["List", inObject, {}],
    ["Tree", inArray, 1],
    ["Either", inObject, null],
    ["Part", inObject, {}],
    ["Dictionary", inObject, {}],
    ["Chosen", inArray, 1],
  ] as const)("%s: is refused with an issue", (name, wrap, innermost) => {
    within(5_000, () => {
      const value = nested(depth, wrap, innermost);
      const issues = issuesOf(module, name, value);
      expect(issues.length).toBeGreaterThan(0);
      expect(issues.map(({ keyword }) => keyword)).toContain("maxDepth");
      expect(() => module[`parse${name}`]?.(value)).toThrow(`${name} is not valid`);
      expect(issuesOf(module, name, nested(200, wrap, innermost))).toEqual([]);
    });
  });

  test("is no matter where nothing is asked of it", async () => {
    const free = await moduleOf({ Free: { type: "object" }, Any: {} });
    const value = nested(depth, inObject, {});
    expect(issuesOf(free, "Free", value)).toEqual([]);
    expect(issuesOf(free, "Any", value)).toEqual([]);
  });

  test("is compared", async () => {
    const compared = await moduleOf({
      Few: { uniqueItems: true },
      Listed: { enum: [[[1]], { next: { next: 2 } }] },
      Only: { const: { next: [1] } },
    });
    const value = (end: unknown): unknown => nested(depth, inObject, end);
    within(5_000, () => {
      expect(isEqual(value(1), value(1))).toBe(true);
      expect(isEqual(value(1), value(2))).toBe(false);
      expect(isEqual(nested(depth, inArray, 1), nested(depth, inArray, "1"))).toBe(false);
      expect(issuesOf(compared, "Few", [value(1), value(2)])).toEqual([]);
      expect(issuesOf(compared, "Few", [value(1), value(1)])).toHaveLength(1);
      const many = Array.from({ length: 25 }, (_, end) => nested(depth / 25, inObject, end));
      expect(isUnique(many)).toBe(true);
      expect(isUnique([...many, nested(depth / 25, inObject, 3)])).toBe(false);
      expect(isUnique(many.map((_, end) => nested(depth / 25, inArray, end)))).toBe(true);
      expect(issuesOf(compared, "Listed", value(1))).toHaveLength(1);
      expect(issuesOf(compared, "Only", value(1))).toHaveLength(1);
    });
  });
});

test("values that hold themselves come to an end", () => {
  const circle = (): unknown => {
    const value: Record<string, unknown> = { name: "a" };
    value["self"] = value;
    return value;
  };
  expect(isEqual(circle(), circle())).toBe(true);
  expect(isEqual(circle(), { name: "a" })).toBe(false);
  const many = Array.from({ length: 25 }, circle);
  expect(isUnique(many)).toBe(false);
});

/** What compares each with each takes minutes for these, too. */
const count = isLong ? 1_000_000 : 250_000;

describe(`${count} items under uniqueItems`, async () => {
  const module = await moduleOf({ Set: { type: "array", uniqueItems: true } });

  test.each([
    ["different numbers", (i: number) => i, true],
    ["different texts", (i: number) => `item ${i}`, true],
    ["different objects", (i: number) => ({ id: i, name: "a" }), true],
    ["equal objects", () => ({ id: 1, name: "a" }), false],
    ["equal but for the last two", (i: number) => ({ id: Math.min(i, count - 2) }), false],
  ] as const)("%s", (_, make, unique) => {
    const items = Array.from({ length: count }, (_, i) => make(i));
    within(20_000, () => {
      expect(issuesOf(module, "Set", items)).toHaveLength(unique ? 0 : 1);
    });
  });
});

test("items that are alike up to where they are looked into do not take longer and longer", () => {
  const items = Array.from({ length: 20_000 }, (_, i) => nested(30, inArray, i));
  // Texts with the same number, two letters of which are exchanged for two others.
  const texts = Array.from({ length: 2 ** 14 }, (_, i) => [
    [...i.toString(2).padStart(14, "0")].map((bit) => (bit === "0" ? "Aa" : "BB")).join(""),
  ]);
  within(5_000, () => {
    expect(isUnique(items)).toBe(true);
    expect(isUnique([...items, nested(30, inArray, 7)])).toBe(false);
    expect(isUnique(texts)).toBe(true);
    expect(isUnique([...texts, ["Aa".repeat(14)]])).toBe(false);
  });
});

test("what is equal, at any number of items", () => {
  const fillers = Array.from({ length: 30 }, (_, i) => ({ filler: i }));
  const same: readonly (readonly [unknown, unknown])[] = [
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [[-0], [0]],
    [{ a: -0 }, { a: 0 }],
    [["\ud800"], ["\ud800"]],
  ];
  const different: readonly (readonly [unknown, unknown])[] = [
    [[1], ["1"]],
    [[null], ["null"]],
    [[true], [1]],
    [[[]], [{}]],
    [["\ud800"], ["\\ud800"]],
    [["\ud800"], ["\ufffd"]],
    [["a,b"], ["a", "b"]],
    [{ a: [1] }, { a: 1 }],
    [{}, { a: null }],
    [JSON.parse('{"__proto__":1}'), {}],
    [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}')],
    [JSON.parse('{"toString":1}'), {}],
  ];
  for (const [a, b] of same) {
    expect(isEqual(a, b)).toBe(true);
    expect(isUnique([a, b])).toBe(false);
    expect(isUnique([...fillers, a, b])).toBe(false);
  }
  for (const [a, b] of different) {
    expect(isEqual(a, b)).toBe(false);
    expect(isEqual(b, a)).toBe(false);
    expect(isUnique([a, b])).toBe(true);
    expect(isUnique([...fillers, a, b])).toBe(true);
  }
});

describe("names that every object has", async () => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
  const entries = (make: (name: string) => unknown): Record<string, unknown> =>
    JSON.parse(
      `{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(make(name))}`).join()}}`,
    ) as Record<string, unknown>;
  const module = await moduleOf({
    Required: { type: "object", required: names },
    Typed: { type: "object", properties: entries(() => ({ type: "string" })) },
    Both: { type: "object", required: names, properties: entries(() => ({ type: "string" })) },
    Closed: {
      type: "object",
      properties: entries(() => ({ type: "string" })),
      additionalProperties: false,
    },
    Open: { type: "object", properties: { a: {} }, additionalProperties: { type: "string" } },
    Dependent: { type: "object", dependentRequired: entries(() => ["b"]) },
    Names: { type: "object", propertyNames: { enum: names } },
    Unevaluated: {
      allOf: [{ properties: entries(() => ({ type: "string" })) }],
      unevaluatedProperties: false,
    },
    Limited: { type: "object", maxProperties: 0 },
  });

  test("are not there in an empty object", () => {
    for (const name of ["Required", "Both"])
      expect(issuesOf(module, name, {})).toHaveLength(names.length);
    for (const name of ["Typed", "Closed", "Open", "Dependent", "Names", "Unevaluated", "Limited"])
      expect(issuesOf(module, name, {})).toEqual([]);
  });

  test("are there in an object that has them", () => {
    const texts = entries(() => "x");
    for (const name of ["Required", "Typed", "Both", "Closed", "Open", "Names", "Unevaluated"])
      expect(issuesOf(module, name, texts)).toEqual([]);
    expect(issuesOf(module, "Dependent", texts)).toHaveLength(names.length);
    expect(issuesOf(module, "Limited", texts)).toHaveLength(1);
  });

  test("are checked", () => {
    const numbers = entries(() => 1);
    for (const name of ["Typed", "Both", "Closed", "Open", "Unevaluated"])
      expect(issuesOf(module, name, numbers)).toHaveLength(names.length);
  });

  test("change nothing of what all objects have", () => {
    const value = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"a":1}}}');
    for (const name of ["Required", "Typed", "Both", "Closed", "Open", "Dependent", "Names"])
      issuesOf(module, name, value);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});

describe("texts and numbers at the edge", async () => {
  const module = await moduleOf({
    Two: { type: "string", minLength: 2, maxLength: 2 },
    Any: { type: "string", pattern: "^.$" },
    Zero: { const: 0 },
    Listed: { enum: [0, [0]] },
    Natural: { type: "integer", minimum: 0 },
    Finite: { type: "number" },
    Third: { type: "number", multipleOf: 0.1 },
  });

  test("a lone surrogate is one character", () => {
    expect(issuesOf(module, "Two", "\ud800a")).toEqual([]);
    expect(issuesOf(module, "Two", "\udc00\ud800")).toEqual([]);
    expect(issuesOf(module, "Two", "\ud83d\ude00")).toHaveLength(1);
    expect(issuesOf(module, "Any", "\ud800")).toEqual([]);
    const [issue] = issuesOf(module, "Natural", "\ud800");
    expect(issue?.message).toBe('must be an integer, is "\\ud800"');
  });

  test("-0 is 0", () => {
    for (const name of ["Zero", "Listed", "Natural", "Finite", "Third"])
      expect(issuesOf(module, name, -0)).toEqual([]);
    expect(issuesOf(module, "Listed", [-0])).toEqual([]);
  });

  test("numbers without end are no numbers, and large ones end", () => {
    for (const value of [Infinity, -Infinity, NaN]) {
      expect(issuesOf(module, "Finite", value)).toHaveLength(1);
      expect(issuesOf(module, "Natural", value)).toHaveLength(1);
    }
    within(1_000, () => {
      expect(issuesOf(module, "Third", 1e308)).toEqual([]);
      expect(issuesOf(module, "Third", 5e-324)).toHaveLength(1);
    });
  });
});

test("what a getter throws comes out as it is, and nothing is left behind", async () => {
  const module = await moduleOf({
    Pet: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  });
  const failure = new Error("not now");
  const pet = {
    get name(): string {
      throw failure;
    },
  };
  const issues: Issue[] = [];
  expect(() => module["isPet"]?.(pet)).toThrow(failure);
  expect(() => module["checkPet"]?.(pet, issues)).toThrow(failure);
  expect(() => module["parsePet"]?.(pet)).toThrow(failure);
  expect(issues).toEqual([]);
  expect(issuesOf(module, "Pet", { name: "Rex" })).toEqual([]);
});

describe("branches that only differ far inside", async () => {
  const node = (end: string): unknown => ({
    type: "object",
    properties: { next: { $ref: "#/components/schemas/Node" }, end: { type: end } },
  });
  const module = await moduleOf({
    Node: { oneOf: [node("string"), node("boolean")] },
    Any: { anyOf: [ref("First"), ref("Second"), ref("Third")] },
    First: { type: "array", items: ref("Any"), maxItems: 2 },
    Second: { type: "array", items: ref("Any"), maxItems: 3 },
    Third: { anyOf: [{ type: "integer" }, { type: "array", items: ref("Any"), maxItems: 4 }] },
    Both: { allOf: [ref("Left"), ref("Right")] },
    Left: { type: "object", properties: { next: ref("Both") }, required: ["name"] },
    Right: { type: "object", properties: { next: ref("Both") } },
  });
  const chain = (levels: number, end: unknown, more: object = {}): unknown =>
    nested(levels, (next) => ({ next, ...more }), end);

  test.each([50, 200])("are told apart at once, %i levels deep", (levels) => {
    within(2_000, () => {
      // An odd number of levels in which both branches hold makes neither hold exactly once.
      expect(issuesOf(module, "Node", chain(levels, { end: "a" }))).toHaveLength(1);
      expect(issuesOf(module, "Node", { end: "a" })).toEqual([]);
      expect(issuesOf(module, "Any", nested(levels, inArray, 1))).toEqual([]);
      expect(issuesOf(module, "Any", nested(levels, inArray, "no")).length).toBeGreaterThan(0);
      expect(issuesOf(module, "Both", chain(levels, {}, { name: "a" }))).not.toEqual([]);
      expect(issuesOf(module, "Both", chain(levels, { name: "a" }, { name: "a" }))).toEqual([]);
    });
  });

  test("are too deep in time, too", () => {
    within(5_000, () => {
      for (const [name, value] of [
        ["Node", chain(depth, {})],
        ["Any", nested(depth, inArray, 1)],
        ["Both", chain(depth, {}, { name: "a" })],
      ] as const)
        expect(issuesOf(module, name, value).length).toBeGreaterThan(0);
    });
  });

  test("are asked again when a value has changed", () => {
    const end = { end: "a" as unknown };
    const value = nested(8, inArray, 1) as unknown[];
    expect(issuesOf(module, "Any", value)).toEqual([]);
    let inner: unknown[] = value;
    while (Array.isArray(inner[0])) inner = inner[0] as unknown[];
    inner[0] = end;
    expect(issuesOf(module, "Any", value).length).toBeGreaterThan(0);
  });
});

test("of the issues that alternatives share, no more are looked for than are told", async () => {
  const plain = { properties: { list: { items: { type: "object", required: ["id"] } } } };
  const tagged = { type: "object", required: ["k"], allOf: [plain] };
  const module = await moduleOf({ Same: { oneOf: [{ allOf: [plain] }, tagged] } });
  const readsOf = (count: number): number => {
    let reads = 0;
    const item = new Proxy({}, { get: () => void reads++ });
    const issues: Issue[] = [];
    const check = limited(module["checkSame"] as Judge);
    expect(check({ list: Array.from({ length: count }, () => item) }, issues)).toBe(false);
    expect(issues.length).toBeGreaterThan(90);
    return reads;
  };
  expect(readsOf(100_000)).toBe(readsOf(1000));
});
