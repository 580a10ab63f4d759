/** Text of others without anything that a terminal would obey or that would hide how it reads. */
export function visible(text: string): string {
  return text.replace(
    // Controls, line and paragraph separators, and what changes the direction of text.
    /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu,
    show,
  );
}

function show(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // U+2400 and on are pictures of the control characters.
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}

/** Number of columns of a character on a terminal: 2 for wide ones of East Asia and emoji, 0 for combining and invisible ones. */
export function widthOf(character: string): number {
  if (/^[\p{Mark}\p{Cc}\u200b-\u200d]$/u.test(character)) return 0;
  if (/^\p{Emoji_Presentation}$/u.test(character)) return 2;
  const code = character.codePointAt(0) ?? 0;
  return wide.some(([from, to]) => code >= from && code <= to) ? 2 : 1;
}

/** Ranges that Unicode's East Asian Width calls wide or full. */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
];
