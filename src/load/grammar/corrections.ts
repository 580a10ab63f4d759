import { asObject, isObject, isText, type JsonObject } from "../../common/json.js";
import type { MemberType } from "./notation.js";
import { isKeywordOrExtension } from "./schemas.js";
import { isMediaType, mediaTypesIn } from "./media-types.js";
import { alternativesIn, itemMeant, typesMeant } from "./types.js";
import type { Version } from "../version.js";

/** The value that another one is read as, or as if it were not there. */
export type Meaning = { readonly value: unknown } | "nothing";

/** The place of a value. */
export interface ValueContext {
  /** Of a member, or of the list or mapping that holds the value. */
  readonly key: string;
  /** The kind of object that it is a member of. */
  readonly holder: string | "list" | "mapping" | "components";
  readonly version: Version;
  /** A reference to the schema of that name, if there is one. */
  readonly schemaNamed: (name: string) => string | undefined;
  /** The text of the value, if it is a number. */
  readonly notation: (number: number) => string;
}

/** Reads a value that is not of the type that belongs there; undefined where its meaning is not clear. */
export function meaningOf(
  value: unknown,
  shape: MemberType,
  place: ValueContext,
): Meaning | undefined {
  if (value === null) return meaningOfNull(shape, place);
  // PHP writes a mapping that is empty as a list.
  if (Array.isArray(value) && value.length === 0 && isMapping(shape)) return { value: {} };
  // A mapping of values to their descriptions, as rswag writes it.
  if (shape.is === "list" && place.key === "enum" && isObject(value))
    return { value: Object.keys(value) };
  if (place.key === "security" && shape.is === "list") {
    if (isObject(value)) return requirementsIn(value);
    return isText(value) && isSchemeName(value) ? { value: [requirementOf([value])] } : undefined;
  }
  // Security is never guessed.
  if (isAboutSecurity(shape)) return undefined;
  // Elysia writes of no body what it is where a media type belongs.
  if (shape.is === "kind" && shape.kind === "MediaType" && /^(?:type|description)$/.test(place.key))
    return "nothing";
  if (shape.is === "kind" && shape.kind === "Example") return { value: { value } };
  // A list of one schema, as an example of a list has one item; of several, which of them counts is not clear.
  if (shape.is === "kind" && shape.kind === "Schema" && place.holder !== "list") {
    const items =
      Array.isArray(value) && value.length === 1 ? schemaFor(value[0], place) : undefined;
    if (items) return { value: { type: "array", items } };
  }
  const listed =
    shape.is === "list" && isObject(value) ? listIn(value, shape.of, place.key) : undefined;
  if (listed) return { value: listed };
  const types = shape.is === "map" && place.key === "content" ? contentTypesIn(value) : [];
  if (types.length > 0) return { value: Object.fromEntries(types.map((type) => [type, {}])) };
  // A tag as its declaration, in the place of its name.
  const tag = shape.is === "string" && place.key === "tags" ? asObject(value)["name"] : undefined;
  if (typeof tag === "string") return { value: tag };
  // A reference in the place of its text.
  const { $ref, ...others } = asObject(value);
  if (
    shape.is === "string" &&
    place.holder === "mapping" &&
    Object.keys(others).length === 0 &&
    typeof $ref === "string"
  )
    return { value: $ref };
  // Of a text, a list of one is that: `name: [Pets]`.
  const lone = shape.is === "string" && Array.isArray(value) && value.length === 1 ? value[0] : "";
  if (typeof lone === "string" && lone !== "") return { value: lone };
  const scalar = typeof value === "object" ? undefined : meaningOfScalar(value, shape, place);
  return scalar ?? (isIllustration(shape, place) ? "nothing" : undefined);
}

/** A list that has a single item, of which people leave out the dash, or none. */
function listIn(value: JsonObject, of: MemberType, key: string): readonly unknown[] | undefined {
  const keys = Object.keys(value);
  // Without a type, any value would fit.
  if (keys.length === 0) return key === "type" ? undefined : [];
  if (of.is === "kind" && of.kind === "Schema")
    return keys.every(isKeywordOrExtension) ? [value] : undefined;
  const sign =
    key === "servers" ? "url" : key === "parameters" ? "in" : key === "tags" ? "name" : "";
  return typeof value[sign] === "string" ? [value] : undefined;
}

