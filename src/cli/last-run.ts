import { deserialize, serialize } from "node:v8";
import type { ConfigEntry } from "../config/config.js";
import { visible } from "../common/visible.js";
import { compareApis } from "../diff/compare.js";
import { changeSummary } from "../diff/print.js";
import type { ApiModel } from "../model/types.js";
import { readCache, writeCache } from "../package/cache.js";
import type { Outcome } from "../pipeline.js";

/** Characters of a description from which on it would take longer than what it tells is worth. */
const largest = 1_500_000;

/**
 * The changes in a description since the last run with the same configuration, in a line; undefined without any, or when
 * they are not known. What is committed does not depend on it.
 */
export function changesSinceLastRun(
  entry: ConfigEntry,
  { model, texts }: Pick<Outcome, "model" | "texts">,
): string | undefined {
  const length = [...texts.values()].reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (!model || length > largest) return undefined;
  const before = exchangeModels(entry, model);
  if (!before) return undefined;
  // The version of OpenAPI is not part of a model.
  const changes = compareApis({ model: before, openapi: "" }, { model, openapi: "" });
  const [first, ...others] = changes;
  if (!first) return undefined;
  const more = others.length > 0 ? " …" : "";
  return `${changeSummary(changes)} since the last run: ${visible(`${first.subject}: ${first.message}`)}${more}`;
}

function exchangeModels(entry: ConfigEntry, model: ApiModel): ApiModel | undefined {
  try {
    const bytes = serialize({ ...model, document: undefined });
    const before = readCache(entry, "model");
    if (before?.equals(bytes)) return undefined;
    writeCache(entry, "model", bytes);
    return before && (deserialize(before) as ApiModel);
  } catch {
    // A model with something in it that cannot be kept, or one that was damaged.
    return undefined;
  }
}
