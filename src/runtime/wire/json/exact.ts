import { LongNumber, parseExact } from "./numbers.js";
import {
  type Int64Places,
  type JsonCodec,
  type Members,
  type Plan,
  type Walk,
  changed,
  planFor,
} from "./places.js";
import { setMember } from "../../validate/shape.js";

export type { Int64Places, JsonCodec } from "./places.js";

/** The in-memory type of int64s; with "string", their digits. */
export type Int64Form = "bigint" | "string";

/** Parses a date; without it, dates stay strings. */
type DateReader = (value: unknown) => unknown;

const asItIs: DateReader = (value) => value;

/** A codec for each place that a value can start at. */
export function exactJsonWith(
  places: Int64Places,
  form: Int64Form,
  date: DateReader = asItIs,
): (start: string) => JsonCodec {
  const plans = new Map<string, Plan>();
  const known = new Map<string, JsonCodec>();
  return (start) => {
    const codec = known.get(start);
    if (codec !== undefined) return codec;
    const plan = planFor(start, places, plans);
    const made: JsonCodec = {
      read: (text) => readJson(text, plan, form, date),
      write: (value) => writeJson(value, plan, form),
    };
    known.set(start, made);
    return made;
  };
}

/** Marks an integer that is temporarily a string. */
const MARK = "\0";
const LONG_INTEGERS = /([:,[]\s*)(-?\d{16,})(?=\s*[,\]}])/g;

function readJson(text: string, plan: Plan, form: Int64Form, date: DateReader): unknown {
  const whole = new Reading(form, date);
  const value = changed(JSON.parse(text), plan, whole);
  if (whole.isExact) return value;
  return readMarked(text, plan, form, date) ?? readSlowly(text, plan, form, date);
}

/** One way through a value that was read. */
class Reading implements Walk {
  readonly copies = false;
  readonly date: DateReader;
  private readonly form: Int64Form;
  private readonly hasMarks: boolean;
  /** False once there was a number in the place of an int64 that may have been rounded. */
  isExact = true;
  /** Number of integers that were strings with a mark. */
  unmarked = 0;

  constructor(form: Int64Form, date: DateReader, hasMarks = false) {
    this.form = form;
    this.date = date;
    this.hasMarks = hasMarks;
  }

  // A member, so that it can be handed over as it is.
  readonly change = (value: unknown): unknown => {
    if (typeof value === "number") {
      if (!Number.isInteger(value)) return value;
      if (!Number.isSafeInteger(value)) this.isExact = false;
      return this.form === "bigint" ? BigInt(value) : String(BigInt(value));
    }
    if (value instanceof LongNumber) return this.made(value.exact) ?? value;
    if (!this.hasMarks || !isMarked(value)) return value;
    this.unmarked++;
    return this.made(BigInt(value.slice(MARK.length)));
  };

  private made(value: bigint | undefined): unknown {
    return this.form === "bigint" ? value : value?.toString();
  }
}

/**
 * Has long integers read as texts with a mark. One that stands in a text, and is none, gets a quote that ends the
 * text and a backslash behind it, which is an error in JSON. Undefined: this way leads nowhere.
 */
function readMarked(text: string, plan: Plan, form: Int64Form, date: DateReader): unknown {
  if (text.includes("\\u0000")) return undefined;
  let count = 0;
  const marked = text.replace(LONG_INTEGERS, (_, before: string, digits: string) => {
    count++;
    return `${before}"\\u0000${digits}"`;
  });
  const walk = new Reading(form, date, true);
  let value: unknown;
  try {
    value = changed(JSON.parse(marked), plan, walk);
  } catch {
    return undefined;
  }
  if (!walk.isExact) return undefined;
  return walk.unmarked === count
    ? value
    : settled(value, (one) => (isMarked(one) ? Number(one.slice(MARK.length)) : one));
}

function isMarked(value: unknown): value is string {
  return typeof value === "string" && value.startsWith(MARK);
}

/** Reads all numbers as they are written. */
function readSlowly(text: string, plan: Plan, form: Int64Form, date: DateReader): unknown {
  const value = changed(parseExact(text), plan, new Reading(form, date));
  return settled(value, (one) => (one instanceof LongNumber ? Number(one.text) : one));
}

/** Replaces all members and items that are not objects, in place. */
function settled(whole: unknown, change: (value: unknown) => unknown): unknown {
  if (typeof whole !== "object" || whole === null || whole instanceof LongNumber)
    return change(whole);
  const waiting: object[] = [whole];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    for (const [name, member] of Object.entries(value)) {
      if (typeof member === "object" && member !== null && !(member instanceof LongNumber)) {
        waiting.push(member as object);
        continue;
      }
      const next = change(member);
      if (next !== member) setMember(value as Members, name, next);
    }
  }
  return whole;
}

/** `JSON.stringify` with exact int64s: those that a `number` cannot hold are marked strings at first. */
function writeJson(value: unknown, plan: Plan, form: Int64Form): string | undefined {
  let count = 0;
  const change = (one: unknown): unknown => {
    const integer = integerOf(one, form);
    if (integer === undefined) return one;
    const number = Number(integer);
    if (Number.isSafeInteger(number)) return number;
    count++;
    return `${MARK}${integer}`;
  };
  const marked = changed(value, plan, { change, date: asItIs, copies: true });
  const text = JSON.stringify(marked) as string | undefined;
  if (count === 0 || text === undefined) return text;
  let found = 0;
  const unmarked = text.replace(/"\\u0000(-?\d+)"/g, (_, digits: string) => {
    found++;
    return digits;
  });
  // A string in the value that looks like a marked one has to stay a string.
  if (found === count) return unmarked;
  const toBigint = (one: unknown): unknown => integerOf(one, form) ?? one;
  return writeSlowly(changed(value, plan, { change: toBigint, date: asItIs, copies: true }));
}

function integerOf(value: unknown, form: Int64Form): bigint | undefined {
  if (form === "bigint") return typeof value === "bigint" ? value : undefined;
  return typeof value === "string" && INTEGER.test(value) ? BigInt(value) : undefined;
}

const INTEGER = /^-?(?:0|[1-9]\d*)$/;

/** `JSON.stringify` that writes a bigint as a number. */
function writeSlowly(value: unknown): string | undefined {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if ("toJSON" in value && typeof value.toJSON === "function")
    return writeSlowly((value as { toJSON(): unknown }).toJSON());
  if (Array.isArray(value))
    return `[${value.map((item) => writeSlowly(item) ?? "null").join(",")}]`;
  let text = "";
  for (const [name, member] of Object.entries(value)) {
    const written = writeSlowly(member);
    if (written === undefined) continue;
    text += `${text === "" ? "" : ","}${JSON.stringify(name)}:${written}`;
  }
  return `{${text}}`;
}
