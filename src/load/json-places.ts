import { endOfString, match, skipSpace, word } from "./json.js";

/** Where a member of a JSON object or array stands. */
export interface JsonPlace {
  /** The key's quote; the value's start for an item of an array. */
  readonly key: number;
  readonly keyEnd: number;
  readonly value: number;
  readonly valueEnd: number;
}

/** The places of the members of the object or array that starts at `start`; empty for a scalar. */
export function placesOfMembers(text: string, start: number): ReadonlyMap<string, JsonPlace> {
  const places = new Map<string, JsonPlace>();
  const object = text[start] === "{";
  if (!object && text[start] !== "[") return places;
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== "}" && text[at] !== "]"; index += 1) {
    const key = at;
    let keyEnd = at;
    let name = String(index);
    if (object) {
      keyEnd = endOfString(text, at);
      name = JSON.parse(text.slice(key, keyEnd)) as string;
      at = skipSpace(text, skipSpace(text, keyEnd) + 1);
    }
    const value = at;
    const valueEnd = endOfValue(text, at);
    places.set(name, { key, keyEnd: object ? keyEnd : valueEnd, value, valueEnd });
    at = skipSpace(text, valueEnd);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return places;
}

/** The offset behind the JSON value that starts at `start`. */
export function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: {
        const end = endOfString(text, at);
        if (depth === 0) return end;
        at = end - 1;
        break;
      }
      case 0x7b:
      case 0x5b:
        depth += 1;
        break;
      case 0x7d:
      case 0x5d:
        depth -= 1;
        if (depth === 0) return at + 1;
        if (depth < 0) return at;
        break;
      default:
        if (depth === 0) {
          const token = match(word, text, at);
          return at + Math.max(1, token?.length ?? 1);
        }
    }
  }
  return text.length;
}
