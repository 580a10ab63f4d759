import { describe, expect, test } from "vitest";
import { code, name } from "../../../src/emit/code.js";
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
} from "../../../src/emitters/validators/condition.js";

const a = compare(name("a"), ">", 1);
const b = atom(code`isB(b)`);

describe("conditions", () => {
  test("are printed in both polarities without `!(…)`", () => {
    expect(yes(all([a, any([b, a])])).text).toBe("a > 1 && (isB(b) || a > 1)");
    expect(no(all([a, any([b, a])])).text).toBe("a <= 1 || (!isB(b) && a <= 1)");
  });

  test("are themselves when they are turned twice", () => {
    expect(not(not(a))).toBe(a);
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

  test("may be as many as an object has members", () => {
    const many = all(Array.from({ length: 200_000 }, () => b));
    expect(no(all([many, a])).text).toMatch(/ \|\| a <= 1$/);
  });
});
