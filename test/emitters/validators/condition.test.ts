import { describe, expect, test } from "vitest";
import { code, json, name, str } from "../../../src/emit/code.js";
import {
  all,
  any,
  atom,
  compare,
  isAlways,
  isNever,
  no,
  not,
  yes,
} from "../../../src/emitters/validators/code/statement.js";

const a = compare(name("a"), ">", 1);
const b = atom(code`isB(b)`);
const c = atom(code`isC(c)`);
const isText = compare(code`typeof v`, "===", str("string"));
const is = (value: unknown) => compare(name("v"), "===", json(value));

describe("conditions", () => {
  test("are printed in both polarities without `!(…)`", () => {
    expect(yes(all([a, any([b, c])])).text).toBe("a > 1 && (isB(b) || isC(c))");
    expect(no(all([a, any([b, c])])).text).toBe("a <= 1 || (!isB(b) && !isC(c))");
  });

  test("are themselves when they are turned twice", () => {
    for (const print of [yes, no]) expect(print(not(not(a))).text).toBe(print(a).text);
    expect(yes(not(not(all([a, b])))).text).toBe("a > 1 && isB(b)");
  });

  test("of none are always or never true, also among others", () => {
    expect([isAlways(all([])), isNever(any([])), isAlways(not(any([])))]).toEqual([
      true,
      true,
      true,
    ]);
    expect(isNever(all([a, any([])]))).toBe(true);
    expect(all([a, all([])])).toBe(a);
  });

  test.each([
    ["a > 1", all([a, any([b, a])])],
    ["a > 1", any([a, all([b, a])])],
    ['typeof v === "string"', any([isText, all([isText, b])])],
    ['typeof v === "string"', any([isText, is("x")])],
    ['typeof v === "string" || v === 1', any([isText, is(1)])],
    ['typeof v !== "string"', any([not(isText), is(1), is(null)])],
    ['typeof v !== "string" || v === "x"', any([not(isText), is("x")])],
    [
      'typeof v !== "string" || (typeof v === "string" && isB(b))',
      any([not(isText), all([isText, b])]),
    ],
    ['typeof v === "string" && v === "x"', all([isText, is("x")])],
  ])("leave out what another one makes needless: %s", (text, condition) => {
    expect(yes(condition).text).toBe(text);
  });

  test("may be as many as an object has members", () => {
    const many = all(Array.from({ length: 200_000 }, () => b));
    expect(no(all([many, a])).text).toMatch(/ \|\| a <= 1$/);
  });
});
