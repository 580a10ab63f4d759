import * as fc from "fast-check";
import { expect, test } from "vitest";
import { exactJsonWith, type Int64Places } from "../../src/runtime/wire/json/exact.js";

const places: Int64Places = {
  Node: {
    members: { id: "int64", next: "Node", toString: "int64", ["__proto__"]: "Node" },
    also: [{ place: "Extra" }, { place: "Tagged", when: { kind: ["big"] } }],
  },
  Extra: { members: { list: "List", map: "Map", pair: "Pair" } },
  Tagged: { members: { size: "int64" } },
  List: { items: "int64" },
  Map: { members: { plain: "" }, matching: [["^x-", "Node"]], others: "int64" },
  Pair: { first: ["", "int64"], items: "Node" },
};
const bigints = exactJsonWith(places, "bigint");
const digits = exactJsonWith(places, "string");
const long = "9007199254740993";

test("int64s are what they are in their places, and nowhere else", () => {
  const text = `{"id":${long},"other":1,"list":[1,${long}],"map":{"plain":2,"x-a":{"id":3},"b":4},"pair":[5,6,{"id":7}],"kind":"big","size":8,"next":{"size":9}}`;
  expect(bigints("Node").read(text)).toEqual({
    id: 9007199254740993n,
    other: 1,
    list: [1n, 9007199254740993n],
    map: { plain: 2, "x-a": { id: 3n }, b: 4n },
    pair: [5, 6n, { id: 7n }],
    kind: "big",
    size: 8n,
    next: { size: 9 },
  });
  expect(digits("Node").read(text)).toMatchObject({ id: long, list: ["1", long], size: "8" });
  expect(bigints("Node").write(bigints("Node").read(text))).toBe(text);
  expect(digits("Node").write(digits("Node").read(text))).toBe(text);
});

test("a value that is nothing but an int64", () => {
  expect(bigints("int64").read(long)).toBe(9007199254740993n);
  expect(bigints("int64").write(9007199254740993n)).toBe(long);
  expect(digits("int64").write(long)).toBe(long);
});

test.each([
  ["text", "5"],
  ["fraction", 1.5],
  ["null", null],
  ["object", { a: 1 }],
])("what is no integer stays what it is: %s", (_, id) => {
  const text = JSON.stringify({ id });
  expect(bigints("Node").read(text)).toEqual({ id });
  expect(bigints("Node").write({ id })).toBe(text);
});

test("texts that look like what stands for a long integer stay texts", () => {
  const tricks = ["\u00005", `\u0000${long}`, `a"\u0000${long}`, `",${long},"`, `[${long}]`, ":-"];
  for (const trick of tricks) {
    const value = {
      id: 9007199254740993n,
      [trick]: trick,
      a: [trick, `x${trick}`],
      next: { id: trick },
    };
    const text = JSON.stringify({ ...value, id: 0 }).replace('"id":0', `"id":${long}`);
    expect(bigints("Node").read(text), JSON.stringify(trick)).toEqual(value);
    expect(bigints("Node").write(value)).toBe(text);
    expect(digits("Node").read(text)).toEqual({ ...value, id: long });
    expect(digits("Node").write({ ...value, id: long })).toBe(text);
  }
});

test("members that every object seems to have", () => {
  const text = `{"__proto__":{"id":${long}},"toString":${long}}`;
  const value = bigints("Node").read(text) as object;
  expect(Object.keys(value)).toEqual(["__proto__", "toString"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(bigints("Node").write(value)).toBe(text);
  expect(bigints("Node").read("{}")).toEqual({});
  expect(({} as Record<string, unknown>)["id"]).toBeUndefined();
});

test("the value that is written is not changed, and says itself what its JSON is", () => {
  const inner = Object.freeze({ id: 9007199254740993n });
  const value = Object.freeze({ id: 1n, next: inner, list: Object.freeze([2n]) });
  expect(bigints("Node").write(value)).toBe(`{"id":1,"next":{"id":${long}},"list":[2]}`);
  expect(bigints("Node").write({ next: { toJSON: () => "x" }, id: 5n })).toBe(
    '{"next":"x","id":5}',
  );
});

test("what is no JSON is an error", () => {
  for (const text of ["", "{", `{"id":${long}`, "01", "[1,]"])
    expect(() => bigints("Node").read(text)).toThrow(SyntaxError);
});

test("places that are thousands of levels deep", () => {
  const levels = Array.from({ length: 20_000 }, (_, level) => level);
  const places = Object.fromEntries(
    levels.map((level) => [`P${level}`, { members: { id: "int64", a: `P${level + 1}` } }]),
  );
  const { read } = exactJsonWith(places, "bigint")("P0");
  expect(read('{"a":{"a":{"id":1}}}')).toEqual({ a: { a: { id: 1n } } });
});

test("depth is no danger", () => {
  const text = `${'{"next":'.repeat(100_000)}{"id":${long}}${"}".repeat(100_000)}`;
  expect(() => bigints("Node").read(text)).not.toThrow();
  const near = `${'{"next":'.repeat(500)}{"id":${long}}${"}".repeat(500)}`;
  expect(bigints("Node").write(bigints("Node").read(near))).toBe(near);
});

test("any value is read as JSON.parse reads it, but for int64s, and written as it was", () => {
  const id = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
  const value = fc.record({ id, rest: fc.jsonValue(), map: fc.dictionary(fc.string(), id) });
  fc.assert(
    fc.property(value, ({ id, rest, map }) => {
      const entries = Object.entries(map).filter(
        ([name]) => name !== "plain" && !name.startsWith("x-"),
      );
      const members = entries.map(([name, one]) => `${JSON.stringify(name)}:${one}`);
      const text = `{"id":${id},"rest":${JSON.stringify(rest)},"map":{${members.join(",")}}}`;
      const read = bigints("Node").read(text) as { id: unknown; rest: unknown; map: object };
      expect(read.id).toBe(id);
      expect(read.rest).toEqual(JSON.parse(JSON.stringify(rest)));
      expect(Object.entries(read.map).length).toBe(entries.length);
      for (const [name, one] of Object.entries(read.map)) expect(one).toBe(map[name]);
      expect(JSON.parse(bigints("Node").write(read) ?? "")).toEqual(JSON.parse(text));
      expect(bigints("Node").write(read)).toContain(`"id":${id},`);
      const inDigits = digits("Node").read(text);
      expect(digits("Node").write(inDigits)).toBe(bigints("Node").write(read));
    }),
    { numRuns: 500 },
  );
});
