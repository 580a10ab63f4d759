import { sureParts } from "./children.js";
import type { ApiModel, Body, JsonType, Keywords, Media, Schema } from "./types.js";

/** What is filled in where a value leaves it out; as a tree, so without what leads back to itself. */
export interface Preset {
  readonly default: { readonly value: unknown } | undefined;
  readonly inside: ReadonlyMap<string, Preset>;
  readonly items: Preset | undefined;
}

/** The default of a schema; none where the schema has no such value: that would refuse all that leaves it out. */
export function defaultOf(schema: Schema): { readonly value: unknown } | undefined {
  const { default: preset } = schema.keywords;
  if (!preset) return undefined;
  const parts = new Set([schema]);
  for (const part of parts) for (const inner of sureParts(part)) parts.add(inner);
  return [...parts].every(({ keywords }) => isAmong(preset.value, keywords)) ? preset : undefined;
}

function isAmong(value: unknown, keywords: Keywords): boolean {
  const { types, enum: list, const: only } = keywords;
  const listed = only ? [only.value] : list;
  return (
    isWithin(value, keywords) &&
    (types?.some((type) => isOfType(value, type)) ?? true) &&
    (listed?.some((one) => one === value || textOf(one) === textOf(value)) ?? true)
  );
}

/** Formats that no empty text has, which is how many say that there is no default. */
const filledFormats = /^(date|date-time|time|duration|uuid|email|hostname|ipv4|ipv6|uri)$/;

function isWithin(value: unknown, keywords: Keywords): boolean {
  const { minimum, maximum, minLength = 0, maxLength = Infinity, format = "" } = keywords;
  if (typeof value === "number")
    return !(value < (minimum ?? value)) && !(value > (maximum ?? value));
  if (typeof value !== "string") return true;
  const { length } = [...value];
  const isEmpty = value === "" && filledFormats.test(format);
  return length >= minLength && length <= maxLength && !isEmpty;
}

function isOfType(value: unknown, type: JsonType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "array":
      return Array.isArray(value);
    case "date":
      return value instanceof Date;
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === type;
  }
}

function textOf(value: unknown): string {
  return typeof value === "bigint" ? String(value) : JSON.stringify(value);
}

const filled = new WeakSet<Body>();

/** Says of all bodies of a model that what they leave out is filled in where they are received. */
export function fillBodies(model: ApiModel): void {
  for (const { body } of model.operations) if (body) filled.add(body);
}

/** What is filled in of a body, by its media types; nothing for those in which nothing is. */
export function presetsOf(body: Body | undefined): ReadonlyMap<Media, Preset> {
  const presets = new Map<Media, Preset>();
  for (const media of body && filled.has(body) ? body.content : []) {
    const isFilled = media.codec === "json" || media.codec === "form";
    if (!media.schema || !isFilled || media.type.includes("*")) continue;
    const preset = presetIn(media.schema, new Set());
    if (!isEmpty(preset)) presets.set(media, preset);
  }
  return presets;
}

function isEmpty({ inside, items }: Preset): boolean {
  return inside.size === 0 && items === undefined;
}

/** Branches of unions are left out: which of them is meant is not known. */
function presetIn(schema: Schema, way: ReadonlySet<Schema>): Preset {
  const inside = new Map<string, Preset>();
  if (way.has(schema)) return { default: undefined, inside, items: undefined };
  const inner = new Set([...way, schema]);
  const { items, properties } = schema.keywords;
  const parts = sureParts(schema).map((part) => presetIn(part, inner));
  for (const part of parts) for (const [name, preset] of part.inside) inside.set(name, preset);
  for (const [name, property] of properties ?? []) {
    const preset = presetIn(property, inner);
    if (preset.default || !isEmpty(preset)) inside.set(name, preset);
  }
  const item = items && presetIn(items, inner);
  return {
    default: defaultOf(schema) ?? parts.find((part) => part.default)?.default,
    inside,
    items: item && !isEmpty(item) ? item : parts.find((part) => part.items)?.items,
  };
}
