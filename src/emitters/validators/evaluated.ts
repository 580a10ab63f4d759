import type { Schema } from "../../model/types.js";
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

  const visit = (
    schema: Schema,
    when: readonly (() => Condition)[],
    way: ReadonlySet<Schema>,
  ): void => {
    if (way.has(schema)) return;
    const inside = new Set([...way, schema]);
    const { keywords } = schema;
    const follow = (next: Schema, ...more: readonly (() => Condition)[]): void => {
      visit(next, [...when, ...more], inside);
    };
    const branch = (next: Schema): void => {
      if (saysSomething(next, new Set())) follow(next, () => body.test(next, value, known));
    };
    found.push({
      isCertain: when.length === 0,
      when: () => all(when.map((condition) => condition())),
      schema,
    });
    if (keywords.ref) follow(keywords.ref);
    for (const part of keywords.allOf ?? []) follow(part);
    for (const part of keywords.anyOf ?? []) branch(part);
    for (const part of keywords.oneOf ?? []) branch(part);
    const { if: asked } = keywords;
    if (asked) {
      branch(asked);
      const test = (): Condition => body.test(asked, value, known);
      if (keywords.then) follow(keywords.then, test);
      if (keywords.else) follow(keywords.else, () => not(test()));
    }
    if (site.kind !== "object") return;
    for (const [name, part] of keywords.dependentSchemas ?? [])
      follow(part, () => isPresent(body.read(name)));
  };

  visit(site.schema, [], new Set());
  return found;
}

/** Whether a schema, or what holds in the same place, names members or items at all. */
function saysSomething(schema: Schema, seen: Set<Schema>): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
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
  if (named.some((part) => part !== undefined)) return true;
  const together = [
    keywords.ref,
    keywords.if,
    keywords.then,
    keywords.else,
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
    ...(keywords.dependentSchemas?.values() ?? []),
  ];
  return together.some((part) => part !== undefined && saysSomething(part, seen));
}
