import { describe, expect, test } from "vitest";
import { type Projections, projectBy } from "../../src/runtime/server/replies/projection.js";

const places: Projections = {
  Person: {
    members: ["id", "name", "manager", "friends", "constructor", "__proto__"],
    inside: { manager: "Person", friends: { items: "Person" }, ["__proto__"]: "Person" },
  },
  People: { items: "Person" },
  ByName: { inside: { count: "" }, others: "Person" },
  Open: { without: ["secret"], inside: { owner: "Person" } },
};
const only = projectBy(places);

function sent(place: string, value: unknown): unknown {
  return only(place).take(value);
}

test("what has nothing to leave out is handed on as it is, with all that is in it", () => {
  const person = { id: 1, name: "Ada", manager: { id: 2 }, friends: [{ id: 3 }], constructor: 4 };
  expect(sent("Person", person)).toBe(person);
  const people = Array.from({ length: 100 }, () => person);
  expect(sent("People", people)).toBe(people);
  for (const value of [undefined, null, 1, "a", true]) expect(sent("Person", value)).toBe(value);
});

test("what is not declared is left out at any depth, and the value stays what it was", () => {
  const value = {
    hash: "x",
    name: "Ada",
    manager: { id: 2, hash: "x", manager: { hash: "x" } },
    friends: [{ id: 3 }, { id: 4, hash: "x" }],
  };
  const before = structuredClone(value);
  expect(sent("Person", value)).toEqual({
    name: "Ada",
    manager: { id: 2, manager: {} },
    friends: [{ id: 3 }, { id: 4 }],
  });
  expect(value).toEqual(before);
  const result = sent("Person", value) as typeof value;
  expect(result.friends[0]).toBe(value.friends[0]);
});

test("places that are thousands of levels deep", () => {
  const levels = Array.from({ length: 20_000 }, (_, level) => level);
  const deep = projectBy(
    Object.fromEntries(
      levels.map((level) => [`P${level}`, { members: ["a"], inside: { a: `P${level + 1}` } }]),
    ),
  );
  expect(deep("P0").take({ a: { a: 1, b: 2 } })).toEqual({ a: { a: 1 } });
});

test("maps and open objects", () => {
  expect(sent("ByName", { count: { any: 1 }, ada: { id: 1, hash: "x" } })).toEqual({
    count: { any: 1 },
    ada: { id: 1 },
  });
  expect(sent("Open", { secret: 1, more: 2, owner: { id: 1, hash: "x" } })).toEqual({
    more: 2,
    owner: { id: 1 },
  });
  const open = { more: 2 };
  expect(sent("Open", open)).toBe(open);
});

test("members whose names every object knows", () => {
  const value = JSON.parse(
    '{"__proto__":{"id":1,"hash":2},"constructor":3,"toString":4}',
  ) as object;
  const result = sent("Person", value) as object;
  expect(JSON.stringify(result)).toBe('{"__proto__":{"id":1},"constructor":3}');
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
});

describe("objects that are more than their members", () => {
  test("what toJSON gives is what is sent", () => {
    class Row {
      readonly #row = { id: 1, hash: "x" };
      toJSON(key: string): object {
        return { ...this.#row, name: key };
      }
    }
    expect(sent("Person", { manager: new Row() })).toEqual({ manager: { id: 1, name: "manager" } });
    expect(only("People").write([new Row()])).toBe('[{"id":1,"name":"0"}]');
    expect(sent("Person", new Date(0))).toBe("1970-01-01T00:00:00.000Z");
  });

  test("instances, getters and what is inherited", () => {
    class Model {
      id = 1;
      hash = "x";
      get name(): string {
        return "never sent, as JSON has own members only";
      }
    }
    expect(only("Person").write(new Model())).toBe('{"id":1}');
    const inherited = Object.create(
      { hash: "x" },
      { id: { value: 1, enumerable: true } },
    ) as object;
    expect(only("Person").write(inherited)).toBe('{"id":1}');
    expect(
      only("Person").write({
        get name() {
          return "Ada";
        },
        hash: 1,
      }),
    ).toBe('{"name":"Ada"}');
    expect(only("Person").write(new Map([["hash", 1]]))).toBe("{}");
  });

  test("a value that leads back to itself is the error that JSON.stringify has", () => {
    const value: Record<string, unknown> = { id: 1n, hash: "x" };
    value["manager"] = value;
    expect(() => only("Person").write(value)).toThrow(/circular/);
    let deep: object = { id: 1, hash: "x" };
    for (let depth = 0; depth < 1500; depth++) deep = { manager: deep };
    expect(only("Person").write(deep)).not.toContain("hash");
  });
});

test("another writer writes what is left", () => {
  const write = (value: unknown): string => String((value as { id: bigint }).id);
  expect(only("Person", undefined, write).write({ id: 2n ** 60n, hash: "x" })).toBe(
    String(2n ** 60n),
  );
});
