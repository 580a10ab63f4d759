import { type Code, code, hasWord } from "../../../emit/code.js";
import type { Schema } from "../../../model/types.js";
import { isTrivial } from "../analysis/analysis.js";
import {
  type Condition,
  type Statement,
  all,
  any,
  block,
  compare,
  isAlways,
  isNever,
  never,
  not,
  printStatements,
  when,
} from "../code/statement.js";
import { below, belowIndex } from "../code/members.js";
import { type Keyword, limitFault, type Refusal, refuse, type Site, told } from "../code/site.js";
import { isOfFixedLength } from "./counts.js";

const item = code`item`;
const index = code`i`;

/** `prefixItems` and `items`. */
export const items: Keyword = {
  on: "array",
  names: ["prefixItems", "items"],
  rule(site) {
    const { at, body, keywords, value } = site;
    const first = (keywords.prefixItems ?? []).map((schema, place) => ({ schema, place }));
    const checked = first.filter(({ schema }) => !isTrivial(schema));
    const rest = keywords.items && !isTrivial(keywords.items) ? keywords.items : undefined;
    if (checked.length === 0 && !rest) return undefined;
    const isFixed = isOfFixedLength(keywords);
    return {
      test: () => {
        const prefix = all(
          checked.map(({ schema, place }) =>
            any([
              isFixed ? never : compare(code`${value}.length`, "<=", place),
              body.test(schema, code`${value}[${place}]`),
            ]),
          ),
        );
        const holds = rest ? body.test(rest, item) : undefined;
        if (!rest || !holds || isAlways(holds)) return prefix;
        if (isNever(holds)) {
          const size = compare(code`${value}.length`, isFixed ? "===" : "<=", first.length);
          return all([size, prefix]);
        }
        return refuseItems(site, rest, first.length, prefix);
      },
      explain: () => [
        ...checked.flatMap(({ schema, place }) =>
          when(
            compare(code`${value}.length`, ">", place),
            body.explain(schema, code`${value}[${place}]`, below(at, String(place))),
          ),
        ),
        ...(rest ? explainRest(site, rest, first.length) : []),
      ],
    };
  },
};

function refuseItems(site: Site, rest: Schema, start: number, prefix: Condition): Refusal {
  const { body, value } = site;
  const direct = body.test(rest, code`${value}[i]`);
  const isReadOnce = direct.kind === "atom" && direct.yes.text.split("[i]").length === 2;
  const holds = isReadOnce ? direct : body.test(rest, item);
  return {
    refuse: [...when(not(prefix), [refuse]), ...forItems(value, start, when(not(holds), [refuse]))],
  };
}

function explainRest(
  site: Site,
  rest: NonNullable<Site["keywords"]["items"]>,
  start: number,
): readonly Statement[] {
  const { at, body, value } = site;
  if (isNever(body.test(rest, item)))
    return when(compare(code`${value}.length`, ">", start), [
      told(site, limitFault("items", start)),
    ]);
  return forItems(value, start, body.explainEach(rest, item, belowIndex(at, index)));
}

/** A loop over the items from a place on: `i` and, where it is used, `item`. */
export function forItems(
  value: Code,
  start: number,
  statements: readonly Statement[],
): readonly Statement[] {
  if (statements.length === 0) return [];
  const printed = printStatements(statements);
  const head = code`for (let i = ${start}; i < ${value}.length; i++)`;
  if (!hasWord(printed, "item")) return [code`${head} ${block(statements, false)}`];
  return [code`${head} {\nconst item = ${value}[i];\n${printed}\n}`];
}
