import { sameValueParts } from "../../src/model/walks/children.js";
import { shapeOf } from "../../src/model/parameters.js";
import { membersOf } from "../../src/model/walks/members.js";
import type { ContentEncoding, Schema, StyleEncoding } from "../../src/model/types.js";
import { isField } from "./fields.js";
import type { Reason } from "./reasons.js";

export type Place = "path" | "query" | "header" | "cookie" | "part";

/** Why a value cannot arrive as it is in a parameter, a header or a part. */
export function whyNotValue(
  value: unknown,
  encoding: StyleEncoding | ContentEncoding,
  place: Place,
  schema: Schema,
): Reason | undefined {
  if (value === undefined) return undefined;
  if (encoding.kind === "content") {
    if (place === "path" && /^(\.|\.\.|)$/.test(String(value)))
      return "a path has no empty or dotted segments";
    const isText = place === "header" && typeof value === "string";
    return isText && !isField(value) ? "a header has no such letters" : undefined;
  }
  if (value === null) return "null is not written";
  if (value instanceof Date) return whyNotValue(value.toISOString(), encoding, place, schema);
  const { style, explode } = encoding;
  if (style === "deepObject" && typeof value !== "object")
    return "only objects are in a deepObject";
  if (/array|object/.test(encoding.shape) && typeof value !== "object")
    return "a style writes the type that it is for";
  if (style === "deepObject" && hasScalarForOther(value, schema))
    return "a style writes the type that it is for";
  const isOpen = encoding.shape === "mixed" || encoding.shape === "scalar";
  if (isOpen && Array.isArray(value) && value.length === 1)
    return "a list of one is not told from a value";
  if (encoding.shape === "mixed" && value === "") return "a list of one is not told from a value";
  const isComposite = typeof value === "object";
  const isRepeated = explode && /query|cookie|part/.test(place) && style !== "deepObject";
  const lists = isComposite && isRepeated && !Array.isArray(value) ? listsIn(value) : [];
  if (lists.some(([, list]) => list.length === 0)) return "an empty list is not written";
  if (lists.some(([name, list]) => list.length === 1 && !isListIn(schema, name)))
    return "a list of one is not told from a value";
  const texts = isComposite
    ? Object.entries(value)
        .flat()
        .filter((one) => one !== null)
    : [value];
  if (isComposite) {
    const all = (Object.values(value as object) as unknown[]).flatMap((one) =>
      lists.some(([, list]) => list === one) ? (one as readonly unknown[]) : [one],
    );
    if (style !== "deepObject" && all.some((one) => typeof one === "object" && one !== null))
      if (!all.some((one) => one instanceof Date))
        return "a value in a style has no parts of its own";
    if (all.length === 0)
      return Array.isArray(value)
        ? "an empty list is not written"
        : "an empty object is not written";
    if (all.includes(null)) return "null is not written";
    if (style === "deepObject" && all.some(hasEmpty)) return "an empty object is not written";
    const isJoined = !explode || place === "path" || place === "header";
    if (Array.isArray(value) && isJoined && style !== "matrix" && all.length === 1 && all[0] === "")
      return "a list of one empty text looks like an empty list";
  }
  if (isLikeOther(value, schema) || hasUntyped(value, schema))
    return "a text is not told from a number";
  const delimiter = style === "label" && explode ? "." : ",";
  const segment = Array.isArray(value) ? value.join(delimiter) : texts.join(",");
  if (
    place === "path" &&
    style !== "matrix" &&
    /^(\.|\.\.|)$/.test(style === "label" ? `.${segment}` : segment)
  )
    return "a path has no empty or dotted segments";
  const written = texts.map((one) => (one instanceof Date ? one.toISOString() : String(one)));
  if (isComposite && style === "label" && explode && written.some((one) => one.includes(".")))
    return "a delimiter in a value is not told from one between values";
  const isDelimited = style === "spaceDelimited" || style === "pipeDelimited";
  if (
    isDelimited &&
    !explode &&
    written.some((one) => one.includes(style === "spaceDelimited" ? " " : "|"))
  )
    return "a delimiter in a value is not told from one between values";
  if (place === "header" || place === "part" || style === "cookie") {
    const delimiter = style === "spaceDelimited" ? " " : style === "pipeDelimited" ? "|" : ",";
    const isJoined = isComposite && (place === "header" || !explode);
    if (isJoined && written.some((one) => one.includes(delimiter) || /[=;]/.test(one)))
      return "a delimiter in a value is not told from one between values";
  }
  const inField = place === "header" || style === "cookie";
  if (inField && !written.every((one) => one !== "" && isField(one)))
    return "a header has no such letters";
  return undefined;
}

function listsIn(value: object): readonly (readonly [string, readonly unknown[]])[] {
  return Object.entries(value).flatMap(([name, one]) =>
    Array.isArray(one) ? [[name, one as readonly unknown[]] as const] : [],
  );
}

/** Whether a member of an object can be nothing but a list. */
function isListIn(schema: Schema, name: string): boolean {
  const { properties, rest } = membersOf(schema);
  const member = properties.get(name) ?? rest;
  return member !== undefined && shapeOf(member) === "array";
}

/** Whether a text or the like is where a schema speaks of lists or objects alone, though it has no type, at any depth. */
function hasScalarForOther(value: unknown, schema: Schema): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { properties, rest } = membersOf(schema);
  return Object.entries(value).some(([name, member]) => {
    const own = properties.get(name) ?? rest;
    if (!own || member === null) return false;
    const isOther = /array|object/.test(shapeOf(own)) && typeof member !== "object";
    return isOther || hasScalarForOther(member, own);
  });
}

/** Whether there are members that are no texts, at any depth, and of which the schema does not say what they are. */
function hasUntyped(value: unknown, { keywords }: Pick<Schema, "keywords">): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, member]) => {
    const schema =
      keywords.properties?.get(name) ?? keywords.additionalProperties ?? keywords.items;
    if (typeof member === "object")
      return (
        (!schema || sameValueParts(schema).length === 0) &&
        hasUntyped(member, schema ?? { keywords: {} })
      );
    const isSaid = schema && scalarsOf(schema).size > 0;
    return !isSaid && (typeof member === "number" || typeof member === "boolean");
  });
}

/** The types that a schema speaks of, in any of its branches. */
function scalarsOf(schema: Schema): ReadonlySet<string> {
  const all = new Set([schema]);
  for (const one of all) for (const part of sameValueParts(one)) all.add(part);
  const types = [...all].flatMap(({ keywords: { types = [], const: only, enum: list } }) => [
    ...types,
    ...(list ?? (only ? [only.value] : [])).map((value) => typeof value),
  ]);
  return new Set(types.filter((type) => type !== "array" && type !== "object"));
}

/** Whether a value is written like one of another type that the schema lets through too. */
export function isLikeOther(value: unknown, schema: Schema): boolean {
  const scalars = scalarsOf(schema);
  if (typeof value === "boolean") return !scalars.has("boolean");
  if (typeof value === "number") return !scalars.has("number") && !scalars.has("integer");
  return scalars.size > 1 && typeof value === "string" && /^(-?\d|true$|false$|null$)/.test(value);
}

/** Whether something in a value is empty, at any depth. */
function hasEmpty(value: unknown): boolean {
  if (typeof value !== "object" || value instanceof Date) return false;
  if (value === null) return true;
  const all = Object.values(value) as unknown[];
  return all.length === 0 || all.some(hasEmpty);
}
