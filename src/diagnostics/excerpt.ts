import type { LineTexts } from "../common/lines.js";
import type { Place } from "./print.js";
import { visible, widthOf } from "../common/visible.js";

export interface ExcerptLine {
  readonly text: string;
  /** The line that points at the place, below the line that it points into. */
  readonly marker: boolean;
}

const tabWidth = 2;

/** Columns of a line that are shown; of a longer one, those around the place. */
const maximumWidth = 110;

/** The line of a place with one before and one after it, numbered, and a marker below it. */
export function excerpt(source: LineTexts, place: Place): readonly ExcerptLine[] {
  const lines: ExcerptLine[] = [];
  const last = place.line + 1;
  const digits = String(last).length;
  // Each line is drawn from the same character on, so that they stay below each other.
  const from = windowStart(source.text(place.line) ?? "", place);
  for (let number = Math.max(1, place.line - 1); number <= last; number += 1) {
    const line = source.text(number);
    if (line === undefined) break;
    if (number !== place.line && line.trim() === "") continue;
    const drawn = draw(line, from, line.length);
    const gutter = `  ${String(number).padStart(digits)} | `;
    lines.push({ text: `${gutter}${drawn.text}`.trimEnd(), marker: false });
    if (number !== place.line) continue;
    const start = place.column - 1;
    const before = draw(line, from, start).width;
    const marked = Math.max(1, draw(line, Math.max(from, start), start + place.length).width);
    const room = Math.max(1, Math.min(marked, maximumWidth - before));
    const tail = "~".repeat(room - 1);
    const blank = " ".repeat(digits + 2);
    lines.push({
      text: `${blank} | ${" ".repeat(before + (from > 0 ? 1 : 0))}^${tail}`,
      marker: true,
    });
  }
  return lines;
}

/** Start of the shown part of a line that is too long; 0 for others. */
function windowStart(line: string, place: Place): number {
  if (line.length <= maximumWidth) return 0;
  const room = Math.max(10, maximumWidth - Math.min(place.length, 60) - 20);
  return Math.max(0, Math.min(place.column - 1 - room / 2, line.length - maximumWidth) | 0);
}

/** The characters from `from` to `to`, cut to what fits, and how many columns they take. */
function draw(line: string, from: number, to: number): { text: string; width: number } {
  let text = from > 0 ? "…" : "";
  let width = 0;
  for (const character of line.slice(from, Math.min(to, from + maximumWidth * 2))) {
    const drawn = character === "\t" ? " ".repeat(tabWidth) : visible(character);
    const columns = drawn === character ? widthOf(character) : [...drawn].length;
    if (width + columns > maximumWidth) return { text: `${text}…`, width };
    text += drawn;
    width += columns;
  }
  return { text, width };
}
