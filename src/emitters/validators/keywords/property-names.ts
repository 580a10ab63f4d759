import { code } from "../../../emit/code.js";
import { isTrivial } from "../analysis/analysis.js";
import { compare, isNever, not, when } from "../code/statement.js";
import { runtime } from "../code/runtime-names.js";
import { faultCall, type Keyword, type Known, refuse } from "../code/site.js";
import { forMembers } from "./additional-properties.js";

const key = code`key`;
const text: Known = { kinds: new Set(["string"]), isListed: false };

export const propertyNames: Keyword = {
  on: "object",
  names: ["propertyNames"],
  rule(site) {
    const { at, body, keywords, value } = site;
    const names = keywords.propertyNames;
    if (!names || isTrivial(names)) return undefined;
    return {
      test: () => {
        const holds = body.test(names, key, text);
        if (isNever(holds)) return compare(code`${runtime.countMembers}(${value})`, "===", 0);
        return { refuse: forMembers(site, when(not(holds), [refuse])) };
      },
      explain: () => {
        const found = code`${faultCall(runtime.failName, site, at)}, key);`;
        return forMembers(site, when(not(body.test(names, key, text)), [found]));
      },
    };
  },
};
