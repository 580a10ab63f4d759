import { largest, smallest } from "./limits.js";
import { type Scope, none } from "./scope.js";
import type { Shape } from "./shape.js";
import { usualNumbers } from "./names.js";

type Limit = "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum";

const SAFE = Number.MAX_SAFE_INTEGER;

/** The formats of integers, with their limits. */
const ranges: ReadonlyMap<string, readonly [low: number, high: number]> = new Map([
  ["int8", [-128, 127]],
  ["int16", [-32_768, 32_767]],
  ["int32", [-2_147_483_648, 2_147_483_647]],
  ["int64", [-SAFE, SAFE]],
  ["uint8", [0, 255]],
  ["uint16", [0, 65_535]],
  ["uint32", [0, 4_294_967_295]],
  ["uint64", [0, SAFE]],
  ["double-int", [-SAFE, SAFE]],
  ["sf-integer", [-999_999_999_999_999, 999_999_999_999_999]],
]);

/** A number between the limits, near to what a member of this name usually is. */
export function makeNumber(
  shapes: readonly Shape[],
  type: "integer" | "number" | "bigint",
  { random, name }: Scope,
): unknown {
  const formats = shapes.flatMap(({ format = "" }) => {
    const range = ranges.get(format);
    return range ? [range] : [];
  });
  const isWhole = type !== "number" || formats.length > 0;
  const of = (limit: Limit): readonly number[] => shapes.flatMap((shape) => shape[limit] ?? []);
  const low = largest(
    [...formats.map(([least]) => least), ...of("minimum"), ...of("exclusiveMinimum")],
    -SAFE,
  );
  const high = smallest(
    [...formats.map(([, most]) => most), ...of("maximum"), ...of("exclusiveMaximum")],
    SAFE,
  );
  const isInside = (value: number): boolean =>
    value >= low &&
    value <= high &&
    of("exclusiveMinimum").every((limit) => value > limit) &&
    of("exclusiveMaximum").every((limit) => value < limit);
  const usual = usualNumbers(name, isWhole);
  const steps = shapes.flatMap(({ multipleOf }) => multipleOf ?? []);
  const isFloat = shapes.some(({ format }) => format === "float");
  const step = largest(steps, isWhole ? 1 : steps.length > 0 ? 0 : isFloat ? 0.25 : usual.step);
  const [from, to] = nearest(usual, low, high, step);
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  const digits = (/\.(\d+)$/.exec(String(step))?.[1] ?? "").length;
  const candidates = [
    random.between(first, Math.max(first, last)),
    first,
    first + 1,
    last,
    last - 1,
  ];
  const values = candidates.map((count) => Number((count * step).toFixed(digits)) + 0);
  const middle = isWhole || steps.length > 0 ? [] : [(low + high) / 2, low, high];
  const found = [...values, ...middle].find(isInside);
  if (found === undefined) return none;
  return type === "bigint" ? BigInt(found) : found;
}

/** The part of what is usual that the limits leave; else so many steps next to that limit that is nearer to it. */
function nearest(
  usual: { readonly low: number; readonly high: number },
  low: number,
  high: number,
  step: number,
): readonly [from: number, to: number] {
  const from = Math.max(usual.low, low);
  const to = Math.min(usual.high, high);
  if (Math.ceil(from / step) <= Math.floor(to / step)) return [from, to];
  return low > usual.low
    ? [low, Math.min(high, low + 100 * step)]
    : [Math.max(low, high - 100 * step), high];
}
