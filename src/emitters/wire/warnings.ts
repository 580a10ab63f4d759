import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { below } from "../../common/pointers.js";
import { contentOf } from "../../model/walks/items.js";
import { meantTypes } from "../../model/walks/values.js";
import type { Media, Operation } from "../../model/types.js";
import { partForm } from "./parts.js";

/** Reports the bodies and parts that are handed over or sent as something else than their media type and schema say. */
export function warnOfMedia(operations: readonly Operation[], diagnostics: Diagnostics): void {
  for (const media of new Set(operations.flatMap(contentOf))) {
    const { source, type } = media;
    if (isUnread(media)) diagnostics.report("media-as-text", source, { what: "a body", type });
    for (const part of media.parts) {
      const { name, contentType = "*/*" } = part;
      if (partForm(part, media).kind !== "json" || /[/+]json\b|\*/i.test(contentType)) continue;
      const at = below(below(below(source, "encoding"), name), "contentType");
      diagnostics.report("part-as-json", at, { part: name, type: contentType });
    }
  }
}

/** XML, and text of which the schema says that it is something else. */
function isUnread({ codec, schema }: Media): boolean {
  if (codec !== "text") return codec === "xml";
  return schema !== undefined && meantTypes(schema)?.includes("string") === false;
}
