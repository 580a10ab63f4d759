import type { Judge } from "../validate/issue.js";
import { Random } from "./random.js";
import { type Scope, type Texts, none } from "./scope.js";
import {
  type AnyShape,
  type NamedShape,
  type Plan,
  type Shape,
  flattened,
  heightOf,
  isNamed,
  partsOf,
  shapeOf,
  typesIn,
} from "./shape.js";
import { makeAll } from "./values.js";

export type { AnyShape, Shape } from "./shape.js";

export interface MakeOptions {
  /** The same seed makes the same value, everywhere; 1 by default. */
  readonly seed?: number | string | undefined;
  /** Texts in the place of made ones, as far as they fit: those of a library that knows many. */
  readonly texts?: Texts | undefined;
}

/** Members that a made value is to have; of anything else than an object, the whole value. */
export type Members<Value> = Value extends readonly unknown[] | Date
  ? Value
  : Value extends object
    ? Partial<Value>
    : Value;

/** Makes values of a schema. */
export interface Maker<Value> extends NamedShape {
  (members?: Members<Value>, options?: MakeOptions): Value;
}

/** A maker of what a schema with a name lets through. */
export function maker<Value>(
  place: string,
  check: Judge,
  shape: () => Shape,
  texts?: Texts,
): Maker<Value> {
  let known: Shape | undefined;
  const named: NamedShape = { place, check, shape: () => (known ??= shape()) };
  const make = (members?: Members<Value>, options?: MakeOptions): Value =>
    makeWith(make as Maker<Value>, members, texts ? { texts, ...options } : options) as Value;
  return Object.assign(make, named);
}

/** Number of levels of a value that have optional members. */
const LEVELS = 2;

/** No value was found that fits. */
export class NoValue extends TypeError {
  override readonly name: string = "NoValue";
}

/** A value that fits; throws `NoValue`. */
export function makeValue(plan: Plan, place: string, options: MakeOptions = {}): unknown {
  const scope = scopeOf(options, { issues: [] });
  const value = makeAll(plan, scope);
  if (value !== none) return value;
  throw new NoValue(`there is no value for ${place}${reasonFor(plan, place, scope)}`);
}

/** The innermost schemas with a name that a value would have to fit, and what is wrong with them. */
function reasonFor(plan: Plan, place: string, { hopeless, rejected }: Scope): string {
  let parts = flattened(plan);
  let places: readonly string[] = [];
  const way = new Set<AnyShape>();
  for (;;) {
    const named = parts.filter(isNamed).map((one) => one.place);
    if (named.length > 0) places = named.filter((one) => one !== place);
    const next = parts.flatMap(partsOf).find((one) => hopeless.has(one) && !way.has(one));
    if (next === undefined) break;
    way.add(next);
    parts = flattened([next]);
  }
  const of = places.length > 0 ? `, of ${places.join(" and ")}` : "";
  const faults = rejected.issues.map(({ path, message }) => `${path || "the value"} ${message}`);
  if (faults.length > 0) return `${of}: the last one that was tried: ${faults.join("; ")}`;
  const shapes = parts.flatMap((part) => shapeOf(part) ?? []);
  if (shapes.length === parts.length && typesIn(shapes).length === 0)
    return `${of}: the schemas for it have no type in common`;
  return parts.some((part) => heightOf(part) === Infinity) ? `${of}: it would never end` : of;
}

function scopeOf({ seed = 1, texts }: MakeOptions, rejected: Scope["rejected"]): Scope {
  return {
    random: new Random(seed),
    left: LEVELS,
    name: "",
    examples: "any",
    path: "",
    wrong: new Set(),
    tries: 0,
    texts,
    hopeless: new Set(),
    rejected,
    make: makeAll,
  };
}

/** With what is given in the place of what is made, also where a test wants what the schema does not let through. */
function makeWith(named: NamedShape, given: unknown, options: MakeOptions | undefined): unknown {
  if (given === undefined) return makeValue([named], named.place, options);
  if (!isMembers(given)) return given;
  const found = makeMembers(named, given, options);
  if (found !== undefined) return found;
  const value = makeValue([named], named.place, options);
  return isMembers(value) ? { ...value, ...given } : value;
}

/** A value that has these members and fits; undefined where none is found. */
export function makeMembers(
  named: NamedShape,
  given: Readonly<Record<string, unknown>>,
  options: MakeOptions = {},
  trusted: Scope["examples"] = "any",
): unknown {
  const members = Object.entries(given).filter(([, value]) => value !== undefined);
  const fixed = members.map(([name, value]): [string, AnyShape] => [name, { const: value }]);
  const shape: Shape = {
    required: members.map(([name]) => name),
    properties: Object.fromEntries(fixed),
  };
  for (const examples of [trusted, "none"] as const) {
    const scope = { ...scopeOf(options, { issues: [] }), examples };
    const made = makeAll(members.length > 0 ? [named, shape] : [named], scope);
    const value = isMembers(made) ? { ...made, ...Object.fromEntries(members) } : made;
    if (value !== none && named.check(value, [])) return value;
  }
  return undefined;
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)
  );
}
