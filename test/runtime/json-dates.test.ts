import { expect, test } from "vitest";
import { dateTime, isValidDate } from "../../src/runtime/validate/formats/date-times.js";
import { isEqual, isUnique } from "../../src/runtime/validate/equality.js";
import { datedJsonWith } from "../../src/runtime/wire/json/dates.js";
import { exactJsonWith } from "../../src/runtime/wire/json/exact.js";

const places = {
  Event: { members: { at: "date-time", all: "List", next: "Event", id: "int64" } },
  List: { items: "date-time" },
};
const at = new Date("2026-03-14T09:30:00.000Z");

test("dates are what they are in their places, and nowhere else", () => {
  const codec = datedJsonWith(places)("Event");
  const text = `{"at":"${at.toJSON()}","other":"${at.toJSON()}","all":["${at.toJSON()}",null],"next":{"at":"${at.toJSON()}"}}`;
  const value = codec.read(text);
  expect(value).toEqual({ at, other: at.toJSON(), all: [at, null], next: { at } });
  expect(codec.write(value)).toBe(text);
});

test("dates and int64s come side by side", () => {
  const codec = exactJsonWith(places, "bigint", dateTime)("Event");
  const text = `{"at":"${at.toJSON()}","id":9007199254740993}`;
  expect(codec.read(text)).toEqual({ at, id: 9007199254740993n });
  expect(codec.write(codec.read(text))).toBe(text);
  const marked = `{"x":"\\u00001","at":"${at.toJSON()}","id":9007199254740993}`;
  expect(codec.read(marked)).toEqual({ x: "\u00001", at, id: 9007199254740993n });
});

test.each([
  ["2026-03-14T10:30:00+01:00", "2026-03-14T09:30:00.000Z"],
  ["2026-03-14t09:30:00z", "2026-03-14T09:30:00.000Z"],
  ["2026-03-14T09:30:00.123456789Z", "2026-03-14T09:30:00.123Z"],
  ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"],
  ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
])("%s is read", (text, moment) => {
  expect(dateTime(text)).toEqual(new Date(moment));
});

test.each([
  "2026-03-14",
  "2026-02-30T09:30:00Z",
  "2026-03-14T09:30:00",
  "2026-03-14 09:30:00Z",
  "Sat, 14 Mar 2026 09:30:00 GMT",
  // In UTC, these are in years that RFC 3339 cannot write.
  "0000-01-01T00:00:00+01:00",
  "9999-12-31T23:59:59-01:00",
  "",
  5,
  null,
])("%s is no date and time, and stays what it is", (value) => {
  expect(dateTime(value)).toBe(value);
});

test("a date that cannot be written is refused", () => {
  expect(isValidDate(at)).toBe(true);
  for (const one of [new Date(NaN), new Date(8.64e15), at.toJSON(), at.getTime(), {}])
    expect(isValidDate(one)).toBe(false);
});

test("dates are equal when their times are", () => {
  const many = Array.from({ length: 50 }, (_, day) => new Date(day * 86_400_000));
  expect(isEqual({ at }, { at: new Date(at) })).toBe(true);
  expect(isEqual(at, new Date(0))).toBe(false);
  expect(isEqual(at, {})).toBe(false);
  expect(isUnique([at, new Date(0)])).toBe(true);
  expect(isUnique([at, new Date(at)])).toBe(false);
  expect(isUnique(many)).toBe(true);
  expect(isUnique([...many, new Date(0)])).toBe(false);
  expect(isUnique(many.map((one) => ({ one })))).toBe(true);
});
