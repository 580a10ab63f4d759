import type { Issue } from "../issue.js";
import { failValue } from "../validate.js";

/** True for an integer that 64 bits can hold, with a sign. */
export function isInt64Bigint(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** True for an integer that 64 bits can hold, without a sign. */
export function isUint64Bigint(value: bigint): boolean {
  return BigInt.asUintN(64, value) === value;
}

const INTEGER = /^(?:0|-?[1-9][0-9]{0,19})$/;

/** An int64 as in JSON: no leading zeros, no sign except `-`. */
export function isInt64Digits(text: string): boolean {
  return INTEGER.test(text) && (text.length < 19 || isInt64Bigint(BigInt(text)));
}

/** A uint64 as in JSON. */
export function isUint64Digits(text: string): boolean {
  return INTEGER.test(text) && isUint64Bigint(BigInt(text));
}

/** Adds an issue for an integer beyond 64 bits; `format` is `int64` or `uint64`, `isText` if it is a string in JSON. */
export function failInt64(
  issues: Issue[],
  path: string,
  schema: string,
  value: unknown,
  format: string,
  isText = false,
): void {
  const range =
    format === "uint64"
      ? "0 to 18446744073709551615"
      : "-9223372036854775808 to 9223372036854775807";
  const message = `must be ${isText ? "a string with " : ""}an integer from ${range}`;
  failValue(issues, path, schema, value, "format", message, { format });
}