/**
 * A mapping in the place of the list of requirements is the only one of them, so that all of its schemes are needed. An empty
 * mapping is left out, so that the requirements of the description apply.
 */
function requirementsIn(value: JsonObject): Meaning | undefined {
  const scopes = Object.values(value);
  if (scopes.length === 0) return "nothing";
  // With texts, it may as well be a scheme.
  return scopes.length === 1 || !scopes.some(isText) ? { value: [value] } : undefined;
}

/** True for what can be the name of a component (OpenAPI 3.1, section 4.8.7.1). */
function isSchemeName(name: unknown): name is string {
  return isText(name) && /^[\w.-]+$/.test(name);
}

/** Names of schemes in the place of requirements; undefined where others stand beside them. */
export function schemesNamed(security: unknown): readonly string[] | undefined {
  if (!Array.isArray(security) || security.length === 0) return undefined;
  return security.every(isSchemeName) ? security : undefined;
}

/** One that needs all of these schemes. */
export function requirementOf(names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, []]));
}

/** The items of a list that a text or number stands for, most often its only one. */
function itemsFor(
  value: unknown,
  text: string,
  of: MemberType,
  place: ValueContext,
): readonly unknown[] | undefined {
  const isText = typeof value === "string";
  switch (of.is) {
    case "string":
    case "values":
      return isText ? itemsOf(value) : typeof value === "number" ? [text] : undefined;
    case "any":
      return place.key === "enum" && isText && /[,;|]/.test(value) ? undefined : [value];
    default: {
      const item = meaningOf(value, of, { ...place, holder: "list" });
      return typeof item === "object" ? [item.value] : undefined;
    }
  }
}

/** The media types that stand alone in the place of `content`, one or several. */
function contentTypesIn(value: unknown): readonly string[] {
  const list: readonly unknown[] = [value].flat();
  const types = list.filter(isText).flatMap(mediaTypesIn);
  return list.every(isText) && types.every(isMediaType) ? types : [];
}

/** The allowed text that is read for another one; undefined where it is allowed itself, or nothing is near. */
export function allowedMeant(
  written: unknown,
  shape: MemberType,
  key: string,
  kind: string,
):
  | { readonly written: string; readonly value: string; readonly allowed: readonly string[] }
  | undefined {
  if (shape.is !== "values" || typeof written !== "string" || shape.values.includes(written))
    return undefined;
  if (isAboutSecurity({ is: "kind", kind })) return undefined;
  const plain = written.toLowerCase();
  const isPlace = key === "in" && kind === "Parameter";
  const other = isPlace ? (otherPlaces.get(plain) ?? plain) : plain;
  const known = isPlace ? [...shape.values, ...oldPlaces] : shape.values;
  const value = known.find((one) => one === other || one.toLowerCase() === other);
  return value === undefined ? undefined : { written, value, allowed: shape.values };
}

/** Places of Swagger 2.0 that make a parameter the body, or a part of it. */
export const oldPlaces: readonly string[] = ["body", "formData"];

/** Words of frameworks for the places of parameters: `req.params` of Express are those in the path. */
const otherPlaces: ReadonlyMap<string, string> = new Map([
  ["param", "path"],
  ["params", "path"],
  ["route", "path"],
  ["queries", "query"],
  ["headers", "header"],
  ["cookies", "cookie"],
  ["form-data", "formData"],
  ["form", "formData"],
]);

/** Without a requirement that is empty: it lets everybody in. */
function isMapping(shape: MemberType): boolean {
  return shape.is === "map" || (shape.is === "kind" && shape.kind !== "SecurityRequirement");
}

function isAboutSecurity(shape: MemberType): boolean {
  if (shape.is === "list" || shape.is === "map") return isAboutSecurity(shape.of);
  return shape.is === "kind" && shape.kind.startsWith("Security");
}

