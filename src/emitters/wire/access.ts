import { type Code, code, json, key, str, use } from "../../emit/code.js";
import type { Reply } from "../../model/types.js";

/** Every object answers to such a name, so that only its own member counts. */
export function isInherited(member: string): boolean {
  return member in Object.prototype;
}

/** `name: value` in a table of `type`: the compiler takes a name that every object has for that member, of another type. */
export function tableEntry(
  name: string,
  value: Code,
  type: () => Code,
): readonly [name: string, value: Code] {
  return [name, isInherited(name) ? code`(${value}) as ${type()}` : value];
}

/** `query.limit`, or `query["page[size]"]`; of an owner that may be absent, `query?.limit`. */
export function access(owner: Code, member: string, isOptional = false): Code {
  if (isInherited(member))
    return code`${use("ownMember", "./runtime/wire/own.js")}(${owner}, ${str(member)})`;
  const isName = key(member).text === member;
  if (isName) return isOptional ? code`${owner}?.${key(member)}` : code`${owner}.${key(member)}`;
  return isOptional ? code`${owner}?.[${str(member)}]` : code`${owner}[${str(member)}]`;
}

/** `200`, `"4XX"` or `default`, as a member name. */
export function statusKey({ match }: Reply): Code {
  if (match.kind === "exact") return code`${match.status}`;
  return match.kind === "range" ? json(`${match.class}XX`) : code`default`;
}
