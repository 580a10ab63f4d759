import type { Issue } from "../issue.js";
import { pointerTo } from "../pointer.js";
import { setMember } from "../shape.js";
import { isObject } from "../values.js";

/** The issues of a value in one branch, and those of its probe. */
export interface Trial {
  readonly faults: readonly Issue[];
  readonly probed: readonly Issue[];
}

/** Maximum number of members of a value that are compared. */
const mostMembers = 50;

/**
 * A value with the same members, including those of objects in arrays, whose values are never valid: the members for
 * which a schema reports an issue are those that it declares. Their places are added to `places`.
 */
export function probeOf(value: unknown, at: string, places: string[], levels: number = 2): unknown {
  if (Array.isArray(value) && levels > 0)
    return value
      .slice(0, mostMembers)
      .map((item, index) => probeOf(item, `${at}/${index}`, places, levels - 1));
  if (!isObject(value) || value instanceof Date) {
    places.push(at);
    return fitsNothing();
  }
  const probe: Record<string, unknown> = {};
  for (const key in value) {
    if (places.length >= mostMembers) break;
    places.push(pointerTo(at, key));
    setMember(probe, key, fitsNothing());
  }
  return probe;
}

/** A symbol is valid only for a schema that allows everything. No two are equal. */
function fitsNothing(): symbol {
  return Symbol("fits nothing");
}

/** The branches that match best, by the members that are present; missing members do not count. */
export function nearestAmong<T extends Trial>(
  trials: readonly T[],
  places: readonly string[],
): readonly T[] {
  const costs = trials.map((trial) => costOf(trial, places));
  const least = costs.reduce((least, cost) => Math.min(least, cost), Infinity);
  return trials.filter((_, index) => costs[index] === least);
}

/** The cost of a trial: the worst issue of each member, and more for each member that the branch does not declare. */
function costOf({ faults, probed }: Trial, places: readonly string[]): number {
  const known = new Set<string | undefined>(probed.filter(isOfKnown).map(({ path }) => path));
  const costs = new Map<string | undefined, number>();
  for (const fault of faults) {
    const place = places.find((one) => fault.path === one || fault.path.startsWith(`${one}/`));
    if (!isOfKnown(fault) || (place === undefined && fault.keyword === "required")) continue;
    known.add(place);
    costs.set(place, Math.max(costs.get(place) ?? 0, weightOf(fault)));
  }
  const foreign = places.filter((place) => !known.has(place)).length;
  return Array.from(costs.values()).reduce((sum, cost) => sum + cost, 100 * foreign);
}

function isOfKnown({ keyword }: Issue): boolean {
  return !/^(?:additionalProperties|false|not|propertyNames|unevaluated\w+)$/.test(keyword);
}

/** Weights of issues: a wrong constant distinguishes branches; a value of the right type is probably just malformed. */
function weightOf({ keyword, params }: Issue): number {
  const { values } = params;
  if (keyword === "const" || (Array.isArray(values) && values.length === 1)) return 150;
  return small.test(keyword) ? 1 : 30;
}

const small =
  /^(?:exclusive(?:Max|Min)imum|format|m(?:ax|in)(?:Items|Length|imum)|multipleOf|pattern)$/;

/** True if all trials have an issue at the same place with the same message. */
export function sharedBy(trials: readonly Pick<Trial, "faults">[]): (fault: Issue) => boolean {
  const keyOf = ({ path, message }: Issue): string => `${path} ${message}`;
  const told = trials.map(({ faults }) => new Set(faults.map(keyOf)));
  return (fault) => told.every((keys) => keys.has(keyOf(fault)));
}

/** The members that a branch requires, from the issues of a value. */
export function describeAlternative(faults: readonly Issue[]): string {
  const isMissing = ({ keyword, path }: Issue): boolean => keyword === "required" && path === "";
  const names = faults.filter(isMissing).map(({ params }) => JSON.stringify(params["property"]));
  const others = faults
    .filter((fault) => !isMissing(fault))
    .map(({ path, message }) => `${path} ${message}`.trim());
  const parts = names.length > 0 ? [`must have ${few(names, 5)}`, ...others] : others;
  return few(parts, 3);
}

function few(words: readonly string[], most: number): string {
  if (words.length > most)
    return `${words.slice(0, most).join(", ")} and ${words.length - most} more`;
  return [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" and ");
}
