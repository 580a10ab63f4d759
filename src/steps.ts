import type { ConfigEntry } from "./config.js";
import type { Diagnostics } from "./diagnostics/catalog.js";
import { Memory } from "./emitters/memory.js";
import { keepUnchanged } from "./model/keep.js";
import type { ApiModel } from "./model/types.js";

/** What one run leaves for the next one of the same process. */
interface Step {
  /** What must not have changed: the entry as text. */
  readonly key: string;
  readonly model: ApiModel;
  readonly memory: Memory;
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
): { readonly model: ApiModel; readonly memory: Memory } | undefined {
  const { config, folder } = entry;
  if (config.transform !== undefined || config.emitters !== undefined) return undefined;
  const place = JSON.stringify([folder, config.output]);
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
    model: isSame ? keepUnchanged(before.model, model) : model,
    memory: isSame ? before.memory : new Memory(),
  };
  last.set(place, step);
  return step;
}
