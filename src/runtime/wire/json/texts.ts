import { assert } from "../assert.js";

/** True for a text that begins as an array or an object does in JSON. */
export function isLikeJson(text: unknown): text is string {
  return typeof text === "string" && /^[[{]/.test(text);
}

/** Rejects a text that is JSON, where an object is written as that too. */
export function assertNoJson(text: unknown, what: string): void {
  if (!isLikeJson(text)) return;
  try {
    JSON.parse(text);
  } catch {
    return;
  }
  assert(false, what, "holds a text that is JSON, as which it would arrive");
}
