import { covers } from "../../model/walks/values.js";
import type { Schema } from "../../model/types.js";
import { type Choice, type Constraints, type Together, constraintsOf } from "./constraints.js";

/** Deeper than that, schemas are not taken for disjoint. */
const deepest = 4;

/** True if it can be shown that no value fits both; false says nothing. */
function areDisjoint(one: Together, other: Together, depth = 0): boolean {
  if (depth > deepest || one.length === 0 || other.length === 0) return false;
  const [a, b] = [constraintsOf(one), constraintsOf(other)];
  if (a.nothing || b.nothing) return true;
  if (a.nullable && b.nullable) return false;
  return (
    haveOtherTypes(a, b) ||
    haveOtherValues(a, b) ||
    (isObject(a) &&
      isObject(b) &&
      (haveOtherMembers(a, b, depth) || haveOtherMembers(b, a, depth))) ||
    a.choices.some((choice) => excludes(choice, other, depth)) ||
    b.choices.some((choice) => excludes(choice, one, depth))
  );
}

/** True if a branch of a choice can be shown to exclude all its other branches. */
export function isApart(branch: Schema, { branches }: Choice): boolean {
  return branches.every((other) => other === branch || areDisjoint([branch], [other]));
}

function excludes({ branches }: Choice, other: Together, depth: number): boolean {
  return branches.every((branch) => areDisjoint([branch], other, depth + 1));
}

function haveOtherTypes({ types }: Constraints, { types: others }: Constraints): boolean {
  if (!types || !others) return false;
  return (
    ![...types].some((type) => covers(others, type)) &&
    ![...others].some((type) => covers(types, type))
  );
}

function haveOtherValues({ values }: Constraints, { values: others }: Constraints): boolean {
  return (
    values !== undefined &&
    others !== undefined &&
    ![...values.keys()].some((text) => others.has(text))
  );
}

/** Schemas of members do not restrict values that are no objects. */
function isObject({ types }: Constraints): boolean {
  return types?.size === 1 && types.has("object");
}

/** A member that one requires cannot be as the other has it. */
function haveOtherMembers(one: Constraints, other: Constraints, depth: number): boolean {
  return [...one.required].some((name) => {
    const own = one.properties.get(name) ?? [];
    const others = other.properties.get(name);
    if (others) return areDisjoint(own, others, depth + 1);
    return other.others === undefined && other.patternProperties.size === 0;
  });
}
