/** Takes the bytes of a part as they come, and what is left at the end; both throw for what is not in the encoding. */
export interface TransferDecoder {
  push(bytes: Uint8Array): Uint8Array;
  end(): Uint8Array;
}

/**
 * The decoder for a part's Content-Transfer-Encoding (RFC 2045, section 6), which RFC 7578 deprecates but some senders
 * still use; undefined where the bytes are those that are meant.
 */
export function transferDecoder(encoding: string | undefined): TransferDecoder | undefined {
  switch (encoding?.toLowerCase()) {
    case "base64":
      return base64Decoder();
    case "quoted-printable":
      return quotedPrintableDecoder();
    default:
      return undefined;
  }
}

/** Bytes that all are there; undefined if they are not in the encoding. */
export function decodeTransfer(
  bytes: Uint8Array,
  encoding: string | undefined,
): Uint8Array | undefined {
  const decoder = transferDecoder(encoding);
  if (decoder === undefined) return bytes;
  try {
    const most = decoder.push(bytes);
    const last = decoder.end();
    if (last.length === 0) return most;
    const all = new Uint8Array(most.length + last.length);
    all.set(most);
    all.set(last, most.length);
    return all;
  } catch {
    return undefined;
  }
}

function base64Decoder(): TransferDecoder {
  let left = "";
  let isOver = false;
  const read = (text: string): Uint8Array => {
    if (isOver && text !== "") throw new TypeError("text behind the padding");
    isOver ||= text.endsWith("=");
    const chars = atob(text);
    const bytes = new Uint8Array(chars.length);
    for (let at = 0; at < chars.length; at++) bytes[at] = chars.charCodeAt(at);
    return bytes;
  };
  return {
    push(bytes) {
      const text = left + new TextDecoder("latin1").decode(bytes).replace(/\s/g, "");
      const length = text.length - (text.length % 4);
      left = text.slice(length);
      return read(text.slice(0, length));
    },
    end: () => read(left),
  };
}

/** Longer than any line may be (RFC 2045, section 6.7), so that one without an end is refused early. */
const MOST_PADDING = 100;

function quotedPrintableDecoder(): TransferDecoder {
  /** What is behind an equals sign, until it says a byte or is the end of a line that goes on. */
  let escape: string | undefined;
  /** Blanks, which count only if something follows them on their line. */
  let blanks: number[] = [];
  return {
    push(bytes) {
      const found = new Uint8Array(blanks.length + bytes.length);
      let length = 0;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at] ?? 0;
        if (escape !== undefined) {
          escape += String.fromCharCode(byte);
          const isByte = /^[\da-f]{2}$/i.test(escape);
          if (isByte) found[length++] = Number.parseInt(escape, 16);
          if (isByte || /^[ \t]*\r?\n$/.test(escape)) escape = undefined;
          else refuseUnlessBegun(escape);
        } else if (byte === SPACE || byte === TAB) blanks.push(byte);
        else {
          if (byte !== CR && byte !== LF) for (const blank of blanks) found[length++] = blank;
          blanks = [];
          if (byte === EQUALS) escape = "";
          else found[length++] = byte;
        }
      }
      return found.slice(0, length);
    },
    end() {
      if (escape?.trim()) throw new TypeError("half of a byte");
      return new Uint8Array();
    },
  };
}

function refuseUnlessBegun(escape: string): void {
  if (escape.length > MOST_PADDING || !/^(?:[\da-f]|[ \t]*\r?)$/i.test(escape))
    throw new TypeError("an equals sign without a byte");
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const EQUALS = 0x3d;
