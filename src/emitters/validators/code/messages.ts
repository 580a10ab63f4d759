import { listing } from "../../../common/words.js";
import { annotations } from "../../../model/keywords.js";
import type { JsonType, Schema } from "../../../model/types.js";

type Params = Readonly<Record<string, unknown>>;

const messages = {
  false: () => "must not be here",
  const: ({ expected }) => `must be ${show(expected)}`,
  dependentRequired: ({ property, because }) =>
    `must have ${show(property)}, because it has ${show(because)}`,
  unevaluatedProperties: () => "must not be here: no such member is known",
  unevaluatedItems: () => "must not be here: no such item is known",
  uniqueItems: () => "must not repeat an item",
  multipleOf: ({ divisor }) => `must be a multiple of ${String(divisor)}`,
} satisfies Readonly<Record<string, (params: Params) => string>>;

/** A keyword that there are words for here. The runtime words the rest. */
export type WordedKeyword = keyof typeof messages;

/** Expectation on a value in English, to be read after its place. */
export function messageFor(keyword: WordedKeyword, params: Params): string {
  return messages[keyword](params);
}

/** Says what a value must not be, by the schema of `not`. */
export function messageForNot({ keywords, name }: Schema): string {
  const { const: only, enum: values, pattern, required, types } = keywords;
  const words = Object.keys(keywords).filter((word) => !annotations.has(word));
  const says = (...some: readonly string[]): boolean => words.every((word) => some.includes(word));
  if (words.length === 0) return "must not be here: no value is valid";
  if (types && says("types")) return `must not be ${listing(types.map((type) => typeNames[type]))}`;
  if (only && says("const", "types")) return `must not be ${show(only.value)}`;
  if (values && says("enum", "types")) return `must not be ${listOf(values)}`;
  if (pattern && says("pattern", "types")) return `must not match ${pattern}`;
  if (required && says("required", "types"))
    return `must not have ${required.size > 1 ? "all of " : ""}${[...required].map(show).join(", ")}`;
  return `must not match ${name ?? "what is excluded here"}`;
}

const typeNames: Readonly<Record<JsonType, string>> = {
  null: "null",
  boolean: "true or false",
  integer: "an integer",
  bigint: "an integer",
  number: "a number",
  string: "a string",
  date: "a date and time",
  array: "an array",
  object: "an object",
};

const shownAtMost = 20;

/** `a, b or c`, and how many more. */
function listOf(values: readonly unknown[]): string {
  const list = values.map(show);
  if (list.length > shownAtMost)
    return `${list.slice(0, shownAtMost).join(", ")} or one of ${list.length - shownAtMost} more`;
  return listing(list);
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? "undefined";
}
