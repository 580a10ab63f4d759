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
  eachMember(text, start, (name, value, key, keyEnd) => {
    const valueEnd = endOfValue(text, value);
    places.set(name, { key, keyEnd: key === value ? valueEnd : keyEnd, value, valueEnd });
    return valueEnd;
  });
  return places;
}

/**
 * Goes through the members of the object or array that starts at `start`. `visit` is told where a value starts and where
 * its key is, for an item the start of the value; it gives the end of the value, and `eachMember` that of the whole.
 */
export function eachMember(
  text: string,
  start: number,
  visit: (name: string, value: number, key: number, keyEnd: number) => number,
): number {
  const isObject = text[start] === "{";
  if (!isObject && text[start] !== "[") return endOfValue(text, start);
  let at = skipSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== "}" && text[at] !== "]"; index += 1) {
    if (isObject) {
      const keyEnd = endOfString(text, at);
      const name = JSON.parse(text.slice(at, keyEnd)) as string;
      at = visit(name, skipSpace(text, skipSpace(text, keyEnd) + 1), at, keyEnd);
    } else at = visit(String(index), at, at, at);
    at = skipSpace(text, at);
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return at + 1;
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
