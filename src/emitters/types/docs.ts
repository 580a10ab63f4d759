import { groupBy } from "../../common/collections.js";
import { isText, memberOf } from "../../common/json.js";
import { type Code, type DocTag, doc } from "../../emit/code.js";
import type { Extensions, Header, Keywords, Parameter, Schema } from "../../model/types.js";

/**
 * The comment of a schema or a member: what the description says of it, then its limits, default and a note,
 * and last a list of values where more is known of them.
 */
export function schemaDoc({ keywords }: Schema, values: string, member: string, note = ""): Code {
  const examples = exampleTags(isListed(keywords) ? [] : (keywords.examples ?? []));
  const isUri = keywords.format === "uri" && uriName.test(member);
  const limits = limitsOf(keywords, isUri || examples.length > 0);
  const sentences = [limits, note].filter((one) => one !== "").join(" ");
  const text = withList(proseOf(keywords, sentences), values);
  return doc(text, [...deprecatedTags(keywords), ...examples]);
}

const uriName = /ur[il]$/i;

/** The comment of a member. A schema with a name has its comment where it is declared. */
export function memberDoc(member: string, schema: Schema, isRequired: boolean): Code {
  const { keywords, name } = schema;
  if (name !== undefined) return doc("", deprecatedTags(keywords));
  const said = isRequired ? withoutDefault(keywords) : keywords;
  return schemaDoc({ ...schema, keywords: said }, valueList(keywords), member);
}

/** What is required cannot be left out, so that its default has no effect. */
export function withoutDefault({ default: _, ...others }: Keywords): Keywords {
  return others;
}

/** The bare tag, for what the description marks and says nothing more of. */
export function deprecatedTags({
  deprecated = false,
}: Keywords | Parameter | Header): readonly DocTag[] {
  return deprecated ? [{ tag: "deprecated", text: "" }] : [];
}

/** The examples of a parameter or a header: its own, else those of a schema that is written in its place. */
export function ownExamples({ examples, schema }: Parameter | Header): readonly unknown[] {
  if (isListed(schema.keywords)) return [];
  return examples ?? (schema.name === undefined ? schema.keywords.examples : undefined) ?? [];
}

/** The type says all values, so that one of them as an example says nothing more. */
function isListed({ types, enum: values, const: only }: Keywords): boolean {
  return Boolean(values ?? only) || types?.every((type) => type === "boolean") === true;
}

/** The first example as JSON, unless it is long: then the type says more. */
export function exampleTags([first]: readonly unknown[]): readonly DocTag[] {
  if (first === undefined) return [];
  const plain = (_: string, one: unknown): unknown => (typeof one === "bigint" ? `${one}` : one);
  const text = JSON.stringify(first, plain);
  return text.length <= 80 ? [{ tag: "example", text }] : [];
}

/** A list as a paragraph of its own. */
export function withList(text: string, list: string): string {
  return text === "" || list === "" ? text + list : `${text}\n\n${list}`;
}

/** Prose with the limits behind it, on the same line where that is one sentence. */
export function proseOf(keywords: Keywords, limits: string): string {
  const { summary = "", description = "" } = keywords.prose ?? {};
  return withSentence(description !== "" ? description : summary, limits);
}

/** Two texts as one: a short one is continued, a longer one gets another paragraph. */
function withSentence(text: string, sentence: string): string {
  const trimmed = text.trim();
  if (trimmed === "" || sentence === "") return trimmed + sentence;
  if (trimmed.includes("\n")) return `${trimmed}\n\n${sentence}`;
  return `${trimmed}${/[.!?:]$/.test(trimmed) ? "" : "."} ${sentence}`;
}

/**
 * Constraints of a schema beyond its type, as a sentence: `1 to 100; 20 when left out.` `isShown`: an example or the name of
 * what has it says its format, too.
 */
