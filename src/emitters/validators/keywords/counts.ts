import { code } from "../../../emit/code.js";
import type { Keywords } from "../../../model/types.js";
import { always, compare } from "../code/condition.js";
import { runtime } from "../code/runtime-names.js";
import { type Keyword, limitFault, reportingRule } from "../code/site.js";

const count = (
  name: "minItems" | "maxItems" | "minProperties" | "maxProperties",
  on: "array" | "object",
  operator: ">=" | "<=",
): Keyword => ({
  on,
  names: [name],
  rule(site) {
    const limit = site.keywords[name] ?? 0;
    if (operator === ">=" && limit <= 0) return undefined;
    const isTold = name === "minItems" && isOfFixedLength(site.keywords);
    const size =
      on === "array" ? code`${site.value}.length` : code`${runtime.countMembers}(${site.value})`;
    const rule = reportingRule(site, compare(size, operator, limit), () => limitFault(name, limit));
    return isTold ? { ...rule, test: () => always } : rule;
  },
});

/** A tuple whose items all have to be there; its length is asked for with its items. */
export function isOfFixedLength({ items, minItems, prefixItems = [] }: Keywords): boolean {
  return items?.keywords.nothing === true && minItems === prefixItems.length;
}

export const minItems: Keyword = count("minItems", "array", ">=");
export const maxItems: Keyword = count("maxItems", "array", "<=");
export const minProperties: Keyword = count("minProperties", "object", ">=");
export const maxProperties: Keyword = count("maxProperties", "object", "<=");
