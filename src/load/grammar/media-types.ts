/** Short names of media types that people write. */
const shortTypes: ReadonlyMap<string, string> = new Map([
  ["json", "application/json"],
  // Written in the place of the media type.
  ["schema", "application/json"],
  ["xml", "application/xml"],
  ["form", "application/x-www-form-urlencoded"],
  ["x-www-form-urlencoded", "application/x-www-form-urlencoded"],
  ["multipart", "multipart/form-data"],
  ["form-data", "multipart/form-data"],
  ["text", "text/plain"],
  ["html", "text/html"],
  ["csv", "text/csv"],
  ["pdf", "application/pdf"],
  ["octet-stream", "application/octet-stream"],
  ["binary", "application/octet-stream"],
  ["*", "*/*"],
]);

/**
 * The media types that a text names, as HTTP writes them: `application/json` for `json`, and of several in one text each; the
 * text itself where it names none.
 */
export function mediaTypesIn(text: string): readonly string[] {
  const plain = plainMediaType(text);
  // In quotes, what separates may be a part of a parameter.
  if (plain.includes('"')) return [plain];
  const parts = withParameters(plain.replaceAll(/\s+/g, " ").split(separators).filter(Boolean));
  const types = [...new Set(parts.map(plainMediaType))];
  const isPlain = types.length < 2 && isMediaType(plain);
  return isPlain || types.length === 0 || !types.every(isMediaType) ? [plain] : types;
}

/** `version=1` after a comma or a blank is a parameter of the media type before it. */
function withParameters(parts: readonly string[]): readonly string[] {
  const types: string[] = [];
  for (const part of parts) {
    const last = /^[^/=]+=./.test(part) ? types.pop() : undefined;
    types.push(last === undefined ? part : `${last};${part}`);
  }
  return types;
}

/** A semicolon is one before a media type; before a parameter it is not, and neither are blanks beside it. */
const separators =
  /^ | $| ?(?:[,|]| (?:or|and) |;(?= ?[^ ;,|=/]+\/[^ ;,|=/]+ ?(?:[;,|]|$))) ?|(?<![;=]) (?![;=])/;

/**
 * The media types that each key of a `content` names. One without a slash names none (`v3`, or the member of an example), unless
 * it is a private one (`x-pets`): it is JSON where no key names any, and is left out where one does.
 */
export function contentMeant(keys: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const named = keys.map((key) => [key, mediaTypesIn(key)] as const);
  const isNamed = (types: readonly string[]): boolean =>
    types.some((type) => type.includes("/") || /^x-/i.test(type));
  const instead = named.some(([, types]) => isNamed(types)) ? [] : ["application/json"];
  return new Map(named.map(([key, types]) => [key, isNamed(types) ? types : instead]));
}

function plainMediaType(type: string): string {
  return shortTypes.get(type.trim().toLowerCase()) ?? type;
}

/** True for the name of a media type, or a range of them, with its parameters (RFC 9110, section 8.3.1). */
export function isMediaType(type: string): boolean {
  return /^[^/\s;,]+\/[^/\s;,]+\s*(?:;.*)?$/.test(type);
}
