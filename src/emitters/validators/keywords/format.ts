import { code, str } from "../../../emit/code.js";
import { atom, type Condition } from "../condition.js";
import { digitsTest, formatTests, isDigits, uncheckedFormats } from "../formats.js";
import { runtime } from "../runtime-names.js";
import { type Keyword, type Rule, type Site, toldRule } from "../site.js";

/** For texts. Which names are known is said in `formats.ts`. */
export const textFormat: Keyword = {
  on: "string",
  names: ["format"],
  rule: (site) => formatRule(site, "string"),
};

/** For numbers: `int64` also where formats are annotations, since a rounded number is a wrong number. */
export const numberFormat: Keyword = {
  on: "number",
  names: ["format"],
  rule: (site) => formatRule(site, "number"),
};

/** For int64s that are bigints: what 64 bits can hold. */
export const bigintFormat: Keyword = {
  on: "bigint",
  names: ["format"],
  rule(site) {
    const { format = "", types } = site.keywords;
    if (!types?.includes("bigint")) return undefined;
    const test = format === "uint64" ? runtime.isUint64Bigint : runtime.isInt64Bigint;
    return ruleOf(site, atom(code`${test}(${site.value})`), format);
  },
};

function ruleOf(site: Site, holds: Condition, format: string): Rule {
  return toldRule(site, holds, () => ({ kind: "Format", details: str(format) }));
}

function formatRule(site: Site, on: "string" | "number"): Rule | undefined {
  const { body, schema, value } = site;
  const format = site.keywords.format ?? "";
  if (isDigits(site.keywords)) {
    if (on !== "string") return undefined;
    return ruleOf(site, digitsTest(site), format.replace("-digits", ""));
  }
  if (on === "number" && site.keywords.types?.includes("bigint")) return undefined;
  const known = formatTests.get(format);
  const isChecked = body.formats === "assert" || format === "int64";
  if (!known) {
    if (isChecked && !uncheckedFormats.has(format)) body.reportFormat(format, schema);
    return undefined;
  }
  if (known.on !== on || !isChecked) return undefined;
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum, multipleOf } = site.keywords;
  const isLast =
    (exclusiveMaximum ?? exclusiveMinimum ?? maximum ?? minimum ?? multipleOf) === undefined;
  const test =
    known.test === runtime.isSafeInteger && isLast ? code`Number.isSafeInteger` : known.test;
  const rule = ruleOf(site, atom(code`${test}(${value})`), format);
  return on === "number" && known.impliesInteger ? { ...rule, impliesType: true } : rule;
}
