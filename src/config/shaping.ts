import { shortPath } from "./error.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { Source, Span } from "../common/source.js";
import { catalog } from "../diagnostics/catalog.js";
import { warnOfMedia } from "../emitters/wire/warnings.js";
import { applyCamelCase } from "../model/passes/camel-case.js";
import { reportClosed } from "../model/passes/closed.js";
import { applyDates } from "../model/passes/dates.js";
import { fillBodies } from "../model/passes/defaults.js";
import { reportImpossible } from "../model/passes/impossible.js";
import { applyInt64 } from "../model/passes/int64.js";
import { isValidated } from "../emitters/validators/code/formats.js";
import { reportLengths } from "../model/passes/lengths.js";
import { acceptOverlaps, reportOverlaps } from "../model/passes/overlaps.js";
import { makeCoded } from "../model/passes/renamed-model.js";
import { markOpen } from "../model/passes/open.js";
import type { ApiModel, Operation } from "../model/types.js";
import type { ConfigEntry } from "./config.js";
import { wantsDescription } from "./emitting.js";
import { applyTransform, requestedEmitters } from "./extensions.js";
import { applyFilters } from "./filter.js";
import { settingsOf } from "./options.js";
import { closest } from "../common/closest.js";
import { below } from "../common/pointers.js";
import { textAt } from "../common/text-at.js";
import { change } from "../model/change.js";
import { mayStream } from "../model/media.js";
import { readPages } from "../model/pages.js";
import { type Pagination, paginationOf } from "../model/pagination.js";

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
  reportCodes(config.diagnostics ?? {}, diagnostics, places);
  applyPagination(whole, config.pagination ?? {}, diagnostics, places);
  applyStreams(whole, config.streams ?? {}, diagnostics, places);
  const filtered = applyFilters(whole, config, diagnostics, places);
  const model = await applyTransform(filtered, entry);
  warnOfMedia(model.operations, diagnostics);
  const settings = settingsOf(config);
  const { int64, dates, defaults } = settings;
  reportClosed(model, diagnostics);
  reportImpossible(model, diagnostics);
  const isChecked = (format: string): boolean => isValidated(format, settings.formats);
  reportLengths(model, diagnostics, isChecked);
  if (settings.oneOf === "any") acceptOverlaps(model);
  else reportOverlaps(model, diagnostics, isChecked);
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

/** Places of a string of the config in its file, if they can be found. */
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

/** Reports what the config gives a level to and is no diagnostic. */
function reportCodes(
  levels: Readonly<Record<string, unknown>>,
  diagnostics: Diagnostics,
  placeOf: (entry: string) => Source | Span,
): void {
  const known = Object.keys(catalog);
  for (const code of Object.keys(levels)) {
    if (Object.hasOwn(catalog, code)) continue;
    const details = { code, suggestion: closest(code, known) };
    diagnostics.report("diagnostic-unknown", placeOf(code), details);
  }
}

/** Puts what the config says of pages in the place of `x-pagination`, and reports what either names and is not there. */
function applyPagination(
  { operations }: ApiModel,
  stated: Readonly<Record<string, Pagination | false>>,
  diagnostics: Diagnostics,
  placeOf: (entry: string) => Source | Span,
): void {
  reportUnknown("pagination", stated, operations, diagnostics, placeOf);
  for (const operation of operations) {
    const { id, source, extensions } = operation;
    const own = Object.hasOwn(stated, id) ? stated[id] : undefined;
    if (own !== undefined)
      change(operation, { extensions: new Map([...extensions, ["x-pagination", own]]) });
    if (!operation.extensions.has("x-pagination")) continue;
    const place = below(source, "x-pagination");
    if (paginationOf(operation.extensions.get("x-pagination")) === "malformed")
      diagnostics.report("pagination-malformed", place, { operation: id });
    for (const { key, name, suggestion } of readPages(operation).faults) {
      const at = own === undefined ? below(place, key) : placeOf(name ?? id);
      diagnostics.report("pagination-unknown", at, { operation: id, key, name, suggestion });
    }
  }
}

/** Puts what the config says of streamed bodies in the place of `x-stream`, and reports what cannot be one. */
function applyStreams(
  { operations }: ApiModel,
  stated: Readonly<Record<string, boolean>>,
  diagnostics: Diagnostics,
  placeOf: (entry: string) => Source | Span,
): void {
  reportUnknown("streams", stated, operations, diagnostics, placeOf);
  for (const { id, body } of operations) {
    if (!Object.hasOwn(stated, id)) continue;
    const large = body?.content.filter(({ codec }) => mayStream(codec)) ?? [];
    for (const media of large) change(media, { isStreamed: stated[id] ? true : undefined });
    if (stated[id] && large.length === 0)
      diagnostics.report("streams-body", placeOf(id), { operation: id });
  }
}

/** Reports what an option names by operationId and the description does not have. */
function reportUnknown(
  option: string,
  stated: Readonly<Record<string, unknown>>,
  operations: readonly Operation[],
  diagnostics: Diagnostics,
  placeOf: (entry: string) => Source | Span,
): void {
  const ids = new Set(operations.map(({ id }) => id));
  for (const id of Object.keys(stated)) {
    const details = { option, operation: id, suggestion: closest(id, ids) };
    if (!ids.has(id)) diagnostics.report("operation-unknown", placeOf(id), details);
  }
}
