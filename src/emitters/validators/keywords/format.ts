import { code, str } from "../../../emit/code.js";
import { atom } from "../condition.js";
import { formatTests, uncheckedFormats } from "../formats.js";
import { type Keyword, type Rule, simpleRule, type Site } from "../site.js";

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

function formatRule(site: Site, on: "string" | "number"): Rule | undefined {
  const { body, schema, value } = site;
  const format = site.keywords.format ?? "";
  const known = formatTests.get(format);
  const isChecked = body.formats === "assert" || format === "int64";
  if (!known) {
    if (isChecked && !uncheckedFormats.has(format)) body.reportFormat(format, schema);
    return undefined;
  }
  if (known.on !== on || !isChecked) return undefined;
  const rule = simpleRule(
    site,
    "format",
    atom(code`${known.test}(${value})`),
    code`{ format: ${str(format)} }`,
  );
  return on === "number" && known.impliesInteger ? { ...rule, impliesType: true } : rule;
}
