import { type Code, code, empty, str } from "../../../emit/code.js";
import { type Condition, atom, not, when } from "../code/statement.js";
import { sameValueParts } from "../../../model/walks/children.js";
import {
  digitsTest,
  formatTests,
  isAsserted,
  isDigits,
  uncheckedFormats,
  wordsOf,
} from "../code/formats.js";
import { runtime } from "../code/runtime-names.js";
import { type Keyword, type Rule, type Site, reportingRule, valueCall } from "../code/site.js";
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
    return int64Rule(site, atom(code`${test}(${site.value})`), format);
  },
};

/** Told with the range of 64 bits; `failFormat` tells that of numbers. */
function int64Rule(site: Site, holds: Condition, format: string, isText = false): Rule {
  const last = isText ? code`, true` : empty;
  const told = code`${valueCall(runtime.failInt64, site)}, ${str(format)}${last});`;
  return { test: () => holds, explain: () => when(not(holds), [told]) };
}

function ruleOf(site: Site, test: Code, format: string): Rule {
  const fault = { kind: "Format", details: wordsOf(format), by: test } as const;
  return reportingRule(site, atom(code`${test}(${site.value})`), () => fault);
}

/** OpenAPI's registry has these formats for texts too, so that nobody rounds them. */
function isInt64OfText({ keywords: { format, types } }: Site): boolean {
  return (format === "int64" || format === "uint64") && types?.includes("string") === true;
}

function formatRule(site: Site, on: "string" | "number"): Rule | undefined {
  const { body, schema, value } = site;
  const { functions } = body;
  const { formats } = functions.options;
  const format = site.keywords.format ?? "";
  if (isDigits(site.keywords)) {
    if (on !== "string") return undefined;
    const holds = digitsTest(site.digits, value);
    return int64Rule(site, holds, format.replace("-digits", ""));
  }
  if (on === "string" && isInt64OfText(site)) {
    if (formats === "annotate") return undefined;
    return int64Rule(site, digitsTest(format, value), format, true);
  }
  if (on === "number" && site.keywords.types?.includes("bigint")) return undefined;
  const known = formatTests.get(format);
  const isChecked = isAsserted(format, formats);
  if (!known) {
    if (isChecked && !uncheckedFormats.has(format)) functions.reportFormat(format, schema);
    return undefined;
  }
  if (known.on !== on || !isChecked) return undefined;
  const { exclusiveMaximum, exclusiveMinimum, maximum, minimum, multipleOf } = site.keywords;
  const isLast =
    site.isOne &&
    (exclusiveMaximum ?? exclusiveMinimum ?? maximum ?? minimum ?? multipleOf) === undefined &&
    sameValueParts(schema).length === 0;
  const test =
    known.test === runtime.isSafeInteger && isLast ? code`Number.isSafeInteger` : known.test;
  const rule = ruleOf(site, test, format);
  return on === "number" && known.impliesInteger ? { ...rule, impliesType: true } : rule;
}
