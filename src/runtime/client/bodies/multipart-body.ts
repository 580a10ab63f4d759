import { isJson } from "../../wire/http.js";
import type { HeaderFields } from "../options.js";
import type { OutgoingBody } from "../operation.js";
import { fetchStream } from "../platform.js";
import { inUtf8 } from "../../wire/media-types.js";
import { DELIMITED, assert, assertWellFormed } from "../../wire/assert.js";
import { assertNoJson, isLikeJson } from "../../wire/json/texts.js";

/** One part of a multipart body, as `part` makes it. */
export interface Part {
  readonly name: string;
  readonly value: string | Blob;
  /** Content-Type; not sent if left out. */
  readonly type: string | undefined;
  readonly fileName?: string | undefined;
  readonly headers: HeaderFields | undefined;
}

/** A nested list holds the parts of one array. */
export type Parts = readonly (Part | undefined | Parts)[];

type Write = (value: unknown) => string | undefined;

/**
 * A part. Objects are JSON, by any type. Without a type, a `Blob` brings its own and, if it is a `File`, its name; all
 * else is text. Undefined for an absent value, which `null` is too unless it is JSON.
 */
export function part(
  name: string,
  value: unknown,
  type?: string,
  headers?: HeaderFields,
  write: Write = JSON.stringify,
): Part | undefined {
  if (value === undefined || (value === null && !isJson(type))) return undefined;
  if (value instanceof Blob) {
    const { name: fileName = "blob" } = value as { readonly name?: string };
    return {
      name,
      value,
      type: type ?? (value.type || "application/octet-stream"),
      fileName,
      headers,
    };
  }
  const said = type === undefined ? undefined : inUtf8(type);
  if (value instanceof Date) return { name, value: value.toISOString(), type: said, headers };
  const isObject = typeof value === "object";
  const text = isObject || isJson(type) ? (write(value) ?? "null") : String(value);
  assertWellFormed(text, name);
  return { name, value: text, type: said ?? (isObject ? "application/json" : undefined), headers };
}

/** A part for each item of an array. */
export function parts(
  name: string,
  value: unknown,
  type?: string,
  headers?: HeaderFields,
  write?: Write,
): Part | Parts | undefined {
  if (!Array.isArray(value)) return part(name, value, type, headers, write);
  return value.map((item) => part(name, item, type, headers, write));
}

/** The same of what may be a text or an object, which is JSON: a text that looks like it says its type, if it may. */
export function mixedParts(
  name: string,
  value: unknown,
  type?: string,
  headers?: HeaderFields,
  write?: Write,
): Parts {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.map((one) => {
    if (type !== undefined) assertNoJson(one, name);
    return part(name, one, type ?? (isLikeJson(one) ? "text/plain" : undefined), headers, write);
  });
}

/** Parts in the style of a query parameter, not percent-encoded. */
export function styledPart(name: string, value: unknown, style: string, explode: boolean): Parts {
  const separator = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
  if (typeof value !== "object" || value === null || value instanceof Date) {
    // These two are for what may be a list, as which such a text would arrive.
    const isText = explode || separator === "," || !String(value).includes(separator);
    assert(isText, name, DELIMITED);
    return [part(name, value)];
  }
  assert(style !== "deepObject" || !Object.keys(value).some(isBracketed), name, DELIMITED);
  const isList = Array.isArray(value);
  const mayRepeat = explode && !isList && style !== "deepObject";
  const entries = Object.entries(value)
    .flatMap(([key, one]: [string, unknown]) =>
      mayRepeat && Array.isArray(one)
        ? one.map((item) => [key, item] as const)
        : [[key, one] as const],
    )
    .filter(([, one]) => one !== undefined && one !== null);
  if (style === "deepObject")
    return entries.map(([key, one]) => styledPart(`${name}[${key}]`, one, style, explode));
  const texts = entries.map(([key, one]) => [key, styledText(name, one)] as const);
  assert(!explode || texts.every(([key]) => isName(key)), name, UNNAMED);
  if (explode) return texts.map(([key, one]) => part(isList ? name : key, one));
  const all = texts.flatMap(([key, one]) => (isList ? [one] : [key, one]));
  assert(!all.some((text) => text.includes(separator)), name, DELIMITED);
  return all.length > 0 ? [part(name, all.join(separator))] : [];
}

function styledText(name: string, value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  assert(
    typeof value !== "object",
    name,
    "holds a list or an object, which its style cannot write",
  );
  return String(value);
}

function isBracketed(name: string): boolean {
  return !/^[^[\]]+$/.test(name);
}

/**
 * `multipart/form-data` (RFC 7578). Not with `FormData`, which cannot set the headers of a part, nor the type of
 * one that is not a file.
 */
export function multipartBody(all: Parts, type = "multipart/form-data"): OutgoingBody {
  const boundary = `----${crypto.getRandomValues(new Uint32Array(4)).join("")}`;
  const pieces: (string | Blob)[] = [];
  const add = (one: Part | undefined | Parts): void => {
    if (one === undefined) return;
    if (!("name" in one)) return one.forEach(add);
    const file = one.fileName === undefined ? "" : `; filename="${quoted(one.fileName)}"`;
    assert(isName(one.name), JSON.stringify(one.name), UNNAMED);
    const headers: HeaderFields = {
      "Content-Disposition": `form-data; name="${quoted(one.name)}"${file}`,
      "Content-Type": one.type,
      ...one.headers,
    };
    pieces.push(`--${boundary}\r\n`);
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) pieces.push(`${name}: ${value.replace(/[\r\n]+/g, " ")}\r\n`);
    }
    pieces.push("\r\n", one.value, "\r\n");
  };
  add(all);
  return {
    type: `${type}; boundary=${boundary}`,
    body: new Blob([...pieces, `--${boundary}--\r\n`]),
    fetchHere: fetchStream,
  };
}

const UNNAMED = "cannot be the name of a part";

/** False for a name whose escaping is ambiguous: some clients write a quote as `\"`, others as `%22`. */
function isName(text: string): boolean {
  return !/\\(\\|$)|%(22|0D|0A)/i.test(text);
}

/** As browsers write names (HTML, section "multipart form data"). */
function quoted(text: string): string {
  return text.replace(
    /["\r\n]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
