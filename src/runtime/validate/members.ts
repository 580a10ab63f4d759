import type { Explain, ExplainShared, Format, Issue } from "./issue.js";
import {
  failMember,
  failMemberBoolean,
  failMemberEnum,
  failMemberFormat,
  failMemberInteger,
  failMemberNumber,
  failMemberString,
  failLimit,
  failMissing,
  failPattern,
  failType,
  isAtLeast,
  isAtMost,
} from "./validate.js";
import { isArray, isOf } from "./values.js";

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

type CheckFormat = CheckMember<[test: (text: string) => boolean, format: Format]>;
type CheckInteger = CheckMember<[test: (value: unknown) => boolean, format: Format]>;

export const requireFormat: CheckFormat = (here, property, value, test, format, own) => {
  if (typeof value !== "string" || !test(value))
    failMemberFormat(here.issues, here.at, here.schema, property, value, "string", format, own);
};
export const optionalFormat: CheckFormat = (here, property, value, test, format, own) => {
  if (value !== undefined) requireFormat(here, property, value, test, format, own);
};

export const requireFormatOrNull: CheckFormat = (here, property, value, test, format, own) => {
  if (value !== null && (typeof value !== "string" || !test(value)))
    failMemberFormat(here.issues, here.at, here.schema, property, value, stringOrNull, format, own);
};
export const optionalFormatOrNull: CheckFormat = (here, property, value, test, format, own) => {
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

type CheckText = CheckMember<
  [minLength: number, maxLength?: number | undefined, pattern?: RegExp | undefined]
>;

export const requireText: CheckText = (here, name, value, min, max, pattern, own) => {
  if (typeof value !== "string") requireString(here, name, value, own);
  else if (
    !isAtLeast(value, min) ||
    (max !== undefined && !isAtMost(value, max)) ||
    (pattern !== undefined && !pattern.test(value))
  )
    failText(here, name, value, min, max, pattern, own);
};
export const optionalText: CheckText = (here, name, value, min, max, pattern, own) => {
  if (value !== undefined) requireText(here, name, value, min, max, pattern, own);
};

export const requireTextOrNull: CheckText = (here, name, value, min, max, pattern, own) => {
  if (typeof value === "string") requireText(here, name, value, min, max, pattern, own);
  else requireStringOrNull(here, name, value, own);
};
export const optionalTextOrNull: CheckText = (here, name, value, min, max, pattern, own) => {
  if (value !== undefined) requireTextOrNull(here, name, value, min, max, pattern, own);
};

/** Apart from what finds a fault, which V8 puts in place then. */
function failText(
  { at, issues, schema }: Here,
  name: string,
  value: string,
  min: number,
  max: number | undefined,
  pattern: RegExp | undefined,
  own: string = schema + "/properties/" + name,
): void {
  const path = at + "/" + name;
  if (!isAtLeast(value, min)) failLimit(issues, path, own, value, "minLength", min);
  if (max !== undefined && !isAtMost(value, max))
    failLimit(issues, path, own, value, "maxLength", max);
  if (pattern !== undefined && !pattern.test(value)) failPattern(issues, path, own, value, pattern);
}

type CheckRange = CheckMember<
  [type: Type, minimum: number | undefined, maximum?: number | undefined]
>;

/** Of a number of a type; a value of another type that is let through has no limits. */
export const requireRange: CheckRange = (here, name, value, type, min, max, own) => {
  if (!isOf(value, type)) requireType(here, name, value, type, own);
  else if (
    typeof value === "number" &&
    ((min !== undefined && value < min) || (max !== undefined && value > max))
  )
    failRange(here, name, value, min, max, own);
};
export const optionalRange: CheckRange = (here, name, value, type, min, max, own) => {
  if (value !== undefined) requireRange(here, name, value, type, min, max, own);
};

function failRange(
  { at, issues, schema }: Here,
  name: string,
  value: number,
  min: number | undefined,
  max: number | undefined,
  own: string = schema + "/properties/" + name,
): void {
  const path = at + "/" + name;
  if (min !== undefined && value < min) failLimit(issues, path, own, value, "minimum", min);
  if (max !== undefined && value > max) failLimit(issues, path, own, value, "maximum", max);
}

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

/** For a member that is an array whose items have a function of their own, which only those get that fail the test. */
type CheckItems<By> = CheckMember<[explain: By, test: (value: unknown) => boolean]>;

export const requireItems: CheckItems<Explain> = (here, property, value, explain, test, own) => {
  const items = itemsOf(here, property, value, own);
  for (let i = 0; i < items.length; i++)
    if (!test(items[i])) explain(items[i], `${here.at}/${property}/${i}`, here.issues);
};
export const optionalItems: CheckItems<Explain> = (here, property, value, explain, test, own) => {
  if (value !== undefined) requireItems(here, property, value, explain, test, own);
};

type CheckSharedItems = CheckItems<ExplainShared>;

export const requireSharedItems: CheckSharedItems = (here, property, value, explain, test, own) => {
  const items = itemsOf(here, property, value, own);
  for (let i = 0; i < items.length; i++)
    if (!test(items[i])) {
      const place = `${own ?? `${here.schema}/properties/${property}`}/items`;
      explain(items[i], `${here.at}/${property}/${i}`, place, here.issues);
    }
};
export const optionalSharedItems: CheckSharedItems = (
  here,
  property,
  value,
  explain,
  test,
  own,
) => {
  if (value !== undefined) requireSharedItems(here, property, value, explain, test, own);
};

/** Adds an issue for what is no array, and then there are no items. */
function itemsOf(
  { at, issues, schema }: Here,
  property: string,
  value: unknown,
  own: string | undefined,
): readonly unknown[] {
  if (isArray(value)) return value;
  if (value === undefined) failMissing(issues, at, schema, property);
  else
    failType(
      issues,
      `${at}/${property}`,
      own ?? `${schema}/properties/${property}`,
      value,
      "array",
    );
  return [];
}
