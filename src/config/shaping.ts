import { shortPath } from "./error.js";
import type { Diagnostics, Source, Span } from "../diagnostics/catalog.js";
import { applyCamelCase } from "../model/passes/camel-case.js";
import { applyDates } from "../model/passes/dates.js";
import { fillBodies } from "../model/passes/defaults.js";
import { applyInt64 } from "../model/passes/int64.js";
import { makeCoded } from "../model/passes/in-code.js";
import { markOpen } from "../model/passes/open.js";
import type { ApiModel } from "../model/types.js";
import { applyPagination, applyStreams } from "./by-operation.js";
import type { ConfigEntry } from "./config.js";
import { wantsDescription } from "./emitting.js";
import { applyTransform, requestedEmitters } from "./extensions.js";
import { applyFilters } from "./filter.js";
import { textAt } from "./input.js";
import { settingsOf } from "./options.js";

/** A model as an entry of the config wants it: filtered, transformed, with its choice of types. */
export async function shapeModel(
  built: ApiModel,
  entry: ConfigEntry,
  diagnostics: Diagnostics,
  files: { add(file: string, text: string): void },
): Promise<ApiModel> {
  const { config } = entry;
  const wantsPaths = config.only?.includes("paths") ?? false;
  const wantsDocument =
    wantsDescription(config) || wantsPaths || (config.emitters?.length ?? 0) > 0;
  const whole = wantsDocument ? built : { ...built, document: undefined };
  const places = placesIn(entry, files);
  applyPagination(whole, config.pagination ?? {}, diagnostics, places);
  applyStreams(whole, config.streams ?? {}, diagnostics, places);
  const filtered = applyFilters(whole, config, diagnostics, places);
  const model = await applyTransform(filtered, entry);
  const settings = settingsOf(config);
  const { int64, dates, defaults } = settings;
  if (int64 !== "number") applyInt64(model, int64);
  if (dates === "Date") applyDates(model, int64 === "number" ? "dates" : "int64");
  if (defaults === "bodies") fillBodies(model, diagnostics);
  markOpen(model);
  if (settings.case === "camel") {
    applyCamelCase(model, diagnostics);
    makeCoded(model, defaults === "bodies");
    const hasPaths = requestedEmitters(config).includes("paths") || wantsPaths;
    if (hasPaths) diagnostics.report("paths-keep-names", model.source, {});
  }
  return model;
}

/** Where a text of the config stands in its file, as far as that can be seen. */
function placesIn(
  { file }: ConfigEntry,
  files: { add(file: string, text: string): void },
): (entry: string) => Source | Span {
  const name = file === undefined ? "the configuration" : shortPath(file);
  return (entry) => {
    const text = file === undefined ? "" : (textAt(file) ?? "");
    const quoted = [`"${entry}"`, `'${entry}'`].map((word) => text.indexOf(word) + 1);
    const offset = quoted.find((at) => at > 0);
    if (offset === undefined) return { file: name, pointer: "" };
    files.add(name, text);
    return { file: name, pointer: "", offset, length: entry.length };
  };
}
