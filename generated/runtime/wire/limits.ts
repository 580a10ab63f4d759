/** Limits of a request, besides its size. */
export interface RequestLimits {
  /** Maximum depth of JSON in a body. */
  readonly depth: number;
  /** Maximum number of values in a query or form, and of parts in a multipart body. */
  readonly fields: number;
}

/** The depth of JSON, without brackets in strings, to protect code that recurses. */
export function depthOf(bytes: Uint8Array): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (quoted) {
      if (byte === 0x5c) index++;
      else if (byte === 0x22) quoted = false;
    } else if (byte === 0x22) quoted = true;
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > deepest) deepest = depth;
    } else if (byte === 0x5d || byte === 0x7d) depth--;
  }
  return deepest;
}

/** The same for JSON in a string, such as a parameter. */
export function isTooDeep(text: string, most: number): boolean {
  return text.length > most && depthOf(new TextEncoder().encode(text)) > most;
}

export const USUAL_LIMITS: RequestLimits = { depth: 500, fields: 1000 };
