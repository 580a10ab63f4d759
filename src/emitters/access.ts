import { type Code, code, key, str } from "../emit/code.js";

/** `query.limit`, or `query["page[size]"]`. */
export function access(owner: Code, member: string): Code {
  const isName = key(member).text === member;
  return isName ? code`${owner}.${key(member)}` : code`${owner}[${str(member)}]`;
}
