import { expect, test } from "vitest";
import { namesWith } from "../../src/runtime/wire/names.js";

const named = namesWith({
  Tree: {
    names: { left_side: "leftSide", "a/b": "aB" },
    inside: { left_side: "Tree", plain: "" },
    others: "Tree",
    items: "Tree",
  },
  Pair: { inside: { one: { items: { names: { a_b: "aB" } } } } },
});
const tree = named("Tree");

test("members, items and all others have their names, and nothing else is changed", () => {
  const wire = {
    left_side: [{ left_side: 1 }, null],
    plain: { left_side: 1 },
    x: { left_side: "a_b" },
  };
  const code = {
    leftSide: [{ leftSide: 1 }, null],
    plain: { left_side: 1 },
    x: { leftSide: "a_b" },
  };
  expect(tree.read(wire)).toEqual(code);
  expect(tree.write(code)).toEqual(wire);
  expect(tree.read("text")).toBe("text");
  expect(named("Pair").read({ one: [{ a_b: 1 }], two: [{ a_b: 1 }] })).toEqual({
    one: [{ aB: 1 }],
    two: [{ a_b: 1 }],
  });
});

test("what was given stays as it was, and the order of members is kept", () => {
  const wire = Object.freeze({ b: 1, left_side: Object.freeze({ left_side: 2 }), a: 3 });
  expect(JSON.stringify(tree.read(wire))).toBe('{"b":1,"leftSide":{"leftSide":2},"a":3}');
});

test("a name of code that is on the wire exchanges its place with the other", () => {
  const wire = { leftSide: { left_side: 1 }, left_side: 2 };
  const code = tree.read(wire);
  expect(code).toEqual({ left_side: { leftSide: 1 }, leftSide: 2 });
  expect(tree.write(code)).toEqual(wire);
});

test("members that all objects inherit are members like others", () => {
  const text = '{"__proto__":{"left_side":1},"constructor":{"left_side":1},"toString":1}';
  const code = tree.read(JSON.parse(text) as object);
  expect(JSON.stringify(code)).toBe(text.replaceAll("left_side", "leftSide"));
  expect(Object.getPrototypeOf(code)).toBe(Object.prototype);
  expect(JSON.stringify(tree.write(code))).toBe(text);
});

test("a value may be as deep as JSON can be read; one that leads back to itself is refused as by JSON", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 50_000; i++) deep = i % 2 ? [deep] : { left_side: deep };
  let depth = 0;
  for (let at = tree.read(deep); typeof at === "object"; depth++)
    at = Array.isArray(at) ? at[0] : (at as { leftSide: unknown }).leftSide;
  expect(depth).toBe(50_000);
  const circle: { leftSide?: unknown } = {};
  circle.leftSide = [circle, circle];
  expect(() => tree.write(circle)).toThrow(TypeError);
  // The same part at two places is no circle.
  const part = { leftSide: 1 };
  expect(tree.write([part, part])).toEqual([{ left_side: 1 }, { left_side: 1 }]);
});

test("what is not made of members goes on as it is, and toJSON counts", () => {
  const blob = new Blob(["a"]);
  const [date, bytes, buffer] = [new Date(0), new Uint8Array(1), Buffer.from("a")];
  const things = { blob, date, bytes, buffer, none: undefined };
  const code = tree.write(things);
  expect(
    Object.entries(code).every(([key, one]) => one === things[key as keyof typeof things]),
  ).toBe(true);
  class Point {
    leftSide = 1;
  }
  const given = { toJSON: (key: string) => ({ leftSide: key }) };
  expect(tree.write({ a: new Point(), given })).toEqual({
    a: { left_side: 1 },
    given: { left_side: "given" },
  });
});

test("items of a stream are renamed as they come, and its source is ended with it", async () => {
  let isEnded = false;
  async function* source() {
    try {
      yield { left_side: 1 };
      yield { left_side: 2 };
    } finally {
      isEnded = true;
    }
  }
  for await (const item of tree.read(source())) {
    expect(item).toEqual({ leftSide: 1 });
    break;
  }
  expect(isEnded).toBe(true);
  const all: unknown[] = [];
  const given = new Set([{ leftSide: 1 }]) as unknown as AsyncIterable<unknown>;
  for await (const item of tree.write(given)) all.push(item);
  expect(all).toEqual([{ left_side: 1 }]);
});

test("pointers are translated step by step", () => {
  expect(tree.readPointer("/left_side/0/left_side/x")).toBe("/leftSide/0/leftSide/x");
  expect(tree.readPointer("/a~1b/plain/left_side")).toBe("/aB/plain/left_side");
  expect(tree.readPointer("")).toBe("");
});
