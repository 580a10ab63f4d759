import { asObject, type Checked } from "./checked.js";
import type { Located } from "../document.js";

const limits = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const;
const values = ["const", "default"] as const;

/** Reports integers that JavaScript's numbers round: the values that a schema names, and its limits. */
export function checkNumbers(schema: Located, { diagnostics, files }: Checked): void {
  const value = asObject(schema);
  const check = (number: unknown, way: string, isLimit: boolean): void => {
    if (typeof number !== "number" || !isRounded(number)) return;
    const { file, pointer } = schema.source;
    const source = { file, pointer: `${pointer}/${way}` };
    const written = files.writtenAs(source)?.trim();
    if (written === undefined || !/^[+-]?\d+$/.test(written)) return;
    const exact = BigInt(written.replace("+", ""));
    if (exact === BigInt(number) || (isLimit && ends.has(exact))) return;
    const details = { written, rounded: String(BigInt(number)) };
    diagnostics.report("number-rounded", source, details);
  };
  for (const keyword of limits) check(value[keyword], keyword, true);
  for (const keyword of values) check(value[keyword], keyword, false);
  const list = value["enum"];
  if (Array.isArray(list))
    for (const [index, item] of list.entries()) check(item, `enum/${index}`, false);
}

function isRounded(number: number): boolean {
  return Number.isInteger(number) && !Number.isSafeInteger(number);
}

/** A limit that is as wide as an int64 or uint64 says no more than the format. */
const ends: ReadonlySet<bigint> = new Set([
  2n ** 63n - 1n,
  -(2n ** 63n),
  1n - 2n ** 63n,
  2n ** 64n - 1n,
]);
