import { type Code, code, namesOf } from "../../../emit/code.js";
import { isTrivial } from "../analysis/analysis.js";
import {
  type Condition,
  type Statement,
  all,
  always,
  any,
  atom,
  compare,
  isAlways,
  isNever,
  never,
  not,
  when,
  yes,
} from "../code/statement.js";
import { type Evaluation, evaluationsOf } from "../code/evaluated.js";
import { belowIndex, belowKey, isAbsent, isOneOf, isPresent } from "../code/members.js";
import { fault, type Keyword, type Known, type Refusal, refuse, type Site } from "../code/site.js";
import { forMembers } from "./additional-properties.js";
import { forItems } from "./items.js";
import { patternConstant } from "./pattern.js";

const key = code`key`;
const member = code`member`;
const item = code`item`;
const index = code`i`;
/** An item may have been compared by each `contains`. */
const compared: Known = { kinds: undefined, isListed: true };

/** Members that no schema in the same place says anything of. */
export const unevaluatedProperties: Keyword = {
  on: "object",
  names: ["unevaluatedProperties"],
  rule(site) {
    const { at, body, keywords } = site;
    const rest = keywords.unevaluatedProperties;
    if (!rest || isTrivial(rest)) return undefined;
    const evaluations = (): Evaluated => evaluated(site, (found) => membersOf(site, found));
    return {
      test: () => {
        const { known, before } = evaluations();
        const refused = when(not(any([body.test(rest, member), isAbsent(member)])), [refuse]);
        return isAlways(known) ? always : loop(before, forMembers(site, when(not(known), refused)));
      },
      explain: () => {
        const { known, before } = evaluations();
        if (isAlways(known)) return [];
        const place = belowKey(at, key);
        const found = isNever(body.test(rest, member))
          ? [fault(site, "unevaluatedProperties", { property: key }, place)]
          : body.explainEach(rest, member, place);
        return loop(before, forMembers(site, when(not(known), when(isPresent(member), found))))
          .refuse;
      },
    };
  },
};

/** Items that no schema in the same place says anything of. */
export const unevaluatedItems: Keyword = {
  on: "array",
  names: ["unevaluatedItems"],
  rule(site) {
    const { at, body, keywords, value } = site;
    const rest = keywords.unevaluatedItems;
    if (!rest || isTrivial(rest)) return undefined;
    const evaluations = (): Evaluated => evaluated(site, (found) => placesOf(site, found));
    return {
      test: () => {
        const { known, before } = evaluations();
        const refused = when(not(any([known, body.test(rest, item, compared)])), [refuse]);
        return isAlways(known) ? always : loop(before, forItems(value, 0, refused));
      },
      explain: () => {
        const { known, before } = evaluations();
        if (isAlways(known)) return [];
        const place = belowIndex(at, index);
        const found = isNever(body.test(rest, item, compared))
          ? [fault(site, "unevaluatedItems", {}, place)]
          : body.explainEach(rest, item, place, compared);
        return loop(before, forItems(value, 0, when(not(known), found))).refuse;
      },
    };
  },
};

function loop(before: readonly Statement[], statements: readonly Statement[]): Refusal {
  return { refuse: statements.length === 0 ? [] : [...before, ...statements] };
}

interface Evaluated {
  /** True for a member or item that is known. */
  readonly known: Condition;
  /** Variables with what does not depend on the member or item. */
  readonly before: readonly Statement[];
}

interface Variable {
  readonly name: Code;
  readonly declared: Code;
}

function evaluated(site: Site, covers: (found: Evaluation) => Condition): Evaluated {
  const before: Variable[] = [];
  const variables = new Map<string, Condition>();
  const known: Condition[] = [];
  const evaluations = evaluationsOf(site, variableFor).map((found) => ({
    ...found,
    covered: covers(found),
  }));
  if (evaluations.some(({ covered, isCertain }) => isCertain && isAlways(covered)))
    return { known: always, before: [] };
  for (const { covered, when } of evaluations.filter(({ covered }) => !isNever(covered))) {
    const matches = when();
    if (isAlways(matches)) known.push(covered);
    else if (!isNever(matches)) known.push(all([variableFor(matches), covered]));
  }
  const isKnown = any(known);
  return { known: isKnown, before: neededBy(isKnown, before) };

  function variableFor(matches: Condition): Condition {
    if (isAlways(matches) || isNever(matches)) return matches;
    const text = yes(matches).text;
    const same = variables.get(text);
    if (same) return same;
    const name = site.body.variable("matches");
    // With its type said, the variable narrows nothing: a value that is one of two types has no index.
    before.push({ name, declared: code`const ${name}: boolean = ${yes(matches)};` });
    const variable = atom(name);
    variables.set(text, variable).set(name.text, variable);
    return variable;
  }
}

/** Of variables, those that a condition names, with those that these name; others it may have made needless. */
function neededBy(condition: Condition, variables: readonly Variable[]): readonly Code[] {
  const names = new Set(namesOf(yes(condition)));
  const needed = variables.toReversed().filter(({ name, declared }) => {
    if (!names.has(name.text)) return false;
    for (const used of namesOf(declared)) names.add(used);
    return true;
  });
  return needed.reverse().map(({ declared }) => declared);
}

/** A condition that a schema evaluates the member `key`. */
function membersOf(site: Site, { schema }: Evaluation): Condition {
  const { additionalProperties, patternProperties, properties, unevaluatedProperties } =
    schema.keywords;
  if (additionalProperties || (unevaluatedProperties && schema !== site.schema)) return always;
  const patterns = [...(patternProperties ?? [])].flatMap(
    ([source, matched]) => patternConstant(site.body, matched, "Key", source) ?? [],
  );
  const names = [...(properties?.keys() ?? [])];
  return names.length + patterns.length === 0
    ? never
    : isOneOf(site.body, schema, key, names, patterns);
}

/** A condition that a schema evaluates the item at `i`. */
function placesOf(site: Site, { schema }: Evaluation): Condition {
  const { contains, items, prefixItems = [], unevaluatedItems } = schema.keywords;
  if (items || (unevaluatedItems && schema !== site.schema)) return always;
  const first: Condition = prefixItems.length > 0 ? compare(index, "<", prefixItems.length) : never;
  return any([first, contains ? site.body.test(contains, item, compared) : never]);
}
