import { describe, expect, test } from "vitest";
import type { Chunks } from "../../src/runtime/wire/streams/chunks.js";
import {
  FrameError,
  type ItemReader,
  readEventData,
  readEvents,
  readJsonLines,
  readJsonSequence,
} from "../../src/runtime/wire/streams/item-readers.js";
import {
  writeEventData,
  writeEvents,
  writeJsonLines,
  writeJsonSequence,
} from "../../src/runtime/wire/streams/item-writers.js";

/** In pieces of so many bytes, so that every separator and letter is cut somewhere. */
async function* pieces(body: string, size: number): Chunks {
  const all = new TextEncoder().encode(body);
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

async function read(
  reader: ItemReader,
  body: string,
  size = 1000,
  limit?: number,
): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { value, fault } of reader(pieces(body, size), limit))
    found.push(fault === undefined ? value : { value, fault });
  return found;
}

describe.each([1, 2, 3, 1000])("in pieces of %i bytes", (size) => {
  test("server-sent events", async () => {
    const body =
      "\uFEFF: comment\r\ndata: é\ndata:two\r\rid: 7\nevent: pet\nretry: 10\nretry: x\ndata\n\n\n: only\n\nevent: none\n\ndata:  {}\r\n\r\nevent:\nid: a\0b\nother: x\ndata: 1\n\ndata: cut";
    expect(await read(readEvents(), body, size)).toEqual([
      { data: "é\ntwo" },
      { event: "pet", id: "7", retry: 10, data: "" },
      { data: " {}" },
      { data: "1" },
    ]);
  });

  test("JSON lines and sequences", async () => {
    expect(await read(readJsonLines(), '{"a":"é"}\r\n\n  \n2\n3', size)).toEqual([
      { a: "é" },
      2,
      3,
    ]);
    expect(await read(readJsonSequence(), '\x1e{"a":\n1}\n\x1e2\n', size)).toEqual([{ a: 1 }, 2]);
  });
});

test("an item that is not JSON says so, and those behind it are read", async () => {
  expect(await read(readJsonLines(), "1\n{\n2")).toEqual([
    1,
    { value: "{", fault: "is not JSON" },
    2,
  ]);
});

test("an item of a sequence that may be cut off is not read", async () => {
  const cut = (value: string): unknown => ({ value, fault: "is cut off" });
  const all =
    '\x1e12\x1e-1.5e3\x1etrue\x1enull\x1e3\n\x1e4 \x1e{"a":1}\x1e[1]\x1e"s"\x1e{"a":\x1e5';
  expect(await read(readJsonSequence(), all)).toEqual([
    cut("12"),
    cut("-1.5e3"),
    cut("true"),
    cut("null"),
    3,
    4,
    { a: 1 },
    [1],
    "s",
    cut('{"a":'),
    cut("5"),
  ]);
});

test("an id and a retry without data belong to the next event, as its name does not", async () => {
  const body = "retry: 10\n\nid: 7\nevent: a\n\n: only\n\ndata: 1\n\ndata: 2\n\n";
  const events = [{ id: "7", retry: 10, data: "1" }, { data: "2" }];
  expect(await read(readEvents(), body)).toEqual(events);
});

test("data of events is text, JSON, or either of them", async () => {
  const body = "data: 1\n\ndata: [DONE]\n\n";
  expect(await read(readEventData("text"), body)).toEqual(["1", "[DONE]"]);
  expect(await read(readEventData("either"), body)).toEqual([1, "[DONE]"]);
  expect(await read(readEvents("either"), body)).toEqual([{ data: 1 }, { data: "[DONE]" }]);
  expect(await read(readEventData(), "data: {\n\n")).toEqual([
    { value: "{", fault: "is not JSON" },
  ]);
});

test("without a limit nothing is too long; with one, too long items and bad bytes end the stream", async () => {
  const long = `"${"x".repeat(5000)}"`;
  expect(await read(readJsonLines(), long, 100)).toEqual(["x".repeat(5000)]);
  await expect(read(readJsonLines(), `1\n${long}`, 100, 1000)).rejects.toThrow(FrameError);
  await expect(read(readJsonLines(), `1\n${long}\n2`, 10_000, 1000)).rejects.toThrow("is too long");
  await expect(read(readEvents(), "data: aaaa\n".repeat(200), 10, 1000)).rejects.toThrow(
    FrameError,
  );
  expect(await read(readEvents(), "data: aaaa\n\n".repeat(200), 10, 1000)).toHaveLength(200);
  const bad = async function* (): Chunks {
    yield Uint8Array.of(0x22, 0xff, 0x22);
  };
  await expect(readJsonLines()(bad(), 10)[Symbol.asyncIterator]().next()).rejects.toThrow("utf-8");
  expect(await readJsonLines()(bad())[Symbol.asyncIterator]().next()).toMatchObject({
    value: { value: "\uFFFD" },
  });
});

