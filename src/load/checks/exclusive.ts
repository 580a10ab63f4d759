import { asObject, below } from "../../diagnostics/json.js";
import type { LoadContext } from "../context.js";
import { kindOf } from "../grammar/grammar.js";

/** By kind: members of which an object may have the one or the other (OpenAPI 3.2, sections 4.12 to 4.15, 4.19 and 4.26). */
const exclusive: Readonly<Record<string, readonly (readonly [member: string, other: string])[]>> = {
  Parameter: [["example", "examples"]],
  Header: [["example", "examples"]],
  MediaType: [
    ["example", "examples"],
    ["encoding", "prefixEncoding"],
    ["encoding", "itemEncoding"],
  ],
  Encoding: [
    ["encoding", "prefixEncoding"],
    ["encoding", "itemEncoding"],
  ],
  Example: [
    ["value", "externalValue"],
    ["value", "dataValue"],
    ["value", "serializedValue"],
    ["externalValue", "serializedValue"],
  ],
  Xml: [
    ["nodeType", "attribute"],
    ["nodeType", "wrapped"],
  ],
};

/** Members that exclude each other: one line for all of a kind, since one slip of a tool is in all that it writes. */
export function checkExclusive({ walker, diagnostics }: LoadContext): void {
  for (const [kind, pairs] of Object.entries(exclusive))
    for (const [member, other] of pairs) {
      const [first, ...others] = walker.all(kind).filter(({ value }) => {
        const members = asObject(value);
        return members[member] !== undefined && members[other] !== undefined;
      });
      if (!first) continue;
      const details = {
        ...{ object: kindOf(kind, "3.2").noun, member, other },
        others: others.length,
      };
      diagnostics.report("exclusive-members", below(first.source, other), details);
    }
}
