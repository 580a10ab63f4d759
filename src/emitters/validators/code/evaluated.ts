import { conditionalParts, sameValueParts, sureParts } from "../../../model/walks/children.js";
import { pushTo, reachable } from "../../../common/collections.js";
import type { Schema } from "../../../model/types.js";
import { unlessRefused } from "../analysis/analysis.js";
import { all, always, any, type Condition, never, not, yes } from "./statement.js";
import { isPresent } from "./members.js";
import type { Site } from "./site.js";

/** The members or items that a schema for the same value evaluates. */
export interface Evaluation {
  /** It counts in any case. */
  readonly isCertain: boolean;
  /** When it counts: for a branch, when the value matches it. To be asked for only if it matters. */
  readonly when: () => Condition;
  readonly schema: Schema;
}

/**
 * The schemas that say something of a value besides `unevaluatedProperties` and `unevaluatedItems` of the site
 * itself (JSON Schema 2020-12 core, section 11.2): what is applied in place, as far as the value matches it. Each comes
 * once, however many ways lead to it; `named` gives a variable to the condition of one that several lead to.
 */
export function evaluationsOf(
  site: Site,
  named: (condition: Condition) => Condition,
): readonly Evaluation[] {
  const certain = reachable([site.schema], sureParts);
  const ways = waysFrom(site);
  const conditions = new Map<Schema, Condition>();
  const when = (schema: Schema): Condition => {
    if (certain.has(schema)) return always;
    const known = conditions.get(schema);
    if (known) return known;
    // A way that comes back to where it began adds nothing.
    conditions.set(schema, never);
    const led = (ways.get(schema) ?? []).map(({ from, test }) =>
      all([when(from), ...(test ? [test()] : [])]),
    );
    // Where two ways ask the same, the compiler knows the answer to the second.
    const distinct = [...new Map(led.map((one) => [yes(one).text, one])).values()];
    const condition = distinct.length > 1 ? named(any(distinct)) : any(distinct);
    conditions.set(schema, condition);
    return condition;
  };
  return [...ways.keys()].map((schema) => ({
    isCertain: certain.has(schema),
    when: () => when(schema),
    schema,
  }));
}

/** The path from a schema to another one for the same value. */
interface Way {
  readonly from: Schema;
  /** Whether a schema holds, or a member is there; none: wherever the other one counts. */
  readonly test: Test | undefined;
}

type Test = () => Condition;

function waysFrom(site: Site): ReadonlyMap<Schema, readonly Way[]> {
  const { body, known, value } = site;
  const ways = new Map<Schema, Way[]>([[site.schema, []]]);
  const visit = (from: Schema): void => {
    const { keywords } = from;
    const follow = (next: Schema, test?: Test): void => {
      const isNew = !ways.has(next);
      pushTo(ways, next, { from, test });
      if (isNew) visit(next);
    };
    const testOf =
      (next: Schema): Test =>
      () =>
        body.test(next, value, known);
    const branch = (next: Schema): void => {
      if (saysSomething(next)) follow(next, testOf(next));
    };
    for (const part of sureParts(from)) follow(part);
    for (const part of [...(keywords.anyOf ?? []), ...(keywords.oneOf ?? [])]) branch(part);
    const { if: condition } = keywords;
    if (condition) {
      const test = testOf(condition);
      branch(condition);
      if (keywords.then) follow(keywords.then, test);
      if (keywords.else) follow(keywords.else, () => not(test()));
    }
    if (site.kind !== "object") return;
    for (const [name, part] of keywords.dependentSchemas ?? [])
      follow(part, () => isPresent(body.read(name)));
  };
  visit(site.schema);
  return ways;
}

/** True if a schema, or one for the same value, evaluates any members or items. */
function saysSomething(schema: Schema): boolean {
  return !saysNothing(schema);
}

const saysNothing = unlessRefused(partsInPlace, (schema, others) => {
  const { keywords } = schema;
  const named = [
    keywords.properties,
    keywords.patternProperties,
    keywords.additionalProperties,
    keywords.unevaluatedProperties,
    keywords.prefixItems,
    keywords.items,
    keywords.unevaluatedItems,
    keywords.contains,
  ];
  return named.every((part) => part === undefined) && partsInPlace(schema).every(others);
});

function partsInPlace(schema: Schema): readonly Schema[] {
  return [...sameValueParts(schema), ...conditionalParts(schema)];
}
