import { asObject, isObject, type JsonObject } from "../../common/json.js";
import { listing, withArticle } from "../../common/words.js";
import type { MemberType } from "./notation.js";
import { kindOf } from "./grammar.js";
import type { Version } from "../version.js";

/** A value as it is named in a message: short, on one line. */
export function describeValue(value: unknown): string {
  if (value === null) return "empty (null)";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  if (typeof value === "string") return `the text ${quote(value)}`;
  return `${withArticle(typeof value)} (${String(value)})`;
}

/** Text in quotes, cut to a length that fits into a line. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}

/** A value as JSON, cut to a length that fits into a line. */
export function show(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** The keywords of a small schema. */
export function describeSchema(schema: JsonObject): string {
  const keywords = Object.entries(schema).map(([keyword, value]) => {
    if (keyword === "items" && isObject(value)) return `items with ${describeSchema(value)}`;
    if (keyword === "anyOf" && Array.isArray(value))
      return `anyOf with ${value.map((one) => describeSchema(asObject(one))).join(", ")}`;
    return `${keyword}: ${keyword === "type" ? String(value) : JSON.stringify(value)}`;
  });
  return keywords.join(", and ");
}

/** Values that a shape accepts, in words with an article. */
export function describeShape(shape: MemberType, version: Version): string {
  switch (shape.is) {
    case "string":
      return "text";
    case "boolean":
      return "true or false";
    case "number":
      return "a number";
    case "integer":
      return "a whole number that is not negative";
    case "any":
      return "any value";
    case "list":
      return "a list";
    case "map":
      return "a mapping";
    case "kind":
      return withArticle(kindOf(shape.kind, version).noun);
    case "values":
      return listing(shape.values);
  }
}
