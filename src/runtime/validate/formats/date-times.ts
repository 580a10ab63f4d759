import { isDateTime } from "./dates.js";

/** Converts a `date-time` of RFC 3339 to a `Date`; other values are returned unchanged, so that a check can reject them. */
export function dateTime(value: unknown): unknown {
  if (typeof value !== "string" || !isDateTime(value)) return value;
  // `Date` has no leap seconds: they become the next second.
  const isLeap = value.startsWith("60", 17);
  const text = isLeap ? `${value.slice(0, 17)}59${value.slice(19)}` : value;
  const time = Date.parse(text.toUpperCase()) + (isLeap ? 1000 : 0);
  return time >= EARLIEST && time <= LATEST ? new Date(time) : value;
}

/** A `Date` that RFC 3339 can write: from the year 0 to 9999 in UTC. */
export function isValidDate(value: unknown): value is Date {
  if (!(value instanceof Date)) return false;
  const time = value.getTime();
  return time >= EARLIEST && time <= LATEST;
}

/** A `Date` as a string that `dateTime` can parse; other values converted by `String`. */
export function dateTimeText(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

const EARLIEST = -62_167_219_200_000;
const LATEST = 253_402_300_799_999;
