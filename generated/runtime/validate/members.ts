import type { Explain, ExplainShared, Format, Issue } from "./issue.js";
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
import { isOf } from "./values.js";

/** An object whose members are checked. */
export interface Here {
  readonly issues: Issue[];
  /** JSON Pointer to the object in the value. */
  readonly at: string;
  /** JSON Pointer to the schema of the object. */
  readonly schema: string;
}

/**
 * Adds an issue if a member of an object is invalid; the last argument is the place of its schema if that is not below
 * `properties`.
 */
type CheckMember<More extends readonly unknown[]> = (
  here: Here,
  property: string,
  value: unknown,
  ...more: readonly [...more: More, own?: string]
) => void;

type Type = string | readonly string[];

const stringOrNull: Type = ["null", "string"];

export const requireString: CheckMember<[]> = (here, property, value, own) => {
  if (typeof value !== "string")
    failMemberString(here.issues, here.at, here.schema, property, value, own);
};
export const optionalString: CheckMember<[]> = (here, property, value, own) => {
  if (value !== undefined) requireString(here, property, value, own);
};

export const requireInteger: CheckMember<[]> = (here, property, value, own) => {
  if (!Number.isInteger(value))
    failMemberInteger(here.issues, here.at, here.schema, property, value, own);
};
export const optionalInteger: CheckMember<[]> = (here, property, value, own) => {
  if (value !== undefined) requireInteger(here, property, value, own);
};

export const requireNumber: CheckMember<[]> = (here, property, value, own) => {
  if (!Number.isFinite(value))
    failMemberNumber(here.issues, here.at, here.schema, property, value, own);
};
export const optionalNumber: CheckMember<[]> = (here, property, value, own) => {
  if (value !== undefined) requireNumber(here, property, value, own);
};

export const requireBoolean: CheckMember<[]> = (here, property, value, own) => {
  if (typeof value !== "boolean")
    failMemberBoolean(here.issues, here.at, here.schema, property, value, own);
};
export const optionalBoolean: CheckMember<[]> = (here, property, value, own) => {
  if (value !== undefined) requireBoolean(here, property, value, own);
};

export const requireStringOrNull: CheckMember<[]> = (here, property, value, own) => {
  if (value !== null && typeof value !== "string")
    failMember(here.issues, here.at, here.schema, property, value, stringOrNull, own);
};
export const optionalStringOrNull: CheckMember<[]> = (here, property, value, own) => {
  if (value !== undefined) requireStringOrNull(here, property, value, own);
};

/** For the types, and lists of types, that few members are of. */
export const requireType: CheckMember<[type: Type]> = (here, property, value, type, own) => {
  if (!isOf(value, type)) failMember(here.issues, here.at, here.schema, property, value, type, own);
};
export const optionalType: CheckMember<[type: Type]> = (here, property, value, type, own) => {
  if (value !== undefined) requireType(here, property, value, type, own);
};

type CheckText = CheckMember<[test: (text: string) => boolean, format: Format]>;
type CheckInteger = CheckMember<[test: (value: unknown) => boolean, format: Format]>;

export const requireFormat: CheckText = (here, property, value, test, format, own) => {
  if (typeof value !== "string" || !test(value))
    failMemberFormat(here.issues, here.at, here.schema, property, value, "string", format, own);
};
export const optionalFormat: CheckText = (here, property, value, test, format, own) => {
  if (value !== undefined) requireFormat(here, property, value, test, format, own);
};

export const requireFormatOrNull: CheckText = (here, property, value, test, format, own) => {
  if (value !== null && (typeof value !== "string" || !test(value)))
    failMemberFormat(here.issues, here.at, here.schema, property, value, stringOrNull, format, own);
};
export const optionalFormatOrNull: CheckText = (here, property, value, test, format, own) => {
  if (value !== undefined) requireFormatOrNull(here, property, value, test, format, own);
};

/** The test rejects anything that is not an integer. */
export const requireIntegerFormat: CheckInteger = (here, property, value, test, format, own) => {
  if (!test(value))
    failMemberFormat(here.issues, here.at, here.schema, property, value, "integer", format, own);
};
export const optionalIntegerFormat: CheckInteger = (here, property, value, test, format, own) => {
  if (value !== undefined) requireIntegerFormat(here, property, value, test, format, own);
};

type Values = readonly unknown[];

export const requireOneOf: CheckMember<[values: Values]> = (here, property, value, values, own) => {
  if (!values.includes(value))
    failMemberEnum(here.issues, here.at, here.schema, property, value, values, own);
};
export const optionalOneOf: CheckMember<[values: Values]> = (
  here,
  property,
  value,
  values,
  own,
) => {
  if (value !== undefined) requireOneOf(here, property, value, values, own);
};

/**
 * For a member whose schema has a function of its own; the optional test is called first, since it is faster. Objects
 * with few members call that function themselves, which V8 inlines better.
 */
type CheckBy<By> = (
  here: Here,
  property: string,
  value: unknown,
  explain: By,
  test?: (value: unknown) => boolean,
) => void;

export const requireMember: CheckBy<Explain> = (here, property, value, explain, test) => {
  if (value === undefined) failMissing(here.issues, here.at, here.schema, property);
  else if (!test?.(value)) explain(value, here.at + "/" + property, here.issues);
};
export const optionalMember: CheckBy<Explain> = (here, property, value, explain, test) => {
  if (value !== undefined) requireMember(here, property, value, explain, test);
};

export const requireShared: CheckBy<ExplainShared> = (here, property, value, explain, test) => {
  const { at, issues, schema } = here;
  if (value === undefined) failMissing(issues, at, schema, property);
  else if (!test?.(value))
    explain(value, at + "/" + property, schema + "/properties/" + property, issues);
};
export const optionalShared: CheckBy<ExplainShared> = (here, property, value, explain, test) => {
  if (value !== undefined) requireShared(here, property, value, explain, test);
};
