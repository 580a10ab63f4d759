import { Buffer } from "node:buffer";
import { refuse } from "./quick-scalars.js";

/**
 * A text to cut values out of. V8 keeps two bytes for each character of a text with one beyond Latin-1 in it, and of all that
 * is cut out of it: gone through are the bytes of such a text in UTF-8, as if each were a character.
 */
export class QuickText {
  /** Ends with a line feed. */
  readonly text: string;
  readonly #areBytes: boolean;

  constructor(text: string) {
    // A last line of spaces may be one or none.
    if (text.endsWith(" ") && /\n +$/.test(text)) refuse();
    const whole = text.endsWith("\n") ? text : `${text}\n`;
    const bytes = Buffer.from(whole);
    this.#areBytes = bytes.length > whole.length;
    this.text = this.#areBytes ? bytes.toString("latin1") : whole;
    // In the place of what UTF-8 has no bytes for.
    if (this.#areBytes && bytes.includes("\ufffd")) refuse();
  }

  /** What is written from `start` to `end`. */
  part(start: number, end: number): string {
    const part = this.text.slice(start, end);
    return this.#areBytes && /[\x80-\xff]/.test(part)
      ? Buffer.from(part, "latin1").toString()
      : part;
  }

  /** Of what is written so. */
  lengthOf(written: string): number {
    return this.#areBytes ? Buffer.byteLength(written) : written.length;
  }
}
