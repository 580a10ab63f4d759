/** Characters of formatted text that are kept at most in each style, twice. */
const most = 60_000_000;

let isOn = false;

/** Formatted texts by what they were made of. */
interface Kept {
  recent: Map<string, string>;
  older: ReadonlyMap<string, string>;
  /** Of the recent ones. */
  length: number;
}

/** By the options, as JSON. */
const styles = new Map<string, Kept>();

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
  const style = JSON.stringify(options);
  const kept = styles.get(style) ?? { recent: new Map(), older: new Map(), length: 0 };
  styles.set(style, kept);
  const known = kept.recent.get(text);
  if (known !== undefined) return known;
  const result = kept.older.get(text) ?? (await format());
  if (kept.length > most) {
    kept.older = kept.recent;
    kept.recent = new Map();
    kept.length = 0;
  }
  kept.recent.set(detached(text), result);
  kept.length += result.length;
  return result;
}

/** A part of a longer text keeps all of it in memory; a copy does not. */
function detached(text: string): string {
  return Buffer.from(text, "utf16le").toString("utf16le");
}
