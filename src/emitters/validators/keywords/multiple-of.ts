import { code } from "../../../emit/code.js";
import { atom, compare } from "../condition.js";
import { runtime } from "../runtime-names.js";
import { type Keyword, simpleRule } from "../site.js";

export const multipleOf: Keyword = {
  on: "number",
  names: ["multipleOf"],
  rule(site) {
    const divisor = site.keywords.multipleOf ?? 1;
    const holds = Number.isInteger(divisor)
      ? compare(code`${site.value} % ${divisor}`, "===", 0)
      : atom(code`${runtime.isMultipleOf}(${site.value}, ${divisor})`);
    return simpleRule(site, "multipleOf", holds, code`{ divisor: ${divisor} }`);
  },
};
