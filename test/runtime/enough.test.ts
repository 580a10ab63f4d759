import { describe, expect, test } from "vitest";
import type * as enough from "../../src/runtime/validate/enough.js";
import type { Issue, Judge } from "../../src/runtime/validate/issue.js";
import type * as readers from "../../src/runtime/client/replies/readers.js";
import { issueAt } from "../../src/runtime/validate/shape.js";
import type { StandardSchema } from "../../src/runtime/validate/standard.js";
import { ValidationError } from "../../src/runtime/validate/validate.js";
import { emitExpected, emitValidators, load, modelOf } from "../emitters/generated.js";
import { SchemaGraph } from "../emitters/schema-graph.js";

const names = Array.from({ length: 60 }, (_, index) => `member${index}`);
const ref = (name: string): unknown => ({ $ref: `#/components/schemas/${name}` });
const wide = (prefix: string): Record<string, unknown> => ({
  type: "object",
  required: names.map((name) => prefix + name),
  properties: Object.fromEntries(names.map((name) => [prefix + name, { type: "string" }])),
});

const schemas: Readonly<Record<string, unknown>> = {
  Wide: wide(""),
  Other: wide("other "),
  List: { type: "array", items: ref("Wide") },
  Map: { type: "object", additionalProperties: ref("Wide") },
  Closed: { type: "object", properties: { a: {} }, additionalProperties: false },
  Unions: { type: "array", items: { anyOf: [ref("Wide"), ref("Other")] } },
  OneOfLists: { oneOf: [ref("List"), { type: "array", items: ref("Other") }] },
  Lists: { type: "array", items: ref("List") },
  Texts: { type: "array", items: { type: "string", pattern: "^a+$" } },
};
const graph = new SchemaGraph().components({ components: { schemas } });
const model = modelOf(graph);
// The checks and what limits them are of one runtime.
const runtime = `export { issuesOf, limited, someOf } from "./runtime/validate/enough.js";
export { judge } from "./runtime/client/replies/readers.js";`;
const module = await load((await emitValidators(model)).text, emitExpected(model) + runtime);
const { issuesOf, limited, someOf, judge } = module as unknown as typeof enough & typeof readers;

const count = 5000;
const empty = (): unknown => ({});

/** Values of which almost everything is wrong, by the schema that they are for. */
const hostile: Readonly<Record<string, () => unknown>> = {
  List: () => Array.from({ length: count }, empty),
  Map: () => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, {}])),
  Closed: () => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i])),
  Unions: () => Array.from({ length: count }, empty),
  OneOfLists: () => Array.from({ length: count }, empty),
  Lists: () => Array.from({ length: count / 50 }, () => Array.from({ length: 50 }, empty)),
  Texts: () => Array.from({ length: count }, () => "b".repeat(1000)),
};

/** The value, and how often a member of a part of it was asked for. */
function counted(value: unknown): { readonly value: unknown; readonly steps: () => number } {
  let steps = 0;
  const wrap = (one: unknown): unknown =>
    typeof one !== "object" || one === null
      ? one
      : new Proxy(one, {
          get: (target, key) => {
            steps++;
            return wrap(Reflect.get(target, key));
          },
        });
  return { value: wrap(value), steps: () => steps };
}

const lettersOf = (issues: readonly Issue[]): number =>
  issues.reduce((sum, { path, message }) => sum + path.length + message.length, 0);

/** Each way to check a value that stops by itself, and what it tells. */
const ways: Readonly<Record<string, (name: string, value: unknown) => readonly unknown[]>> = {
  limited: (name, value) => issuesOf(module[`check${name}`] as Judge, value),
  parse: (name, value) => {
    try {
      module[`parse${name}`]?.(value);
      return [];
    } catch (error) {
      if (!(error instanceof Error) || !("issues" in error)) throw error;
      expect(error.message.length).toBeLessThan(80_000);
      return error.issues as ValidationError["issues"];
    }
  },
  schema: (name, value) => {
    const schema = module[`${name}Schema`] as unknown as StandardSchema<unknown>;
    return schema["~standard"].validate(value).issues ?? [];
  },
  data: (name, value) => {
    const issues: Issue[] = [];
    judge(module[`match${name}`] as Judge, value, issues, "/body");
    return issues;
  },
};

describe.each(Object.keys(hostile))("a hostile value of %s", (name) => {
  test.each(Object.keys(ways))("stops %s", (way) => {
    const { value, steps } = counted(hostile[name]?.());
    const issues = ways[way]?.(name, value) ?? [];
    expect(issues.length).toBeGreaterThan(0);
    expect(issues.length).toBeLessThanOrEqual(100);
    // To ask for the names of an object, or for its length, is none of these steps.
    expect(steps()).toBeLessThan(12 * count + 10_000);
  });
});

test("a check by itself tells everything, and with limits as much as they say", () => {
  const value = hostile["List"]?.();
  const all: Issue[] = [];
  expect(module["checkList"]?.(value, all)).toBe(false);
  expect(all).toHaveLength(60 * count);
  const some: Issue[] = [];
  expect(limited(module["checkList"] as Judge, { issues: 7 })(value, some)).toBe(false);
  expect(some).toEqual(all.slice(0, 7));
  const short: Issue[] = [];
  expect(limited(module["checkList"] as Judge, { characters: 100 })(value, short)).toBe(false);
  expect(lettersOf(short)).toBeLessThanOrEqual(100);
  const valid = Array.from({ length: 3 }, () => Object.fromEntries(names.map((one) => [one, ""])));
  expect(limited(module["checkList"] as Judge, { issues: 1 })(valid, [])).toBe(true);
});

test("names of a value that are as long as it is do not get into issues in whole", () => {
  const value = { ["x".repeat(1_000_000)]: 1, ["y".repeat(1_000_000)]: 1 };
  const issues = issuesOf(module["checkClosed"] as Judge, value);
  expect(issues).toHaveLength(1);
  expect(JSON.stringify(issues).length).toBeLessThan(3000);
});

test("what a check throws goes on", () => {
  const broken = limited(() => {
    throw new RangeError("no limit");
  });
  expect(() => broken(1, [])).toThrow(RangeError);
});

test("of issues that are there already, as many are kept as are enough", () => {
  const many = Array.from({ length: 300 }, (_, index) => issueAt(`/${index}`, "type", "is wrong"));
  expect(someOf(many)).toEqual(many.slice(0, 100));
  expect(someOf(many.slice(0, 3))).toEqual(many.slice(0, 3));
  const long = many.map((issue) => ({ ...issue, message: "x".repeat(10_000) }));
  expect(someOf(long)).toEqual(long.slice(0, 6));
});
