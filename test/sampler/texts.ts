import fc from "fast-check";
import type { Keywords } from "../../src/model/types.js";
import { formats } from "./formats.js";
import { least, most } from "./numbers.js";

export type Unit = NonNullable<fc.StringConstraints["unit"]>;

const WIDE = 12;

/** Texts of a format or a pattern if there is one, and of the length that is asked for. */
export function texts(all: readonly Keywords[], unit: Unit): fc.Arbitrary<string> {
  const minLength = least(all, "minLength", 0);
  const maxLength = Math.max(minLength, most(all, "maxLength", Infinity));
  const free = (): fc.Arbitrary<string> =>
    fc.string({ minLength, maxLength: Math.min(maxLength, minLength + WIDE), unit });
  const patterns = all.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]));
  const ofFormats = all.flatMap(({ format }) => (format && formats[format]) || []);
  const ofPatterns = patterns.flatMap((one) => matching(one) ?? []);
  const candidates = [...ofFormats, ...ofPatterns, ...oneAfterAnother(ofPatterns)];
  if (candidates.length === 0) return free();
  const tests = patterns.flatMap((pattern) => expressionOf(pattern) ?? []);
  return sometimes(fc.oneof(...candidates), (text) => {
    const { length } = [...text];
    return length >= minLength && length <= maxLength && tests.every((test) => test.test(text));
  });
}

const known = new Map<string, fc.Arbitrary<string> | undefined>();

/** Texts that match a pattern; undefined where it is none that can be read backwards. Made once: it takes long. */
export function matching(pattern: string): fc.Arbitrary<string> | undefined {
  if (!known.has(pattern)) known.set(pattern, made(pattern));
  return known.get(pattern);
}

function made(pattern: string): fc.Arbitrary<string> | undefined {
  const expression = expressionOf(pattern);
  if (!expression) return undefined;
  try {
    return fc.stringMatching(expression);
  } catch {
    return undefined;
  }
}

export function expressionOf(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""])
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Without the flag, more is allowed.
    }
  return undefined;
}

/** Texts of two patterns or more in one, since a text of the one matches the other by chance only: `^a` and `z$`. */
function oneAfterAnother(all: readonly fc.Arbitrary<string>[]): readonly fc.Arbitrary<string>[] {
  if (all.length < 2) return [];
  return [all, all.toReversed()].map((list) => fc.tuple(...list).map((texts) => texts.join("")));
}

/** As `filter`, but with an end: after some tries, what does not fit is left to the judge. */
function sometimes(
  values: fc.Arbitrary<string>,
  fits: (text: string) => boolean,
): fc.Arbitrary<string> {
  const several = fc.array(values, { minLength: 12, maxLength: 12, size: "max" });
  const best = several.map((list) => list.find(fits) ?? list[0] ?? "");
  return fc.oneof(best);
}
