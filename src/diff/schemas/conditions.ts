import type { Schema } from "../../model/types.js";
import { below } from "../../common/pointers.js";
import { type Pair, placesOf } from "./pair.js";
import type { SchemaComparison } from "./schemas.js";
import type { Constraints, Together } from "./constraints.js";

const conditions = ["not", "if", "then", "else", "contains", "unevaluatedItems"] as const;

/** Negations, conditions, and dependencies on a property's being there, each judged as a whole. */
export function compareConditions(comparison: SchemaComparison, pair: Pair): void {
  const { old, now, flow, subject } = pair;
  for (const keyword of conditions)
    compareWhole(comparison, pair, keyword, conditionsOf(old, keyword), conditionsOf(now, keyword));
  for (const keyword of ["propertyNames", "contentSchema"] as const)
    comparison.compare(
      conditionsOf(old, keyword),
      conditionsOf(now, keyword),
      flow,
      `${subject} ${keyword}`,
      placesOf(pair, keyword),
    );
  compareDependentSchemas(comparison, pair);
  compareDependentNames(comparison, pair);
}

function conditionsOf(
  { parts }: Constraints,
  keyword: (typeof conditions)[number] | "propertyNames" | "contentSchema",
): Together {
  return parts.flatMap(({ keywords }) =>
    // With `items` beside it, no item is left that it could be about.
    keyword === "unevaluatedItems" && keywords.items ? [] : (keywords[keyword] ?? []),
  );
}

function compareWhole(
  comparison: SchemaComparison,
  pair: Pair,
  keyword: (typeof conditions)[number] | "dependentSchemas",
  old: Together,
  now: Together,
  what: string = keyword,
): void {
  if (old.length === 0 && now.length === 0) return;
  if (old.length === 0) comparison.add(pair, "condition-added", `${what} added`, keyword);
  else if (now.length === 0) comparison.add(pair, "condition-removed", `${what} removed`, keyword);
  else if (!areEachEqual(comparison, old, now) || isAboutOthers(pair, keyword))
    comparison.add(pair, "condition-changed", `another ${what}`, keyword);
}

/** Conditions hold each for itself: two negations are not one of both. */
function areEachEqual(comparison: SchemaComparison, old: Together, now: Together): boolean {
  return (
    old.length === now.length &&
    old.every((one, index) => comparison.areEqual([one], [now[index] as Schema]))
  );
}

/** Keywords that decide which items are left for `unevaluatedItems`. */
const evaluating = [
  "items",
  "prefixItems",
  "contains",
  "anyOf",
  "oneOf",
  "if",
  "then",
  "else",
] as const;

/** The condition is the same, and about other items than it was. */
function isAboutOthers({ old, now }: Pair, keyword: string): boolean {
  const text = ({ parts }: Constraints): string =>
    JSON.stringify(
      parts.map(({ keywords }) =>
        evaluating.map((one) => {
          const value = keywords[one];
          return Array.isArray(value) ? value.length : value !== undefined;
        }),
      ),
    );
  return keyword === "unevaluatedItems" && text(old) !== text(now);
}

function compareDependentSchemas(comparison: SchemaComparison, pair: Pair): void {
  const keyword = "dependentSchemas";
  const { old, now } = pair;
  const names = new Set(
    [...old.parts, ...now.parts].flatMap(({ keywords }) => [...(keywords[keyword]?.keys() ?? [])]),
  );
  for (const name of names) {
    const at = ({ parts }: Constraints): Together =>
      parts.flatMap(({ keywords }) => keywords[keyword]?.get(name) ?? []);
    compareWhole(comparison, pair, keyword, at(old), at(now), `what holds when ${name} is there`);
  }
}

function compareDependentNames(comparison: SchemaComparison, pair: Pair): void {
  const read = ({ parts }: Constraints): ReadonlySet<string> =>
    new Set(
      parts.flatMap(({ keywords }) =>
        [...(keywords.dependentRequired ?? [])].flatMap(([name, others]) =>
          others.map((other) => JSON.stringify([name, other])),
        ),
      ),
    );
  const before = read(pair.old);
  const after = read(pair.now);
  const { old, now, subject } = placesOf(pair, "dependentRequired");
  const report = (text: string, rule: "dependency-added" | "dependency-removed"): void => {
    const [name = "", other = ""] = JSON.parse(text) as readonly string[];
    const isNew = rule === "dependency-added";
    const message = `${other} is ${isNew ? "" : "no longer "}required when ${name} is there`;
    comparison.addAt(pair, rule, message, {
      subject,
      old: isNew ? old : below(old, name),
      now: isNew ? below(now, name) : now,
    });
  };
  for (const text of after) if (!before.has(text)) report(text, "dependency-added");
  for (const text of before) if (!after.has(text)) report(text, "dependency-removed");
}
