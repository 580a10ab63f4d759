import type { ConfigEntry } from "./config/config.js";
import type { GenerateOptions, Outcome } from "./pipeline.js";
import { readRecord, writeRecord } from "./record.js";

/** Generates for one entry of a config, or ends at once when nothing has changed since the last time. */
export async function run(entry: ConfigEntry, options: GenerateOptions = {}): Promise<Outcome> {
  const record = options.always ? undefined : readRecord(entry);
  if (record) {
    const { title, problems, places, notes, files } = record;
    return {
      ok: true,
      diagnostics: problems,
      files: places,
      title,
      model: undefined,
      result: options.check ? undefined : { written: [], added: [], removed: [], unchanged: files },
      differences: [],
      notes: notes.map((text) => ({ text })),
      userFiles: [],
      texts: new Map(),
    };
  }
  const outcome = await (await import("./pipeline.js")).run(entry, options);
  const { ok, title, differences, diagnostics, files, notes, userFiles } = outcome;
  // One who generates again and again does not ask for it, and pays for it each time.
  if (ok && differences.length === 0 && !options.always)
    writeRecord(entry, {
      title: title ?? "",
      texts: outcome.texts,
      problems: diagnostics,
      places: files,
      notes: notes.map(({ text }) => text),
      userFiles,
    });
  return outcome;
}
