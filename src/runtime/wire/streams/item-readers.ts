import type { Chunks } from "./chunks.js";
import type { ServerSentEvent } from "../media.js";

/** One item of a stream; one that is not what it should be is a text, with what is wrong. */
export interface ReadItem {
  readonly value: unknown;
  readonly fault?: string;
}

/**
 * Takes items out of a body. With a limit, throws `FrameError` for an item that has more characters, and for
 * bytes that are not UTF-8; without one, these become U+FFFD. JSON that `refuse` gives a reason for is not read.
 */
export type ItemReader = (
  chunks: Chunks,
  limit?: number,
  refuse?: Refuse,
) => AsyncIterable<ReadItem>;

/** The fault of a text, if it has one. */
export type Refuse = (text: string) => string | undefined;

/** Reads JSON. */
export type Read = (text: string) => unknown;

/** A stream cannot be taken apart. */
export class FrameError extends Error {
  override readonly name = "FrameError";
  readonly reason: "length" | "encoding";

  constructor(reason: "length" | "encoding", message: string) {
    super(message);
    Object.setPrototypeOf(this, new.target.prototype);
    this.reason = reason;
  }
}

/** Each line is JSON: `application/jsonl`, `application/x-ndjson`. Empty lines are skipped. */
export function readJsonLines(read: Read = JSON.parse): ItemReader {
  return (chunks, limit, refuse) => jsonItems(split(chunks, /\n/g, limit), read, refuse);
}

/** `application/json-seq` (RFC 7464). Numbers and words without white space behind them may be cut off (section 2.4). */
export function readJsonSequence(read: Read = JSON.parse): ItemReader {
  return (chunks, limit, refuse) =>
    jsonItems(
      split(chunks, /\x1e/g, limit),
      read,
      (text) => refuse?.(text) ?? (/[^\s"\]}]$/.test(text) ? "is cut off" : undefined),
    );
}

/** The form of the `data` of an event. */
export type EventData = "text" | "json" | "either";

/**
 * `text/event-stream`: each event with its fields. Its data is text, JSON, or JSON where it is that. `read`
 * reads `{"event":…,"data":…}`. `usual` is the type of an event that names none: `message`, as HTML says, where
 * a type is needed.
 */
export function readEvents(data: EventData = "text", read?: Read, usual?: string): ItemReader {
  return async function* (chunks, limit, refuse) {
    for await (const named of eventsOf(chunks, limit)) {
      const event = usual === undefined ? named : { event: usual, ...named };
      const { event: type, data: text } = event;
      if (isEnd(text, data)) return;
      const inside: Read | undefined =
        read &&
        (() => {
          const start = type === undefined ? "{" : `{"event":${JSON.stringify(type)},`;
          return (read(`${start}"data":${text}}`) as ServerSentEvent).data;
        });
      const { value, fault } = dataOf(text, data, inside ?? JSON.parse, refuse);
      yield { value: { ...event, data: value }, ...(fault !== undefined && { fault }) };
    }
  };
}

/** `text/event-stream`, of which only the data of each event is of interest. */
export function readEventData(data: EventData = "json", read: Read = JSON.parse): ItemReader {
  return async function* (chunks, limit, refuse) {
    for await (const event of eventsOf(chunks, limit)) {
      if (isEnd(event.data, data)) return;
      yield dataOf(event.data, data, read, refuse);
    }
  };
}

/** Many services end a stream of JSON so. Descriptions that know of it have it as one of the items. */
function isEnd(text: string, data: EventData): boolean {
  return data === "json" && text === "[DONE]";
}

function dataOf(text: string, data: EventData, read: Read, refuse?: Refuse): ReadItem {
  if (data === "text") return { value: text };
  const item = jsonItem(text, read, refuse);
  return data === "either" && item.fault !== undefined ? { value: text } : item;
}

function jsonItem(text: string, read: Read, refuse?: Refuse): ReadItem {
  const fault = refuse?.(text);
  if (fault !== undefined) return { value: text, fault };
  try {
    return { value: read(text) };
  } catch {
    return { value: text, fault: "is not JSON" };
  }
}

async function* jsonItems(
  texts: AsyncIterable<string>,
  read: Read,
  refuse: Refuse | undefined,
): AsyncGenerator<ReadItem, void, undefined> {
  for await (const text of texts) if (/\S/.test(text)) yield jsonItem(text, read, refuse);
}

/** The lines of an event become its fields as HTML says, section "interpreting an event stream". */
async function* eventsOf(
  chunks: Chunks,
  limit?: number,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let fields: { event?: string; id?: string; retry?: number } = {};
  let data: string[] = [];
  let length = 0;
  for await (const line of split(chunks, /\r\n|\n|\r/g, limit)) {
    if (line === "") {
      if (data.length > 0) {
        yield { ...fields, data: data.join("\n") };
        fields = {};
      } else delete fields.event;
      data = [];
      length = 0;
      continue;
    }
    length += line.length;
    if (limit !== undefined && length > limit) throw tooLong();
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    if (name === "data") data.push(value);
    else if (name === "event" && value === "") delete fields.event;
    else if (name === "event") fields.event = value;
    else if (name === "id" && !value.includes("\0")) fields.id = value;
    else if (name === "retry" && /^\d+$/.test(value)) fields.retry = Number(value);
  }
}

/** `TextDecoder`, which is a value only where the types are those of Node. */
type Decoder = InstanceType<typeof TextDecoder>;

/** The texts between separators; the last one too, unless it is empty. A byte order mark in front is left out. */
async function* split(
  chunks: Chunks,
  separator: RegExp,
  limit: number | undefined,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: limit !== undefined });
  let pieces = "";
  let afterReturn = false;
  for await (const chunk of chunks) {
    const text = decode(decoder, chunk);
    // The other half of a CRLF that was cut in two.
    let from = afterReturn && text.startsWith("\n") ? 1 : 0;
    if (text !== "") afterReturn = separator.source.includes("\\r") && text.endsWith("\r");
    separator.lastIndex = from;
    for (let end = separator.exec(text); end !== null; end = separator.exec(text)) {
      pieces += text.slice(from, end.index);
      if (limit !== undefined && pieces.length > limit) throw tooLong();
      from = separator.lastIndex;
      const whole = pieces;
      pieces = "";
      yield whole;
    }
    pieces += text.slice(from);
    if (limit !== undefined && pieces.length > limit) throw tooLong();
  }
  pieces += decode(decoder, undefined);
  if (pieces !== "") yield pieces;
}

function decode(decoder: Decoder, chunk: Uint8Array | undefined): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new FrameError("encoding", "must be valid utf-8");
  }
}

function tooLong(): FrameError {
  return new FrameError("length", "is too long");
}
