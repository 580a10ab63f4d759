import type { Diagnostics, Source, Span } from "../diagnostics/catalog.js";
import { change } from "../model/change.js";
import { readPages } from "../model/pages.js";
import { type Pagination, paginationOf } from "../model/pagination.js";
import type { ApiModel } from "../model/types.js";
import { reportUnknown } from "./operations.js";

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
