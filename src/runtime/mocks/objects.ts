import { largest, smallest } from "./limits.js";
import { type Scope, none } from "./scope.js";
import { type AnyShape, type Plan, type Shape, planFor, shapeOf } from "./shape.js";
import { makeText } from "./texts.js";
import { pointerTo } from "../validate/pointer.js";
import { hasOwn } from "../validate/own.js";

/** From this try on, members that may be left out are left out, then half of them. */
const WITHOUT_OPTIONAL = 3;

/** An object with what is required, and what may be left out as long as there is room. */
export function makeObject(parts: Plan, shapes: readonly Shape[], scope: Scope): unknown {
  const known = [...new Set(shapes.flatMap(({ properties = {} }) => Object.keys(properties)))];
  const required = requiredBy(shapes, []);
  const least = largest(shapes.map(({ minProperties = 0 }) => minProperties));
  const most = smallest(shapes.map(({ maxProperties = Infinity }) => maxProperties));
  const mayBe = (name: string): boolean => {
    const schemas = membersOf(name, shapes);
    const isHidden = schemas.some((one) => shapeOf(one)?.writeOnly);
    return !isHidden && !schemas.some((one) => one === false || scope.hopeless.has(one));
  };
  const optional = known.filter((name) => !required.has(name) && mayBe(name));
  const wanted = scope.random.shuffle(optional).filter((_, index) => {
    const isNeeded = required.size + index < least;
    return isNeeded || (required.size + index < most && isTaken(scope));
  });
  const names = new Set(
    [...known, ...required].filter((name) => required.has(name) || wanted.includes(name)),
  );
  for (const name of otherNames(shapes, Math.max(0, least - names.size), most - names.size, scope))
    names.add(name);
  for (const name of requiredBy(shapes, [...names])) names.add(name);
  const added = shapes
    .flatMap(({ dependentSchemas = {} }) =>
      Object.entries(dependentSchemas).flatMap(([name, one]) =>
        names.has(name) ? planFor(one) : [],
      ),
    )
    .filter((one) => !parts.includes(one));
  if (added.length > 0) return scope.make([...parts, ...added, { required: [...names] }], scope);
  return membersFor([...names], required, shapes, scope);
}

function isTaken({ left, tries, random }: Scope): boolean {
  if (left <= 0) return false;
  if (tries < WITHOUT_OPTIONAL) return true;
  return tries > WITHOUT_OPTIONAL && random.next() < 0.5;
}

function membersFor(
  names: readonly string[],
  required: ReadonlySet<string>,
  shapes: readonly Shape[],
  scope: Scope,
): unknown {
  const members: (readonly [name: string, value: unknown])[] = [];
  for (const name of names) {
    const value = scope.make(membersOf(name, shapes), {
      ...scope,
      name,
      random: scope.random.fork(name),
      left: scope.left - 1,
      path: pointerTo(scope.path, name),
    });
    if (value !== none) members.push([name, value]);
    else if (required.has(name)) return none;
  }
  return Object.fromEntries(members);
}

/** Required members, also those that other members require. */
function requiredBy(shapes: readonly Shape[], names: readonly string[]): ReadonlySet<string> {
  const found = new Set([...shapes.flatMap(({ required = [] }) => required), ...names]);
  for (const name of found)
    for (const { dependentRequired = {} } of shapes)
      if (hasOwn(dependentRequired, name))
        for (const other of dependentRequired[name] ?? []) found.add(other);
  return found;
}

/** All that the parts say of a member. */
function membersOf(name: string, shapes: readonly Shape[]): Plan {
  const said = shapes.flatMap((shape) => {
    const { additionalProperties: others } = shape;
    const own = ownMember(name, shape);
    return own.length > 0 || others === undefined ? own : [others];
  });
  if (said.length > 0) return said;
  return shapes.flatMap(({ unevaluatedProperties }) => unevaluatedProperties ?? []);
}

function ownMember(name: string, { properties = {}, patternProperties = [] }: Shape): Plan {
  const own = hasOwn(properties, name) ? properties[name] : undefined;
  const matched = patternProperties.flatMap(([pattern, one]) => (pattern.test(name) ? [one] : []));
  return [...planFor(own), ...matched];
}

/** Number of members of a map that may be empty. */
const ENTRIES = 2;
const NAME_TRIES = 30;

/** Names for members that the description does not name: as many as there have to be, and some for a map. */
function otherNames(
  shapes: readonly Shape[],
  least: number,
  most: number,
  scope: Scope,
): readonly string[] {
  const patterns = shapes.flatMap(({ patternProperties = [] }) => patternProperties);
  const isMap = shapes.some(
    ({ properties, additionalProperties: others }) => !properties && others && scope.left > 0,
  );
  const room = scope.left > 0 && scope.tries < WITHOUT_OPTIONAL && patterns.length > 0 ? 1 : 0;
  const count = Math.min(
    most,
    Math.max(least, isMap && scope.tries !== WITHOUT_OPTIONAL ? ENTRIES : room),
  );
  const found = new Set<string>();
  const ruled = shapes.flatMap(({ propertyNames }) => propertyNames ?? []);
  for (let tries = 0; tries < NAME_TRIES && found.size < count; tries++) {
    const random = scope.random.fork(`name ${tries}`);
    const [pattern] = random.pick(patterns) ?? [];
    const own: readonly AnyShape[] = pattern && tries < NAME_TRIES / 2 ? [{ pattern }] : [];
    const inner = { ...scope, random, name: "key", examples: "none" as const, tries: 0 };
    const name =
      ruled.length + own.length > 0
        ? scope.make([{ type: "string" }, ...ruled, ...own], inner)
        : makeText([{}], inner);
    if (typeof name === "string" && !membersOf(name, shapes).includes(false)) found.add(name);
  }
  return [...found];
}
