import { type Code, code } from "../../../emit/code.js";
import { type Condition, all, compare, not, when } from "../code/statement.js";
import { digitsTest } from "../code/formats.js";
import { type Keyword, limitFault, limitRule, type Rule, type Site, told } from "../code/site.js";
const names = {
  minimum: ">=",
  maximum: "<=",
  exclusiveMinimum: ">",
  exclusiveMaximum: "<",
} as const;

/** The limits of numbers, and of int64s in each form: JavaScript compares a bigint with a number exactly. */
export const bounds: readonly Keyword[] = (["number", "bigint", "string"] as const).flatMap((on) =>
  Object.entries(names).map(([word, operator]): Keyword => {
    const name = word as keyof typeof names;
    return {
      on,
      names: [name],
      rule(site) {
        if (on === "string" && site.digits === undefined) return undefined;
        const limit = site.keywords[name] ?? 0;
        const holds = (value: Code): Condition => compare(value, operator, limit);
        return on === "string"
          ? digitsRule(site, holds, () => told(site, limitFault(name, limit)))
          : limitRule(site, name, limit, holds(site.value));
      },
    };
  }),
);

/** A rule for the integer whose digits a string contains. Its format tests the digits before. */
export function digitsRule(site: Site, holds: (value: Code) => Condition, found: () => Code): Rule {
  const condition = holds(code`BigInt(${site.value})`);
  return {
    test: () => condition,
    explain: () => when(all([digitsTest(site.digits, site.value), not(condition)]), [found()]),
  };
}
