/** `Application/JSON; charset=utf-8` → `application/json`; an absent header gives an empty string. */
export function mediaTypeOf(contentType: string | null | undefined): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** A parameter of a media type, quoted or not: `boundary` in `multipart/form-data; boundary="x"`. */
export function parameterOf(contentType: string, name: string): string | undefined {
  if (!contentType.includes(";")) return undefined;
  for (const [, key = "", quoted, token] of Array.from(contentType.matchAll(PARAMETER))) {
    if (key.toLowerCase() === name) return quoted?.replace(/\\(.)/g, "$1") ?? token;
  }
  return undefined;
}

const PARAMETER = /;[ \t]*([^\s=;]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

/**
 * The media type of a text that is sent: in UTF-8, which is all that a platform can encode, whatever charset is declared.
 * What it says has to be true of the bytes, since they are read by it.
 */
export function inUtf8(type: string): string {
  if (!type.includes(";")) return type;
  return type.replace(PARAMETER, (whole, key: string, quoted?: string, token = "") =>
    key.toLowerCase() !== "charset" || /^utf-?8$/i.test(quoted ?? token)
      ? whole
      : `${whole.slice(0, whole.indexOf("=") + 1)}utf-8`,
  );
}

type Decoder = InstanceType<typeof TextDecoder>;

const utf8: Decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });
const utf8WithMark: Decoder = /* @__PURE__ */ new TextDecoder("utf-8", {
  fatal: true,
  ignoreBOM: true,
});

/**
 * Rejects bytes that are not in the charset of the media type, which is UTF-8 by default; throws for an unknown charset. It
 * is for whole texts, since one decoder serves all of UTF-8.
 */
export function decoderOf(contentType: string | undefined): Decoder {
  const charset = parameterOf(contentType ?? "", "charset");
  return charset === undefined ? utf8 : new TextDecoder(charset, { fatal: true });
}

/**
 * The decoder of a part of a form: U+FEFF in front is a character of its value (Fetch, section "Body mixin": "UTF-8 decode without
 * BOM"), but none of JSON.
 */
export function partDecoderOf(contentType: string | undefined, json = false): Decoder {
  const decoder = decoderOf(contentType);
  return decoder.encoding === "utf-8" && !json ? utf8WithMark : decoder;
}

/**
 * The entry of `declared` that matches a Content-Type header: the type itself, else the narrowest range of it
 * (`image/*`, `application/*+json`). A parameter of an entry, such as `version`, must not have another value; if entries
 * differ in nothing else, all of them have to be present.
 */
export function matchMedia<Declared extends string>(
  declared: readonly Declared[],
  contentType: string | null | undefined,
): Declared | undefined {
  const type = mediaTypeOf(contentType);
  const given = parametersOf(contentType);
  const same = declared.filter(
    (entry) => mediaTypeOf(entry) === type && !differs(parametersOf(entry), given),
  );
  const isMeant = (entry: string): boolean => {
    const wanted = parametersOf(entry);
    return wanted.length > 0 && wanted.every((one) => given.includes(one));
  };
  return (
    (same.length > 1
      ? (same.find(isMeant) ?? same.find((entry) => !entry.includes(";")))
      : undefined) ??
    same[0] ??
    narrowestRange(declared, type)
  );
}

/** False for a parameter of the encoding, of one message, or of a preference. */
export function tellsApart(parameter: string): boolean {
  return !/^(?:charset|boundary|q)=/.test(parameter);
}

/** True if a parameter has another value among those that were given (RFC 9110, section 8.3.1). */
function differs(declared: readonly string[], given: readonly string[]): boolean {
  return declared.some(
    (one) =>
      tellsApart(one) && !given.includes(one) && given.some((other) => isNamedAs(other, one)),
  );
}

/** `version=2` and `version=1`. */
export function isNamedAs(one: string, other: string): boolean {
  return one.split("=", 1)[0] === other.split("=", 1)[0];
}

function narrowestRange<Declared extends string>(
  declared: readonly Declared[],
  type: string,
): Declared | undefined {
  let found: Declared | undefined;
  for (const entry of declared)
    if (
      entry.includes("*") &&
      entry.length > (found ?? "").length &&
      isIn(mediaTypeOf(entry), type)
    )
      found = entry;
  return found;
}

/** True for a type in a range; also for `application/*+json`, which descriptions have though RFC 9110 does not. */
export function isIn(range: string, type: string): boolean {
  if (range === "*/*") return true;
  const [start = "", end = ""] = range.split("*");
  return type.startsWith(start) && type.slice(start.length).endsWith(end);
}

/** `version=2` of `text/a; Version="2"`, as it can be compared. */
export function parametersOf(contentType: string | null | undefined): readonly string[] {
  if (!contentType?.includes(";")) return [];
  return Array.from(
    contentType.toLowerCase().matchAll(PARAMETER),
    ([, key = "", quoted, token]) => `${key}=${quoted?.replace(/\\(.)/g, "$1") ?? token}`,
  );
}
