/** Short names of media types that people write. */
const shortTypes: ReadonlyMap<string, string> = new Map([
  ["json", "application/json"],
  // Written in the place of the media type.
  ["schema", "application/json"],
  ["xml", "application/xml"],
  ["form", "application/x-www-form-urlencoded"],
  ["multipart", "multipart/form-data"],
  ["text", "text/plain"],
  ["html", "text/html"],
  ["csv", "text/csv"],
  ["pdf", "application/pdf"],
  ["*", "*/*"],
]);

/** A media type as HTTP writes it: `application/json` for `json`. */
export function plainMediaType(type: string): string {
  return shortTypes.get(type.trim().toLowerCase()) ?? type;
}

/** True for the name of a media type, or a range of them, with its parameters (RFC 9110, section 8.3.1). */
export function isMediaType(type: string): boolean {
  return /^[^/\s;]+\/[^/\s;]+\s*(?:;.*)?$/.test(type);
}
