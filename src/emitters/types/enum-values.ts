import type { Extensions, Keywords, Schema } from "../../model/types.js";
import { shown } from "./docs.js";

/** Name and comment of one value of an `enum`, from extensions that many tools know. */
export interface ValueNote {
  /** From `x-enum-varnames` or `x-enumNames`: its name in code. */
  readonly name: string | undefined;
  /** From `x-enum-descriptions` or `x-enumDescriptions`. */
  readonly text: string;
}

/**
 * By value. Names count only when there is one for each value and no two are the same. Descriptions
 * are a list in the order of the values, or an object with them as keys.
 */
export function valueNotes({
  enum: values,
  extensions,
}: Keywords): ReadonlyMap<unknown, ValueNote> {
  if (!values || !extensions) return new Map();
  const names = first(extensions, ["x-enum-varnames", "x-enumNames"]);
  const texts = first(extensions, ["x-enum-descriptions", "x-enumDescriptions"]);
  const isNamed = areNames(names) && names.length === values.length;
  if (!isNamed && texts === undefined) return new Map();
  const notes = values.map((value, index): readonly [unknown, ValueNote] => {
    const text = memberOf(texts, Array.isArray(texts) ? index : String(value));
    const note = { name: isNamed ? names[index] : undefined, text: isText(text) ? text : "" };
    return [value, note];
  });
  return new Map(notes.filter(([, { name, text }]) => name !== undefined || text !== ""));
}

/** The values as a list in Markdown: `` - `1` (Active): Can be booked. `` */
export function valueList(keywords: Keywords): string {
  if (!keywords.enum || !keywords.extensions) return "";
  const notes = [...valueNotes(keywords)].map(([value, { name, text }]) => {
    const named = name === undefined || name === value ? "" : ` (${name})`;
    const line = text.trim().replace(/\s+/g, " ");
    return `- ${shown(value)}${named}${line === "" ? "" : `: ${line}`}`;
  });
  return notes.join("\n");
}

/** As `valueList`, for a schema in place; one with a name says it where it is declared. */
export function ownValues({ name, keywords }: Schema): string {
  return name === undefined ? valueList(keywords) : "";
}

function first(extensions: Extensions, names: readonly string[]): unknown {
  return names.map((name) => extensions.get(name)).find((value) => value !== undefined);
}

function areNames(value: unknown): value is readonly string[] {
  if (!Array.isArray(value)) return false;
  return value.every((name) => isText(name) && name !== "") && new Set(value).size === value.length;
}

function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string | number, unknown>>)[key];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
