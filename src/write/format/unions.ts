import { widthOf } from "../../common/visible.js";

/** A member of a union that stands on a line of its own. */
const member = /^([ \t]+)\| (.*)$/;

/**
 * Joins unions that oxfmt breaks into one member per line though they fit on one, where prettier (from
 * 3.9 on) leaves them whole on the line below the name. Takes oxfmt's output; all else stays.
 */
export function joinUnions(text: string, width: number, tabWidth = 2): string {
  // A text that is indented by tabs is indented by nothing else.
  const bar = text.includes("\n\t") ? "\t| " : "  | ";
  if (!text.includes(`\n${bar.slice(0, -2)}`)) return text;
  const pieces: string[] = [];
  let kept = 0;
  let from = text.indexOf(bar);
  while (from >= 0) {
    const start = text.lastIndexOf("\n", from) + 1;
    const end = endOfUnion(text, start);
    const joined = end === undefined ? undefined : oneLine(text, start, end.at, width, tabWidth);
    if (joined !== undefined && end !== undefined) {
      pieces.push(text.slice(kept, start), joined);
      kept = end.at;
    }
    from = text.indexOf(bar, end?.at ?? lineEnd(text, from));
  }
  return kept === 0 ? text : pieces.join("") + text.slice(kept);
}

/** End of the lines that start with `|` at the same depth as the one at `start`. */
function endOfUnion(text: string, start: number): { readonly at: number } | undefined {
  const depth = depthAt(text, start);
  if (!text.startsWith("| ", start + depth)) return undefined;
  let at = start;
  while (at < text.length && depthAt(text, at) === depth && text.startsWith("| ", at + depth))
    at = lineEnd(text, at) + 1;
  return { at };
}

/** The lines from `start` to `end` as one; undefined where they are not a whole union, or too long. */
function oneLine(
  text: string,
  start: number,
  end: number,
  width: number,
  tabWidth: number,
): string | undefined {
  const depth = depthAt(text, start);
  const before = text.lastIndexOf("\n", start - 2) + 1;
  const heads = depthAt(text, before) < depth && /[=:(]/.test(text.charAt(start - 2));
  if (!heads || depthAt(text, end) >= depth) return undefined;
  const members: string[] = [];
  for (const line of text.slice(start, end - 1).split("\n")) {
    const [, , content] = member.exec(line) ?? [];
    if (content === undefined) return undefined;
    members.push(content);
  }
  const indent = text.slice(start, start + depth);
  const joined = `${indent}${members.join(" | ")}`;
  const spread = joined.replaceAll("\t", " ".repeat(tabWidth));
  return members.length > 1 && columns(spread) <= width ? `${joined}\n` : undefined;
}

function depthAt(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at++;
  return at - start;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function columns(line: string): number {
  if (/^[\x20-\x7e]*$/.test(line)) return line.length;
  return Array.from(line).reduce((count, character) => count + widthOf(character), 0);
}
