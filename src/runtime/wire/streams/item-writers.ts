import type { EventData } from "./item-readers.js";
import type { ServerSentEvent } from "../media.js";

/** Puts one item into the form that it has in a stream. */
export type ItemWriter = (item: unknown) => string;

/** Writes JSON. */
export type Write = (value: unknown) => string | undefined;

/** Each line is JSON: `application/jsonl`, `application/x-ndjson`. */
export function writeJsonLines(write: Write = JSON.stringify): ItemWriter {
  return (item) => `${jsonOf(item, write)}\n`;
}

/** `application/json-seq` (RFC 7464). */
export function writeJsonSequence(write: Write = JSON.stringify): ItemWriter {
  return (item) => `\x1e${jsonOf(item, write)}\n`;
}

/**
 * `text/event-stream`: events with their fields. A data that is text goes as it is unless it has to be JSON; all
 * else goes as JSON. `write` writes `{"event":…,"data":…}`. Of an event without a data, receivers take only
 * the id and the time to wait, as HTML says.
 */
export function writeEvents(data: EventData = "text", write?: Write): ItemWriter {
  return (item) => {
    const {
      event,
      id,
      retry,
      data: inside,
    } = item as Omit<ServerSentEvent, "data"> & {
      readonly data: unknown;
    };
    const writeData: Write = (value) => {
      const start = event === undefined ? "{" : `{"event":${JSON.stringify(event)},`;
      if (write === undefined) return JSON.stringify(value);
      const whole = write(event === undefined ? { data: value } : { event, data: value });
      return whole?.slice(start.length + '"data":'.length, -1);
    };
    return (
      field("event", event) +
      field("id", id) +
      field("retry", retry) +
      (inside === undefined ? "\n" : dataLines(dataOf(inside, data, writeData)))
    );
  };
}

/** `text/event-stream` of events that have nothing but data. */
export function writeEventData(
  data: EventData = "json",
  write: Write = JSON.stringify,
): ItemWriter {
  return (item) => dataLines(dataOf(item, data, write));
}

function dataOf(value: unknown, data: EventData, write: Write): string {
  return typeof value === "string" && data !== "json" ? value : jsonOf(value, write);
}

/** JSON has no line breaks of its own, so it stays on its line. */
function jsonOf(value: unknown, write: Write): string {
  const text = write(value);
  if (text === undefined)
    throw new TypeError(`There is no JSON for an item that is ${typeof value}.`);
  return text;
}

/** Null is left out as an absent value is, since a receiver would read the word. */
function field(name: string, value: string | number | null | undefined): string {
  if (value === undefined || value === null) return "";
  if (/[\r\n\0]/.test(String(value)))
    throw new TypeError(`The ${name} of an event cannot have line breaks.`);
  return `${name}: ${value}\n`;
}

function dataLines(text: string): string {
  return `data: ${text.split(/\r\n|\n|\r/).join("\ndata: ")}\n\n`;
}
