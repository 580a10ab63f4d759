import { assert } from "../assert.js";

/** Rejects a text that is JSON, where an object is written as that too. */
export function assertNoJson(text: unknown, what: string): void {
  if (typeof text !== "string" || !/^[[{]/.test(text)) return;
  try {
    JSON.parse(text);
  } catch {
    return;
  }
  assert(false, what, "holds a text that is JSON, as which it would arrive");
}
