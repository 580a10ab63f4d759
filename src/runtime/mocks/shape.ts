import { largest, smallest } from "./limits.js";
import type { Judge } from "../validate/issue.js";
import { hasOwn } from "../validate/own.js";

/**
 * What a schema says of members by their names. One may be undefined: unless `exactOptionalPropertyTypes` is set, the compiler
 * gives each object in a list the members of the others.
 */
export type ByName<One> = Readonly<Record<string, One | undefined>>;

/** A schema as data, in the words of JSON Schema; one with a name stands for itself as what makes its values. */
export interface Shape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly allOf?: readonly AnyShape[];
  readonly anyOf?: readonly AnyShape[];
  readonly oneOf?: readonly AnyShape[];
  readonly if?: AnyShape;
  readonly then?: AnyShape;
  readonly else?: AnyShape;
  readonly properties?: ByName<AnyShape>;
  readonly patternProperties?: readonly (readonly [pattern: RegExp, shape: AnyShape])[];
  readonly additionalProperties?: AnyShape;
  readonly unevaluatedProperties?: AnyShape;
  readonly propertyNames?: AnyShape;
  readonly required?: readonly string[];
  readonly dependentRequired?: ByName<readonly string[]>;
  readonly dependentSchemas?: ByName<AnyShape>;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly prefixItems?: readonly AnyShape[];
  readonly items?: AnyShape;
  readonly unevaluatedItems?: AnyShape;
  readonly contains?: AnyShape;
  readonly minContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly writeOnly?: boolean;
}

/** A schema with a name. */
export interface NamedShape {
  /** Its place in the description. */
  readonly place: string;
  readonly check: Judge;
  /** Called when it is needed, since schemas may lead to each other. */
  readonly shape: () => Shape;
}

/** `false` lets no value through. */
export type AnyShape = Shape | NamedShape | false;

/** All that a value has to fit at once. */
export type Plan = readonly AnyShape[];

/** What a member has to fit; nothing where it is undefined. */
export function planFor(member: AnyShape | undefined): Plan {
  return member === undefined ? [] : [member];
}

export function isNamed(one: AnyShape): one is NamedShape {
  return typeof one === "function" || (typeof one === "object" && "check" in one);
}

/** The keywords of a schema itself; undefined where it allows nothing. */
export function shapeOf(one: AnyShape): Shape | undefined {
  if (one === false) return undefined;
  return isNamed(one) ? one.shape() : one;
}

/** Schemas with all that they consist of in any case, but for tags that are replaced. */
export function flattened(plan: Plan): Plan {
  const found = new Set(plan);
  for (const one of found) for (const part of allOf(one)) found.add(part);
  const replaced = new Set([...found].flatMap(replacedBy));
  return replaced.size === 0 ? [...found] : [...found].filter((one) => !replaced.has(one));
}

function allOf(one: AnyShape): Plan {
  return shapeOf(one)?.allOf ?? [];
}

/** The tags of what a schema extends, where it has another one itself; those replace what is further up. */
function replacedBy(one: AnyShape): Plan {
  const tags = allOf(one).filter(isTag);
  if (tags.length === 0) return [];
  const above = new Set(allOf(one).filter((part) => !isTag(part)));
  for (const other of above) {
    const own = allOf(other).filter(isTag);
    for (const part of own.length > 0 ? own : allOf(other)) above.add(part);
  }
  return [...above].filter((part) => isTag(part) && tags.some((tag) => areTagsApart([tag, part])));
}

/** The value of a discriminator: nothing but a member that has one of some values. */
function isTag(one: AnyShape): one is Shape {
  if (one === false || isNamed(one) || one.required?.length !== 1) return false;
  const { required, properties = {}, ...others } = one;
  const [name = ""] = required ?? [];
  const member = hasOwn(properties, name) ? properties[name] : undefined;
  return (
    Object.keys(others).length === 0 && member !== undefined && listsOf(shapeOf(member)).length > 0
  );
}

/** The choices that a schema leaves, each with its ways; of each, one way is taken. */
export function choicesOf(one: AnyShape): readonly (readonly Plan[])[] {
  const { anyOf, oneOf, if: condition, then, else: otherwise } = shapeOf(one) ?? {};
  const branches = [anyOf, oneOf].flatMap((list) =>
    list && list.length > 0 ? [list.map((branch) => [branch])] : [],
  );
  if (condition === undefined) return branches;
  const met = then === undefined ? [condition] : [condition, then];
  return [...branches, [met, otherwise === undefined ? [] : [otherwise]]];
}

/** True for schemas that have no type in common, or of which one allows nothing. */
export function isImpossible(plan: Plan): boolean {
  const parts = flattened(plan);
  if (parts.includes(false)) return true;
  const shapes = parts.flatMap((part) => shapeOf(part) ?? []);
  const [first, ...others] = shapes.flatMap(typesOf);
  if (first?.some((type) => others.every((types) => hasType(types, type))) === false) return true;
  return areTagsApart(shapes);
}