/** Most often what is left in YAML where something was to be written. */
function meaningOfNull(
  shape: MemberType,
  { key, holder, version }: ValueContext,
): Meaning | undefined {
  const isType = key === "type" && shape.is === "string";
  if (isType && (holder === "list" || (holder === "Schema" && version >= "3.1")))
    return { value: "null" };
  if (holder === "list") return undefined;
  const isComponent = holder === "components";
  if (holder !== "mapping" && !isComponent) return "nothing";
  if (shape.is === "list") return { value: [] };
  if (shape.is === "kind" && emptyKinds.has(shape.kind)) return { value: {} };
  return isComponent && !isAboutSecurity(shape) ? "nothing" : undefined;
}

/**
 * True for a list that says no less without an item that is null. In `anyOf` and `oneOf`, the type may be meant; a scope, or a
 * requirement, is never left out.
 */
export function mayLackItems({ properties }: JsonObject, key: string, kind: string): boolean {
  if (key === "enum") return kind === "ServerVariable";
  if (key === "required") return !Object.hasOwn(asObject(properties), "null");
  return lists.has(key);
}

const lists: ReadonlySet<string> = new Set([
  "parameters",
  "tags",
  "servers",
  "consumes",
  "produces",
  "schemes",
  "allOf",
]);

/** Kinds of which an object without members says something. */
const emptyKinds: ReadonlySet<string> = new Set([
  "Schema",
  "Response",
  "PathItem",
  "MediaType",
  "Encoding",
  "Header",
  "Example",
  "Link",
  "RequestBody",
]);

function meaningOfScalar(
  value: unknown,
  shape: MemberType,
  place: ValueContext,
): Meaning | undefined {
  const text = typeof value === "number" ? place.notation(value) : String(value);
  switch (shape.is) {
    case "string":
      return { value: text };
    case "number":
    case "integer": {
      const number = /^\s*-?\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : NaN;
      const isWhole = Number.isInteger(number) && number >= 0;
      // Every value has as much as that.
      if (number < 0 && /^min(?:Length|Items|Properties)$/.test(place.key)) return "nothing";
      return isWhole || (shape.is === "number" && Number.isFinite(number))
        ? { value: number }
        : undefined;
    }
    case "boolean":
      // `yes` and `on` as well, which YAML had up to 1.1.
      if (/^(?:true|yes|on)$/i.test(text)) return { value: true };
      if (/^(?:false|no|off)$/i.test(text)) return { value: false };
      // The reason in place of the fact.
      return place.key === "deprecated" ? { value: !/^(?:no|0)?$/i.test(text) } : undefined;
    case "list":
      // As in JSON Schema's draft 3.
      if (place.key === "required" && /^(?:true|false)$/.test(text)) return "nothing";
      return isMember(place) ? asMeaning(itemsFor(value, text, shape.of, place)) : undefined;
    case "kind":
      return typeof value === "string" ? meaningOfText(value, shape.kind, place) : undefined;
    default:
      return undefined;
  }
}

/** In YAML, a dash without a blank behind it begins no item: `-name -age` are two all the same. */
function itemsOf(text: string): readonly string[] {
  if (!/^-\S/.test(text)) return [text];
  const items = text.slice(1).split(/\s-/);
  return items.map((item) => item.trim());
}

function meaningOfText(text: string, kind: string, place: ValueContext): Meaning | undefined {
  if (kind === "Server") return { value: { url: text } };
  if (kind === "Tag" || kind === "License") return { value: { name: text } };
  if (kind === "Info") return { value: { title: text } };
  if (kind === "Response") return { value: { description: text } };
  if (kind === "Header") {
    const type = schemaFor(text, place);
    return type && { value: place.version < "3.0" ? type : { schema: type } };
  }
  if (kind === "MediaType") {
    const schema = schemaFor(text, place);
    return schema && { value: { schema } };
  }
  if (kind === "Items2") return asMeaning(schemaFor(text, place));
  if (kind !== "Schema") return undefined;
  // Of the schema around it, one level too deep: among its properties or definitions.
  const isText = /^(?:title|description)$/.test(place.key) && place.holder === "mapping";
  const schemaNamed = isText ? () => undefined : place.schemaNamed;
  return asMeaning(schemaFor(text, { schemaNamed })) ?? (isText ? "nothing" : undefined);
}

