import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { below } from "../../common/pointers.js";
import { isClosed, together } from "../walks/values.js";
import { everySchema } from "./direction.js";
import type { ApiModel, Keywords, Schema } from "../types.js";

/** Reports `additionalProperties: false` that refuses what a schema beside it declares, in an `allOf` or a `$ref`. */
export function reportClosed(model: ApiModel, diagnostics: Diagnostics): void {
  const reported = new Set<Schema>();
  for (const schema of everySchema(model)) {
    const parts = together(schema);
    if (parts.size === 1) continue;
    for (const closed of parts) {
      const details = reported.has(closed) ? undefined : refusalOf(closed, parts);
      if (!details) continue;
      reported.add(closed);
      diagnostics.report("closed-part", below(closed.source, "additionalProperties"), details);
    }
  }
}

/** The members that a closed schema refuses, of the first of its neighbours that declares some, and where these are. */
function refusalOf(closed: Schema, neighbours: Iterable<Schema>) {
  if (!isClosed(closed.keywords)) return undefined;
  for (const { keywords, source } of neighbours) {
    const members = refusedBy(closed, keywords);
    if (members.length > 0) return { members, place: below(source, "properties") };
  }
  return undefined;
}

function refusedBy({ keywords: own }: Schema, { properties }: Keywords): readonly string[] {
  return [...(properties ?? [])]
    .filter(([name, member]) => !own.properties?.has(name) && !member.keywords.nothing)
    .map(([name]) => name);
}
