import { change } from "../change.js";
import { sameValueParts, withCases } from "./children.js";
import { reachable } from "../../common/collections.js";
import { shapeOf } from "../parameters.js";
import type { EventForm, Keywords, Media, Operation, Schema } from "../types.js";

/**
 * Says what the items of streams are. OpenAPI 3.2, section 4.14.2: `itemSchema` is for each item, and a
 * `schema` is for the array of all. A `schema` that no array can fit is taken to be for each item too, which
 * is what descriptions before 3.2 mean by it; one that is nothing but a text says nothing of items.
 */
export function findItems(operations: readonly Operation[]): void {
  for (const media of new Set(operations.flatMap(contentOf))) {
    if (!isStream(media)) continue;
    const itemSchema = media.itemSchema ?? itemOf(media.schema);
    const events = media.codec === "events" ? eventForm(itemSchema) : undefined;
    const item = events?.whole && itemSchema ? decoded(itemSchema) : itemSchema;
    change(media, { itemSchema: item, events });
  }
}

/** A body that is a sequence of items, which are handed on one by one. */
export function isStream({ codec }: Media): boolean {
  return codec === "events" || codec === "json-lines" || codec === "json-sequence";
}

/** Of requests and replies, callbacks' too. */
export function contentOf({ body, replies, callbacks }: Operation): readonly Media[] {
  return [
    ...(body?.content ?? []),
    ...replies.flatMap(({ content }) => content),
    ...callbacks.flatMap(({ operations }) => operations.flatMap(contentOf)),
  ];
}

function itemOf(schema: Schema | undefined): Schema | undefined {
  if (!schema) return undefined;
  if (shapeOf(schema) !== "array") return isPlainText(schema) ? undefined : schema;
  return partsOf(schema).find(({ keywords }) => keywords.items)?.keywords.items;
}

function isPlainText({ keywords }: Schema): boolean {
  const { types, enum: values, const: constant } = keywords;
  return types?.length === 1 && types[0] === "string" && !values && !constant;
}

/** Texts, or some of them, such as `[DONE]`. */
function isText({ keywords }: Schema): boolean {
  const { types, enum: values, const: constant } = keywords;
  const listed: readonly unknown[] | undefined = constant ? [constant.value] : values;
  return listed ? listed.some((value) => typeof value === "string") : types?.join() === "string";
}

/** A schema and all that holds for the same value. */
function partsOf(schema: Schema): readonly Schema[] {
  return [...reachable([schema], sameValueParts)];
}

/** Items are whole events, whose `data` is one field among others, or only what stands in their data. */
function eventForm(item: Schema | undefined): EventForm {
  if (!item) return { whole: true, data: "text" };
  const parts = partsOf(item);
  const isEvent = parts.some(({ keywords }) => isEventLike(keywords));
  if (!isEvent) {
    const usual = parts.some(isText) ? "either" : "json";
    return { whole: false, data: isPlainText(item) ? "text" : usual };
  }
  const kinds = new Set(parts.flatMap((part) => dataKind(part) ?? []));
  const needsType = parts.some(({ keywords }) => keywords.required?.has("event"));
  return {
    whole: true,
    data: kinds.size > 1 ? "either" : ([...kinds][0] ?? "text"),
    ...(needsType && { needsType }),
  };
}

const fields = new Set(["event", "data", "id", "retry"]);

/** Events have no members but these four; what looks otherwise is the data of events, in JSON. */
function isEventLike({ properties }: Keywords): boolean {
  if (!properties || properties.size === 0) return false;
  const names = [...properties.keys()];
  // The id of an event is a text.
  if (properties.get("id")?.keywords.types?.includes("string") === false) return false;
  return (
    names.every((name) => fields.has(name)) && names.some((name) => /^(data|event)$/.test(name))
  );
}

/** The form of the data of events, as far as one part of their schema says; text that other parts narrow to JSON is none. */
function dataKind(schema: Schema): "json" | "text" | undefined {
  const data = schema.keywords.properties?.get("data");
  if (!data) return undefined;
  if (isJsonData(data)) return "json";
  const isNarrowed = isPlainText(data) && partsOf(schema).some((part) => hasJsonData(part));
  return isNarrowed ? undefined : "text";
}

function hasJsonData({ keywords }: Schema): boolean {
  const data = keywords.properties?.get("data");
  return data !== undefined && isJsonData(data);
}

function isJsonData(data: Schema): boolean {
  const { contentMediaType, contentSchema, const: constant, enum: values } = data.keywords;
  if (contentMediaType !== undefined) return /^application\/(.+\+)?json\b/i.test(contentMediaType);
  if (contentSchema) return true;
  const listed = constant ? [constant.value] : values;
  if (listed) return !listed.every((value) => typeof value === "string");
  const types = partsOf(data).flatMap(({ keywords }) => keywords.types ?? []);
  return types.length > 0 ? !types.includes("string") : partsOf(data).length > 1;
}

/** The schema of an event as it is in memory, where `data` is what its JSON says. */
function decoded(schema: Schema, made = new Map<Schema, Schema>()): Schema {
  const known = made.get(schema);
  if (known) return known;
  if (!partsOf(schema).some(hasJsonData)) return schema;
  const result: { -readonly [K in keyof Schema]: Schema[K] } = { ...schema, name: undefined };
  made.set(schema, result);
  result.keywords = decodedKeywords(schema, made);
  // If nothing changes, the schema keeps its name.
  return isSame(result.keywords, schema.keywords) ? (made.set(schema, schema), schema) : result;
}

function decodedKeywords({ keywords }: Schema, made: Map<Schema, Schema>): Keywords {
  const { properties, ref, allOf, anyOf, oneOf, discriminator } = keywords;
  const change = (one: Schema): Schema => decoded(one, made);
  const list = (all: readonly Schema[]): readonly Schema[] => {
    const changed = all.map(change);
    return changed.every((one, i) => one === all[i]) ? all : changed;
  };
  return {
    ...keywords,
    ...(properties && { properties: decodedProperties(properties) }),
    ...(ref && { ref: change(ref) }),
    ...(allOf && { allOf: list(allOf) }),
    ...(anyOf && { anyOf: list(anyOf) }),
    ...(oneOf && { oneOf: list(oneOf) }),
    ...(discriminator && { discriminator: withCases(discriminator, change) }),
  };
}

function decodedProperties(properties: ReadonlyMap<string, Schema>): ReadonlyMap<string, Schema> {
  const data = properties.get("data");
  if (!data) return properties;
  const { contentSchema, contentMediaType } = data.keywords;
  const isCoded = isJsonData(data) && (contentSchema ?? contentMediaType) !== undefined;
  if (!isCoded && !isPlainText(data)) return properties;
  // Parts that say no more than that there is a text would contradict those that know what is in it.
  const inside = (isCoded ? contentSchema : undefined) ?? {
    ...data,
    name: undefined,
    keywords: {},
  };
  return new Map([...properties, ["data", inside]]);
}

function isSame(one: Keywords, other: Keywords): boolean {
  const { discriminator: _, ...first } = one;
  const { discriminator: __, ...second } = other;
  return (Object.keys(first) as (keyof typeof first)[]).every((key) => first[key] === second[key]);
}
