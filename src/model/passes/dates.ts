import { change } from "../change.js";
import { sameValueParts } from "../walks/children.js";
import { reachable } from "../../common/collections.js";
import { isDate, together } from "../walks/values.js";
import { everySchema } from "./direction.js";
import { type ExactCodec, markExact } from "./exact.js";
import type { ApiModel, JsonType, Keywords, Schema } from "../types.js";

/** Length of a `Date` as a string, unless the year has more than four digits. */
const LENGTH = "2026-03-14T09:30:00.000Z".length;

/**
 * Makes the texts of the format `date-time` dates in memory: they have the type `date`, and so has what else is said
 * of the same value. What is said of the text itself keeps it a text: `enum`, `const`, `pattern`, a length that a
 * date may not have, a default that is no time; and so do the names of members. The schemas are changed in place.
 */
export function applyDates(model: ApiModel, file: ExactCodec["file"]): void {
  const all = everySchema(model);
  const dates = datesIn(all);
  for (const schema of dates) change(schema, { keywords: changed(schema.keywords) });
  markExact(model, [...dates].filter(isDate), all, file);
}

function datesIn(all: ReadonlySet<Schema>): ReadonlySet<Schema> {
  const left = new Set([...all].filter(isDateTime));
  if (left.size === 0) return left;
  for (const schema of namesIn(all)) left.delete(schema);
  const wholes = [...all].map(together);
  // If one part stays a string, so do all others of the same value.
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const parts of wholes)
      if ([...parts].some((part) => isText(part) || isOtherText(part, left)))
        for (const part of parts) left.delete(part);
    for (const parts of wholes)
      if (isTypedUnion(parts))
        for (const part of parts)
          for (const one of reachable([part], sameValueParts)) left.delete(one);
  }
  return new Set(
    wholes.flatMap((parts) => ([...parts].some((part) => left.has(part)) ? [...parts] : [])),
  );
}

/** A schema with a keyword that only a text can satisfy, or that only the text is held to. */
function isText({ keywords }: Schema): boolean {
  const { enum: list, const: only, pattern, types, default: preset } = keywords;
  const { minLength = 0, maxLength = LENGTH } = keywords;
  return (
    (list ?? only ?? pattern) !== undefined ||
    minLength > LENGTH ||
    maxLength < LENGTH ||
    types?.includes("object") === true ||
    (typeof preset?.value === "string" && !isTime(preset.value))
  );
}

/** A schema with a name for a text that is no date: it may be used elsewhere too. */
function isOtherText(schema: Schema, dates: ReadonlySet<Schema>): boolean {
  if (schema.name === undefined || schema.keywords.types?.includes("string") !== true) return false;
  return ![...together(schema)].some((part) => dates.has(part));
}

/** The type of a text stands beside branches, which would have to be dates all of them. */
function isTypedUnion(parts: ReadonlySet<Schema>): boolean {
  const all = [...parts].map(({ keywords }) => keywords);
  return (
    all.some(({ types }) => types?.includes("string")) &&
    all.some(({ anyOf, oneOf }) => (anyOf ?? oneOf) !== undefined)
  );
}

/** True for a date and time that a `Date` can be made of. */
export function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text));
}

/** Schemas for the names of members. */
function namesIn(all: ReadonlySet<Schema>): ReadonlySet<Schema> {
  const names = [...all].flatMap(({ keywords }) => keywords.propertyNames ?? []);
  return reachable(names, sameValueParts);
}

function isDateTime({ keywords: { types, format } }: Schema): boolean {
  return format === "date-time" && types?.includes("string") === true;
}

function changed(keywords: Keywords): Keywords {
  const types = keywords.types?.map((type): JsonType => (type === "string" ? "date" : type));
  const { minLength: _, maxLength: __, ...others } = keywords;
  const { default: preset } = keywords;
  return {
    ...others,
    ...(types && { types }),
    ...(typeof preset?.value === "string" && { default: { value: new Date(preset.value) } }),
  };
}