/** True for parts that list values for the same member, and have none in common. */
function areTagsApart(shapes: readonly Shape[]): boolean {
  const known = new Map<string, readonly unknown[]>();
  for (const { properties = {} } of shapes)
    for (const [name, member] of Object.entries(properties))
      for (const values of flattened(planFor(member)).flatMap((one) => listsOf(shapeOf(one)))) {
        const common = known.get(name)?.filter((one) => values.includes(one)) ?? values;
        if (common.length === 0 || (known.has(name) && values.length === 0)) return true;
        known.set(name, common);
      }
  return false;
}

function listsOf(shape: Shape | undefined): readonly (readonly unknown[])[] {
  if (!shape) return [];
  const only = "const" in shape ? [[shape.const]] : [];
  return shape.enum ? [...only, shape.enum] : only;
}

const everyType = ["boolean", "integer", "string", "object"];

/** The types that a value may have: those that are stated, else those that the other keywords speak of. */
export function typesIn(shapes: readonly Shape[]): readonly string[] {
  const stated = shapes.flatMap(typesOf);
  if (stated.length > 0) {
    const all = [...new Set(stated.flat())];
    return all.filter((type) =>
      stated.every(
        (types) => types.includes(type) || (type === "integer" && types.includes("number")),
      ),
    );
  }
  const has = (keywords: readonly (keyof Shape)[]): boolean =>
    shapes.some((shape) => keywords.some((keyword) => shape[keyword] !== undefined));
  if (has(ofObjects)) return ["object"];
  if (has(["items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"]))
    return ["array"];
  if (has(["pattern", "format", "minLength", "maxLength"])) return ["string"];
  if (has(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]))
    return ["number"];
  return everyType;
}

const ofObjects = [
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "dependentSchemas",
  "minProperties",
  "maxProperties",
  "unevaluatedProperties",
] as const;

/** The types that a schema states, as a list of one list; none where it states none. */
function typesOf(shape: Shape): readonly (readonly string[])[] {
  const { type } = shape;
  if (type !== undefined) return [typeof type === "string" ? [type] : type];
  return listsOf(shape).map((list) => [...new Set(list.map(typeOf))]);
}

/** True for a type that is among some, or narrower or wider than one of them. */
function hasType(types: readonly string[], type: string): boolean {
  const isNumber = type === "integer" || type === "number";
  return types.some((one) => one === type || (isNumber && (one === "integer" || one === "number")));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (value instanceof Date) return "date";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** Number of levels of the flattest value of a schema; Infinity if no finite value exists. */
export function heightOf(one: AnyShape): number {
  const known = heights.get(one as object);
  if (one === false || known !== undefined) return known ?? Infinity;
  const all = new Set([one]);
  for (const each of all) for (const child of childrenOf(each)) if (child !== false) all.add(child);
  // Children mostly come later, so that the last is looked at first.
  const order = [...all].reverse();
  for (const each of order) heights.set(each, Infinity);
  for (let changed = true; changed;) {
    changed = false;
    for (const each of order) {
      const height = heightFrom(each);
      if (height === heights.get(each)) continue;
      heights.set(each, height);
      changed = true;
    }
  }
  return heights.get(one) ?? Infinity;
}

/** Of constants, of which there are no more in time. */
const heights = new WeakMap<object, number>();

/** The keywords that limit how high the values of a schema are. */
function childrenOf(one: AnyShape): readonly AnyShape[] {
  const { allOf = [], anyOf = [], oneOf = [] } = shapeOf(one) ?? {};
  return [...allOf, ...anyOf, ...oneOf, ...partsOf(one)];
}

/** The schemas of the members and items that a value cannot be without. */
export function partsOf(one: AnyShape): readonly AnyShape[] {
  const { minItems = 0, items } = shapeOf(one) ?? {};
  return [...neededMembers(one), ...(minItems > 0 ? planFor(items) : [])];
}

function neededMembers(one: AnyShape): readonly AnyShape[] {
  const { properties = {}, required = [] } = shapeOf(one) ?? {};
  return required.flatMap((name) => {
    return planFor(hasOwn(properties, name) ? properties[name] : undefined);
  });
}

function heightFrom(one: AnyShape): number {
  const shape = shapeOf(one);
  if (!shape) return Infinity;
  if ("const" in shape || shape.enum) return 0;
  const known = (child: AnyShape): number =>
    child === false ? Infinity : (heights.get(child) ?? Infinity);
  const { allOf = [], anyOf, oneOf, minItems = 0, items } = shape;
  const branches = [anyOf, oneOf].map((list) => (list ? smallest(list.map(known)) : 0));
  const mayBe = (type: string): boolean =>
    typesOf(shape).every((types) => types.every((stated) => stated === type));
  const members = mayBe("object") ? neededMembers(one).map((member) => known(member) + 1) : [];
  const inside = mayBe("array") && minItems > 0 && items !== undefined ? [known(items) + 1] : [];
  return largest([...allOf.map(known), ...branches, ...members, ...inside]);
}
