import type { ConfigEntry } from "./config/config.js";
import type { Diagnostics } from "./diagnostics/catalog.js";
import { QuietPieces } from "./load/quiet-pieces.js";
import { Memory } from "./emitters/memory.js";
import { keepUnchanged } from "./model/keep.js";
import { KeptSchemas } from "./model/kept-schemas.js";
import type { ApiModel } from "./model/types.js";

/** What one run leaves for the next one of the same process. */
interface Step {
  /** What must not have changed: the entry as text. */
  readonly key: string;
  readonly model: ApiModel;
  readonly memory: Memory;
}

/** What is kept of the loading of a description, and of the making of its model. */
export interface Kept {
  readonly quiet: QuietPieces;
  readonly schemas: KeptSchemas;
}

/** By the output folder, with what must not have changed. */
const loaded = new Map<string, Kept & { readonly key: string }>();

/** What the run before left, and this one will; undefined where something changes schemas when the model is made. */
export function keptFor(entry: ConfigEntry): Kept | undefined {
  const { transform, emitters, int64 = "number", dates = "string", defaults } = entry.config;
  const isChanged = int64 !== "number" || dates !== "string" || defaults === "bodies";
  if ((transform ?? emitters) !== undefined || isChanged) return undefined;
  const [place, key] = [placeOf(entry), JSON.stringify(entry)];
  const known = loaded.get(place);
  if (known?.key === key) return known;
  const kept = { key, quiet: new QuietPieces(), schemas: new KeptSchemas() };
  loaded.set(place, kept);
  return kept;
}

function placeOf({ config, folder }: ConfigEntry): string {
  return JSON.stringify([folder, config.output]);
}

/** By the output folder. */
const last = new Map<string, Step>();

/**
 * The model, with what is the same as in the run before as the same objects, and what emitters made of those. Undefined
 * where code of the user's works on the model, which may do with it what it likes.
 */
export function stepFrom(
  entry: ConfigEntry,
  model: ApiModel,
  diagnostics: Diagnostics,
  kept: KeptSchemas | undefined,
): { readonly model: ApiModel; readonly memory: Memory } | undefined {
  const { config } = entry;
  if (config.transform !== undefined || config.emitters !== undefined) return undefined;
  const place = placeOf(entry);
  const before = last.get(place);
  const key = JSON.stringify(entry);
  // What is found out about schemas that lead back to themselves depends on which of them is asked first.
  const { all, counts } = diagnostics;
  const isCircular =
    all.length < counts.warning || all.some(({ code }) => /^(?:schema|ref)-cycle$/.test(code));
  if (isCircular) {
    last.delete(place);
    return undefined;
  }
  const isSame = before?.key === key;
  const step = {
    key,
    model: isSame ? keepUnchanged(before.model, model, kept) : model,
    memory: isSame ? before.memory : new Memory(),
  };
  last.set(place, step);
  return step;
}
