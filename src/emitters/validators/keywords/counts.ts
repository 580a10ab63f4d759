import { code } from "../../../emit/code.js";
import { compare } from "../condition.js";
import { runtime } from "../runtime-names.js";
import { type Keyword, simpleRule } from "../site.js";

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
    const size =
      on === "array" ? code`${site.value}.length` : code`${runtime.countMembers}(${site.value})`;
    return simpleRule(site, name, compare(size, operator, limit), code`{ limit: ${limit} }`);
  },
});

export const minItems: Keyword = count("minItems", "array", ">=");
export const maxItems: Keyword = count("maxItems", "array", "<=");
export const minProperties: Keyword = count("minProperties", "object", ">=");
export const maxProperties: Keyword = count("maxProperties", "object", "<=");
