import type { JsonType, Schema } from "../../model/types.js";
import { meantTypes } from "../../model/walks/values.js";
import { itemsOf, membersOf } from "../../model/walks/members.js";

/** The type of a value that has but one; `undefined`: nothing is said of it, so that it is text. */
export type ScalarType = Exclude<JsonType, "array" | "object" | "null"> | undefined;

/** The form of a header in a reply, where that is plain. */
export type HeaderForm =
  | { readonly kind: "scalar"; readonly type: ScalarType }
  | { readonly kind: "list"; readonly type: ScalarType }
  | { readonly kind: "record"; readonly members: ReadonlyMap<string, ScalarType> };

/** Undefined where a header may be of several kinds, or holds such values. */
export function headerForm(schema: Schema): HeaderForm | undefined {
  const scalar = scalarOf(schema);
  if (scalar) return { kind: "scalar", type: scalar.type };
  const types = meantTypes(schema)?.filter((type) => type !== "null");
  if (types?.join() === "array") {
    const { first, rest } = itemsOf(schema);
    const item = first.length === 0 ? scalarOf(rest) : undefined;
    return item && { kind: "list", type: item.type };
  }
  if (types?.join() !== "object") return undefined;
  const { properties, patterns, rest } = membersOf(schema);
  const others = scalarOf(rest);
  if (patterns.size > 0 || !others || (others.type ?? "string") !== "string") return undefined;
  const members = new Map<string, ScalarType>();
  for (const [name, property] of properties) {
    const member = scalarOf(property);
    if (!member) return undefined;
    members.set(name, member.type);
  }
  return { kind: "record", members };
}

function scalarOf(schema: Schema | undefined): { readonly type: ScalarType } | undefined {
  const types = schema && meantTypes(schema);
  if (!types) return { type: undefined };
  const [type, ...others] = types.filter((one) => one !== "null");
  if (type === "array" || type === "object" || others.length > 0) return undefined;
  return { type };
}
