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
