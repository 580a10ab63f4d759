import { remembered } from "../common/collections.js";
import { tameTags } from "./quote.js";

/** Context of an interpolation: code, a `//` comment, or a block comment. */
export type SyntaxContext = "code" | "line" | "block";

type Mode = SyntaxContext | '"' | "'" | "`" | "regex";

/** The kind of token before a slash decides if a regular expression can start there. */
type Before = "operator" | "operand" | "bang" | "unsure";

/** A point in the text; two are the same when the text after them is read in the same way. */
export interface ScanState {
  readonly mode: Mode;
  /** For each `${` that is open: how many braces are open inside it. */
  readonly braces: readonly number[];
}

const beforeRegex = new Set(
  "return typeof instanceof in of new delete void throw case do else await yield extends".split(
    " ",
  ),
);
const wordAt = /[\p{ID_Continue}$\u200c\u200d\\]+/uy;
const lineEnd = /[\n\r\u2028\u2029]/;
const opensOrCloses = /^[)}]$/;

/**
 * Follows strings, template literals, comments and regular expressions through literal TypeScript that
 * has interpolations, and throws a TypeError where an interpolation would stand inside a literal. It reads our own text,
 * so it refuses what is merely doubtful: a slash that may divide or open a regular expression.
 */
export class LiteralScanner {
  #mode: Mode = "code";
  #braces: number[] = [];
  #before: Before = "operator";
  /** The last literal character before the present position; "" right after an interpolation or at the start. */
  #last = "";
  #afterGap = false;

