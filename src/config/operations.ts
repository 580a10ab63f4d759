import type { Diagnostics, Source, Span } from "../diagnostics/catalog.js";
import { closest } from "../diagnostics/closest.js";
import type { Operation } from "../model/types.js";

/** Reports what an option names by operationId and the description does not have. */
export function reportUnknown(
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
