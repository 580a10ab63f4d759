/** An object of a description, as it was read. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Not for arrays and null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text, or "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** For lists of which only the texts count. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** The last step of a JSON Pointer, unescaped; "" for the whole file. */
export function lastToken(pointer: string): string {
  return unescapeToken(pointer.split("/").at(-1) ?? "");
}

/** A name as one step of a JSON Pointer (RFC 6901, section 3). */
export function escapeToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** One step of a JSON Pointer as it is meant. */
export function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}