  get state(): ScanState {
    return { mode: this.#mode, braces: [...this.#braces] };
  }

  /** Goes back to a state that was taken at a gap: the other branch of a block starts there. */
  restore(state: ScanState): void {
    this.#mode = state.mode;
    this.#braces = [...state.braces];
    this.#before = "unsure";
    this.#last = "";
    this.#afterGap = true;
  }

  /** A place where other text, or none, goes in. `what` names it in the error. */
  gap(what = "an interpolation"): SyntaxContext {
    const mode = this.#mode;
    if (mode === "regex") throw new TypeError(`there is ${what} inside a regular expression`);
    if (mode === "`") throw new TypeError(`there is ${what} inside a template literal`);
    if (mode === '"' || mode === "'")
      throw new TypeError(`there is ${what} inside a ${mode}…${mode} string`);
    if (mode === "code" && this.#last === "/")
      throw new TypeError(`there is ${what} right after a slash: put a space between them`);
    if (mode === "block" && (this.#afterGap || this.#last === "*"))
      throw new TypeError(
        `there is ${what} in a comment right after another interpolation or an asterisk`,
      );
    this.#before = "unsure";
    this.#last = "";
    this.#afterGap = true;
    return mode;
  }

  /** Literal text. */
  feed(text: string): void {
    if (text === "") return;
    if (this.#afterGap && this.#mode === "block" && text.startsWith("/"))
      throw new TypeError("there is a slash in a comment right after an interpolation");
    this.#afterGap = false;
    let at = 0;
    while (at < text.length) at = this.#step(text, at);
    this.#last = text.at(-1) ?? "";
  }

  /** After the last text; tells whether it ends in a `//` comment that is still open. */
  end(): "code" | "line" {
    const mode = this.#mode;
    if ((mode !== "code" && mode !== "line") || this.#braces.length > 0)
      throw new TypeError("the text ends inside a literal or a comment");
    return mode;
  }

  #step(text: string, at: number): number {
    switch (this.#mode) {
      case "code":
        return this.#code(text, at);
      case "line":
        if (lineEnd.test(text.charAt(at))) this.#mode = "code";
        return at + 1;
      case "block":
        if (!text.startsWith("*/", at)) return at + 1;
        this.#mode = "code";
        return at + 2;
      case "regex":
        return this.#regex(text, at);
      default:
        return this.#quoted(text, at, this.#mode);
    }
  }

  #quoted(text: string, at: number, quote: '"' | "'" | "`"): number {
    const char = text.charAt(at);
    if (char === "\\") return at + 2;
    if (char === quote) {
      this.#mode = "code";
      this.#before = "operand";
    } else if (quote === "`") {
      if (!text.startsWith("${", at)) return at + 1;
      this.#mode = "code";
      this.#before = "operator";
      this.#braces.push(0);
      return at + 2;
    } else if (char === "\n" || char === "\r") {
      throw new TypeError(`a ${quote}…${quote} string does not end on its line`);
    }
    return at + 1;
  }

  /** A whole regular expression: it cannot have an interpolation, so it cannot go beyond this text either. */
  #regex(text: string, start: number): number {
    let inClass = false;
    for (let at = start; at < text.length; at += 1) {
      const char = text.charAt(at);
      if (lineEnd.test(char)) throw new TypeError("a regular expression does not end on its line");
      if (char === "\\") at += 1;
      else if (char === "[") inClass = true;
      else if (char === "]") inClass = false;
      else if (char === "/" && !inClass) {
        this.#mode = "code";
        this.#before = "operand";
        return at + 1;
      }
    }
    return text.length;
  }

  #code(text: string, at: number): number {
    const char = text.charAt(at);
    if (/\s/.test(char)) return at + 1;
    if (char === "/") return this.#slash(text, at);
    if (char === '"' || char === "'" || char === "`") {
      this.#mode = char;
      return at + 1;
    }
    wordAt.lastIndex = at;
    const word = wordAt.exec(text)?.[0];
    if (word !== undefined) {
      const member = text.charAt(at - 1) === ".";
      this.#before = beforeRegex.has(word) && !member ? "operator" : "operand";
      return at + word.length;
    }
    if (char === "{" || char === "}") return this.#brace(char, at);
    if (text.startsWith("++", at) || text.startsWith("--", at)) {
      this.#before = "unsure";
      return at + 2;
    }
    if (opensOrCloses.test(char)) this.#before = "unsure";
    else if (char === "!") this.#before = "bang";
    else this.#before = char === "]" ? "operand" : "operator";
    return at + 1;
  }

  #brace(char: "{" | "}", at: number): number {
    const top = this.#braces.length - 1;
    const open = this.#braces[top];
    if (char === "}" && open === 0) {
      this.#braces.pop();
      this.#mode = "`";
      return at + 1;
    }
    if (open !== undefined) this.#braces[top] = open + (char === "{" ? 1 : -1);
    this.#before = char === "{" ? "operator" : "unsure";
    return at + 1;
  }

  #slash(text: string, at: number): number {
    const next = text.charAt(at + 1);
    if (next === "/" || next === "*") {
      this.#mode = next === "/" ? "line" : "block";
      return at + 2;
    }
    const spaced = next === "" || next === "=" || /\s/.test(next);
    if (this.#before === "unsure" && !spaced)
      throw new TypeError("a slash may divide or open a regular expression: put spaces around it");
    if (this.#before === "operator" || (this.#before === "bang" && !spaced)) this.#mode = "regex";
    else this.#before = "operator";
    return at + 1;
  }
}

/** A number or an object literal needs parentheses in some places, and behind an open `//` comment only a line break may follow. */
export type Operand = "number" | "object" | "open" | undefined;

/** Facts about literal parts. */
export interface CallSite {
  /** Of the interpolation after each of them. */
  readonly contexts: readonly SyntaxContext[];
  readonly shape: Operand;
  /** A bit for each of the words that may be asked for and stand in them. */
  readonly words: number;
}

/** The words that code is asked for: a piece that is put together of others knows them without being read. */
export const askedWords = [
  "value",
  "members",
  "at",
  "issues",
  "levels",
  "schema",
  "member",
  "item",
  "here",
] as const;
export type AskedWord = (typeof askedWords)[number];

const bits: ReadonlyMap<string, number> = new Map(askedWords.map((word, at) => [word, 1 << at]));

/** The bits of those that may be asked for. */
export function wordBits(words: readonly string[]): number {
  let all = 0;
  for (const word of words) all |= bits.get(word) ?? 0;
  return all;
}

/** An interpolation, as it is known when it is filled. */
export interface Interpolation {
  readonly context: SyntaxContext;
  /** The text right before it. */
  readonly before: string;
  /** The literal text right after it. */
  readonly after: string;
  /** Nothing follows in this piece of code: what does is checked by the code that it is put into. */
  readonly final: boolean;
}

/** Checks the literal parts of a tagged template, once for each place in the source. */
export const callSite = remembered((source: TemplateStringsArray): CallSite => {
  const raw = Object.getOwnPropertyDescriptor(source, "raw");
  if (!Array.isArray(source) || !Object.isFrozen(source) || raw?.enumerable !== false)
    throw new TypeError("code is a template tag: code`…`");
  const scanner = new LiteralScanner();
  const contexts: SyntaxContext[] = [];
  source.forEach((part: unknown, at) => {
    if (typeof part !== "string") throw new TypeError("an escape in the template is not valid");
    if (at > 0) contexts.push(scanner.gap());
    scanner.feed(part);
  });
  return {
    contexts,
    shape: scanner.end() === "line" ? "open" : undefined,
    words: wordBits(source.flatMap(wordsIn)),
  };
});

/** The code of the first character; -1 where there is none. */
export function firstOf(text: string): number {
  return text === "" ? -1 : text.charCodeAt(0);
}

export function lastOf(text: string): number {
  return text === "" ? -1 : text.charCodeAt(text.length - 1);
}

/** Names and keywords, without those in strings. */
function wordsIn(text: string): readonly string[] {
  const outsideStrings = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return outsideStrings.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu) ?? [];
}

/** The text that fills an interpolation: inert in a comment, and never part of one token with what is around it. */
export function fitText(
  text: string,
  shape: Operand,
  context: SyntaxContext,
  before: string,
  after: string,
  final: boolean,
): string {
  if (context !== "code") return inComment(text, context);
  if (shape === "open" && !final && !/^[\n\r]/.test(after)) throw openLineError();
  const fitted = needsParentheses(text, shape, before, after) ? `(${text})` : text;
  refuseGlue(lastOf(before), firstOf(fitted));
  refuseGlue(lastOf(fitted), firstOf(after));
  return fitted;
}

export function openLineError(): TypeError {
  return new TypeError("code that ends in a // comment needs a line break after it");
}

const slash = 0x2f;
const asterisk = 0x2a;
const plus = 0x2b;
const minus = 0x2d;

/** Takes the codes of the characters on both sides of a seam; -1 where there is none. */
export function refuseGlue(left: number, right: number): void {
  if (left !== slash && left !== plus && left !== minus) return;
  if (right === left || (left === slash && right === asterisk))
    throw new TypeError(
      `two pieces of code would meet as ${String.fromCharCode(left, right)}: put a space between them`,
    );
}

/** A negative number stands bare between delimiters only; prettier removes what turns out to be needless. */
function needsParentheses(text: string, shape: Operand, before: string, after: string): boolean {
  if (shape === "object") return /=>\s*$/.test(before);
  if (shape !== "number") return false;
  if (!text.startsWith("-")) return after.startsWith(".");
  return !(/[[({,:;=?|&]\s*$/.test(before) && /^\s*[\])},;:]/.test(after));
}

function inComment(text: string, context: "line" | "block"): string {
  const tame = tameTags(text);
  if (context === "line" ? /[\n\r\u2028\u2029]/.test(tame) : tame.includes("*/"))
    throw new TypeError("this code would end the comment that it stands in");
  return tame;
}
