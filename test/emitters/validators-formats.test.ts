import { expect, test } from "vitest";
import { formatTests, uncheckedFormats } from "../../src/emitters/validators/code/formats.js";
import { lastToken } from "../../src/common/pointers.js";
import { isLanguage } from "../../src/runtime/validate/formats/language.js";
import * as structuredFields from "../../src/runtime/validate/formats/structured-fields.js";
import * as formats from "../../src/runtime/validate/formats/tests.js";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { isSafeInteger } from "../../src/runtime/validate/values.js";
import { modelOf } from "../model/model.js";
import { emitValidators, load } from "./generated.js";
import { compilerFaults } from "./validators-compiled.js";

/** What is accepted of a format by itself is tested in `test/runtime/formats.test.ts`. */
const functions = {
  ...formats,
  ...structuredFields,
  isLanguage,
  isSafeInteger,
} as unknown as Readonly<Record<string, (value: unknown) => boolean>>;

const types: readonly (readonly string[])[] = [
  [],
  ...["string", "number", "integer", "boolean", "array", "object"].map((type) => [type]),
  ["string", "number"],
  ["string", "integer"],
  ["integer", "boolean"],
];
const names = [...formatTests.keys(), ...uncheckedFormats, "unheard-of"];

const texts =
  `|a|x y|1|-1|1.5|9223372036854775807|9223372036854775808|18446744073709551615|2026-03-14
2026-03-14T09:30:00Z|2026-03-14T09:30:00|09:30:00Z|09:30:00|P1D|joe@example.com|jöe@exämple.com|example.com
exämple.com|10.0.0.1|::1|10.0.0.0/8|::/0|https://example.com/ä|https://example.com/|../a|{id}|{|(|YQ==|_-8
550e8400-e29b-41d4-a716-446655440000|/a/b|0#|Sat, 14 Mar 2026 09:30:00 GMT|text/*;q=1|en-GB|?1|:YQ==:|"a"`.split(
    /[|\n]/,
  );
const numbers = [0, -1, 1.5, 127, 128, 255, 256, 32_768, 65_535, 65_536, 2 ** 31, 2 ** 32, 1e15];
const values = [
  ...[...texts, ...numbers, 2 ** 53, 1e39, -1e300, 0.1234],
  ...[true, false, null, [], ["a"], {}, { a: 1 }],
];

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isInRange(text: string, low: bigint, high: bigint): boolean {
  return /^(?:0|-?[1-9]\d*)$/.test(text) && BigInt(text) >= low && BigInt(text) <= high;
}

/** What a schema says of a value. JSON Schema 2020-12, validation, sections 6.1.1 and 7.1. */
function accepts(
  value: unknown,
  { type, format, nullable }: Case,
  mode: "assert" | "annotate",
): boolean {
  const found = typeOf(value);
  const fits =
    type.length === 0 ||
    type.includes(found) ||
    (Number.isInteger(value) && type.includes("integer")) ||
    (nullable && value === null);
  if (!fits) return false;
  const isInt64 = format === "int64" || format === "uint64";
  if (mode === "assert" && isInt64 && typeof value === "string" && type.includes("string"))
    return format === "int64"
      ? isInRange(value, -(2n ** 63n), 2n ** 63n - 1n)
      : isInRange(value, 0n, 2n ** 64n - 1n);
  const known = formatTests.get(format);
  if (known?.on !== found || (mode === "annotate" && format !== "int64")) return true;
  return functions[known.test.text]?.(value) === true;
}

interface Case {
  readonly type: readonly string[];
  readonly format: string;
  readonly nullable: boolean;
}

function written({ type, format, nullable }: Case, version: string): object {
  const isNew = version >= "3.1";
  const all = isNew && nullable && type.length > 0 ? [...type, "null"] : type;
  return {
    ...(all.length > 0 && { type: all.length === 1 ? all[0] : all }),
    ...(type.includes("array") && { items: {} }),
    format,
    ...(!isNew && nullable && { nullable }),
  };
}

interface Holder {
  readonly name: string;
  readonly type: readonly string[];
  readonly nullable: boolean;
  readonly isRequired: boolean;
}

const flags = [false, true];
const holders: readonly Holder[] = types.flatMap((type) =>
  flags.flatMap((nullable) =>
    flags.map((isRequired) => ({
      name: `Holds_${type.join("_")}_${nullable ? "null" : ""}_${isRequired ? "must" : "may"}`,
      type,
      nullable,
      isRequired,
    })),
  ),
);

test.each([
  ["3.0.3", "assert"],
  ["3.1.0", "annotate"],
] as const)(
  "%s, formats: %s: each type with each format, nullable or not, required or not",
  { timeout: 60_000 },
  async (version, mode) => {
    const schemas: Record<string, object> = {};
    for (const { name, type, nullable, isRequired } of holders)
      schemas[name] = {
        type: "object",
        properties: Object.fromEntries(
          names.map((format, i) => [`p${i}`, written({ type, format, nullable }, version)]),
        ),
        ...(isRequired && { required: names.map((_, i) => `p${i}`) }),
      };
    const alone = types.flatMap((type, t) =>
      names.map((format, i) => {
        const one = { type, format, nullable: (t + i) % 2 === 0 };
        schemas[`Alone_${t}_${i}`] = written(one, version);
        return { name: `Alone_${t}_${i}`, ...one };
      }),
    );
    const model = await modelOf(`paths: {}\ncomponents: ${JSON.stringify({ schemas })}\n`, version);
    const { text } = await emitValidators(model, mode);
    const identifiers = new Map(
      model.schemas.map(({ name, source }) => [lastToken(source.pointer), name]),
    );
    const module = await load(text);
    const wrong: string[] = [];
    const judge = (key: string, value: unknown, expected: boolean, shown: unknown): void => {
      const name = identifiers.get(key) ?? key;
      const issues: Issue[] = [];
      const is = module[`is${name}`]?.(value);
      const checked = module[`check${name}`]?.(value, issues);
      if (is !== expected || checked !== expected || (issues.length === 0) !== expected)
        wrong.push(`${key}: ${JSON.stringify(shown)} is ${String(is)} and ${String(checked)}`);
    };
    for (const one of alone)
      for (const value of values) judge(one.name, value, accepts(value, one, mode), value);
    for (const { name, type, nullable, isRequired } of holders) {
      const cases = names.map((format) => ({ type, format, nullable }));
      const full = Object.fromEntries(
        cases.map((one, i) => [`p${i}`, values.find((value) => accepts(value, one, mode))]),
      );
      const others = isRequired ? full : {};
      for (const [i, one] of cases.entries()) {
        const { [`p${i}`]: _, ...rest } = others;
        judge(name, rest, !isRequired, `without ${one.format}`);
        for (const value of values)
          judge(name, { ...others, [`p${i}`]: value }, accepts(value, one, mode), [
            one.format,
            value,
          ]);
      }
    }
    expect([wrong.length, ...wrong.slice(0, 50)]).toEqual([0]);
    expect(await compilerFaults(text, [...identifiers.values()])).toEqual([]);
  },
);
