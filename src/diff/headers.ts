import type { Header } from "../model/types.js";
import { type Flow, type SourcePair, below } from "./changes.js";
import { compareEncodings } from "./parameters.js";
import type { SchemaComparison } from "./schemas/schemas.js";

/** The headers of a reply, or of a part of a form; case does not count in their names. */
export function compareHeaders(
  comparison: SchemaComparison,
  old: readonly Header[],
  now: readonly Header[],
  { flow, subject, places }: { flow: Flow; subject: string; places: SourcePair },
): void {
  const before = new Map(old.map((header) => [header.name.toLowerCase(), header]));
  const after = new Map(now.map((header) => [header.name.toLowerCase(), header]));
  for (const [key, header] of before) {
    const next = after.get(key);
    if (next) compareHeader(comparison, header, next, flow, `${subject}, header ${next.name}`);
    else
      comparison.changes.add("header-removed", flow, subject, `header ${header.name} removed`, {
        old: header.source,
        now: below(places.now, "headers"),
      });
  }
  for (const [key, header] of after) {
    if (before.has(key)) continue;
    const rule = header.required ? "header-added-required" : "header-added";
    const message = `${header.required ? "required" : "optional"} header ${header.name} added`;
    comparison.changes.add(rule, flow, subject, message, {
      old: below(places.old, "headers"),
      now: header.source,
    });
  }
}

function compareHeader(
  comparison: SchemaComparison,
  old: Header,
  now: Header,
  flow: Flow,
  subject: string,
): void {
  const places = { old: old.source, now: now.source };
  const add = comparison.changes.adder(flow, subject, places);
  if (!old.required && now.required) add("header-required", "is always there now", "required");
  if (old.required && !now.required) add("header-optional", "may be missing now", "required");
  if (old.deprecated !== now.deprecated)
    add(
      "header-deprecated",
      now.deprecated ? "is deprecated now" : "is no longer deprecated",
      "deprecated",
    );
  if (old.prose.description !== now.prose.description)
    add("header-description", "another description", "description");
  compareEncodings(old.encoding, now.encoding, (_rule, message) => add("header-style", message));
  comparison.compare([old.schema], [now.schema], flow, subject, places);
}
