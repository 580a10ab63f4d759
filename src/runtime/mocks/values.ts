import { largest, smallest } from "./limits.js";
import { isEqual } from "../validate/equality.js";
import type { Issue } from "../validate/issue.js";
import { makeList } from "./lists.js";
import { makeNumber } from "./numbers.js";
import { makeObject } from "./objects.js";
import type { Random } from "./random.js";
import { type Scope, none } from "./scope.js";
import {
  type AnyShape,
  type Plan,
  type Shape,
  choicesOf,
  flattened,
  heightOf,
  isImpossible,
  isNamed,
  shapeOf,
  typesIn,
} from "./shape.js";
import { makeText } from "./texts.js";

const TRIES = 120;
const FEW_TRIES = 6;
/** From this try on, examples are done without. */
const WITHOUT_EXAMPLES = 6;
/** Beyond what may be left out, a value that is still not at its end has none. */
const END = -30;

/** A value that fits some schemas at once: what has a name is checked, and made again until it holds. */
export function makeAll(plan: Plan, scope: Scope): unknown {
  if (scope.left < END || plan.some((one) => one === false || scope.hopeless.has(one))) return none;
  const named = plan.filter(isNamed);
  const wrong = named.length > 0 ? new Set<string>() : scope.wrong;
  const path = named.length > 0 ? "" : scope.path;
  const trusted = isTrusted(scope) ? scope.examples : "none";
  for (let tries = 0; tries < (named.length > 0 ? TRIES : FEW_TRIES); tries++) {
    const random = tries === 0 ? scope.random : scope.random.fork(`try ${tries}`);
    const examples = tries < WITHOUT_EXAMPLES ? trusted : "none";
    const again = named.length > 0 ? tries : scope.tries + tries;
    const value = makeOnce(plan, { ...scope, random, examples, wrong, path, tries: again });
    if (value === none) continue;
    const issues: Issue[] = [];
    if (named.every(({ check }) => check(value, issues))) return value;
    for (const issue of issues) (wrong as Set<string>).add(issue.path);
    scope.rejected.issues = issues;
  }
  const [only] = plan;
  if (plan.length === 1 && only !== undefined) scope.hopeless.add(only);
  return none;
}

/** True where no issue was found at this place, or below it. */
function isTrusted({ wrong, path }: Scope): boolean {
  return ![...wrong].some((one) => one === path || one.startsWith(`${path}/`));
}

function makeOnce(plan: Plan, scope: Scope): unknown {
  // An example may be of any branch.
  const whole = flattened(plan).flatMap((part) => shapeOf(part) ?? []);
  const example = exampleOf(whole, scope);
  if (example !== none) return example;
  const parts = planOf(plan, scope);
  const shapes = parts.flatMap((part) => shapeOf(part) ?? []);
  if (shapes.length < parts.length) return none;
  const types = typesIn(shapes);
  const listed = listedBy(shapes);
  const given = exampleOf(shapes, scope);
  if (given !== none) return given;
  if (listed) return listed.length > 0 ? scope.random.pick(listed) : none;
  const usual = types.filter((type) => type !== "null");
  const type = scope.random.pick(usual.length > 0 && scope.tries < TRIES / 2 ? usual : types);
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return scope.random.next() < 0.5;
    case "integer":
    case "number":
    case "bigint":
      return makeNumber(shapes, type, scope);
    case "string":
      return makeText(shapes, scope);
    case "date": {
      const text = makeText([{ format: "date-time" }], scope);
      return typeof text === "string" ? new Date(text) : none;
    }
    case "array":
      return makeList(shapes, scope);
    case "object":
      return makeObject(parts, shapes, scope);
    default:
      return none;
  }
}

