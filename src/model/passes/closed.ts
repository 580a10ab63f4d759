import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { below } from "../../diagnostics/json.js";
import { together } from "../walks/values.js";
import { everySchema } from "./direction.js";
import type { ApiModel, Schema } from "../types.js";

/** Reports `additionalProperties: false` that refuses what a schema beside it declares, in an `allOf` or a `$ref`. */
export function reportClosed(model: ApiModel, diagnostics: Diagnostics): void {
  const reported = new Set<Schema>();
  for (const schema of everySchema(model)) {
    const parts = together(schema);
    if (parts.size === 1) continue;
    for (const closed of parts) {
      if (reported.has(closed) || !isClosed(closed)) continue;
      const other = [...parts].find((part) => refusedBy(closed, part).length > 0);
      if (!other) continue;
      reported.add(closed);
      diagnostics.report("closed-part", below(closed.source, "additionalProperties"), {
        members: refusedBy(closed, other),
        place: below(other.source, "properties"),
      });
    }
  }
}

function isClosed({ keywords: { additionalProperties, patternProperties } }: Schema): boolean {
  return additionalProperties?.keywords.nothing === true && !patternProperties;
}

function refusedBy({ keywords: { properties } }: Schema, other: Schema): readonly string[] {
  return [...(other.keywords.properties ?? [])]
    .filter(([name, member]) => !properties?.has(name) && !member.keywords.nothing)
    .map(([name]) => name);
}
