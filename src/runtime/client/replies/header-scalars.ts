import type { HeaderReader } from "../operation.js";
import { complain } from "./readers.js";

/** A header that is an integer of any size. */
export const bigint: HeaderReader<bigint> = (text, field) => {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  complain(field, "type", "must be an integer");
  return BigInt(0);
};

/** A header that is a number. */
export const number: HeaderReader<number> = (text, field) => {
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value)) complain(field, "type", "must be a number");
  return value;
};

/** A header that is `true` or `false`, or `True` as Python and C# write it. */
export const boolean: HeaderReader<boolean> = (text, field) => {
  if (!/^(?:true|false)$/i.test(text)) complain(field, "type", "must be true or false");
  return text.toLowerCase() === "true";
};
