import { isDeepStrictEqual } from "node:util";
import type { JsonType, Keywords, Schema } from "../../src/model/types.js";
import type { TypeDifference } from "./agreement-differences.js";

export type Differences = ReadonlySet<TypeDifference>;

/**
 * Whether a value fits what a schema says of types, members, items and literals; limits and the like are
 * left out. With no differences that is JSON Schema's answer, with all of them it should be TypeScript's.
 */
export function fits(schema: Schema, value: unknown, differences: Differences): boolean {
  return (
    isOfShape(schema, value, differences) &&
    (!differences.has("fresh") || !hasExcess([schema], value, differences))
  );
}

function isOfShape(schema: Schema, value: unknown, differences: Differences): boolean {
  const { keywords } = schema;
  if (keywords.nothing) return false;
  const values = keywords.const ? [keywords.const.value] : keywords.enum;
  if (values && !values.some((one) => isDeepStrictEqual(one, value))) return false;
  const types =
    differences.has("beside") && isBeside(keywords) ? undefined : typesOf(keywords, differences);
  if (types && !types.some((type) => isOfType(type, value, differences))) return false;
  if (Array.isArray(value)) {
    if (!areItemsOfShape(keywords, value, differences)) return false;
  } else if (isObject(value) && !areMembersOfShape(keywords, value, differences)) return false;
  return (
    [keywords.ref, ...(keywords.allOf ?? [])].every(
      (part) => part === undefined || isOfShape(part, value, differences),
    ) &&
    [keywords.anyOf, keywords.oneOf].every(
      (list) =>
        list === undefined ||
        list.some(
          (branch) =>
            isTagged(keywords, branch, value, differences) && isOfShape(branch, value, differences),
        ),
    )
  );
}

function typesOf(keywords: Keywords, differences: Differences): readonly JsonType[] | undefined {
  return keywords.types ?? (differences.has("implied") ? impliedBy(keywords) : undefined);
}

/** Whether the branches, of which one at least says what type it is, speak for the schema. */
function isBeside(keywords: Keywords): boolean {
  const { ref, allOf = [], anyOf = [], oneOf = [] } = keywords;
  const speak =
    ref !== undefined ||
    allOf.some(says) ||
    [anyOf, oneOf].some((list) => list.length > 0 && list.every(says));
  return speak && impliedBy(keywords) === undefined;
}

function hasBranches({ ref, allOf, anyOf, oneOf }: Keywords): boolean {
  return (ref ?? allOf ?? anyOf ?? oneOf) !== undefined;
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOfType(type: JsonType, value: unknown, differences: Differences): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type !== "integer") return typeof value === type;
  return typeof value === "number" && (differences.has("integer") || Number.isInteger(value));
}

function impliedBy(keywords: Keywords): readonly JsonType[] | undefined {
  const { additionalProperties: additional, ...rest } = keywords;
  if (rest.properties ?? rest.patternProperties ?? rest.required) return ["object"];
  if (additional && !additional.keywords.nothing) return ["object"];
  return (rest.items ?? rest.prefixItems) ? ["array"] : undefined;
}

function areItemsOfShape(
  { prefixItems = [], items, maxItems = Infinity, minItems = 0 }: Keywords,
  value: readonly unknown[],
  differences: Differences,
): boolean {
  // The length of a tuple is part of its type.
  if (prefixItems.length > 0 && value.length < Math.min(minItems, prefixItems.length)) return false;
  if (prefixItems.length >= maxItems && value.length > prefixItems.length) return false;
  return value.every((item, i) => {
    const schema = prefixItems[i] ?? items;
    return schema === undefined || isOfShape(schema, item, differences);
  });
}

function areMembersOfShape(keywords: Keywords, value: Members, differences: Differences): boolean {
  const { properties = new Map<string, Schema>(), additionalProperties: additional } = keywords;
  const patterns = [...(keywords.patternProperties ?? [])];
  for (const name of keywords.required ?? []) if (!Object.hasOwn(value, name)) return false;
  // TypeScript's own `Object` has no member `__proto__`.
  const inherited = [...properties.keys()].filter(
    (name) => name in Object.prototype && name !== "__proto__",
  );
  if (differences.has("inherited") && inherited.some((name) => !Object.hasOwn(value, name)))
    return false;
  return Object.entries(value).every(([name, member]) => {
    const fit = (schema: Schema): boolean => isOfShape(schema, member, differences);
    const own = properties.get(name);
    if (own && !fit(own)) return false;
    const matching = patterns.filter(([pattern]) => new RegExp(pattern, "u").test(name));
    if (patterns.length > 0 && differences.has("pattern")) {
      if (own || !additional) return true;
      return [additional, ...properties.values(), ...patterns.map(([, one]) => one)].some(fit);
    }
    if (!matching.every(([, schema]) => fit(schema))) return false;
    if (own || matching.length > 0 || !additional) return true;
    // A fresh literal cannot have what nobody has heard of; beside branches that is all the type says.
    if (additional.keywords.nothing)
      return differences.has("fresh") && (properties.size > 0 || hasBranches(keywords));
    return fit(additional) || (differences.has("index") && [...properties.values()].some(fit));
  });
}

