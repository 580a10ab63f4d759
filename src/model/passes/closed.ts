import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Source } from "../../common/source.js";
import { below } from "../../common/pointers.js";
import { annotations } from "../keywords.js";
import { isClosed, together } from "../walks/values.js";
import { everySchema } from "./direction.js";
import type { ApiModel, Keywords, Schema } from "../types.js";

/** Reports what a schema refuses of that which one beside it declares or requires, in an `allOf` or a `$ref`. */
export function reportClosed(model: ApiModel, diagnostics: Diagnostics): void {
  const reported = new Set<Schema>();
  const told = new Set<Schema>();
  for (const schema of everySchema(model)) {
    const parts = together(schema);
    let asks = false;
    for (const { keywords } of parts) asks ||= keywords.required !== undefined;
    const refusal = asks ? refusalIn(parts) : undefined;
    for (const part of refusal ? parts : []) {
      if (told.has(part)) continue;
      for (const member of part.keywords.required ?? []) {
        const place = refusal?.(member, part);
        if (!place) continue;
        told.add(part);
        const details = { member, place };
        diagnostics.report("impossible-member", below(part.source, "required"), details);
        break;
      }
    }
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

/** Tells where a member that one of the schemas requires is refused; undefined where none of them refuses any. */
function refusalIn(
  parts: ReadonlySet<Schema>,
): ((member: string, by: Schema) => Source | undefined) | undefined {
  const refused = new Map<string, Source>();
  const closed: Schema[] = [];
  const required = new Set<string>();
  const declared = new Set<string>();
  for (const part of parts) {
    const { keywords } = part;
    if (isClosed(keywords)) closed.push(part);
    for (const name of keywords.required ?? []) required.add(name);
    for (const [name, member] of keywords.properties ?? [])
      if (member.keywords.nothing) refused.set(name, member.source);
      else declared.add(name);
  }
  for (const { keywords } of parts)
    if (keywords.not)
      for (const name of refusedTogether(keywords.not, required))
        refused.set(name, keywords.not.source);
  if (refused.size + closed.length === 0) return undefined;
  const [first, second] = closed;
  return (member, by) => {
    const place = refused.get(member);
    // What is declared somewhere is reported as such, and what the schema itself requires without declaring it, too.
    const other = declared.has(member) ? undefined : first === by ? second : first;
    return place ?? (other && below(other.source, "additionalProperties"));
  };
}

/** The members of a schema that holds as soon as an object has them, and all of them are required. */
function refusedTogether({ keywords }: Schema, all: ReadonlySet<string>): readonly string[] {
  const { required = new Set<string>(), types: _, ...others } = keywords;
  const isMore = Object.keys(others).some((keyword) => !annotations.has(keyword));
  return !isMore && [...required].every((name) => all.has(name)) ? [...required] : [];
}
