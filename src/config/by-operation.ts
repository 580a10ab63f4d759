import type { Diagnostics, Source, Span } from "../diagnostics/catalog.js";
import { closest } from "../diagnostics/closest.js";
import { change } from "../model/change.js";
import { mayStream } from "../model/media.js";
import { readPages } from "../model/pages.js";
import { type Pagination, paginationOf } from "../model/pagination.js";
import type { ApiModel, Operation } from "../model/types.js";

/** Puts what the config says of pages in the place of `x-pagination`, and reports what either names and is not there. */
export function applyPagination(
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
    const place = { ...source, pointer: `${source.pointer}/x-pagination` };
    if (paginationOf(operation.extensions.get("x-pagination")) === "malformed")
      diagnostics.report("pagination-malformed", place, { operation: id });
    for (const { key, name, suggestion } of readPages(operation).faults) {
      const inDescription = { ...place, pointer: `${place.pointer}/${key}` };
      const at = own === undefined ? inDescription : placeOf(name ?? id);
      diagnostics.report("pagination-unknown", at, { operation: id, key, name, suggestion });
    }
  }
}

/** Puts what the config says of streamed bodies in the place of `x-stream`, and reports what cannot be one. */
export function applyStreams(
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
