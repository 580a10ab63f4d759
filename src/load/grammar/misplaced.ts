import { asObject, isObject, isSame, isText, type JsonObject } from "../../common/json.js";
import { unescapeToken } from "../../common/pointers.js";
import type { Version } from "../version.js";
import { kindOf } from "./grammar.js";
import { mediaTypesIn } from "./media-types.js";
import { isKeywordOrExtension, schema as schemaKind } from "./schemas.js";
import { typesIn } from "./types.js";

/** Kinds of objects that people write a schema into, and members that show it. */
const holders: ReadonlySet<string> = new Set(["Parameter", "Header", "MediaType"]);
/** Those of which the schema stands in the content. */
const bodies: ReadonlySet<string> = new Set(["Response", "RequestBody"]);
const signs = ["type", "enum", "properties", "items", "allOf", "anyOf", "oneOf"] as const;

/**
 * The member that shows that what describes a value stands beside where its schema belongs. In Swagger 2.0 only a body has
 * a schema.
 */
export function liftedSign(object: JsonObject, kind: string, version: Version): string | undefined {
  if (version < "3.0" && !(kind === "Parameter" && object["in"] === "body")) return undefined;
  const has = (key: string): boolean => Object.hasOwn(object, key);
  const isHolder = holders.has(kind) || bodies.has(kind);
  const isWhole = !isHolder || ["schema", "content", "itemSchema"].some(has);
  return isWhole ? undefined : signs.find(has);
}

/** Puts the keywords of an object with such a sign into a schema, its new member. */
export function liftSchema(
  object: Record<string, unknown>,
  kind: string,
  version: Version,
): object {
  const isOfSchema = (key: string): boolean =>
    isKeyword(key, kind, version) || (key === "required" && Array.isArray(object[key]));
  const schema = takeKeywords(object, Object.keys(object).filter(isOfSchema));
  object["schema"] = schema;
  return schema;
}

/** True for a keyword of schemas that is no member of a kind of objects itself. */
function isKeyword(key: string, kind: string, version: Version): boolean {
  // In Swagger 2.0, a body is a parameter that has no more members than these.
  const isOwn =
    version < "3.0"
      ? /^(?:name|in|description|required)$/.test(key)
      : Object.hasOwn(kindOf(kind, version).members, key);
  return !isOwn && Object.hasOwn(schemaKind.members, key);
}

function takeKeywords(object: Record<string, unknown>, keys: readonly string[]): object {
  const schema: Record<string, unknown> = {};
  for (const key of keys) {
    schema[key] = object[key];
    delete object[key];
  }
  return schema;
}

/** Keywords that allow no less when they are there. */
const limitless =
  /^(?:\$.*|title|description|default|examples?|deprecated|readOnly|writeOnly|xml|externalDocs|nullable|discriminator|definitions)$/;

/** True for a keyword beside the schema of an object that limits its values: it belongs into it. */
export function isBeside(object: JsonObject, key: string, kind: string, version: Version): boolean {
  const mayHave = holders.has(kind) && (version >= "3.0" || kind === "Parameter");
  if (!mayHave || !isObject(object["schema"])) return false;
  return isKeyword(key, kind, version) && !limitless.test(key);
}

/**
 * Takes these keywords out of an object, to be read with its schema: as a part of it, or as a second one where it is a reference or
 * says something else. Those that leave it no value are not among them.
 */
export function mergeKeywords(
  object: Record<string, unknown>,
  keys: readonly string[],
): { readonly schema: JsonObject; readonly beside: JsonObject; readonly isPart: boolean } {
  const schema = object["schema"] as JsonObject;
  const counting = keys.filter((key) => !isContradiction(object, key));
  const beside = takeKeywords(object, counting) as JsonObject;
  for (const key of keys) delete object[key];
  const isPart =
    !Object.hasOwn(schema, "$ref") &&
    counting.every((key) => !Object.hasOwn(schema, key) || isSame(schema[key], beside[key]));
  return { schema, beside, isPart };
}

