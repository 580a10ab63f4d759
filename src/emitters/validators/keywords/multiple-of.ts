import { type Code, code, json } from "../../../emit/code.js";
import { atom, compare, type Condition } from "../code/statement.js";
import { runtime } from "../code/runtime-names.js";
import {
  type Keyword,
  type Params,
  type Rule,
  simpleRule,
  type Site,
  valueFault,
} from "../code/site.js";
import { digitsRule } from "./bounds.js";

export const multipleOf: Keyword = {
  on: "number",
  names: ["multipleOf"],
  rule(site) {
    const divisor = site.keywords.multipleOf ?? 1;
    const holds = Number.isInteger(divisor)
      ? compare(code`${site.value} % ${divisor}`, "===", 0)
      : atom(code`${runtime.isMultipleOf}(${site.value}, ${divisor})`);
    return ruleOf(site, holds);
  },
};

export const bigintMultipleOf: Keyword = {
  on: "bigint",
  names: ["multipleOf"],
  rule: (site) => ruleOf(site, isMultiple(site, site.value)),
};

export const digitsMultipleOf: Keyword = {
  on: "string",
  names: ["multipleOf"],
  rule: (site) =>
    site.digits === undefined
      ? undefined
      : digitsRule(
          site,
          (value) => isMultiple(site, value),
          () => valueFault(site, "multipleOf", paramsOf(site)),
        ),
};

/** By a divisor with a fraction, integers beyond 2^53 are divided as the numbers next to them. */
function isMultiple({ keywords: { multipleOf: divisor = 1 } }: Site, value: Code): Condition {
  return Number.isInteger(divisor)
    ? compare(code`${value} % ${json(BigInt(divisor))}`, "===", json(0n))
    : atom(code`${runtime.isMultipleOf}(Number(${value}), ${divisor})`);
}

function ruleOf(site: Site, holds: Condition): Rule {
  return simpleRule(site, "multipleOf", holds, paramsOf(site));
}

function paramsOf({ keywords: { multipleOf: divisor = 1 } }: Site): Params {
  return { divisor };
}
