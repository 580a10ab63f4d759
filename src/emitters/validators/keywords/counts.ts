import { type Code, code } from "../../../emit/code.js";
import type { Keywords } from "../../../model/types.js";
import { always, atom, compare, type Condition } from "../code/statement.js";
import { runtime } from "../code/runtime-names.js";
import { type Keyword, limitRule, type Site } from "../code/site.js";

const count = (
  name: Extract<keyof Keywords, `${"min" | "max"}${"Length" | "Items" | "Properties"}`>,
  on: "string" | "array" | "object",
): Keyword => ({
  on,
  names: [name],
  rule(site) {
    const limit = site.keywords[name] ?? 0;
    const operator = name.startsWith("min") ? ">=" : "<=";
    if (operator === ">=" && limit <= 0) return undefined;
    const isTold = name === "minItems" && isOfFixedLength(site.keywords);
    const holds =
      on === "string"
        ? lengthTest(site, operator, limit)
        : compare(sizeOf(site.value, on), operator, limit);
    const rule = limitRule(site, name, limit, holds);
    return isTold ? { ...rule, test: () => always } : rule;
  },
});

function sizeOf(value: Code, on: "array" | "object"): Code {
  return on === "array" ? code`${value}.length` : code`${runtime.countMembers}(${value})`;
}

/** Lengths are in characters, not in UTF-16 units. Near the limit of 0 or 1 there is no difference. */
function lengthTest({ isNarrowed, value }: Site, operator: ">=" | "<=", limit: number): Condition {
  // Of a value that TypeScript knows to be no text there is no type left in a test for texts: `never` has no length.
  const length = isNarrowed ? code`(${value} as string).length` : code`${value}.length`;
  if (operator === ">=" && limit === 1) return compare(length, ">=", 1);
  if (operator === "<=" && limit === 0) return compare(length, "===", 0);
  const test = operator === ">=" ? runtime.isAtLeast : runtime.isAtMost;
  return atom(code`${test}(${value}, ${limit})`);
}

/** A tuple whose items all have to be there; its length is asked for with its items. */
export function isOfFixedLength({ items, minItems, prefixItems = [] }: Keywords): boolean {
  return items?.keywords.nothing === true && minItems === prefixItems.length;
}

export const minLength: Keyword = count("minLength", "string");
export const maxLength: Keyword = count("maxLength", "string");
export const minItems: Keyword = count("minItems", "array");
export const maxItems: Keyword = count("maxItems", "array");
export const minProperties: Keyword = count("minProperties", "object");
export const maxProperties: Keyword = count("maxProperties", "object");
