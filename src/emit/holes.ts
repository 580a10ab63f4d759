import { tameTags } from "./comment.js";
import { LiteralScanner, type Place } from "./scan.js";

/** What is known of a piece of code beside its text. */
export interface Traits {
  /** A number or an object literal needs parentheses in some places. */
  readonly shape: "number" | "object" | undefined;
  /** The text ends in a `//` comment: only a line break may follow. */
  readonly openLine: boolean;
  /** The first and the last character. To look into a long text would have it copied each time. */
  readonly ends: string;
}

/** What was found out about literal parts: the place of the hole after each, and how the last one ends. */
export interface CallSite {
  readonly places: readonly Place[];
  /** `endsOf` each part. */
  readonly ends: readonly string[];
  readonly openLine: boolean;
}

/** A hole, as it is known when it is filled. */
export interface Hole {
  readonly place: Place;
  /** The text right before it. */
  readonly before: string;
  /** The literal text right after it. */
  readonly after: string;
  /** Nothing follows in this piece of code: what does is checked by the code that it is put into. */
  readonly final: boolean;
}

const callSites = new WeakMap<TemplateStringsArray, CallSite>();

/** Checks the literal parts of a tagged template, once for each place in the source. */
export function callSite(source: TemplateStringsArray): CallSite {
  const known = callSites.get(source);
  if (known !== undefined) return known;
  const raw = Object.getOwnPropertyDescriptor(source, "raw");
  if (!Array.isArray(source) || !Object.isFrozen(source) || raw?.enumerable !== false)
    throw new TypeError("code is a template tag: code`…`");
  const scanner = new LiteralScanner();
  const places: Place[] = [];
  source.forEach((part: unknown, at) => {
    if (typeof part !== "string") throw new TypeError("an escape in the template is not valid");
    if (at > 0) places.push(scanner.gap());
    scanner.feed(part);
  });
  const checked = { places, ends: source.map(endsOf), openLine: scanner.end() === "line" };
  callSites.set(source, checked);
  return checked;
}

/** The text that fills a hole: inert in a comment, and never part of one token with what is around it. */
export function fitText(
  text: string,
  traits: Traits,
  place: Place,
  before: string,
  after: string,
  final: boolean,
): string {
  if (place !== "code") return inComment(text, place);
  if (traits.openLine && !final && !/^[\n\r]/.test(after)) throw openLineError();
  const enclosed = needsParentheses(text, traits.shape, before, after);
  const ends = enclosed ? "()" : traits.ends;
  refuseGlue(before, ends);
  refuseGlue(ends, after);
  return enclosed ? `(${text})` : text;
}

/** The first and the last character of a text. */
export function endsOf(text: string): string {
  return text.slice(0, 1) + text.slice(-1);
}

/** The ends of two texts in a row, by those of each. */
export function joinEnds(left: string, right: string): string {
  if (left === "") return right;
  return right === "" ? left : left.charAt(0) + right.charAt(right.length - 1);
}

export function openLineError(): TypeError {
  return new TypeError("code that ends in a // comment needs a line break after it");
}

const slash = 0x2f;
const joining = new Set([slash, 0x2b, 0x2d]);

function refuseGlue(left: string, right: string): void {
  const end = left.charCodeAt(left.length - 1);
  if (!joining.has(end)) return;
  const start = right.charCodeAt(0);
  if (start === end || (end === slash && start === 0x2a))
    throw new TypeError(
      `two pieces of code would meet as ${left.slice(-1)}${right.charAt(0)}: put a space between them`,
    );
}

/** A negative number stands bare between delimiters only; prettier removes what turns out to be needless. */
function needsParentheses(
  text: string,
  shape: Traits["shape"],
  before: string,
  after: string,
): boolean {
  if (shape === "object") return /=>\s*$/.test(before);
  if (shape !== "number") return false;
  if (!text.startsWith("-")) return after.startsWith(".");
  return !(/[[({,:;=?|&]\s*$/.test(before) && /^\s*[\])},;:]/.test(after));
}

function inComment(text: string, place: "line" | "block"): string {
  const tame = tameTags(text);
  if (place === "line" ? /[\n\r\u2028\u2029]/.test(tame) : tame.includes("*/"))
    throw new TypeError("this code would end the comment that it stands in");
  return tame;
}
