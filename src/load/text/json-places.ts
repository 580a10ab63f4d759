import { endOfString, match, skipSpace, word } from "./json.js";

/** The place of a member of a JSON object or array. */
export interface JsonMember {
  /** The index of an item. */
  readonly name: string;
  /** The key's quote; the value's start for an item. */
  readonly key: number;
  readonly keyEnd: number;
  readonly value: number;
}

/** The members of the object or array that starts at `start`, none for a scalar; gone through as far as they are asked for. */
export class JsonMembers {
  readonly #text: string;
  readonly #start: number;
  readonly #found = new Map<string, JsonMember>();
  #last: JsonMember | undefined;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#start = start;
  }

  /** Of several with one name, which is a mistake, the first one. */
  find(name: string): JsonMember | undefined {
    let member = this.#found.get(name);
    while (!member) {
      const next = this.#next();
      if (!next) return undefined;
      this.#last = next;
      if (!this.#found.has(next.name)) this.#found.set(next.name, next);
      if (next.name === name) member = next;
    }
    return member;
  }

  #next(): JsonMember | undefined {
    const [text, last] = [this.#text, this.#last];
    const at = last ? behind(text, endOfValue(text, last.value)) : firstOf(text, this.#start);
    return memberAt(text, this.#start, at, this.#found.size);
  }
}

/** Offset of the first member; -1 in a scalar. */
function firstOf(text: string, start: number): number {
  return text[start] === "{" || text[start] === "[" ? skipSpace(text, start + 1) : -1;
}

/** Behind a value, and behind the comma that follows. */
function behind(text: string, end: number): number {
  const at = skipSpace(text, end);
  return text[at] === "," ? skipSpace(text, at + 1) : at;
}

/** The member that begins at `at`; undefined at the end of what starts at `start`. */
function memberAt(text: string, start: number, at: number, index: number): JsonMember | undefined {
  if (at < 0 || at >= text.length || text[at] === "}" || text[at] === "]") return undefined;
  if (text[start] !== "{") return { name: String(index), key: at, keyEnd: at, value: at };
  const keyEnd = endOfString(text, at);
  const name = JSON.parse(text.slice(at, keyEnd)) as string;
  return { name, key: at, keyEnd, value: skipSpace(text, skipSpace(text, keyEnd) + 1) };
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
