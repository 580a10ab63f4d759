import { cameAsMember } from "./fault.js";
import { add } from "./enough.js";
import type { Format, Issue } from "./issue.js";
import { failMember, failMemberEnum, failMemberFormat, failMissing } from "./validate.js";
import { isObject } from "./values.js";

/*
 * Each adds an issue where a member of an object is not what its schema asks for. `at` and `schema` point at the object
 * and its schema; they are not one argument, since V8 joins constant texts when it compiles such a call in its place.
 * `own` is the place of a member's schema that does not stand below `properties`.
 */

// Constants, as most faults are of one of these types.
const stringParams: Issue["params"] = /* @__PURE__ */ Object.freeze({ type: "string" });
const integerParams: Issue["params"] = /* @__PURE__ */ Object.freeze({ type: "integer" });
const numberParams: Issue["params"] = /* @__PURE__ */ Object.freeze({ type: "number" });
const booleanParams: Issue["params"] = /* @__PURE__ */ Object.freeze({ type: "boolean" });
const stringOrNull: readonly string[] = ["null", "string"];

function failPlain(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own: string | undefined,
  params: Issue["params"],
  message: string,
): void {
  if (value === undefined) failMissing(issues, at, schema, property);
  else
    add(issues, {
      path: at + "/" + property,
      schema: own === undefined ? schema + "/properties/" + property + "/type" : own + "/type",
      keyword: "type",
      params,
      message: message + cameAsMember(value, at, property),
    });
}

export function requireString(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (typeof value !== "string")
    failPlain(issues, at, schema, property, value, own, stringParams, "must be a string");
}

export function optionalString(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (value !== undefined) requireString(issues, at, schema, property, value, own);
}

export function requireInteger(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (!Number.isInteger(value))
    failPlain(issues, at, schema, property, value, own, integerParams, "must be an integer");
}

export function optionalInteger(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (value !== undefined) requireInteger(issues, at, schema, property, value, own);
}

export function requireNumber(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (!Number.isFinite(value))
    failPlain(issues, at, schema, property, value, own, numberParams, "must be a number");
}

export function optionalNumber(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (value !== undefined) requireNumber(issues, at, schema, property, value, own);
}

export function requireBoolean(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (typeof value !== "boolean")
    failPlain(issues, at, schema, property, value, own, booleanParams, "must be true or false");
}

export function optionalBoolean(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (value !== undefined) requireBoolean(issues, at, schema, property, value, own);
}

export function requireStringOrNull(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (value !== null && typeof value !== "string")
    failMember(issues, at, schema, property, value, stringOrNull, own);
}

export function optionalStringOrNull(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (value !== undefined) requireStringOrNull(issues, at, schema, property, value, own);
}

/** For a member of one of several types, or of one that few members are of. */
export function requireType(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  type: string | readonly string[],
  own?: string,
): void {
  if (typeof type === "string" ? !isOfType(value, type) : !type.some((one) => isOfType(value, one)))
    failMember(issues, at, schema, property, value, type, own);
}

export function optionalType(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  type: string | readonly string[],
  own?: string,
): void {
  if (value !== undefined) requireType(issues, at, schema, property, value, type, own);
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    default:
      return typeof value === type;
  }
}

export function requireFormat(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  test: (text: string) => boolean,
  format: Format,
  own?: string,
): void {
  if (typeof value !== "string" || !test(value))
    failMemberFormat(issues, at, schema, property, value, "string", format, own);
}

export function optionalFormat(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  test: (text: string) => boolean,
  format: Format,
  own?: string,
): void {
  if (value !== undefined) requireFormat(issues, at, schema, property, value, test, format, own);
}

export function requireFormatOrNull(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  test: (text: string) => boolean,
  format: Format,
  own?: string,
): void {
  if (value !== null && (typeof value !== "string" || !test(value)))
    failMemberFormat(issues, at, schema, property, value, stringOrNull, format, own);
}

export function optionalFormatOrNull(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  test: (text: string) => boolean,
  format: Format,
  own?: string,
): void {
  if (value !== undefined)
    requireFormatOrNull(issues, at, schema, property, value, test, format, own);
}

/** For an integer with a format, whose test refuses all that is no integer. */
export function requireIntegerFormat(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  test: (value: unknown) => boolean,
  format: Format,
  own?: string,
): void {
  if (!test(value)) failMemberFormat(issues, at, schema, property, value, "integer", format, own);
}

export function optionalIntegerFormat(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  test: (value: unknown) => boolean,
  format: Format,
  own?: string,
): void {
  if (value !== undefined)
    requireIntegerFormat(issues, at, schema, property, value, test, format, own);
}

export function requireOneOf(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  values: readonly unknown[],
  own?: string,
): void {
  if (!values.includes(value)) failMemberEnum(issues, at, schema, property, value, values, own);
}

export function optionalOneOf(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  values: readonly unknown[],
  own?: string,
): void {
  if (value !== undefined) requireOneOf(issues, at, schema, property, value, values, own);
}

/** For a member whose schema has a function of its own; with `test`, that is called where the test fails only. */
export function requireMember(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  explain: (value: unknown, at: string, issues: Issue[]) => void,
  test?: (value: unknown) => boolean,
): void {
  if (value === undefined) failMissing(issues, at, schema, property);
  else if (test === undefined || !test(value)) explain(value, at + "/" + property, issues);
}

export function optionalMember(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  explain: (value: unknown, at: string, issues: Issue[]) => void,
  test?: (value: unknown) => boolean,
): void {
  if (value !== undefined) requireMember(issues, at, schema, property, value, explain, test);
}

/** As `requireMember`, for a function that serves several schemas and takes the place of each. */
export function requireShared(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  explain: (value: unknown, at: string, schema: string, issues: Issue[]) => void,
  test?: (value: unknown) => boolean,
): void {
  if (value === undefined) failMissing(issues, at, schema, property);
  else if (test === undefined || !test(value))
    explain(value, at + "/" + property, schema + "/properties/" + property, issues);
}

export function optionalShared(
  issues: Issue[],
  at: string,
  schema: string,
  property: string,
  value: unknown,
  explain: (value: unknown, at: string, schema: string, issues: Issue[]) => void,
  test?: (value: unknown) => boolean,
): void {
  if (value !== undefined) requireShared(issues, at, schema, property, value, explain, test);
}
