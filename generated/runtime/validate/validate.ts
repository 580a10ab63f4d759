import { type AnyObject, isArray, isOf } from "./values.js";
import { add, limited } from "./enough.js";
import type {
  Check,
  Explain,
  ExplainNested,
  ExplainShared,
  ExplainSharedNested,
  Issue,
} from "./issue.js";
import {
  came,
  describeMissing,
  describeName,
  describeType,
  describeValues,
  listValues,
} from "./fault.js";
import { cameMany, describeLimit } from "./limits.js";
import { cameAsMember } from "./member-fault.js";
import type { Format } from "./issue.js";

export type { Check, Issue } from "./issue.js";

/** Thrown by `parse…` for an invalid value. */
export class ValidationError extends TypeError {
  override readonly name = "ValidationError";
  readonly issues: readonly Issue[];

  constructor(what: string, issues: readonly Issue[]) {
    const faults = issues.map(({ path, message }) =>
      path === "" ? message : `${path} ${message}`,
    );
    super(`${what} is not valid: ${faults.join("; ")}`);
    Object.setPrototypeOf(this, new.target.prototype);
    this.issues = issues;
  }
}

/** Returns the value with its type, or throws a `ValidationError` with a limited number of issues; `what` names it in the message. */
export function parse<T>(value: unknown, check: Check<T>, what: string): T {
  const issues: Issue[] = [];
  if (limited(check)(value, issues)) return value;
  throw new ValidationError(what, issues);
}

/**
 * Makes a check of a function that adds issues. Its type is `Check<never>`, so that it can be assigned to a constant of any
 * check type, which TypeScript then does not infer.
 */
export function checking(explain: Explain): Check<never> {
  return (value, issues): value is never => {
    const before = issues.length;
    explain(value, "", issues);
    return issues.length === before;
  };
}

/** The same with a function that several schemas share; `schema` is the place of this one. */
export function checkingShared(explain: ExplainShared, schema: string): Check<never> {
  return checking((value, at, issues) => explain(value, at, schema, issues));
}

/** The same for values that may be nested. */
export function checkingNested(explain: ExplainNested): Check<never> {
  return checking((value, at, issues) => explain(value, at, issues, maximumDepth));
}

export function checkingSharedNested(explain: ExplainSharedNested, schema: string): Check<never> {
  return checking((value, at, issues) => explain(value, at, schema, issues, maximumDepth));
}

/** Maximum call depth of a check of a recursive schema; values that are nested more deeply are invalid. */
export const maximumDepth = 1000;

/** Up to this level, a schema that validates the same part of a value in several ways does not memoize. */
export const shallowDepth: number = 996;

/**
 * Up to this level, a part is tested before its issues are collected, which saves building its path. Doing so on every
 * level would validate a value as often as it has levels.
 */
export const surfaceDepth: number = 980;

/** The number of members that are not `undefined`. */
export function countMembers(value: object): number {
  const members = value as AnyObject;
  let count = 0;
  for (const key in members) if (members[key] !== undefined) count++;
  return count;
}

/** True if there are no undeclared members; the caller has counted `present` declared ones. */
export function hasOnly(
  value: object,
  isKnown: (key: string) => boolean,
  present: number,
): boolean {
  let count = 0;
  for (const _ in value) count++;
  return count === present || hasNoOther(value, isKnown);
}

/** True if there are no undeclared members. */
export function hasNoOther(value: object, isKnown: (key: string) => boolean): boolean {
  const members = value as AnyObject;
  for (const key in members) if (!isKnown(key) && members[key] !== undefined) return false;
  return true;
}

/** `minLength`, in code points, which are counted only near the limit. */
export function isAtLeast(text: string, limit: number): boolean {
  return text.length >= limit && (text.length >= 2 * limit - 1 || countCharacters(text) >= limit);
}

/** `maxLength`, see `isAtLeast`. */
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

/** Exact in decimals: 0.3 is a multiple of 0.1. */
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
  return (left * tenTo(leftPower - power)) % (right * tenTo(rightPower - power)) === BigInt(0);
}

/** Without `**`, which needs ES2016 as the target. */
function tenTo(power: number): bigint {
  return BigInt("1" + "0".repeat(power));
}

