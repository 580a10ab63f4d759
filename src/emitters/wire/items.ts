import { type Code, code, str, use } from "../../emit/code.js";
import type { Media } from "../../model/types.js";
import { exactJson } from "./int64.js";

const readers = (word: string): Code => use(word, "./runtime/wire/streams/item-readers.js");
const writers = (word: string): Code => use(word, "./runtime/wire/streams/item-writers.js");

/** Code of the reader for a stream: `readJsonLines()`. */
export function itemReader(media: Media): Code {
  const exact = exactJson(media.itemSchema);
  return call(media, readers, "read", exact && code`${exact}.read`);
}

/** Code of the writer for a stream: `writeJsonLines()`. */
export function itemWriter(media: Media): Code {
  const exact = exactJson(media.itemSchema);
  return call(media, writers, "write", exact && code`${exact}.write`);
}

function call(
  { codec, events }: Media,
  runtime: (word: string) => Code,
  verb: "read" | "write",
  exact: Code | undefined,
): Code {
  if (!events) {
    const word = codec === "json-lines" ? "JsonLines" : "JsonSequence";
    return code`${runtime(`${verb}${word}`)}(${exact ?? code``})`;
  }
  const word = runtime(`${verb}${events.whole ? "Events" : "EventData"}`);
  const usual = events.whole ? "text" : "json";
  if (verb === "read" && events.needsType)
    return code`${word}(${str(events.data)}, ${exact ?? code`undefined`}, "message")`;
  if (exact) return code`${word}(${str(events.data)}, ${exact})`;
  return events.data === usual ? code`${word}()` : code`${word}(${str(events.data)})`;
}
