import { createHash } from "node:crypto";

/** Characters of formatted text that are kept at most, twice. */
const most = 60_000_000;

let isOn = false;
let recent = new Map<string, string>();
let older = new Map<string, string>();
let length = 0;

/** From now on, text that was formatted before is not formatted again: for a process that generates often. */
export function rememberFormatted(): void {
  isOn = true;
}

/** Whether pieces should be small, so that few of them change with an edit. */
export function remembersFormatted(): boolean {
  return isOn;
}

/** What `format` gives for a text, which depends on nothing but that and the options. */
export async function formattedOnce(
  text: string,
  options: object,
  format: () => Promise<string>,
): Promise<string> {
  if (!isOn) return format();
  const key = createHash("sha256").update(JSON.stringify(options)).update(text).digest("base64");
  const known = recent.get(key);
  if (known !== undefined) return known;
  const result = older.get(key) ?? (await format());
  if (length > most) {
    older = recent;
    recent = new Map();
    length = 0;
  }
  recent.set(key, result);
  length += result.length;
  return result;
}
