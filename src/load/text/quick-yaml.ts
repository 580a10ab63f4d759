import { setMember } from "../pointer.js";
import { readFlow } from "./quick-flow.js";
import {
  blockValue,
  maximumDepth,
  maximumKey,
  plainValue,
  quotedValue,
  refuse,
  tooDeep,
} from "./quick-scalars.js";
import { QuickText } from "./quick-text.js";

/** What came of the quick reading of a text. */
export type QuickResult =
  | { readonly kind: "value"; readonly value: object }
  /** Also for the other reader, to which it would be dangerous. */
  | { readonly kind: "too deep"; readonly offset: number };

/**
 * The value of a YAML text, without the places in it; undefined where something in it is out of the ordinary, so that it
 * might be wrong, or be taken otherwise by `readYaml`, which is to read it then.
 */
export function readQuickly(text: string): QuickResult | undefined {
  if (unusual.test(text)) return undefined;
  let reader: BlockReader | undefined;
  try {
    reader = new BlockReader(text);
    return { kind: "value", value: reader.read() };
  } catch (error) {
    if (error === tooDeep && reader) return { kind: "too deep", offset: reader.offset };
    // Also escapes that JSON does not have, and quotes around more than a pattern can go through.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Tabs, line ends of other kinds, and what is not to be seen. */
const unusual = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/;

const lineFeed = 0x0a;
const space = 0x20;
const doubleQuote = 0x22;
const hash = 0x23;
const singleQuote = 0x27;
const dash = 0x2d;
const colon = 0x3a;

/** Reads collections in block style (section 8.2), and what is in them, character by character. */
class BlockReader {
  readonly #source: QuickText;
  readonly #text: string;
  /** What is read next. */
  #at = 0;
  /** Of the line that `#at` is on. */
  #lineStart = 0;
  /** Where that line, or the item in it that is read, begins; -1 at the end of the text. */
  #column = 0;
  /** Between what was read before and what is next; endless where a comment is between them. */
  #breaks = 0;

  constructor(text: string) {
    this.#source = new QuickText(text);
    this.#text = this.#source.text;
  }

  /** Of what is read next, in the text as it was given. */
  get offset(): number {
    return this.#source.part(0, this.#at).length;
  }

  read(): object {
    this.#goTo(this.#text.startsWith("---\n") ? 4 : 0);
    const value = this.#node(-1, 0);
    return this.#column < 0 && typeof value === "object" && value !== null ? value : refuse();
  }

  /** Goes to the first line from `start` on that has more on it than a comment. */
  #goTo(start: number): void {
    const text = this.#text;
    this.#breaks = 1;
    for (let lineStart = start; lineStart < text.length;) {
      let at = lineStart;
      while (text.charCodeAt(at) === space) at += 1;
      const code = text.charCodeAt(at);
      if (code !== lineFeed && code !== hash) {
        this.#at = at;
        this.#lineStart = lineStart;
        this.#column = at - lineStart;
        // Several documents, and directives.
        if (at === lineStart && /^(?:---|\.\.\.|%)/.test(text.slice(at, at + 3))) refuse();
        return;
      }
      this.#breaks += code === hash ? Infinity : 1;
      lineStart = text.indexOf("\n", at) + 1;
    }
    this.#column = -1;
  }

  /** Goes to the next line; behind `at` there may be a comment on this one. */
  #endLine(at: number): void {
    const text = this.#text;
    let end = at;
    while (text.charCodeAt(end) === space) end += 1;
    const code = text.charCodeAt(end);
    if (code === lineFeed) return this.#goTo(end + 1);
    if (code !== hash || end === at) refuse();
    this.#goTo(text.indexOf("\n", end) + 1);
    this.#breaks = Infinity;
  }

  /** The value that begins at `#at`; further lines of it are deeper than `parent`. */
  #node(parent: number, depth: number): unknown {
    if (depth >= maximumDepth) throw tooDeep;
    if (this.#isItem()) return this.#list(depth);
    const key = this.#key();
    return key === undefined ? this.#scalar(parent, depth) : this.#mapping(key, depth);
  }

  #isItem(): boolean {
    const text = this.#text;
    return text.charCodeAt(this.#at) === dash && isSpace(text.charCodeAt(this.#at + 1));
  }

  #list(depth: number): readonly unknown[] {
    const column = this.#column;
    const list: unknown[] = [];
    do {
      this.#at += 1;
      list.push(this.#value(column, false, depth));
    } while (this.#column === column && this.#isItem());
    if (this.#column > column) refuse();
    return list;
  }

  /** Behind the key `first` of its first member. */
  #mapping(first: string, depth: number): Readonly<Record<string, unknown>> {
    const column = this.#column;
    const mapping: Record<string, unknown> = {};
    define(mapping, first, this.#value(column, true, depth));
    let count = 1;
    for (; this.#column === column; count += 1)
      define(mapping, this.#key() ?? refuse(), this.#value(column, true, depth));
    // Of members with one name, the last one is left.
    if (this.#column > column || Object.keys(mapping).length < count) refuse();
    return mapping;
  }

  /** What stands behind the colon of a member, or the dash of an item, of a collection in the column `parent`. */
  #value(parent: number, isMember: boolean, depth: number): unknown {
    const text = this.#text;
    let at = this.#at;
    while (text.charCodeAt(at) === space) at += 1;
    const code = text.charCodeAt(at);
    if (code === lineFeed || code === hash) {
      this.#endLine(this.#at);
      if (this.#column > parent) return this.#node(parent, depth + 1);
      // The items of a list may stand below the very first letter of its key.
      const isList = isMember && this.#column === parent && this.#isItem();
      return isList ? this.#list(depth + 1) : null;
    }
    this.#at = at;
    if (isMember) return this.#scalar(parent, depth);
    this.#column = at - this.#lineStart;
    return this.#node(parent, depth + 1);
  }

  /** The key that begins at `#at`, behind the colon of which it goes; undefined where there is none. */
  #key(): string | undefined {
    const text = this.#text;
    const start = this.#at;
    const first = text.charCodeAt(start);
    const isQuoted = first === doubleQuote || first === singleQuote;
    if (!isQuoted && indicators.includes(text.charAt(start))) return undefined;
    let end = isQuoted ? endOf(quoted, text, start) : start;
    for (let at = end; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === space) continue;
      if (code === colon && isSpace(text.charCodeAt(at + 1))) {
        this.#at = at + 1;
        break;
      }
      if (isQuoted || code === lineFeed || (code === hash && end < at)) return undefined;
      end = at + 1;
    }
    if (end - start > maximumKey) refuse();
    const written = this.#source.part(start, end);
    if (!isQuoted) return written;
    return written.includes("\n") ? refuse() : quotedValue(written);
  }

  #scalar(parent: number, depth: number): unknown {
    switch (this.#text[this.#at]) {
      case '"':
      case "'":
        return this.#quoted(parent);
      case "[":
      case "{":
        return this.#flow(parent, depth);
      case "|":
      case ">":
        return this.#block(parent);
      default:
        return this.#plain(parent);
    }
  }

  #plain(parent: number): unknown {
    const isNegative = this.#text.startsWith("-", this.#at) && !this.#isItem();
    if (indicators.includes(this.#text.charAt(this.#at)) && !isNegative) refuse();
    const first = this.#plainLine();
    if (this.#column <= parent) return plainValue(first);
    let text = first;
    while (this.#column > parent) {
      // A comment ends it.
      if (this.#breaks === Infinity) refuse();
      text += this.#breaks === 1 ? " " : "\n".repeat(this.#breaks - 1);
      text += this.#plainLine();
    }
    return text;
  }

  /** Plain text to the end of the line, or to a comment; goes to the next line. */
  #plainLine(): string {
    const text = this.#text;
    const start = this.#at;
    let end = start;
    for (let at = start; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code === space) continue;
      if (code === lineFeed || (code === hash && end < at)) break;
      if (code === colon && isSpace(text.charCodeAt(at + 1))) refuse();
      end = at + 1;
    }
    this.#endLine(end);
    return this.#source.part(start, end);
  }

  #quoted(parent: number): string {
    const start = this.#at;
    const end = endOf(quoted, this.#text, start);
    if (end === start || end > this.#endOfLines(parent)) refuse();
    this.#endLine(end);
    return quotedValue(this.#source.part(start, end));
  }

  #flow(parent: number, depth: number): object {
    const start = this.#at;
    const written = this.#source.part(start, this.#endOfLines(parent));
    const { value, length } = readFlow(written, depth + 1);
    this.#endLine(start + this.#source.lengthOf(written.slice(0, length)));
    return value;
  }

  #block(parent: number): string {
    const end = this.#endOfLines(parent);
    const lines = this.#source.part(this.#at, end - 1).split("\n");
    this.#goTo(end);
    return blockValue(lines);
  }

  /** Where the line begins that does not belong to what begins at `#at`, since it is not deeper than `parent`. */
  #endOfLines(parent: number): number {
    const text = this.#text;
    let lineStart = text.indexOf("\n", this.#at) + 1;
    while (lineStart < text.length) {
      let at = lineStart;
      while (text.charCodeAt(at) === space) at += 1;
      if (text.charCodeAt(at) !== lineFeed && at - lineStart <= parent) break;
      lineStart = text.indexOf("\n", at) + 1;
    }
    return lineStart;
  }
}

function define(mapping: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "<<") refuse();
  setMember(mapping, key, value);
}

/** Where what matches at `at` ends; `at` where nothing does. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function isSpace(code: number): boolean {
  return code === space || code === lineFeed;
}

/** What plain text cannot begin with, or not with everything behind it. */
const indicators = ",[]{}#&*!|>'\"%@`?:-";

const quoted = /"[^"\\]*(?:\\[^][^"\\]*)*"|'[^']*(?:''[^']*)*'/y;
