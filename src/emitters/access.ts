import { type Code, code, key, str } from "../emit/code.js";

/** `query.limit`, or `query["page[size]"]`; of an owner that may be absent, `query?.limit`. */
export function access(owner: Code, member: string, isOptional = false): Code {
  const isName = key(member).text === member;
  if (isName) return isOptional ? code`${owner}?.${key(member)}` : code`${owner}.${key(member)}`;
  return isOptional ? code`${owner}?.[${str(member)}]` : code`${owner}[${str(member)}]`;
}
