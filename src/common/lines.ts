/** Lines of a text, by their number from 1; undefined for one that is not there. */
export interface LineTexts {
  text(line: number): string | undefined;
}

/** The lines of a text, found once. Lines end with LF, CRLF or CR. */
export class Lines implements LineTexts {
  readonly #text: string;
  readonly #starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    const returns = text.includes("\r");
    for (let at = nextEnd(text, 0, returns); at > 0; at = nextEnd(text, at, returns))
      starts.push(at);
    this.#text = text;
    this.#starts = starts;
  }

  /** The line that holds an offset, from 1, and where that line starts. */
  at(offset: number): { readonly line: number; readonly start: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, start: this.#starts[low] ?? 0 };
  }

  /** The text of a line by its number from 1, without its end. */
  text(line: number): string | undefined {
    const start = this.#starts[line - 1];
    if (start === undefined) return undefined;
    return this.#text.slice(start, this.end(line));
  }

  /** The offset where a line's own text ends. */
  end(line: number): number {
    let end = this.#starts[line] ?? this.#text.length;
    if (this.#text[end - 1] === "\n") end -= 1;
    if (this.#text[end - 1] === "\r") end -= 1;
    return Math.max(end, this.#starts[line - 1] ?? 0);
  }
}

/** Start of the line after the one that contains `from`; 0 if there is none. */
function nextEnd(text: string, from: number, returns: boolean): number {
  if (!returns) return text.indexOf("\n", from) + 1;
  const end = /\r\n?|\n/g;
  end.lastIndex = from;
  return end.exec(text) ? end.lastIndex : 0;
}
