/** Text put in at an offset; nothing is ever taken out. */
export interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Makes all insertions; their offsets are those of the original text. */
export function insert(text: string, insertions: readonly Insertion[]): string {
  let result = "";
  let from = 0;
  for (const { at, text: added } of [...insertions].sort((a, b) => a.at - b.at)) {
    result += text.slice(from, at) + added;
    from = at;
  }
  return result + text.slice(from);
}

/** The line end that most lines of a file have. */
export function lineEndOf(text: string): "\n" | "\r\n" {
  const windows = text.split("\r\n").length - 1;
  const all = text.split("\n").length - 1;
  return windows * 2 > all ? "\r\n" : "\n";
}

/** The white space at the start of the line that an offset is in. */
export function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** True when only white space stands before the offset in its line. */
export function startsLine(text: string, offset: number): boolean {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return text.slice(start, offset).trim() === "";
}

/** One step of indentation as the file has it, two spaces when that cannot be seen. */
export function indentStepOf(text: string): string {
  if (/^\t/m.test(text)) return "\t";
  // A single space is the second line of a block comment.
  const widths = [...text.matchAll(/^( {2,})[^ *\r\n]/gm)].map(([, spaces]) => spaces?.length ?? 2);
  return " ".repeat(widths.length === 0 ? 2 : leastOf(widths));
}

function leastOf(widths: readonly number[]): number {
  return widths.reduce((least, width) => Math.min(least, width), Infinity);
}

export interface Layout {
  /** Before each line. */
  readonly indent: string;
  readonly step: string;
  readonly lineEnd: "\n" | "\r\n";
}

/** Gives code that is indented by two spaces the indentation and line ends of a file. */
export function layOut(code: string, { indent, step, lineEnd }: Layout): string {
  const rows = code
    .replaceAll("\r\n", "\n")
    .replace(/^\n+|(?<![\s,])[\s,]+$/g, "")
    .split("\n");
  const widths = rows.filter((row) => row.trim() !== "").map((row) => row.search(/[^ ]/));
  const margin = leastOf(widths);
  return rows
    .map((row) => {
      if (row.trim() === "") return "";
      const width = row.search(/[^ ]/) - margin;
      const rest = " ".repeat(width % 2) + row.slice(width + margin);
      return indent + step.repeat(Math.floor(width / 2)) + rest;
    })
    .join(lineEnd);
}

/** A list in braces, in which entries stand below each other. */
export interface Braces {
  /** Offset behind the opening brace. */
  readonly open: number;
  /** Offset of the closing brace. */
  readonly close: number;
  /** Offset behind the last entry, its comma excluded; `undefined` when there is none. */
  readonly lastEnd: number | undefined;
  readonly separator: "," | "";
  /** True when a comma follows the last entry. */
  readonly endsWithSeparator: boolean;
}

/** Adds entries at the end, behind the comments there. `gap` is what stands between two entries. */
export function append(
  text: string,
  braces: Braces,
  entries: readonly string[],
  gap: string,
  lineEnd: string,
): Insertion[] {
  const { open, close, lastEnd, separator, endsWithSeparator } = braces;
  const content = text.slice(open, close).trimEnd();
  const ownLine = text.slice(open + content.length, close).includes("\n");
  const at = ownLine ? open + content.length : close;
  const last = lastEnd === undefined || endsWithSeparator ? separator : "";
  const added =
    (content === "" ? lineEnd : gap) +
    entries.join(separator + gap) +
    last +
    (ownLine ? "" : lineEnd + indentAt(text, open));
  if (lastEnd === undefined || endsWithSeparator || separator === "") return [{ at, text: added }];
  // The comma goes to the entry that it ends, even where a comment stands behind that.
  if (lastEnd === at) return [{ at, text: separator + added }];
  return [
    { at: lastEnd, text: separator },
    { at, text: added },
  ];
}