/** Digits, and the exponent of the power of ten to multiply them with. */
function decimal(value: number): [digits: bigint, power: number] {
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

let lastKey = "";
let lastStep = "/";

/** The place of a member or item, as a JSON Pointer. */
export function pointer(at: string, key: string): string {
  // Items of a list have the same members, so the key is usually the same as last time.
  if (key === lastKey) return at + lastStep;
  const step = "/" + (isPlain(key) ? key : key.replace(/~/g, "~0").replace(/\//g, "~1"));
  if (key.length <= longestRemembered) {
    lastKey = key;
    lastStep = step;
  }
  return at + step;
}

/** Maximum number of characters of a cached key. */
const longestRemembered = 100;

function isPlain(key: string): boolean {
  for (let i = 0; i < key.length; i++) {
    const unit = key.charCodeAt(i);
    if (unit === 0x7e || unit === 0x2f) return false;
  }
  return true;
}

/** Adds an issue. `schema` is the place of the schema with the violated keyword; `params` are details for the message. */
export function fail(
  issues: Issue[],
  path: string,
  schema: string,
  keyword: string,
  message: string,
  params: Issue["params"] = {},
): void {
  add(issues, { path, schema: schema + "/" + keyword, keyword, params, message });
}

/** Adds an issue for a value of a wrong type. */
export function failType(
  issues: Issue[],
  path: string,
  schema: string,
  value: unknown,
  type: string | readonly string[],
): void {
  const message = came(describeType(type), value, path);
  add(issues, {
    path,
    schema: schema + "/type",
    keyword: "type",
    params: { type },
    message,
  });
}

/** Adds an issue for a missing member. */
export function failMissing(issues: Issue[], path: string, schema: string, property: string): void {
  add(issues, {
    path,
    schema: schema + "/required",
    keyword: "required",
    params: { property },
    message: describeMissing(property),
  });
}

/**
 * Adds an issue for a member that has a wrong type, or is missing; `at` and `schema` are those of the object, and
 * `own` is the member's schema if it is elsewhere.
 */
export function failMember(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  type: string | readonly string[],
  own?: string,
): void {
  if (value === undefined) return failMissing(issues, at, schema, property);
  const place = own ?? schema + "/properties/" + property;
  const message = cameAsMember(describeType(type), value, at, property);
  add(issues, {
    path: at + "/" + property,
    schema: place + "/type",
    keyword: "type",
    params: { type },
    message,
  });
}

type FailMember = (
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own?: string,
) => void;

/** As `failMember`, with constants for the types that most issues are about. */
function failMemberOf(type: string): FailMember {
  const params: Issue["params"] = Object.freeze({ type });
  const must = describeType(type);
  return (issues, at, schema, property, value, own = schema + "/properties/" + property) => {
    if (value === undefined) return failMissing(issues, at, schema, property);
    const message = cameAsMember(must, value, at, property);
    const path = at + "/" + property;
    add(issues, { path, schema: own + "/type", keyword: "type", params, message });
  };
}

export const failMemberString: FailMember = /* @__PURE__ */ failMemberOf("string");
export const failMemberInteger: FailMember = /* @__PURE__ */ failMemberOf("integer");
export const failMemberNumber: FailMember = /* @__PURE__ */ failMemberOf("number");
export const failMemberBoolean: FailMember = /* @__PURE__ */ failMemberOf("boolean");

/** Adds an issue for a value that is not in the list. */
export function failEnum(
  issues: Issue[],
  path: string,
  schema: string,
  value: unknown,
  values: readonly unknown[],
): void {
  return addEnum(issues, path, schema, values, came(describeValues(values), value, path));
}

function addEnum(
  issues: Issue[],
  path: string,
  schema: string,
  values: readonly unknown[],
  message: string,
): void {
  add(issues, { path, schema: schema + "/enum", keyword: "enum", params: { values }, message });
}

/** Adds an issue for a value that does not match a format. */
export function failFormat(
  issues: Issue[],
  path: string,
  schema: string,
  value: unknown,
  { name, words }: Format,
): void {
  return addFormat(issues, path, schema, name, came("must be " + words, value, path));
}

function addFormat(
  issues: Issue[],
  path: string,
  schema: string,
  format: string,
  message: string,
): void {
  add(issues, {
    path,
    schema: schema + "/format",
    keyword: "format",
    params: { format },
    message,
  });
}

/** As `failMember`, for an enum. */
export function failMemberEnum(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  values: readonly unknown[],
  own?: string,
): void {
  if (value === undefined) return failMissing(issues, at, schema, property);
  const place = own ?? schema + "/properties/" + property;
  const message = cameAsMember(describeValues(values), value, at, property);
  return addEnum(issues, at + "/" + property, place, values, message);
}

/** As `failMember`, for a type and a format. */
export function failMemberFormat(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  type: string | readonly string[],
  format: Format,
  own?: string,
): void {
  if (!isOf(value, type)) return failMember(issues, at, schema, property, value, type, own);
  const place = own ?? schema + "/properties/" + property;
  const message = cameAsMember("must be " + format.words, value, at, property);
  return addFormat(issues, at + "/" + property, place, format.name, message);
}

/** As `failMember`, for a type and a limit. */
export function failMemberLimit(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  type: string | readonly string[],
  keyword: string,
  limit: number,
  own?: string,
): void {
  if (!isOf(value, type)) return failMember(issues, at, schema, property, value, type, own);
  const place = own ?? schema + "/properties/" + property;
  failLimit(issues, at + "/" + property, place, value, keyword, limit);
}

/** Adds an issue for a value beyond a limit. */
export function failLimit(
  issues: Issue[],
  path: string,
  schema: string,
  value: unknown,
  keyword: string,
  limit: number,
): void {
  const message = cameBeyond(describeLimit(keyword, limit), value, keyword, path);
  fail(issues, path, schema, keyword, message, { limit });
}

/** The message with the number, or the count of characters, members or items. */
function cameBeyond(message: string, value: unknown, keyword: string, path: string): string {
  if (!/(?:imum|Length|Items|Properties)$/.test(keyword)) return message;
  if (typeof value === "number" || typeof value === "bigint") return came(message, value, path);
  if (typeof value === "string")
    return keyword.endsWith("imum")
      ? came(message, value, path)
      : cameMany(message, countCharacters(value), path);
  if (typeof value !== "object" || value === null) return message;
  return cameMany(message, isArray(value) ? value.length : countMembers(value), path);
}

/** As `fail`, with a message that quotes the value. */
export function failValue(
  issues: Issue[],
  path: string,
  schema: string,
  value: unknown,
  keyword: string,
  message: string,
  params: Issue["params"],
): void {
  fail(issues, path, schema, keyword, came(message, value, path), params);
}

/** Adds an issue for a value whose type no branch of a keyword has. */
export function failTypes(
  issues: Issue[],
  path: string,
  schema: string,
  value: unknown,
  keyword: string,
  types: readonly unknown[],
): void {
  failValue(issues, path, schema, value, keyword, describeType(types), { types });
}

/** Adds an issue for an object whose tag is missing, or selects no branch. */
export function failTag(
  issues: Issue[],
  at: string,
  schema: string,
  value: unknown,
  keyword: string,
  tag: string,
  values: readonly unknown[],
): void {
  if (value !== undefined) {
    const message = describeValues(values) + ", to say which alternative it is";
    return failValue(issues, pointer(at, tag), schema, value, keyword, message, { tag, values });
  }
  const message = describeMissing(tag) + " to say which alternative it is: " + listValues(values);
  const params = { property: tag, values };
  add(issues, {
    path: at,
    schema: schema + "/" + keyword,
    keyword: "required",
    params,
    message,
  });
}

/** Adds an issue for a string that does not match. */
export function failPattern(
  issues: Issue[],
  path: string,
  schema: string,
  value: unknown,
  { source }: RegExp,
): void {
  const params = { pattern: source };
  failValue(issues, path, schema, value, "pattern", "must match " + source, params);
}

/** Adds an issue for a value that is nested too deeply to be validated. */
export function failDepth(issues: Issue[], path: string, schema: string): void {
  const message = `must not be nested deeper than ${maximumDepth} levels`;
  fail(issues, path, schema, "maxDepth", message, { limit: maximumDepth });
}

/** Adds an issue for a member with an invalid name; `at` is the place of the object. */
export function failName(issues: Issue[], at: string, schema: string, property: string): void {
  const message = describeName(property);
  fail(issues, pointer(at, property), schema, "propertyNames", message, { property });
}

/** Adds an issue for each undeclared member; `at` is the place of the object. */
export function failOthers(
  issues: Issue[],
  at: string,
  schema: string,
  value: object,
  isKnown: (key: string) => boolean,
): void {
  const members = value as AnyObject;
  for (const key in members)
    if (!isKnown(key) && members[key] !== undefined) failUnknown(issues, at, schema, key);
}

/** Adds an issue for a member that no keyword allows; `at` is the place of the object. */
export function failUnknown(issues: Issue[], at: string, schema: string, property: string): void {
  add(issues, {
    path: pointer(at, property),
    schema: schema + "/additionalProperties",
    keyword: "additionalProperties",
    params: { property },
    message: "must not be here: no such member is known",
  });
}