/** True where a keyword and the one of the same name in the schema beside it have no value in common. */
export function isContradiction(object: JsonObject, key: string): boolean {
  const value = object[key];
  const other = asObject(object["schema"])[key];
  if (key === "type") {
    const [one, another] = [typesIn(value), typesIn(other)];
    if (one.length === 0 || another.length === 0) return false;
    const all = new Set(one);
    for (const type of ["integer", "number"])
      if (one.includes(type)) all.add("integer").add("number");
    return !another.some((type) => all.has(type));
  }
  if (key !== "enum" || !Array.isArray(value) || !Array.isArray(other)) return false;
  const values = new Set<unknown>(value);
  const isPlain = [...value, ...(other as unknown[])].every((one) => typeof one !== "object");
  return isPlain && !other.some((one) => values.has(one));
}

/** The media types that Swagger 2.0 lists for all bodies of an operation, or of a description. */
export interface MediaTypeLists {
  readonly consumes?: readonly string[];
  readonly produces?: readonly string[];
}

/** Those of an object, as far as it has them. */
export function mediaTypeLists(object: JsonObject): MediaTypeLists {
  const lists = ["consumes", "produces"].flatMap((key) => {
    const types = [object[key]].flat().filter(isText).flatMap(mediaTypesIn);
    return types.length > 0 ? [[key, [...new Set(types)]] as const] : [];
  });
  return Object.fromEntries(lists);
}

/** The media types of a response or body whose schema stands where Swagger 2.0 has it; undefined for any other object. */
export function mediaTypesMeant(
  { schema, content }: JsonObject,
  kind: string,
  version: Version,
  { consumes, produces }: MediaTypeLists,
): readonly string[] | undefined {
  const mayHave = version >= "3.0" && bodies.has(kind);
  if (!mayHave || !isObject(schema) || content !== undefined) return undefined;
  const listed = kind === "Response" ? produces : consumes;
  if (listed) return listed;
  return [schema["type"] === "file" ? "application/octet-stream" : "application/json"];
}

/**
 * The schema that stands where the type, or the properties, of `object` belong. Undefined where `type` may as well be the name
 * of a property, since others stand beside it that are no keywords.
 */
export function misplacedSchema(
  object: JsonObject,
): { readonly key: "type" | "properties"; readonly schema: JsonObject } | undefined {
  const { type, properties, allOf = [] } = object;
  if (!Array.isArray(allOf)) return undefined;
  const ref = typeof properties === "string" ? properties : asObject(properties)["$ref"];
  if (typeof ref === "string" && /(?:^|\/)(?:schemas|definitions)\/[^/]+$/.test(ref))
    return { key: "properties", schema: { $ref: ref } };
  if (!isObject(type) || Object.keys(type).length === 0) return undefined;
  const isSchema = [...Object.keys(type), ...Object.keys(object)].every(isKeywordOrExtension);
  return isSchema ? { key: "type", schema: type } : undefined;
}

/** Each parameter has the whole path looked through. */
const longestPath = 10_000;

/**
 * The place of a parameter at `pointer` that says none: the path, if that has its name in braces. A request without a body has an
 * optional one in the query, unless the name is more like that of a header.
 */
export function placeMeant(
  { name, in: place = null, required }: JsonObject,
  pointer: string,
): "path" | "query" | undefined {
  if (place !== null || typeof name !== "string" || pointer.length > longestPath) return undefined;
  const [, token, method] =
    /^\/paths\/([^/]+)\/(?:([a-z]+)\/)?parameters\/\d+$/.exec(pointer) ?? [];
  if (token === undefined) return undefined;
  if (unescapeToken(token).includes(`{${name}}`)) return "path";
  if (required === true) return undefined;
  const isPlain = /^[\w.[\]]+$/.test(name) && !/^(?:authorization|accept|cookie)$/i.test(name);
  return isPlain && /^(?:get|head|delete)$/.test(method ?? "") ? "query" : undefined;
}

/** What becomes of a parameter without a name; undefined where an operation cannot do without it. */
export function withoutName({ in: place, required }: JsonObject): string | undefined {
  if (place === "body") return "a body is sent without one";
  const isOptional = required !== true && /^(?:query|header|cookie)$/.test(String(place));
  return isOptional ? "until then, it is ignored" : undefined;
}

/** The names of properties that stand among these as `required`, where the schema itself has no such list. */
export function requiredInProperties({
  properties,
  required,
}: JsonObject): readonly string[] | undefined {
  if (!isObject(properties) || required !== undefined) return undefined;
  const { required: list, ...others } = properties;
  const isName = (name: unknown): name is string =>
    typeof name === "string" && Object.hasOwn(others, name);
  return Array.isArray(list) && list.length > 0 && list.every(isName) ? list : undefined;
}
