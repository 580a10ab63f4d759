import type { Header } from "../model/types.js";
import { type Flow, type SourcePair, bothBelow, byKey, paired, sourcesOf } from "./changes.js";
import { areTexts, compareEncodings, compareMarks } from "./parameters.js";
import type { SchemaComparison } from "./schemas/schemas.js";

/** The headers of a reply, or of a part of a form; case does not count in their names. */
export function compareHeaders(
  comparison: SchemaComparison,
  old: readonly Header[],
  now: readonly Header[],
  { flow, subject, places }: { flow: Flow; subject: string; places: SourcePair },
): void {
  const { changes } = comparison;
  const around = bothBelow(places, "headers");
  const named = (all: readonly Header[]) => byKey(all, ({ name }) => name.toLowerCase());
  for (const [, was, is] of paired(named(old), named(now)))
    if (was && is) compareHeader(comparison, was, is, flow, `${subject}, header ${is.name}`);
    else if (was) {
      const at = { ...around, old: was.source };
      changes.add("header-removed", flow, subject, `header ${was.name} removed`, at);
    } else if (is) {
      const rule = is.required ? "header-added-required" : "header-added";
      const message = `${is.required ? "required" : "optional"} header ${is.name} added`;
      changes.add(rule, flow, subject, message, { ...around, now: is.source });
    }
}

function compareHeader(
  comparison: SchemaComparison,
  old: Header,
  now: Header,
  flow: Flow,
  subject: string,
): void {
  const places = sourcesOf(old, now);
  const add = comparison.changes.adder(flow, subject, places);
  compareMarks("header", old, now, add);
  compareEncodings(old.encoding, now.encoding, (_rule, message) => add("header-style", message));
  const compare = areTexts(old, now) ? "compareAsText" : "compare";
  comparison[compare]([old.schema], [now.schema], flow, subject, places);
}
