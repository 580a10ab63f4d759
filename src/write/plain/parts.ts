import type { Layout } from "../format.js";
import { PlainLayout } from "./layout.js";

/** A part of a file, from `at` to `end`; without `laidOut`, the formatter has to lay it out. */
export interface Part {
  readonly laidOut?: string;
  readonly at: number;
  readonly end: number;
}

/** A statement that stands between parts, so that all are formatted at once: each call costs as much as some kilobytes. */
export const mark = "specsmithPart";
const border = `\n${mark};\n\n`;

/** The whole text, with what is not laid out as `format` gives it back; `placeOf` says where a place of that is in the text. */
export async function formatParts(
  parts: readonly Part[],
  text: string,
  format: (rest: string, placeOf: (place: number) => number) => Promise<string>,
): Promise<string> {
  const others = parts.filter(({ laidOut }) => laidOut === undefined);
  const placeOf = (place: number): number => {
    let start = 0;
    for (const { at, end } of others) {
      if (place <= start + end - at) return at + place - start;
      start += end - at + border.length;
    }
    return text.length;
  };
  const rest = others.map(({ at, end }) => text.slice(at, end)).join(border);
  const formatted = rest === "" ? [] : (await format(rest, placeOf)).split(border);
  let next = 0;
  return parts.map(({ laidOut }) => laidOut ?? formatted[next++] ?? "").join("\n");
}

/** Whether more than half of the characters are laid out. */
export function isMostlyPlain(parts: readonly Part[]): boolean {
  let difference = 0;
  for (const { laidOut, at, end } of parts)
    difference += laidOut === undefined ? at - end : end - at;
  return difference > 0;
}

/** Whether a style differs from prettier's defaults in nothing but the width and the ends of lines. */
export function isPlainStyle({ printWidth, endOfLine, ...style }: Layout): boolean {
  return Object.entries(style).every(
    ([key, value]) => value === undefined || value === prettierDefaults[key],
  );
}

/** Those options of prettier that oxfmt knows too, but for the width and the ends of lines. */
export const prettierDefaults: Readonly<Record<string, unknown>> = {
  tabWidth: 2,
  useTabs: false,
  semi: true,
  singleQuote: false,
  quoteProps: "as-needed",
  trailingComma: "all",
  bracketSpacing: true,
  objectWrap: "preserve",
  arrowParens: "always",
};

/** The parts of a text whose statements at the top level have blank lines between them. */
export function* plainParts(text: string, width: number): Generator<Part> {
  let pending: number | undefined;
  let isSure = true;
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    let layout: PlainLayout | undefined = new PlainLayout(width);
    // Behind what is not complete, nothing but an export is known to stand at the top level.
    if (!isSure && !exported.test(text.slice(at, endOfBlock(text, at)))) layout = undefined;
    for (let from = at; ; from = end + 1) {
      end = endOfBlock(text, from);
      if (!layout?.add(text.slice(from, end))) layout = undefined;
      if (layout === undefined || layout.isComplete || end === text.length) break;
    }
    if (layout?.isComplete) {
      if (pending !== undefined) yield { at: pending, end: at - 1 };
      pending = undefined;
      isSure = true;
      yield { laidOut: layout.text, at, end };
    } else {
      isSure = isSure && isComplete(text.slice(at, end));
      pending ??= at;
    }
  }
  if (pending !== undefined) yield { at: pending, end: text.length };
}

const exported = /^(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?export /;

/** Where the next blank line stands. */
function endOfBlock(text: string, at: number): number {
  const border = text.indexOf("\n\n", at);
  return border < 0 ? text.length : border + 1;
}

/** Whether all that is opened in a block is closed in it; false where that cannot be told. */
function isComplete(block: string): boolean {
  let depth = 0;
  for (let at = 0; at < block.length; at++) {
    const c = block[at];
    if (c === "{" || c === "(" || c === "[") depth++;
    else if (c === "}" || c === ")" || c === "]") depth--;
    else if (c === '"' || c === "'" || c === "`") {
      const end = block.indexOf(c, at + 1);
      if (end < 0 || block.slice(at, end).includes("\\")) return false;
      at = end;
    } else if (c === "/" && block.startsWith("/**", at)) {
      const end = block.indexOf("*/", at);
      if (end < 0) return false;
      at = end + 1;
    } else if (c === "/") return false;
  }
  return depth === 0;
}
