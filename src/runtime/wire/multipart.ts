/** One part of a `multipart/form-data` body. */
export interface Part {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** A copy, so that keeping a small part does not keep the whole body in memory. */
  readonly bytes: Uint8Array;
}

/** The limit for the headers of a part. */
export const MOST_HEADER_BYTES = 16_384;

/**
 * Splits a body at its boundary (RFC 2046, section 5.1.1; RFC 7578). A preamble and an epilogue are
 * skipped. Where the first delimiter ends with CRLF, a line feed alone in front makes no other. Returns a string instead of
 * more than `most` parts.
 */
export function readParts(
  body: Uint8Array,
  boundary: string,
  most: number,
): readonly Part[] | "malformed" | "too many" {
  if (boundary === "" || boundary.length > 200) return "malformed";
  const delimiter = bytesOf(`--${boundary}`);
  const parts: Part[] = [];
  let start = nextDelimiter(body, delimiter, 0);
  let isCrlf: boolean | undefined;
  while (start !== undefined) {
    let after = start + delimiter.length;
    if (body[after] === DASH && body[after + 1] === DASH) return parts;
    while (body[after] === SPACE || body[after] === TAB) after++;
    const content = afterLine(body, after);
    isCrlf ??= body[after] === CR;
    const end = content === undefined ? undefined : nextDelimiter(body, delimiter, content, isCrlf);
    if (content === undefined || end === undefined) return "malformed";
    if (parts.length === most) return "too many";
    const part = readPart(body.subarray(content, beforeLine(body, content, end)));
    if (part === undefined) return "malformed";
    parts.push(part);
    start = end;
  }
  return "malformed";
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const DASH = 0x2d;

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** The position of the next delimiter, which is at `from` or at the start of a line. */
export function nextDelimiter(
  body: Uint8Array,
  delimiter: Uint8Array,
  from: number,
  isCrlf = false,
): number | undefined {
  for (let at = body.indexOf(DASH, from); at >= 0; at = body.indexOf(DASH, at + 1)) {
    if (at > from && (body[at - 1] !== LF || (isCrlf && body[at - 2] !== CR))) continue;
    let same = 1;
    while (same < delimiter.length && body[at + same] === delimiter[same]) same++;
    if (same === delimiter.length && endsDelimiter(body, at + same)) return at;
  }
  return undefined;
}

/** A boundary can be the prefix of a longer one, which is a different boundary. */
export function endsDelimiter(body: Uint8Array, at: number): boolean {
  const byte = body[at];
  return (
    byte === CR ||
    byte === LF ||
    byte === SPACE ||
    byte === TAB ||
    (byte === DASH && body[at + 1] === DASH)
  );
}

function afterLine(body: Uint8Array, at: number): number | undefined {
  if (body[at] === LF) return at + 1;
  return body[at] === CR && body[at + 1] === LF ? at + 2 : undefined;
}

/** The line break in front of a delimiter belongs to the delimiter. */
function beforeLine(body: Uint8Array, start: number, at: number): number {
  const end = body[at - 2] === CR ? at - 2 : at - 1;
  return Math.max(start, end);
}

function readPart(bytes: Uint8Array): Part | undefined {
  const head = headerEnd(bytes);
  const read = head && readHead(bytes.subarray(0, head.end));
  return read && head && { ...read, bytes: new Uint8Array(bytes.subarray(head.start)) };
}

/** The headers of a part; undefined if they are malformed or have no name for it. */
export function readHead(bytes: Uint8Array): Omit<Part, "bytes"> | undefined {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
  const headers = new Map<string, string>();
  for (const line of text.replace(/\r?\n[ \t]+/g, " ").split(/\r?\n/)) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (colon > 0) headers.set(name, value);
  }
  const disposition = dispositionOf(headers.get("content-disposition") ?? "");
  const contentType = headers.get("content-type");
  const name = disposition?.get("name");
  if (name === undefined) return undefined;
  const fileName = disposition?.get("filename*") ?? disposition?.get("filename");
  return { name, fileName, contentType, headers };
}

/** The position of the empty line after the headers. */
function headerEnd(bytes: Uint8Array): { end: number; start: number } | undefined {
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (at > MOST_HEADER_BYTES) return undefined;
    const start = afterLine(bytes, at + 1);
    if (start !== undefined) return { end: at, start };
  }
  return undefined;
}

/** `form-data; name="a"; filename*=UTF-8''%C3%BC` → its parameters, by lower-case name. */
function dispositionOf(value: string): ReadonlyMap<string, string> | undefined {
  if (!/^form-data[ \t]*(?:;|$)/i.test(value)) return undefined;
  const found = new Map<string, string>();
  for (const [, key = "", quoted, plain, token] of Array.from(value.matchAll(PARAMETER))) {
    const name = key.toLowerCase();
    const text = unquoted(quoted ?? plain) ?? token;
    const decoded = name.endsWith("*") ? extended(token ?? quoted ?? "") : text;
    if (decoded !== undefined && !found.has(name)) found.set(name, decoded);
  }
  return found;
}

/** The text of a parameter in quotes may end with a backslash, since browsers put none in front of others. */
const PARAMETER =
  /;[ \t]*([^\s=;"]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"(?=[ \t]*(?:;|$))|"([^"]*)"(?=[ \t]*(?:;|$))|(?!")([^\s;"]*))/g;

/** Browsers write `%22`, `%0D` and `%0A` in names; others put a backslash before quotes. */
function unquoted(text: string | undefined): string | undefined {
  return text
    ?.replace(/\\(["\\])/g, "$1")
    .replace(/%(22|0D|0A)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** RFC 8187: `UTF-8''%e2%82%ac`. */
function extended(text: string): string | undefined {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(text) ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
