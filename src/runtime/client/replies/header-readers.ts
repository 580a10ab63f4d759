import type { HeaderReader } from "../operation.js";
import { complain } from "./readers.js";

/** A header as text. */
export const string: HeaderReader<string> = (text) => text;

/** A header that is an integer which a `number` holds exactly. */
export const integer: HeaderReader<number> = (text, field) => {
  const value = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(value)) complain(field, "type", "must be an integer");
  return value;
};
