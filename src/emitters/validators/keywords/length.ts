import { type Code, code } from "../../../emit/code.js";
import { atom, compare } from "../code/condition.js";
import { runtime } from "../code/runtime-names.js";
import { type Keyword, limitFault, type Site, reportingRule } from "../code/site.js";

/** Of a value that TypeScript knows to be no text there is no type left in a test for texts: `never` has no length. */
function lengthOf({ isNarrowed, value }: Site): Code {
  return isNarrowed ? code`(${value} as string).length` : code`${value}.length`;
}

/** Lengths are in characters, not in UTF-16 units. Near the limit of 0 or 1 there is no difference. */
export const minLength: Keyword = {
  on: "string",
  names: ["minLength"],
  rule(site) {
    const limit = site.keywords.minLength ?? 0;
    if (limit <= 0) return undefined;
    const { value } = site;
    const holds =
      limit === 1
        ? compare(lengthOf(site), ">=", 1)
        : atom(code`${runtime.isAtLeast}(${value}, ${limit})`);
    return reportingRule(site, holds, () => limitFault("minLength", limit));
  },
};

export const maxLength: Keyword = {
  on: "string",
  names: ["maxLength"],
  rule(site) {
    const limit = site.keywords.maxLength ?? 0;
    const { value } = site;
    const holds =
      limit === 0
        ? compare(lengthOf(site), "===", 0)
        : atom(code`${runtime.isAtMost}(${value}, ${limit})`);
    return reportingRule(site, holds, () => limitFault("maxLength", limit));
  },
};
