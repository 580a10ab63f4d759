import { sameValueParts } from "../../model/children.js";
import type { Schema } from "../../model/types.js";
import { unlessRefused } from "./analysis.js";
import { all, type Condition, not } from "./condition.js";
import { isPresent } from "./members.js";
import type { Site } from "./site.js";

/** What some schema that holds in the same place says of members or items, so that they are not left over. */
export interface Evaluation {
  /** It counts in any case. */
  readonly isCertain: boolean;
  /** When it counts: for a branch, when the value matches it. To be asked for only if it matters. */
  readonly when: () => Condition;
  readonly schema: Schema;
}

/**
 * The schemas that say something of a value besides `unevaluatedProperties` and `unevaluatedItems` of the site
 * itself (JSON Schema 2020-12 core, section 11.2): what is applied in place, as far as the value matches it.
 */
export function evaluationsOf(site: Site): readonly Evaluation[] {
  const found: Evaluation[] = [];
  const { body, known, value } = site;
  /** The conditions under which schemas were found to count. */
  const ways = new Map<Schema, (readonly Test[])[]>();

  const visit = (schema: Schema, when: readonly Test[]): void => {
    const others = ways.get(schema) ?? [];
    // Where it counts already if less is so, nothing is new.
    if (others.some((other) => other.every((test) => has(when, test)))) return;
    ways.set(schema, [...others, when]);
    const { keywords } = schema;
    const follow = (next: Schema, ...more: readonly Test[]): void => {
      visit(next, [...when, ...more.filter((test) => !has(when, test))]);
    };
    const branch = (next: Schema): void => {
      const condition = (): Condition => body.test(next, value, known);
      if (saysSomething(next)) follow(next, { of: next, holds: true, condition });
    };
    found.push({
      isCertain: when.length === 0,
      when: () => all(when.map(({ condition }) => condition())),
      schema,
    });
    if (keywords.ref) follow(keywords.ref);
    for (const part of keywords.allOf ?? []) follow(part);
    for (const part of keywords.anyOf ?? []) branch(part);
    for (const part of keywords.oneOf ?? []) branch(part);
    const { if: asked } = keywords;
    if (asked) {
      branch(asked);
      const condition = (): Condition => body.test(asked, value, known);
      if (keywords.then) follow(keywords.then, { of: asked, holds: true, condition });
      const opposite = { of: asked, holds: false, condition: () => not(condition()) };
      if (keywords.else) follow(keywords.else, opposite);
    }
    if (site.kind !== "object") return;
    for (const [name, part] of keywords.dependentSchemas ?? [])
      follow(part, { of: name, holds: true, condition: () => isPresent(body.read(name)) });
  };

  visit(site.schema, []);
  return found;
}

/** A condition, and what it is: whether a schema holds, or a member is there. */
interface Test {
  readonly of: Schema | string;
  readonly holds: boolean;
  readonly condition: () => Condition;
}

function has(tests: readonly Test[], test: Test): boolean {
  return tests.some(({ of, holds }) => of === test.of && holds === test.holds);
}

/** Whether a schema, or what holds in the same place, names members or items at all. */
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
  const { if: asked, then, else: otherwise, dependentSchemas } = schema.keywords;
  const conditions = [asked, then, otherwise].filter((part) => part !== undefined);
  return [...sameValueParts(schema), ...conditions, ...(dependentSchemas?.values() ?? [])];
}
