import { code } from "../../../emit/code.js";
import { atom } from "../condition.js";
import { runtime } from "../runtime-names.js";
import { type Keyword, simpleRule } from "../site.js";

export const uniqueItems: Keyword = {
  on: "array",
  names: ["uniqueItems"],
  rule: (site) => simpleRule(site, "uniqueItems", atom(code`${runtime.isUnique}(${site.value})`)),
};
