import fc from "fast-check";
import { isDeepStrictEqual } from "node:util";
import type { JsonType, Keywords, Schema } from "../../src/model/types.js";
import { arrays } from "./arrays.js";
import { plansOf } from "./branches.js";
import { Judged, type Misses } from "./judged.js";
import { bigints, numbers } from "./numbers.js";
import { objects } from "./objects.js";
import { type Unit, texts } from "./texts.js";

export type Values = fc.Arbitrary<unknown>;

export interface SampleOptions {
  /** Whether a value fits a schema, as a validator says; undefined where there is none for it. */
  readonly judge?: (schema: Schema, value: unknown) => boolean | undefined;
  /** Gets the schemas of which no value was found that the judge accepts; optional members then go without them. */
  readonly misses?: Misses;
  /** The letters of texts that are free to choose. */
  readonly unit?: Unit;
  /** Members that are for requests only are left out where they may be. */
  readonly isReply?: boolean;
  /** How deep members go that may be left out. */
  readonly depth?: number;
}

/** What holds on the way down. */
export interface Scope extends SampleOptions {
  readonly misses: Misses;
  readonly unit: Unit;
  /** Levels that are left for what may be left out. */
  readonly left: number;
  readonly below: (schemas: readonly Schema[]) => Values;
}

/**
 * Random values that fit a schema of the model: by its limits, patterns, formats, listed values and branches. The judge
 * has the last word on each schema that it knows, at any depth; without one, a few values may break what no keyword
 * helps to find, such as `not`.
 */
export function sampleOf(schema: Schema, options: SampleOptions = {}): Values {
  const { depth = 3, misses = new Map(), unit = "grapheme-ascii" } = options;
  const all = { ...options, misses, unit };
  const levels = (left: number): Scope => ({
    ...all,
    left,
    // Made only when a value needs it: a schema may lead to itself.
    below: (schemas) => fc.constant(undefined).chain(() => sampleAll(schemas, levels(left - 1))),
  });
  return sampleAll([schema], levels(depth));
}

/** Beyond what may be left out, a value that is still not at its end has none. */
const END = -40;

/** Values that fit some schemas at once. */
export function sampleAll(schemas: readonly Schema[], scope: Scope): Values {
  if (scope.left < END) return fc.constant(null);
  const values = plansOf(schemas, scope).chain((parts) => valuesOf(parts, scope));
  const { judge, misses } = scope;
  return judge ? new Judged(values, schemas, judge, misses) : values;
}

function valuesOf(parts: readonly Schema[], scope: Scope): Values {
  const all = parts.map(({ keywords }) => keywords);
  const listed = listedBy(all);
  if (listed) return listed.length > 0 ? fc.constantFrom(...listed) : fc.constant(null);
  return fc.oneof(...typesOf(all).map((type) => valuesOfType(type, parts, scope)));
}

/** The values that all lists have; undefined where there is no list. */
function listedBy(all: readonly Keywords[]): readonly unknown[] | undefined {
  const lists = all.flatMap((part) => [
    ...(part.const ? [[part.const.value]] : []),
    ...(part.enum ? [part.enum] : []),
  ]);
  const [first, ...others] = lists;
  return first?.filter((value) =>
    others.every((list) => list.some((one) => isDeepStrictEqual(one, value))),
  );
}

const everyType: readonly JsonType[] = ["null", "boolean", "integer", "string", "array", "object"];

/** The types that a value may have: those that are listed, else those that the other keywords speak of. */
export function typesOf(all: readonly Keywords[]): readonly JsonType[] {
  const stated = all.flatMap(({ types }) => (types ? [types] : []));
  const common = everyType
    .concat("number", "bigint", "date")
    .filter((type) => stated.every((types) => types.includes(type) || isNarrower(type, types)));
  if (stated.length > 0) return common.length > 0 ? common : ["null"];
  const has = (...keywords: readonly (keyof Keywords)[]): boolean =>
    all.some((part) => keywords.some((keyword) => part[keyword] !== undefined));
  if (has("properties", "required", "additionalProperties", "patternProperties", "propertyNames"))
    return ["object"];
  if (has("dependentRequired", "dependentSchemas", "minProperties", "unevaluatedProperties"))
    return ["object"];
  if (has("items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems"))
    return ["array"];
  if (has("pattern", "format", "minLength", "maxLength")) return ["string"];
  if (has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"))
    return ["number"];
  return everyType;
}

function isNarrower(type: JsonType, types: readonly JsonType[]): boolean {
  return type === "integer" && types.includes("number");
}

function valuesOfType(type: JsonType, parts: readonly Schema[], scope: Scope): Values {
  const all = parts.map(({ keywords }) => keywords);
  switch (type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "string":
      return texts(all, scope.unit);
    case "integer":
    case "number":
      return numbers(all, type === "integer");
    case "bigint":
      return bigints(all);
    case "date":
      return fc.date({
        min: new Date("0000-01-01T00:00:00Z"),
        max: new Date("9999-12-31T23:59:59.999Z"),
        noInvalidDate: true,
      });
    case "array":
      return arrays(all, scope);
    case "object":
      return objects(parts, scope);
  }
}
