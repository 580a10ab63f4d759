import { code } from "../../../emit/code.js";
import { atom } from "../code/statement.js";
import { runtime } from "../code/runtime-names.js";
import { type Keyword, simpleRule } from "../code/site.js";

export const uniqueItems: Keyword = {
  on: "array",
  names: ["uniqueItems"],
  rule: (site) => simpleRule(site, "uniqueItems", atom(code`${runtime.isUnique}(${site.value})`)),
};
