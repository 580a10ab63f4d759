import type { Source } from "./source.js";

/** `key` as one token of a JSON Pointer (RFC 6901, section 3). */
export function escapeToken(key: string | number): string {
  if (typeof key === "number") return String(key);
  const isPlain = !key.includes("/") && !key.includes("~");
  return isPlain ? key : key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** The tokens of a JSON Pointer, unescaped; `undefined` when it is not one. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer.slice(1).split("/").map(unescapeToken);
}

/** One step of a JSON Pointer as it is meant. */
export function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The JSON Pointer with these tokens. */
export function pointerTo(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${escapeToken(token)}`).join("");
}

/** Text without its percent-encoding; `undefined` where that is wrong. */
export function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The fragment of a reference without its percent-encoding: a `%` that begins none is one. */
export function fragmentDecoded(text: string): string | undefined {
  return percentDecoded(text.replace(/%(?![\da-f]{2})/gi, "%25"));
}

/** The last step of a JSON Pointer, unescaped; "" for the whole file. */
export function lastToken(pointer: string): string {
  return unescapeToken(pointer.split("/").at(-1) ?? "");
}

/** The pointer of what holds the value at `pointer`; `undefined` for the whole file. */
function parentPointer(pointer: string): string | undefined {
  const end = pointer.lastIndexOf("/");
  return end < 0 ? undefined : pointer.slice(0, end);
}

/** The place of a member of what is at a place. */
export function below({ file, pointer }: Source, key: string | number): Source {
  return { file, pointer: `${pointer}/${escapeToken(key)}` };
}

/** The rest of a place below another one: `/items`, or "" for the same; undefined if it is elsewhere. */
export function restBelow(place: Source, { file, pointer }: Source): string | undefined {
  if (place.file !== file || !place.pointer.startsWith(pointer)) return undefined;
  const rest = place.pointer.slice(pointer.length);
  return rest === "" || rest.startsWith("/") ? rest : undefined;
}

/** A place as one text, to be told from others by. */
export function placeText({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}

/** The entry for `pointer`, or for the nearest place that contains it. */
export function nearest<T>(places: ReadonlyMap<string, T>, pointer: string): T | undefined {
  for (let at: string | undefined = pointer; at !== undefined; at = parentPointer(at)) {
    const found = places.get(at);
    if (found !== undefined) return found;
  }
  return undefined;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Not for arrays and null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An object, or one without members for anything else. */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** A text, or "" for anything else. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** For lists of which only the texts count. */
export function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Sets a member of plain JSON data, also one called `__proto__`, which an assignment would not. */
export function setMember(holder: object, key: string | number, value: unknown): void {
  if (key !== "__proto__") (holder as Record<string | number, unknown>)[key] = value;
  else Object.defineProperty(holder, key, { value, ...ordinary });
}

const ordinary = { configurable: true, enumerable: true, writable: true };

/** A member of plain JSON data, never one of a prototype. */
export function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value)) {
    const index = typeof key === "number" ? key : /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : -1;
    return value[index] as unknown;
  }
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** JSON with the members of objects in order, so that equal values have equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member === "bigint") return `${member}n`;
    if (!isObject(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Compares as JSON: the order of members does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}