export function limitsOf(keywords: Keywords, isShown: boolean): string {
  const parts = [
    rangeOf(keywords),
    countOf(keywords.minLength, keywords.maxLength, "character"),
    countOf(keywords.minItems, keywords.maxItems, "item"),
    countOf(keywords.minProperties, keywords.maxProperties, "member"),
    keywords.multipleOf !== undefined ? `a multiple of ${keywords.multipleOf}` : "",
    keywords.uniqueItems ? "no item twice" : "",
    keywords.types?.includes("date") ? "" : formatOf(keywords, isShown),
    keywords.pattern !== undefined ? `matches \`${keywords.pattern}\`` : "",
    keywords.default !== undefined ? `${shown(keywords.default.value)} when left out` : "",
  ].filter((part) => part !== "");
  const sentence = parts.join("; ");
  return sentence === "" ? "" : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

function formatOf({ format = "" }: Keywords, isShown: boolean): string {
  return encodings.get(format) ?? (isShown ? "" : formats.get(format)) ?? "";
}

const formats: ReadonlyMap<string, string> = new Map([
  ["date", "a date such as `2026-03-14`"],
  ["date-time", "a date and time such as `2026-03-14T09:30:00Z`"],
  ["time", "a time such as `09:30:00Z`"],
  ["duration", "a duration such as `P3DT12H`"],
  ["uuid", "a UUID"],
  ["email", "an e-mail address"],
  ["uri", "a URI"],
]);

/** Of these, an example does not say what they are. */
const encodings: ReadonlyMap<string, string> = new Map([
  ["byte", "bytes as base64"],
  ["int64-digits", "the digits of a 64-bit integer"],
  ["uint64-digits", "the digits of a 64-bit integer that is not negative"],
]);

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Keywords): string {
  const isBoth = minimum !== undefined && maximum !== undefined;
  return [
    isBoth ? `${minimum} to ${maximum}` : minimum !== undefined ? `at least ${minimum}` : "",
    exclusiveMinimum !== undefined ? `more than ${exclusiveMinimum}` : "",
    maximum !== undefined && !isBoth ? `at most ${maximum}` : "",
    exclusiveMaximum !== undefined ? `less than ${exclusiveMaximum}` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

function countOf(min: number | undefined, max: number | undefined, unit: string): string {
  if (min === undefined && max === undefined) return "";
  const units = (count: number) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (min !== undefined && max !== undefined)
    return min === max ? units(min) : `${min} to ${units(max)}`;
  if (min !== undefined && min > 0) return `at least ${units(min)}`;
  return max !== undefined ? `at most ${units(max)}` : "";
}

/** A value as code in Markdown. */
function shown(value: unknown): string {
  const text = typeof value === "bigint" ? `${value}` : JSON.stringify(value);
  return text.length <= 60 ? `\`${text}\`` : "a longer value";
}

/** Name and comment of one value of an `enum`, from extensions that many tools know. */
export interface ValueNote {
  /** Its name in code. */
  readonly name: string | undefined;
  readonly text: string;
}

/**
 * By value. Names and descriptions are a list in the order of the values, or an object with them as keys. A list may be longer
 * or shorter than that of the values, which then have no note; a name that two values have counts for neither.
 */
export function valueNotes({
  enum: values,
  extensions,
}: Keywords): ReadonlyMap<unknown, ValueNote> {
  if (!values || !extensions) return new Map();
  const whole = memberOf(extensions.get("x-ms-enum"), "values");
  const names = first(extensions, ["x-enum-varnames", "x-enumNames"]) ?? byValue(whole, "name");
  const texts =
    first(extensions, ["x-enum-descriptions", "x-enumDescriptions"]) ??
    byValue(whole, "description");
  const noted = (notes: unknown, value: unknown, index: number): string => {
    const note = memberOf(notes, Array.isArray(notes) ? index : keyOf(value));
    return isText(note) ? note : "";
  };
  const all = values.map((value, index) => ({
    value,
    name: noted(names, value, index),
    text: noted(texts, value, index),
  }));
  // A value that stands there twice has the first of its names.
  const own = [...groupBy(all, ({ value }) => value).values()].flatMap(([one]) => one ?? []);
  const called = groupBy(own, ({ name }) => name);
  const notes = own.map(({ value, name, text }): readonly [unknown, ValueNote] => {
    const isName = name !== "" && called.get(name)?.length === 1;
    return [value, { name: isName ? name : undefined, text }];
  });
  return new Map(notes.filter(([, { name, text }]) => name !== undefined || text !== ""));
}

/** Of the `values` of AutoRest's `x-ms-enum`: `{ "1": "Low" }`. */
function byValue(whole: unknown, member: string): unknown {
  if (!Array.isArray(whole)) return undefined;
  return Object.fromEntries(
    whole.map((one: unknown) => [keyOf(memberOf(one, "value")), memberOf(one, member)]),
  );
}

function keyOf(value: unknown): string {
  return typeof value === "object" && value !== null ? "" : String(value);
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
