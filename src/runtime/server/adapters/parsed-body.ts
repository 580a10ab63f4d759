import { readFile } from "node:fs/promises";
import { isJson } from "../../wire/http.js";
import { mediaTypeOf, parameterOf } from "../../wire/media-types.js";
import { nextDelimiter } from "../../wire/multipart.js";
import { encoded, missingIn } from "./decoded-body.js";
import { READ_BEFORE } from "./mount.js";

/** Members in which the parsers of a framework leave the body. */
export interface ParsedBody {
  readonly body?: unknown;
  /** The bytes, or their text, where something keeps them. */
  readonly rawBody?: unknown;
  /** The one file of a form, of multer, */
  readonly file?: unknown;
  /** and all of them, in a list or by name. */
  readonly files?: unknown;
}

/**
 * The bytes of a body that something has read before. JSON and forms are written again from their values; that fails
 * where the value may not be what was sent, and so does what is none of these, nor text or bytes. `sent` is the number of
 * bytes that the client sent, if it is known.
 */
export async function bytesOf(
  parsed: ParsedBody,
  contentType: string | undefined,
  sent?: number,
): Promise<Uint8Array> {
  const { body, rawBody } = parsed;
  const type = mediaTypeOf(contentType);
  for (const content of [rawBody, body]) {
    if (content instanceof Uint8Array) return content;
    if (typeof content !== "string") continue;
    const bytes = encoded(content, contentType ?? "", sent);
    // The value of a string in JSON is shorter than its text.
    if (content === body && isJson(type) && missingIn(bytes, sent) !== 0)
      return encoder.encode(JSON.stringify(body));
    return bytes;
  }
  if (isJson(type) && body !== undefined)
    return encoder.encode(JSON.stringify(body, refuseRounded));
  if (type === "application/x-www-form-urlencoded" && isObject(body))
    return encoder.encode(new URLSearchParams(pairsIn(body)).toString());
  const boundary = parameterOf(contentType ?? "", "boundary");
  if (type === "multipart/form-data" && boundary !== undefined)
    return await formOf(parsed, boundary);
  throw new Error(READ_BEFORE);
}

const encoder = new TextEncoder();

function refuseRounded(_: string, value: unknown): unknown {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new Error(READ_BEFORE);
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of a form, of which parsers make objects within each other where names have brackets. */
function pairsIn(value: unknown, name = ""): [name: string, value: string][] {
  if (typeof value === "string") return [[name, value]];
  if (Array.isArray(value)) {
    const isPlain = value.every((item) => typeof item === "string");
    return value.flatMap((item, index) => pairsIn(item, isPlain ? name : `${name}[${index}]`));
  }
  if (!isObject(value)) throw new Error(READ_BEFORE);
  return Object.entries(value).flatMap(([key, one]) =>
    pairsIn(one, name === "" ? key : `${name}[${key}]`),
  );
}

/**
 * A multipart body with the boundary that it had. Fails where a part holds it, in a place in which the parser that read the
 * form did not take it for one, as behind a line feed alone: it would end the part here.
 */
async function formOf({ body, file, files }: ParsedBody, boundary: string): Promise<Uint8Array> {
  const found = [...filesIn(file), ...filesIn(files)];
  if (body === undefined && found.length === 0) throw new Error(READ_BEFORE);
  const pieces: Uint8Array[] = [];
  const delimiter = encoder.encode(`--${boundary}`);
  const add = (name: string, rest: string, content: Uint8Array): void => {
    if (nextDelimiter(content, delimiter, 0) !== undefined) throw new Error(READ_BEFORE);
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${rest}\r\n\r\n`;
    pieces.push(encoder.encode(head), content, encoder.encode("\r\n"));
  };
  for (const [name, value] of pairsIn(body ?? {})) add(name, "", encoder.encode(value));
  for (const one of found) {
    const type = one.type.replace(/[\r\n]+/g, " ");
    const rest = `; filename="${quoted(one.fileName)}"\r\nContent-Type: ${type}`;
    add(one.name, rest, await contentOf(one));
  }
  return Buffer.concat([...pieces, encoder.encode(`--${boundary}--\r\n`)]);
}

/** As browsers write it, in UTF-8: busboy, and so multer, takes each byte of a name for a character. */
function quoted(name: string): string {
  const text = decodedName(name);
  return text.replace(/\r/g, "%0D").replace(/\n/g, "%0A").replace(/"/g, "%22");
}

function decodedName(name: string): string {
  if (/[^\0-\xFF]/.test(name)) return name;
  const text = Buffer.from(name, "latin1").toString("utf8");
  return text.includes("\uFFFD") ? name : text;
}

interface FoundFile {
  readonly name: string;
  readonly fileName: string;
  readonly type: string;
  readonly content: unknown;
  readonly path: unknown;
}

/** The files that multer, express-fileupload and formidable have taken out of a form: a list of them, or lists by name. */
function filesIn(files: unknown, name?: string): readonly FoundFile[] {
  if (Array.isArray(files)) return files.flatMap((one) => filesIn(one, name));
  if (!isObject(files)) return [];
  const content = files["buffer"] ?? files["data"];
  const path = files["filepath"] ?? (files["tempFilePath"] || files["path"]);
  if (typeof path !== "string" && !(content instanceof Uint8Array)) {
    if (name !== undefined) throw new Error(READ_BEFORE);
    return Object.entries(files).flatMap(([key, one]) => filesIn(one, key));
  }
  const fileName = files["originalname"] ?? files["originalFilename"] ?? files["name"];
  const { fieldname: field, mimetype: type } = files;
  return [
    {
      name: typeof field === "string" ? field : (name ?? ""),
      fileName: typeof fileName === "string" ? fileName : "",
      type: typeof type === "string" ? type : "application/octet-stream",
      content,
      path,
    },
  ];
}

async function contentOf({ content, path }: FoundFile): Promise<Uint8Array> {
  if (typeof path === "string" && path !== "") return await readFile(path);
  if (content instanceof Uint8Array) return content;
  throw new Error(READ_BEFORE);
}
