import type { Check, Issue } from "./issue.js";
import { describeFault, describeMissing, describeType } from "./fault.js";

export type { Check, Issue } from "./issue.js";

export type Members = Readonly<Record<string, unknown>>;

/** Thrown by `parse…`: a value is not what its schema asks for. */
export class ValidationError extends TypeError {
  override readonly name = "ValidationError";
  readonly issues: readonly Issue[];

  constructor(what: string, issues: readonly Issue[]) {
    const faults = issues.map(({ path, message }) =>
      path === "" ? message : `${path} ${message}`,
    );
    super(`${what} is not valid: ${faults.join("; ")}`);
    this.issues = issues;
  }
}

/** The value with its type, or a `ValidationError` with all that is wrong; `what` names it in the message. */
export function parse<T>(value: unknown, check: Check<T>, what: string): T {
  const issues: Issue[] = [];
  if (check(value, issues)) return value;
  throw new ValidationError(what, issues);
}

/** How many calls deep a check of a recursive schema goes before it says that a value is nested too deeply. */
export const maximumDepth = 1000;

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** As `isObject`, for values of which members are asked for afterwards that no array of JSON has: that they are none need not be told. */
export function hasMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** A number that JSON can hold. */
export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** A number without a fraction: 1.0 is one. */
export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** An integer that no neighbour is rounded to. */
export function isSafeInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

/** For names that every object has, like `toString`: what the object itself holds there. */
export function own(value: Members, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

/** How many members there are; one that is `undefined` is none. */
export function countMembers(value: Members): number {
  let count = 0;
  for (const key in value) if (value[key] !== undefined) count++;
  return count;
}

/** No other members than those that are known, of which the caller has seen that `present` are there. */
export function hasOnly(
  value: Members,
  isKnown: (key: string) => boolean,
  present: number,
): boolean {
  let count = 0;
  for (const _ in value) count++;
  return count === present || hasNoOther(value, isKnown);
}

/** No other members than those that are known. */
export function hasNoOther(value: Members, isKnown: (key: string) => boolean): boolean {
  for (const key in value) if (!isKnown(key) && value[key] !== undefined) return false;
  return true;
}

/** At least so many characters. A character is a code point; counting them is needed near the limit only. */
export function isAtLeast(text: string, limit: number): boolean {
  return text.length >= limit && (text.length >= 2 * limit - 1 || countCharacters(text) >= limit);
}

/** At most so many characters, see `isAtLeast`. */
export function isAtMost(text: string, limit: number): boolean {
  return text.length <= limit || (text.length <= 2 * limit && countCharacters(text) <= limit);
}

function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      count--;
      i++;
    }
  }
  return count;
}

/** Exact in decimals, as people read numbers: 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: number, divisor: number): boolean {
  if (Number.isInteger(divisor)) return value % divisor === 0;
  for (let scale = 10; scale <= 1e9; scale *= 10) {
    const unit = Math.round(divisor * scale);
    if (unit / scale !== divisor) continue;
    const units = Math.round(value * scale);
    if (!Number.isSafeInteger(units)) break;
    return units / scale === value && units % unit === 0;
  }
  const [left, leftPower] = decimal(value);
  const [right, rightPower] = decimal(divisor);
  const power = Math.min(leftPower, rightPower);
  return (
    (left * 10n ** BigInt(leftPower - power)) % (right * 10n ** BigInt(rightPower - power)) === 0n
  );
}

/** Digits and the power of ten that they are multiplied with. */
function decimal(value: number): [digits: bigint, power: number] {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

/** The place of a member or item, as a JSON Pointer. */
export function pointer(at: string, key: string): string {
  const isPlain = !key.includes("/") && !key.includes("~");
  return at + "/" + (isPlain ? key : key.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Adds an issue. `schema` points at the schema whose keyword is broken; `params` are the details of its message. */
export function fail(
  issues: Issue[],
  path: string,
  schema: string,
  keyword: string,
  params: Readonly<Record<string, unknown>> = {},
): false {
  const message = describeFault(keyword, params);
  issues.push({ path, schema: schema + "/" + keyword, keyword, params, message });
  return false;
}

/** Adds an issue for a value that is of none of the types. */
export function failType(
  issues: Issue[],
  path: string,
  schema: string,
  type: string | readonly string[],
): false {
  const message = describeType(type);
  issues.push({ path, schema: schema + "/type", keyword: "type", params: { type }, message });
  return false;
}

/** Adds an issue for a member that has to be there and is not. */
export function failMissing(
  issues: Issue[],
  path: string,
  schema: string,
  property: string,
): false {
  const message = describeMissing(property);
  issues.push({
    path,
    schema: schema + "/required",
    keyword: "required",
    params: { property },
    message,
  });
  return false;
}