/** Whether the discriminator's value is one that stands for the branch, as its type asks for. */
function isTagged(
  { discriminator }: Keywords,
  branch: Schema,
  value: unknown,
  differences: Differences,
): boolean {
  if (!discriminator || !differences.has("tag")) return true;
  const tags = [...discriminator.cases].flatMap(([tag, of]) => (of === branch ? [tag] : []));
  const own = everyPart([branch]).flatMap((part) => {
    const schema = part.keywords.properties?.get(discriminator.property);
    return schema ? [schema.keywords.ref ?? schema] : [];
  });
  // A literal of its own tells a branch apart already.
  const isLiteral = own.some(({ keywords }) => keywords.const ?? keywords.enum?.length === 1);
  if (tags.length === 0 || isLiteral) return true;
  if (!isObject(value)) return false;
  const { mapped } = discriminator;
  const isImplicit = own.length === 0 && mapped.size > 0 && !tags.some((tag) => mapped.has(tag));
  const tag = value[discriminator.property];
  return (isImplicit && tag === undefined) || tags.includes(tag as string);
}

/** Whether the type is `unknown`, since a branch lets everything through. */
function isUnknown({ keywords }: Schema): boolean {
  const { anyOf = [], oneOf = [], ref } = keywords;
  const isEmpty = (branch: Schema): boolean =>
    Object.keys(branch.keywords).every((key) => key === "prose");
  return [...anyOf, ...oneOf].some(isEmpty) || (ref !== undefined && isUnknown(ref));
}

/** Whether somewhere in a literal there is a member whose name no type at that place has. */
function hasExcess(schemas: readonly Schema[], value: unknown, differences: Differences): boolean {
  if (schemas.some(isUnknown)) return false;
  const all = everyPart(schemas).map(({ keywords }) => keywords);
  if (all.length === 0 || all.some((part) => part.const ?? part.enum)) return false;
  if (Array.isArray(value))
    return value.some((item, i) =>
      hasExcess(
        all.flatMap(({ prefixItems, items }) => prefixItems?.[i] ?? items ?? []),
        item,
        differences,
      ),
    );
  if (!isObject(value)) return false;
  const isOpen = all.some(takesAnyMember);
  return Object.entries(value).some(([name, member]) => {
    const own = all.flatMap(({ properties }) => properties?.get(name) ?? []);
    const isKnown = own.length > 0 || all.some(({ required }) => required?.has(name));
    if (!isKnown) return !isOpen || hasExcess(indexedBy(all), member, differences);
    if (own.length === 0) return false;
    // What one branch of a union knows is not unheard of in the others, so it has to be what it is there.
    const isOwn = own.some((one) => isOfShape(one, member, differences));
    return !isOwn || hasExcess(own, member, differences);
  });
}

/** The schemas of which an index signature is made; none where it is `unknown`. */
function indexedBy(all: readonly Keywords[]): readonly Schema[] {
  const open = all.filter(takesAnyMember);
  if (!open.every(({ additionalProperties }) => additionalProperties)) return [];
  return open.flatMap(({ additionalProperties, patternProperties, properties }) =>
    [
      additionalProperties,
      ...(patternProperties?.values() ?? []),
      ...(properties?.values() ?? []),
    ].filter((schema) => schema !== undefined),
  );
}

function everyPart(schemas: readonly Schema[], seen = new Set<Schema>()): readonly Schema[] {
  for (const schema of schemas) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    const { ref, anyOf = [], oneOf = [] } = schema.keywords;
    // Beside members, a union with `unknown` in it says nothing.
    const hasMembers = impliedBy(schema.keywords) !== undefined;
    const unions = [anyOf, oneOf].filter((list) => !hasMembers || list.every(says));
    everyPart([...(ref ? [ref] : []), ...speaking(schema), ...unions.flat()], seen);
  }
  return [...seen];
}

/** The parts of `allOf` whose types are not `unknown`; any object says nothing beside one of which more is known. */
function speaking({ keywords: { allOf = [] } }: Schema): readonly Schema[] {
  const all = allOf.filter(says);
  const telling = all.filter((part) => part.name !== undefined || !isAnyObject(part.keywords));
  const isObject = telling.some(({ keywords }) => keywords.types?.join() === "object");
  return isObject ? telling : all;
}

function isAnyObject(keywords: Keywords): boolean {
  const { additionalProperties, patternProperties, types } = keywords;
  const isIndexed = additionalProperties ?? patternProperties;
  return types?.join() === "object" && isIndexed === undefined && takesAnyMember(keywords);
}

/** Whether the type of a schema is not `unknown`. */
function says({ keywords }: Schema): boolean {
  return !takesAnyMember(keywords) || (keywords.types ?? impliedBy(keywords)) !== undefined;
}

/** Whether the type of a schema has an index signature, or is `unknown`. */
function takesAnyMember(keywords: Keywords): boolean {
  const { additionalProperties: additional, patternProperties, properties, required } = keywords;
  if (patternProperties ?? (additional && !additional.keywords.nothing)) return true;
  if ((properties?.size ?? 0) + (required?.size ?? 0) > 0) return false;
  const { ref, anyOf, oneOf, allOf = [] } = keywords;
  const hasParts = ref ?? anyOf ?? oneOf ?? allOf.find(({ keywords }) => !takesAnyMember(keywords));
  const isLiteral = keywords.const ?? keywords.enum ?? keywords.nothing;
  if (isLiteral !== undefined || hasParts !== undefined) return false;
  return keywords.types?.includes("object") ?? !(keywords.items ?? keywords.prefixItems);
}