test("what is written is read again", async () => {
  const items = [{ a: "two\nlines\x1e" }, "é", null, [1]];
  const text = (write: (item: unknown) => string): string => items.map(write).join("");
  expect(await read(readJsonLines(), text(writeJsonLines()))).toEqual(items);
  expect(await read(readJsonSequence(), text(writeJsonSequence()))).toEqual(items);
  expect(await read(readEventData(), text(writeEventData()))).toEqual(items);
  const events = [{ event: "e", id: "1", retry: 5, data: "a\n b\n" }, { data: "" }];
  expect(await read(readEvents(), events.map(writeEvents()).join(""))).toEqual(events);
  expect(writeEvents("json")({ data: { a: "\n" } })).toBe('data: {"a":"\\n"}\n\n');
  expect(writeEvents("either")({ data: "[DONE]" })).toBe("data: [DONE]\n\n");
});

test("an event without data is sent without it, and gives receivers only its id", async () => {
  const events = [{ event: "ping" }, { id: "7", retry: 5, data: undefined }, { data: "a" }];
  for (const write of [writeEvents(), writeEvents("json"), writeEvents("either", JSON.stringify)]) {
    const text = events.slice(0, 2).map(write).join("");
    expect(text).toBe("event: ping\n\nid: 7\nretry: 5\n\n");
  }
  const text = events.map(writeEvents()).join("");
  expect(await read(readEvents(), text)).toEqual([{ id: "7", retry: 5, data: "a" }]);
  expect(() => writeEventData()(undefined)).toThrow(TypeError);
});

test("a field of an event that is null, as descriptions may let it be, is not sent as the word", async () => {
  const event = { event: null, id: null, retry: null, data: "a" };
  for (const write of [writeEvents(), writeEvents("either", JSON.stringify)])
    expect(write(event)).toBe("data: a\n\n");
  expect(writeEvents("json")({ ...event, id: "7", data: null })).toBe("id: 7\ndata: null\n\n");
  expect(await read(readEvents(), writeEvents()(event))).toEqual([{ data: "a" }]);
});

test("an event that names no type is a message where a type is needed", async () => {
  const body = "data: 1\n\nevent: a\ndata: 2\n\nevent: a\nevent:\ndata: 3\n\nevent\ndata: 4\n\n";
  const types = ["message", "a", "message", "message"];
  const events = types.map((event, i) => ({ event, data: i + 1 }));
  expect(await read(readEvents("json", undefined, "message"), body)).toEqual(events);
  const exact = (text: string): unknown => JSON.parse(text);
  expect(await read(readEvents("json", exact, "message"), body)).toEqual(events);
  expect(await read(readEvents("json"), body)).toEqual([
    { data: 1 },
    { event: "a", data: 2 },
    { data: 3 },
    { data: 4 },
  ]);
});

test("int64s in the data of events are read and written with the event's name beside them", async () => {
  const seen: string[] = [];
  const exact = (text: string): unknown => (seen.push(text), JSON.parse(text));
  const body = 'event: a\ndata: {"n":1}\n\ndata: 2\n\n';
  const events = [{ event: "a", data: { n: 1 } }, { data: 2 }];
  expect(await read(readEvents("json", exact), body)).toEqual(events);
  expect(seen).toEqual(['{"event":"a","data":{"n":1}}', '{"data":2}']);
  expect(events.map(writeEvents("json", JSON.stringify)).join("")).toBe(body);
});

test("an event cannot smuggle in other fields", () => {
  expect(() => writeEvents()({ event: "a\ndata: x", data: "" })).toThrow(TypeError);
  expect(() => writeEvents()({ id: "a\rb", data: "" })).toThrow(TypeError);
  expect(writeEvents()({ data: "a\r\nevent: b\rid: c" })).toBe(
    "data: a\ndata: event: b\ndata: id: c\n\n",
  );
  expect(() => writeJsonLines()(undefined)).toThrow(TypeError);
});
