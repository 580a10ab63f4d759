import { padding } from "./padding.js";
import { hasBrace } from "./scan.js";
import { items, otherwise, statement } from "./statements.js";
import { member } from "./types.js";

/** What `explainAnyOf` is called with for each alternative. */
const alternative = "(value, at, issues) => {";

/**
 * Lays out what stands at the top level in the very bytes that the formatter would give, only quicker, as long as there
 * is nothing in it but the few kinds of statements and members that most of the megabytes of a validator are made of,
 * each in a line: `if`, calls, what is taken out of an object, `return`.
 */
export class PlainLayout {
  readonly #width: number;
  readonly #lines: string[] = [];
  #indent = 0;
  #isComment = false;
  /** Whether the lines are the members of a type. */
  #isType = false;
  /** Of each list of alternatives around the line, whether the arguments before it stand in lines of their own. */
  readonly #lists: boolean[] = [];

  constructor(width: number) {
    this.#width = width;
  }

  /** Whether all that was opened is closed. */
  get isComplete(): boolean {
    return this.#indent === 0 && !this.#isComment;
  }

  get text(): string {
    return `${this.#lines.join("\n")}\n`;
  }

  /** Adds lines without a blank one, but for one before them; false when there is one that is not known. */
  add(lines: string): boolean {
    if (isOutOfTheOrdinary(lines)) return false;
    const isAscii = Buffer.byteLength(lines) === lines.length;
    if (this.#lines.length > 0 && !this.#addBlank()) return false;
    for (let start = 0; start < lines.length;) {
      const end = lines.indexOf("\n", start);
      const line = lines.slice(start, end < 0 ? lines.length : end);
      if (!this.#addLine(line, isAscii)) return false;
      start += line.length + 1;
    }
    return true;
  }

  /** The formatter takes away a blank line behind a brace. */
  #addBlank(): boolean {
    this.#lines.push("");
    return !this.#isOpened(2);
  }

  /** Whether the line that is `back` lines before the next one opens a block. */
  #isOpened(back: number): boolean {
    return this.#lines.at(-back)?.endsWith("{") ?? false;
  }

  /** `isAscii`: that no character of it can be wider than one column. */
  #addLine(line: string, isAscii: boolean): boolean {
    const first = line.charCodeAt(0);
    if (this.#isComment ? line.startsWith(" *") : first === SLASH && line.startsWith("/**"))
      return this.#addComment(line);
    if (this.#isComment) return false;
    if (!isAscii && /[^\x20-\x7e]/.test(line)) return false;
    if (first === CLOSE_BRACE) return this.#close(line);
    if (first === SLASH) return /^\/\/ .*\S$/.test(line) && this.#print(line);
    const isOpen = line.charCodeAt(line.length - 1) === OPEN_BRACE;
    if (isOpen && line.endsWith(`[${alternative}`))
      return this.#openList(line.slice(0, -alternative.length));
    if (this.#indent === 0) this.#isType = isOpen && typeHead.test(line);
    else if (this.#isType) return this.#add(member(line, this.#indent, this.#width), isOpen);
    return this.#add(statement(line, this.#indent, this.#width), isOpen);
  }

  #addComment(line: string): boolean {
    const end = line.indexOf("*/");
    this.#isComment = end < 0;
    // Nothing stands behind it in the line, and spaces at the end are taken away.
    if (line.endsWith(" ") || (end >= 0 && end !== line.length - 2)) return false;
    return this.#print(line);
  }

  #add(laidOut: string | undefined, isOpen: boolean): boolean {
    if (laidOut === undefined) return false;
    this.#lines.push(laidOut);
    if (isOpen) this.#indent += 2;
    return true;
  }

  #print(line: string): true {
    this.#lines.push(`${padding(this.#indent)}${line}`);
    return true;
  }

  #close(line: string): boolean {
    // What is empty is written in one line.
    if (this.#indent === 0 || this.#lines.at(-1) === "" || this.#isOpened(1)) return false;
    this.#indent -= 2;
    if (line === "}" || (this.#isType && (line === "};" || line === "} | null;")))
      return this.#print(line);
    if (line === `}, ${alternative}` && this.#lists.length > 0) {
      this.#print("},");
      this.#print(alternative);
      this.#indent += 2;
      return true;
    }
    if (line === "}]);") return this.#closeList();
    if (!line.startsWith("} else ")) return false;
    const isOpen = line.charCodeAt(line.length - 1) === OPEN_BRACE;
    return this.#add(otherwise(line.slice(7), this.#indent, this.#width, "} else "), isOpen);
  }

  #openList(head: string): boolean {
    const open = head.indexOf("(");
    if (!/^\w+$/.test(head.slice(0, open)) || !head.endsWith(", [")) return false;
    const isSpread = this.#indent + head.length > this.#width;
    if (isSpread) {
      const before = items(`${head.slice(0, -3)})`, open + 1, this.#indent + 2, this.#width);
      if (before === undefined) return false;
      this.#print(head.slice(0, open + 1));
      this.#lines.push(before);
      this.#indent += 2;
      this.#print("[");
    } else if (hasBrace(head, head.length)) return false;
    else this.#print(head);
    this.#lists.push(isSpread);
    this.#indent += 2;
    this.#print(alternative);
    this.#indent += 2;
    return true;
  }

  #closeList(): boolean {
    const isSpread = this.#lists.pop();
    if (isSpread === undefined) return false;
    this.#print("},");
    this.#indent -= 2;
    if (!isSpread) return this.#print("]);");
    this.#print("],");
    this.#indent -= 2;
    return this.#print(");");
  }
}

/**
 * Whether there are quotation marks or numbers that the formatter writes in another way, parentheses that it takes away,
 * lists that it always breaks, or templates in templates.
 */
function isOutOfTheOrdinary(block: string): boolean {
  return (
    (block.includes("\\") && /\\["'`]/.test(block)) ||
    (block.includes("`") && /\$\{[^}]*`/.test(block)) ||
    block.includes("\r") ||
    block.includes("[[") ||
    block.includes("[{") ||
    block.includes("(-") ||
    hasExponent(block)
  );
}

function hasExponent(block: string): boolean {
  for (let at = block.indexOf("+"); at >= 0; at = block.indexOf("+", at + 1))
    if (block.charCodeAt(at - 1) === 0x65) return true;
  return false;
}

const typeHead = /^export (?:interface \w+(?:<\w+(?: = \w+)?>)?|type \w+ =) \{$/;

const SLASH = 0x2f;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
