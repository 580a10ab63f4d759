import type { Bytes } from "../../wire/media.js";
import type { FetchOptions } from "../options.js";
import type { OutgoingBody } from "../operation.js";
import { fetchStream } from "../platform.js";
import { inUtf8 } from "../../wire/media-types.js";
import { assert, assertWellFormed } from "../../wire/assert.js";

/** A JSON body, serialized by `write`. */
export function jsonBody(
  value: unknown,
  type = "application/json",
  write: (value: unknown) => string | undefined = JSON.stringify,
): OutgoingBody {
  return { type: inUtf8(type), body: write(value) };
}

/** `application/x-www-form-urlencoded`, joined from the results of `form` and similar functions. */
export function formBody(
  pairs: readonly (string | undefined)[],
  type = "application/x-www-form-urlencoded",
): OutgoingBody {
  return { type, body: pairs.join("").slice(1) };
}

/** The members of a form except those with these names. Throws if the value is not an object. */
export function others(
  form: unknown,
  names: readonly string[],
): readonly (readonly [string, unknown])[] {
  assert(typeof form === "object" || form === undefined, "a form", "has to be an object");
  return Object.entries(form ?? {}).filter(([name]) => !names.includes(name));
}

/** A body of text, in UTF-8. */
export function textBody(value: string, type = "text/plain;charset=UTF-8"): OutgoingBody {
  assertWellFormed(value, "body");
  return { type: inUtf8(type), body: value };
}

/** A binary body. For a media type range, or a type that needs a boundary, the type of a `Blob` is used. */
export function binaryBody(value: Bytes, type = "application/octet-stream"): OutgoingBody {
  // By their type, bytes may be in shared memory, which `fetch` does not accept.
  const body = value as FetchOptions["body"];
  const own = /\*|^multipart\//.test(type) && value instanceof Blob ? value.type : "";
  const said = own || (type.includes("*") ? "application/octet-stream" : type);
  const sent = { type: said, body, fetchHere: fetchStream };
  return value instanceof ReadableStream ? { ...sent, duplex: "half" } : sent;
}