function asMeaning(value: object | undefined): Meaning | undefined {
  return value && { value };
}

type SchemaNamed = ValueContext["schemaNamed"];

/** A schema, or what names one in its place: a type, another schema, a list of either, or several of these. */
function schemaFor(
  value: unknown,
  place: Pick<ValueContext, "schemaNamed">,
): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== "string") return undefined;
  const typeOf = (text: string): readonly string[] | undefined => {
    const [, type] = /^(?:type:)?(string|number|integer|boolean|object|null)$/.exec(text) ?? [];
    return type === undefined ? undefined : [type];
  };
  return anyOfMeant(value.split("|"), place.schemaNamed, typeOf);
}

/** A schema for each of these texts, which are types, names of schemas and lists of them; undefined where one is not clear. */
function anyOfMeant(
  texts: readonly string[],
  schemaNamed: SchemaNamed,
  typeOf: (text: string) => readonly string[] | undefined,
): JsonObject | undefined {
  const partOf = (text: string): JsonObject | undefined => {
    const item = itemMeant(text);
    const items = item === undefined ? undefined : partOf(item);
    if (items) return { type: "array", items };
    const types = typeOf(text);
    if (types) return types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types };
    const $ref = schemaNamed(text);
    return $ref === undefined ? undefined : { $ref };
  };
  const parts = texts.flatMap((text): readonly (JsonObject | undefined)[] => {
    const whole = partOf(text);
    return whole ? [whole] : alternativesIn(text).map(partOf);
  });
  if (parts.length < 2) return parts[0];
  if (!parts.every((part) => part !== undefined)) return undefined;
  // Without the keyword `type`, since OpenAPI 3.0 does not have that one.
  return { anyOf: parts.map((part) => (part["type"] === "null" ? { enum: [null] } : part)) };
}

/** What a `type` means in which schemas are named, alone, as items or beside types; undefined for one of JSON Schema or another language. */
export function schemaOfType(
  { type, items }: JsonObject,
  schemaNamed: SchemaNamed,
  own: string,
): JsonObject | undefined {
  const written = [type].flat().map((one) => one ?? "null");
  if (written.length === 0 || !written.every((one) => typeof one === "string")) return undefined;
  let isNamed = false;
  const named = (name: string): string | undefined => {
    const ref = schemaNamed(name);
    isNamed ||= ref !== undefined;
    return ref;
  };
  const schema = anyOfMeant(written, named, typesMeant);
  const isDoubled = items !== undefined && written.some((one) => itemMeant(one) !== undefined);
  const parts = [schema, schema?.["anyOf"]].flat().map(asObject);
  const isPartOfItself = parts.some(({ $ref }) => $ref === own);
  const isMore = isNamed || parts.slice(1).some((part) => part["items"] !== undefined);
  return !isMore || isDoubled || isPartOfItself ? undefined : schema;
}

/** Members that are there for people, beside those of the kinds that are; what is generated can do without them. */
const illustrations: ReadonlySet<string> = new Set([
  "summary",
  "description",
  "title",
  "example",
  "examples",
  "deprecated",
  "operationId",
  "tags",
  "$comment",
]);

const illustrativeKinds: ReadonlySet<string> = new Set([
  "Info",
  "Contact",
  "License",
  "Tag",
  "ExternalDocs",
  "Xml",
  "Example",
  "Link",
]);

/** True where nothing that is generated depends on what a value, or the values in it, say. */
export function isIllustrative(shape: MemberType): boolean {
  if (shape.is === "list" || shape.is === "map") return isIllustrative(shape.of);
  return shape.is === "kind" && illustrativeKinds.has(shape.kind);
}

/** Components, too, are only there for what refers to them. */
function isIllustration(shape: MemberType, { key, holder }: ValueContext): boolean {
  if (/^components$/i.test(holder) || illustrativeKinds.has(holder)) return true;
  return isIllustrative(shape) || (isMember({ holder }) && illustrations.has(key));
}

/** True for what stands in no list or mapping, so that the key says what it is. */
function isMember({ holder }: Pick<ValueContext, "holder">): boolean {
  return !["list", "mapping", "components"].includes(holder);
}
