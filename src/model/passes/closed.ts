import type { Diagnostics } from "../../diagnostics/diagnostics.js";
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
    for (const part of parts) {
      const refused = told.has(part) ? undefined : refusedMember(part, parts);
      if (!refused) continue;
      told.add(part);
      diagnostics.report("impossible-member", below(part.source, "required"), refused);
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

/** A member that a schema requires and another one refuses, and where that is. */
function refusedMember({ keywords, source }: Schema, parts: ReadonlySet<Schema>) {
  if (!keywords.required?.size) return undefined;
  const all = new Set([...parts].flatMap((part) => [...(part.keywords.required ?? [])]));
  for (const member of keywords.required)
    for (const { keywords: other, source: place } of parts) {
      const own = other.properties?.get(member);
      if (own?.keywords.nothing) return { member, place: own.source };
      if (other.not && isRefusal(other.not, member, all))
        return { member, place: other.not.source };
      // What is declared somewhere is reported as such.
      const isUnknown = ![...parts].some((part) => part.keywords.properties?.has(member));
      if (isClosed(other) && isUnknown && place !== source)
        return { member, place: below(place, "additionalProperties") };
    }
  return undefined;
}

/** True for what holds as soon as an object has the required members. */
function isRefusal({ keywords }: Schema, member: string, all: ReadonlySet<string>): boolean {
  const { required = new Set<string>(), types: _, ...others } = keywords;
  const isMore = Object.keys(others).some((keyword) => !annotations.has(keyword));
  return required.has(member) && !isMore && [...required].every((name) => all.has(name));
}
