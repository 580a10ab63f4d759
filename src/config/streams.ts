import type { Diagnostics, Source, Span } from "../diagnostics/catalog.js";
import { change } from "../model/change.js";
import { mayStream } from "../model/media.js";
import type { ApiModel } from "../model/types.js";
import { reportUnknown } from "./operations.js";

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
