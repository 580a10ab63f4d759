import fc from "fast-check";
import type { Keywords } from "../../src/model/types.js";

type NumberKeyword =
  | "minimum"
  | "maximum"
  | "exclusiveMinimum"
  | "exclusiveMaximum"
  | "minLength"
  | "maxLength"
  | "minItems"
  | "maxItems"
  | "minProperties"
  | "maxProperties";

/** The greatest of the values of a keyword, and of one that holds otherwise. */
export function least(all: readonly Keywords[], keyword: NumberKeyword, otherwise: number): number {
  return Math.max(otherwise, ...all.flatMap((part) => part[keyword] ?? []));
}

/** The least of the values of a keyword, and of one that holds otherwise. */
export function most(all: readonly Keywords[], keyword: NumberKeyword, otherwise: number): number {
  return Math.min(otherwise, ...all.flatMap((part) => part[keyword] ?? []));
}

const SAFE = Number.MAX_SAFE_INTEGER;

const ranges: Readonly<Record<string, readonly [low: number, high: number]>> = {
  int8: [-128, 127],
  int16: [-32_768, 32_767],
  int32: [-2_147_483_648, 2_147_483_647],
  uint8: [0, 255],
  uint16: [0, 65_535],
  uint32: [0, 4_294_967_295],
  uint64: [0, SAFE],
  "sf-integer": [-999_999_999_999_999, 999_999_999_999_999],
  "sf-decimal": [-999_999_999_999, 999_999_999_999],
};
const whole = /^(u?int\d+|double-int|sf-integer)$/;

/** Numbers between the limits, those at the limits among them, in the steps that are asked for. */
export function numbers(all: readonly Keywords[], isInteger: boolean): fc.Arbitrary<number> {
  const formats = all.flatMap(({ format }) => format ?? []);
  const [lows, highs] = [0, 1].map((i) => formats.flatMap((format) => ranges[format]?.[i] ?? []));
  const low = Math.max(least(all, "minimum", -SAFE), ...(lows ?? []));
  const high = Math.min(most(all, "maximum", SAFE), ...(highs ?? []));
  const after = least(all, "exclusiveMinimum", -Infinity);
  const before = most(all, "exclusiveMaximum", Infinity);
  const steps = all.flatMap(({ multipleOf }) => multipleOf ?? []);
  const isWhole = isInteger || formats.some((format) => whole.test(format));
  const step = Math.max(...steps, isWhole ? 1 : 0);
  const from = Math.max(low, after);
  const to = Math.max(from, Math.min(high, before));
  // ajv divides in binary, which of more steps of a fraction says that they are none.
  const edge = Number.isInteger(step) ? SAFE : 1e6 * step;
  if (step > 0)
    return stepped(step, Math.max(from, Math.min(to, -edge)), Math.min(to, Math.max(from, edge)), {
      after,
      before,
    });
  const fraction = fc
    .double({ min: from, max: to, noNaN: true })
    .map((value) => (formats.includes("float") ? Math.fround(value) : value) + 0);
  const near = [from, to, 0, 0.5, from + 0.25, to - 0.25, Math.round(from + 1)];
  return fc
    .oneof(fraction, fc.constantFrom(...near.filter((value) => value >= from && value <= to)))
    .filter((value) => (value > after && value < before) || from === to);
}

/** Multiples of a step; with few letters, since most people write them so. */
function stepped(
  step: number,
  from: number,
  to: number,
  { after, before }: { readonly after: number; readonly before: number },
): fc.Arbitrary<number> {
  const bounded = (value: number): number => Math.max(-SAFE, Math.min(SAFE, value));
  const first = bounded(Math.ceil(from / step));
  const last = Math.max(first, bounded(Math.floor(to / step)));
  const low = first * step === after && first < last ? first + 1 : first;
  const high = last * step === before && low < last ? last - 1 : last;
  const digits = (/\.(\d+)$/.exec(String(step))?.[1] ?? "").length;
  const shown = (count: number): number =>
    digits === 0 ? count * step : Number((count * step).toFixed(digits));
  return fc.integer({ min: low, max: high }).map((count) => shown(count) + 0);
}

/** Of a schema with int64s as `bigint`. */
export function bigints(all: readonly Keywords[]): fc.Arbitrary<bigint> {
  const isUnsigned = all.some(({ format }) => format === "uint64");
  const low = isUnsigned ? 0n : -(2n ** 63n);
  const high = isUnsigned ? 2n ** 64n - 1n : 2n ** 63n - 1n;
  const min = BigInt(Math.ceil(least(all, "minimum", 0)));
  const step = BigInt(all.find(({ multipleOf }) => multipleOf !== undefined)?.multipleOf ?? 1);
  const near = [low, high, 0n, 2n ** 53n + 1n, min, min + 1n].map((value) => (value / step) * step);
  return fc.constantFrom(...near);
}