/** All that a value has to fit, one way of each choice taken. */
function planOf(plan: Plan, scope: Scope, taken: ReadonlySet<AnyShape> = new Set()): Plan {
  const parts = flattened(plan);
  const open = parts.filter((part) => !taken.has(part) && choicesOf(part).length > 0);
  if (open.length === 0) return parts;
  const picked = open.flatMap(choicesOf).flatMap((ways) => pickWay(ways, parts, scope));
  return planOf([...parts, ...picked], scope, new Set([...taken, ...open]));
}

/** Without room left, chooses the flattest branch. */
function pickWay(
  ways: readonly Plan[],
  parts: Plan,
  { left, hopeless, random, tries }: Scope,
): Plan {
  const possible = ways.filter(
    (way) => !way.some((one) => hopeless.has(one)) && !isImpossible([...parts, ...way]),
  );
  const all = possible.length > 0 ? possible : ways;
  const full = all.filter((way) => !isNull(way));
  if (left >= 0) {
    const way = random.pick(full.length > 0 ? full : all) ?? [];
    return tries < TRIES / 2 ? way : [...way, ...breaking(ways, way, random)];
  }
  const heights = all.map((way) => largest(way.map(heightOf)));
  const least = smallest(heights);
  return random.pick(all.filter((_, index) => heights[index] === least)) ?? [];
}

/**
 * A value for only one of several branches that nothing else distinguishes: a member of another branch, of another
 * type than that asks for.
 */
function breaking(ways: readonly Plan[], way: Plan, random: Random): Plan {
  const [own, other] = [way, random.pick(ways.filter((one) => one !== way)) ?? []].map((plan) =>
    flattened(plan).flatMap((one) => Object.entries(shapeOf(one)?.properties ?? {})),
  );
  const names = new Set(own?.map(([name]) => name));
  const [name, member] = random.pick(other?.filter(([name]) => !names.has(name)) ?? []) ?? [];
  if (name === undefined || member === undefined) return [];
  const types = typesIn(flattened([member]).flatMap((one) => shapeOf(one) ?? []));
  const value = [false, "none", 1].find((one) => !types.some((type) => isOf(one, type)));
  return [{ required: [name], properties: { [name]: { const: value } } }];
}

function isNull(way: Plan): boolean {
  return way.some((one) => shapeOf(one)?.type === "null");
}

/** The values that all lists have; undefined where there is no list. */
function listedBy(shapes: readonly Shape[]): readonly unknown[] | undefined {
  const lists = shapes.flatMap((shape) => [
    ...("const" in shape ? [[shape.const]] : []),
    ...(shape.enum ? [shape.enum] : []),
  ]);
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => list.some((one) => isEqual(one, value))));
}

/** An example of the outermost schema that has one, as that of a reply overrides that of its schema; else a default that is worth it. */
function exampleOf(shapes: readonly Shape[], scope: Scope): unknown {
  if (scope.examples === "none" || !isTrusted(scope)) return none;
  const types = typesIn(shapes);
  const listed = listedBy(shapes);
  const fits = (value: unknown): boolean =>
    (scope.examples === "any" || !isWhole(value, scope.name)) &&
    types.some((type) => isOf(value, type)) &&
    (listed?.some((one) => isEqual(one, value)) ?? true);
  const lists = shapes.map((shape) => (shape.examples ?? []).filter(fits));
  const examples = lists.find(({ length }) => length > 0) ?? [];
  const presets = shapes.flatMap((shape) => ("default" in shape ? [shape.default] : []));
  const usable = examples.length > 0 ? examples : presets.filter(fits).filter(saysSomething);
  return usable.length > 0 ? copyOf(scope.random.pick(usable)) : none;
}

/** True for an example that would make two items of a list the same. */
function isWhole(value: unknown, name: string): boolean {
  return (
    (typeof value === "object" && value !== null) || /(?:^|_|-)(?:id|uuid|key)$|I[dD]$/.test(name)
  );
}

function saysSomething(value: unknown): boolean {
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== null && value !== "";
}

/** So that who changes a made value does not change the next one. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyOf(one)]));
}

function isOf(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "date":
      return value instanceof Date;
    default:
      return typeof value === type;
  }
}
