import { isUtf8 } from "node:buffer";

/** Text of a file, and the fault of its encoding, if it has one. */
export interface Decoded {
  readonly text: string;
  readonly fault?: {
    /** In UTF-16 units from the start of the text. */
    readonly offset: number;
    /** The first one that is not UTF-8; none in UTF-16. */
    readonly byte?: number;
    /** False: the text says nothing there. */
    readonly isRead: boolean;
  };
}

/** Reads UTF-8, UTF-16 with a byte order mark, and single bytes that are none of UTF-8 as Windows-1252. */
export function decode(bytes: Uint8Array): Decoded {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  if (encoding !== "utf-8") return { text, fault: { offset: 0, isRead: true } };
  return isUtf8(bytes) ? { text } : decodeMixed(bytes);
}

/** By the byte order mark. */
function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** A text with both, as one that was written in an editor and by a tool, is read as what each part of it is. */
function decodeMixed(bytes: Uint8Array): Decoded {
  const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  const parts: string[] = [];
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let start = at;
  let first: { readonly offset: number; readonly byte: number } | undefined;
  let isRead = true;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    // Such bytes have files that are no text at all.
    if (byte < 0x20 && !/\s/.test(String.fromCharCode(byte))) isRead = false;
    const length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (length === 1 || isUtf8(bytes.subarray(at, at + length))) {
      at += length;
      continue;
    }
    parts.push(utf8.decode(bytes.subarray(start, at)));
    first ??= { offset: parts.join("").length, byte };
    const character = byte < 0xa0 ? upper.charAt(byte - 0x80) : String.fromCharCode(byte);
    if (character === "\uFFFD") isRead = false;
    parts.push(character);
    at += 1;
    start = at;
  }
  parts.push(utf8.decode(bytes.subarray(start)));
  const text = parts.join("");
  return first ? { text, fault: { ...first, isRead } } : { text };
}

/** What Windows-1252 has from 80 to 9F, with U+FFFD where it has nothing; the rest is that of Unicode. */
const upper = "€�‚ƒ„…†‡ˆ‰Š‹Œ�Ž��‘’“”•–—˜™š›œ�žŸ";
