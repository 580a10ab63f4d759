import { remembered } from "../diagnostics/collections.js";
import { tameTags } from "./quote.js";
import { LiteralScanner, type SyntaxContext } from "./scan.js";

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
