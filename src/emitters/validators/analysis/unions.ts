import { pushTo, remembered } from "../../../common/collections.js";
import type { Schema } from "../../../model/types.js";
import { areDisjoint, kindsOf, type Tag, tagsOf } from "./analysis.js";

/** A way to select the branch of `anyOf` or `oneOf` without trying each of them. */
export interface Union {
  /** At most one branch can take a value, so that the first that does is the one. */
  readonly isExclusive: boolean;
  /** The objects among the branches have a member that says which of them are meant. */
  readonly tagged: Tagged | undefined;
}

export interface Tagged {
  readonly property: string;
  /** Groups of values of the property that mean the same branches. */
  readonly cases: readonly {
    readonly values: readonly Tag[];
    readonly branches: readonly Schema[];
  }[];
  /** The branches that take no object. */
  readonly others: readonly Schema[];
}

/** So many branches at most are compared with each other. */
const fewBranches = 64;

const unionsOf = remembered((_branches: readonly Schema[]) => new Map<string | undefined, Union>());

/** `wanted` is the property that a discriminator names. */
export function unionOf(branches: readonly Schema[], wanted: string | undefined): Union {
  const unions = unionsOf(branches);
  const union = unions.get(wanted) ?? findUnion(branches, wanted);
  unions.set(wanted, union);
  return union;
}

function findUnion(branches: readonly Schema[], wanted: string | undefined): Union {
  return {
    isExclusive:
      branches.length <= fewBranches &&
      branches.every((a, i) => branches.slice(i + 1).every((b) => areDisjoint(a, b))),
    tagged: taggedOf(branches, wanted),
  };
}

function taggedOf(branches: readonly Schema[], wanted: string | undefined): Tagged | undefined {
  const isObject = (branch: Schema): boolean => {
    const kinds = kindsOf(branch);
    return kinds.size === 1 && kinds.has("object");
  };
  const objects = branches.filter(isObject);
  const others = branches.filter((branch) => !isObject(branch));
  if (objects.length < 2 || others.some((branch) => kindsOf(branch).has("object")))
    return undefined;
  const tags = objects.map(tagsOf);
  const shared = [...(tags[0]?.keys() ?? [])].filter((name) => tags.every((map) => map.has(name)));
  const candidates = shared.map((property) => ({ property, cases: casesOf(property, objects) }));
  candidates.sort(
    (a, b) =>
      Number(b.property === wanted) - Number(a.property === wanted) ||
      b.cases.length - a.cases.length,
  );
  const [best] = candidates;
  return best && best.cases.length > 1 ? { ...best, others } : undefined;
}

function casesOf(property: string, objects: readonly Schema[]): Tagged["cases"] {
  const byValue = new Map<Tag, Schema[]>();
  for (const branch of objects) {
    for (const value of new Set(tagsOf(branch).get(property))) pushTo(byValue, value, branch);
  }
  const places = new Map(objects.map((branch, place) => [branch, place]));
  const groups = new Map<string, { values: Tag[]; branches: Schema[] }>();
  for (const [value, branches] of byValue) {
    const which = branches.map((branch) => places.get(branch)).join();
    const same = groups.get(which);
    if (same) same.values.push(value);
    else groups.set(which, { values: [value], branches });
  }
  return [...groups.values()];
}
