import { type Code, code, json, str } from "../../emit/code.js";

/** A default as an expression: JSON, or a `Date` where the schema asks for one. */
export function defaultValue(value: unknown): Code {
  return value instanceof Date ? code`new Date(${str(value.toISOString())})` : json(value);
}
