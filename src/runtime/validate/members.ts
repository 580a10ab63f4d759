import type { Format, Issue } from "./issue.js";
import {
  failMember,
  failMemberBoolean,
  failMemberEnum,
  failMemberFormat,
  failMemberInteger,
  failMemberNumber,
  failMemberString,
  failMissing,
} from "./validate.js";
import { isObject } from "./values.js";

/*
 * Each adds an issue where a member of an object is not what its schema asks for. `own` is the place of a schema that
 * does not stand below `properties`. Objects with few members have the tests written out, which V8 makes more of.
 */

/** An object whose members are checked. */
export interface Here {
  readonly issues: Issue[];
  /** JSON Pointer to the object in the value. */
  readonly at: string;
  /** JSON Pointer to the schema of the object. */
  readonly schema: string;
}

const stringOrNull: readonly string[] = ["null", "string"];

export function requireString(here: Here, property: string, value: unknown, own?: string): void {
  if (typeof value !== "string")
    failMemberString(here.issues, here.at, here.schema, property, value, own);
}

export function optionalString(here: Here, property: string, value: unknown, own?: string): void {
  if (value !== undefined) requireString(here, property, value, own);
}

export function requireInteger(here: Here, property: string, value: unknown, own?: string): void {
  if (!Number.isInteger(value))
    failMemberInteger(here.issues, here.at, here.schema, property, value, own);
}

export function optionalInteger(here: Here, property: string, value: unknown, own?: string): void {
  if (value !== undefined) requireInteger(here, property, value, own);
}

export function requireNumber(here: Here, property: string, value: unknown, own?: string): void {
  if (!Number.isFinite(value))
    failMemberNumber(here.issues, here.at, here.schema, property, value, own);
}

export function optionalNumber(here: Here, property: string, value: unknown, own?: string): void {
  if (value !== undefined) requireNumber(here, property, value, own);
}

export function requireBoolean(here: Here, property: string, value: unknown, own?: string): void {
  if (typeof value !== "boolean")
    failMemberBoolean(here.issues, here.at, here.schema, property, value, own);
}

export function optionalBoolean(here: Here, property: string, value: unknown, own?: string): void {
  if (value !== undefined) requireBoolean(here, property, value, own);
}

export function requireStringOrNull(
  here: Here,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (value !== null && typeof value !== "string")
    failMember(here.issues, here.at, here.schema, property, value, stringOrNull, own);
}

export function optionalStringOrNull(
  here: Here,
  property: string,
  value: unknown,
  own?: string,
): void {
  if (value !== undefined) requireStringOrNull(here, property, value, own);
}

/** For a member of one of several types, or of one that few members are of. */
export function requireType(
  { at, issues, schema }: Here,
  property: string,
  value: unknown,
  type: string | readonly string[],
  own?: string,
): void {
  if (typeof type === "string" ? !isOfType(value, type) : !type.some((one) => isOfType(value, one)))
    failMember(issues, at, schema, property, value, type, own);
}

export function optionalType(
  here: Here,
  property: string,
  value: unknown,
  type: string | readonly string[],
  own?: string,
): void {
  if (value !== undefined) requireType(here, property, value, type, own);
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
  { at, issues, schema }: Here,
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
  here: Here,
  property: string,
  value: unknown,
  test: (text: string) => boolean,
  format: Format,
  own?: string,
): void {
  if (value !== undefined) requireFormat(here, property, value, test, format, own);
}

export function requireFormatOrNull(
  { at, issues, schema }: Here,
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
  here: Here,
  property: string,
  value: unknown,
  test: (text: string) => boolean,
  format: Format,
  own?: string,
): void {
  if (value !== undefined) requireFormatOrNull(here, property, value, test, format, own);
}

/** For an integer with a format, whose test refuses all that is no integer. */
export function requireIntegerFormat(
  { at, issues, schema }: Here,
  property: string,
  value: unknown,
  test: (value: unknown) => boolean,
  format: Format,
  own?: string,
): void {
  if (!test(value)) failMemberFormat(issues, at, schema, property, value, "integer", format, own);
}

export function optionalIntegerFormat(
  here: Here,
  property: string,
  value: unknown,
  test: (value: unknown) => boolean,
  format: Format,
  own?: string,
): void {
  if (value !== undefined) requireIntegerFormat(here, property, value, test, format, own);
}

export function requireOneOf(
  { at, issues, schema }: Here,
  property: string,
  value: unknown,
  values: readonly unknown[],
  own?: string,
): void {
  if (!values.includes(value)) failMemberEnum(issues, at, schema, property, value, values, own);
}

export function optionalOneOf(
  here: Here,
  property: string,
  value: unknown,
  values: readonly unknown[],
  own?: string,
): void {
  if (value !== undefined) requireOneOf(here, property, value, values, own);
}

/** For a member whose schema has a function of its own; with `test`, that is called where the test fails only. */
export function requireMember(
  { at, issues, schema }: Here,
  property: string,
  value: unknown,
  explain: (value: unknown, at: string, issues: Issue[]) => void,
  test?: (value: unknown) => boolean,
): void {
  if (value === undefined) failMissing(issues, at, schema, property);
  else if (test === undefined || !test(value)) explain(value, at + "/" + property, issues);
}

export function optionalMember(
  here: Here,
  property: string,
  value: unknown,
  explain: (value: unknown, at: string, issues: Issue[]) => void,
  test?: (value: unknown) => boolean,
): void {
  if (value !== undefined) requireMember(here, property, value, explain, test);
}

/** As `requireMember`, for a function that serves several schemas and takes the place of each. */
export function requireShared(
  { at, issues, schema }: Here,
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
  here: Here,
  property: string,
  value: unknown,
  explain: (value: unknown, at: string, schema: string, issues: Issue[]) => void,
  test?: (value: unknown) => boolean,
): void {
  if (value !== undefined) requireShared(here, property, value, explain, test);
}
