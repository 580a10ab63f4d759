import { code, hasWord, join } from "../../../emit/code.js";
import type { Schema } from "../../../model/types.js";
import { any, compare, type Condition, yes } from "../code/statement.js";
import { parameter } from "../code/declaration.js";
import { runtime } from "../code/runtime-names.js";
import type { Site } from "../code/site.js";

/** More branches than these are asked in a loop: compilers give up on longer expressions. */
const fewBranches = 100;

export function areMany(branches: readonly Schema[]): boolean {
  return branches.length > fewBranches;
}

/** At least one branch takes the value. */
export function matchAny(
  site: Site,
  branches: readonly Schema[],
  known: Site["known"] = site.known,
): Condition {
  if (areMany(branches)) return matchMany(site, branches, "AnyOf");
  return any(branches.map((branch) => site.body.test(branch, site.value, known)));
}

/** One branch of many takes the value, and with `OneOf` no other does. */
export function matchMany(
  { body, schema, value }: Site,
  branches: readonly Schema[],
  which: "AnyOf" | "OneOf",
): Condition {
  const tests = branches.map((branch) => {
    const test = yes(body.test(branch, code`value`));
    return code`(${parameter("value", test)}): boolean => ${test}`;
  });
  const list = code`[\n${join(tests, ", ")},\n]`;
  const type = code`readonly ((value: unknown) => boolean)[]`;
  const stands = hasWord(list, "levels")
    ? list
    : body.constant(schema, `${which}Tests`, type, list);
  const enough = which === "AnyOf" ? 1 : 2;
  return compare(code`${runtime.countMatches}(${value}, ${stands}, ${enough})`, "===", 1);
}
