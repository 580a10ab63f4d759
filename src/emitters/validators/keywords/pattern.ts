import { type Code, code } from "../../../emit/code.js";
import type { Schema } from "../../../model/types.js";
import { atom, not, when } from "../code/statement.js";
import type { FunctionBody } from "../code/body.js";
import { patternCode } from "../code/pattern.js";
import { runtime } from "../code/runtime-names.js";
import { type Keyword, valueCall } from "../code/site.js";
export const pattern: Keyword = {
  on: "string",
  names: ["pattern"],
  rule(site) {
    const { body, keywords, schema, value } = site;
    const constant = patternConstant(body, schema, "Pattern", keywords.pattern ?? "");
    if (!constant) return undefined;
    const holds = atom(code`${constant}.test(${value})`);
    const found = code`${valueCall(runtime.failPattern, site)}, ${constant});`;
    return {
      test: () => holds,
      explain: () => when(not(holds), [found]),
      limit: { keyword: "pattern", value: constant },
    };
  },
};

/** The constant for a pattern; what is no regular expression was reported where the description was read. */
export function patternConstant(
  body: FunctionBody,
  schema: Schema,
  suffix: string,
  source: string,
): Code | undefined {
  const literal = patternCode(source);
  return literal && body.constant(schema, suffix, code`RegExp`, literal);
}
