import { code } from "../../../emit/code.js";
import { compare } from "../condition.js";
import { type Keyword, simpleRule } from "../site.js";

const bound = (
  name: "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum",
  operator: ">=" | "<=" | ">" | "<",
): Keyword => ({
  on: "number",
  names: [name],
  rule(site) {
    const limit = site.keywords[name] ?? 0;
    return simpleRule(site, name, compare(site.value, operator, limit), code`{ limit: ${limit} }`);
  },
});

export const minimum: Keyword = bound("minimum", ">=");
export const maximum: Keyword = bound("maximum", "<=");
export const exclusiveMinimum: Keyword = bound("exclusiveMinimum", ">");
export const exclusiveMaximum: Keyword = bound("exclusiveMaximum", "<");
