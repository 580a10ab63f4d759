import { type Code, code } from "../../../emit/code.js";
import {
  type Condition,
  type Statement,
  all,
  compare,
  isAlways,
  isNever,
  not,
  printStatements,
  when,
  yes,
} from "../code/statement.js";
import { type Keyword, limitFault, refuse, told } from "../code/site.js";
const item = code`item`;

/** `contains` with `minContains` and `maxContains`. */
export const contains: Keyword = {
  on: "array",
  names: ["contains"],
  rule(site) {
    const { body, keywords, value } = site;
    const { contains: wanted, minContains, maxContains } = keywords;
    const atLeast = minContains ?? 1;
    if (!wanted || (atLeast <= 0 && maxContains === undefined)) return undefined;
    const counted = (): { count: Code; statements: readonly Statement[] } => {
      const holds = body.test(wanted, item);
      if (isAlways(holds)) return { count: code`${value}.length`, statements: [] };
      if (isNever(holds)) return { count: code`0`, statements: [] };
      const count = body.variable("count");
      const loop = when(holds, [code`${count}++;`]);
      const statements = [
        code`let ${count} = 0;`,
        code`for (const item of ${value}) {\n${printStatements(loop)}\n}`,
      ];
      return { count, statements };
    };
    const enough = (count: Code): Condition =>
      atLeast > 0 ? compare(count, ">=", atLeast) : all([]);
    const notTooMany = (count: Code): Condition =>
      maxContains === undefined ? all([]) : compare(count, "<=", maxContains);
    return {
      test: () => {
        const { count, statements } = counted();
        const holds = all([enough(count), notTooMany(count)]);
        return {
          refuse: [...statements, ...when(not(holds), [refuse])],
          decide: [...statements, code`return ${yes(holds)};`],
        };
      },
      explain: () => {
        const { count, statements } = counted();
        const few = minContains === undefined ? "contains" : "minContains";
        return [
          ...statements,
          ...when(not(enough(count)), [told(site, limitFault(few, atLeast))]),
          ...when(not(notTooMany(count)), [
            told(site, limitFault("maxContains", maxContains ?? 0)),
          ]),
        ];
      },
    };
  },
};
