import fc from "fast-check";
import type { Keywords, Schema } from "../../src/model/types.js";
import { heightOf } from "./heights.js";
import type { Scope } from "./sample.js";

type Plan = readonly Schema[];

/** Everything that a value has to fit, each way of it: one branch of each choice is taken. */
export function plansOf(
  schemas: Plan,
  scope: Scope,
  chosen: ReadonlySet<Schema> = new Set(),
): fc.Arbitrary<Plan> {
  const parts = flattened(schemas);
  const open = parts.filter((part) => !chosen.has(part) && choicesOf(part).length > 0);
  if (open.length === 0) return fc.constant(parts);
  const picks = open.flatMap(choicesOf).map((choice) => picked(choice, parts, scope));
  const done = new Set([...chosen, ...open]);
  return fc.tuple(...picks).chain((found) => plansOf([...parts, ...found.flat()], scope, done));
}

/** A schema with all that it refers to and consists of in any case. */
function flattened(schemas: Plan): Plan {
  const found = new Set(schemas);
  for (const { keywords } of found) {
    const { ref, allOf = [] } = keywords;
    for (const part of [ref, ...allOf]) if (part) found.add(part);
  }
  return [...found];
}

/** The choices that a schema leaves; each of them has one plan or more. */
function choicesOf({ source, keywords }: Schema): readonly (readonly Plan[])[] {
  const { anyOf, oneOf, if: condition, then, else: otherwise } = keywords;
  const branches = [anyOf, oneOf].flatMap((list) =>
    list && list.length > 0 ? [list.map((branch) => tagged(keywords, branch))] : [],
  );
  if (!condition) return branches;
  const kept = then ? [condition, then] : [condition];
  const broken: Schema = { source, name: undefined, keywords: { not: condition } };
  return [...branches, [kept, otherwise ? [broken, otherwise] : [broken]]];
}

/** A branch, with the values of the discriminator that stand for it, unless it says others itself. */
function tagged({ discriminator }: Keywords, branch: Schema): Plan {
  if (!discriminator) return [branch];
  const own = flattened([branch]).flatMap(({ keywords: { properties } }) => {
    const tag = properties?.get(discriminator.property);
    return tag ? flattened([tag]).map(({ keywords }) => keywords) : [];
  });
  const tags = [...discriminator.cases].flatMap(([tag, of]) => (of === branch ? [tag] : []));
  const isSaid = own.some((one) => one.const ?? one.enum);
  if (isSaid || tags.length === 0) return [branch];
  const tag: Schema = { source: branch.source, name: undefined, keywords: { enum: tags } };
  const properties = new Map([[discriminator.property, tag]]);
  return [branch, { source: branch.source, name: undefined, keywords: { properties } }];
}

/** Where there is no room left, what comes to an end soonest. */
function picked(choice: readonly Plan[], parts: Plan, scope: Scope): fc.Arbitrary<Plan> {
  const possible = choice.filter((plan) => !isExcluded([...parts, ...plan]));
  const all = possible.length > 0 ? possible : choice;
  if (scope.left >= 0) return fc.constantFrom(...all);
  const heights = all.map((plan) => Math.max(...plan.map(heightOf)));
  const least = Math.min(...heights);
  return fc.constantFrom(...all.filter((_, i) => heights[i] === least));
}

/** Whether schemas have no type in common, or one lets nothing through. */
function isExcluded(plan: Plan): boolean {
  const parts = flattened(plan);
  if (parts.some(({ keywords }) => keywords.nothing)) return true;
  const lists = parts.flatMap(({ keywords }) => (keywords.types ? [keywords.types] : []));
  const [first, ...others] = lists.map((types) =>
    types.flatMap((type) => (type === "number" ? ["number", "integer"] : [type])),
  );
  return first?.some((type) => others.every((types) => types.includes(type))) === false;
}
