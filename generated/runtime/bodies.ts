import { isJson } from "./http.js";
import type { FetchOptions, HeaderFields } from "./options.js";
import type { OutgoingBody } from "./operation.js";

/** A body in JSON, as `write` writes it. */
export function jsonBody(
  value: unknown,
  type = "application/json",
  write: (value: unknown) => string | undefined = JSON.stringify,
): OutgoingBody {
  return { type, body: write(value) };
}

/** `application/x-www-form-urlencoded`, out of what `form` and its kin make. */
export function formBody(
  pairs: readonly (string | undefined)[],
  type = "application/x-www-form-urlencoded",
): OutgoingBody {
  return { type, body: pairs.filter((pair) => pair !== undefined).join("&") };
}

/** A body of text, in UTF-8. */
export function textBody(value: string, type = "text/plain;charset=UTF-8"): OutgoingBody {
  return { type, body: value };
}

/** What bytes can be given as. A stream is sent once and never repeated. */
export type BinaryValue = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

/** A body of bytes. The type of a `Blob` that has one wins, for where any is allowed. */
export function binaryBody(value: BinaryValue, type = "application/octet-stream"): OutgoingBody {
  // In types, bytes may lie in shared memory, which `fetch` does not take.
  const body = value as FetchOptions["body"];
  if (value instanceof ReadableStream) return { type, body, duplex: "half" };
  const own = value instanceof Blob && type.includes("*") ? value.type : "";
  return { type: own || type, body };
}

/** One part of a multipart body, as `part` makes it. */
export interface Part {
  readonly name: string;
  readonly value: string | Blob;
  /** Content-Type; left out: none is said. */
  readonly type: string | undefined;
  readonly fileName?: string | undefined;
  readonly headers: HeaderFields | undefined;
}

/**
 * A part, or one for each item of an array. Without a type: a `Blob` brings its own and, if it is a
 * `File`, its name; objects are JSON; all else is text. Undefined for an absent value.
 */
export function part(
  name: string,
  value: unknown,
  type?: string,
  headers?: HeaderFields,
  write: (value: unknown) => string | undefined = JSON.stringify,
): Part | Parts | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return value.map((item) => part(name, item, type, headers, write));
  const given = type?.includes("*") ? undefined : type;
  if (value instanceof Blob) {
    const { name: fileName = "blob" } = value as { readonly name?: string };
    const own = value.type || "application/octet-stream";
    return { name, value, type: given ?? own, fileName, headers };
  }
  if (value instanceof Date) return { name, value: value.toISOString(), type: given, headers };
  const json = typeof value === "object" ? "application/json" : undefined;
  const text = isJson(given ?? json ?? "") ? (write(value) ?? "null") : String(value);
  return { name, value: text, type: given ?? json, headers };
}

export type Parts = readonly (Part | undefined | Parts)[];

/**
 * `multipart/form-data` (RFC 7578); a list in the list stands for the items of an array. Written by
 * hand, because `FormData` can give parts neither headers nor, unless they are files, a type.
 */
export function multipartBody(parts: Parts, type = "multipart/form-data"): OutgoingBody {
  const boundary = `----${crypto.getRandomValues(new Uint32Array(4)).join("")}`;
  const pieces: (string | Blob)[] = [];
  const add = (part: Part | undefined | Parts): void => {
    if (part === undefined) return;
    if (!("name" in part)) return part.forEach(add);
    const file = part.fileName === undefined ? "" : `; filename="${quoted(part.fileName)}"`;
    const headers: HeaderFields = {
      "Content-Disposition": `form-data; name="${quoted(part.name)}"${file}`,
      "Content-Type": part.type,
      ...part.headers,
    };
    pieces.push(`--${boundary}\r\n`);
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) pieces.push(`${name}: ${value.replace(/[\r\n]+/g, " ")}\r\n`);
    }
    pieces.push("\r\n", part.value, "\r\n");
  };
  add(parts);
  return {
    type: `${type}; boundary=${boundary}`,
    body: new Blob([...pieces, `--${boundary}--\r\n`]),
  };
}

/** As browsers write names (HTML, section "multipart form data"). */
function quoted(text: string): string {
  return text.replace(
    /["\r\n]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`,
  );
}
