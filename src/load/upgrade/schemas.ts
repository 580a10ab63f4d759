import { child } from "../context.js";
import type { Located, Origins } from "../document.js";
import { annotations, constrains } from "../checks/schemas.js";
import { plainPattern } from "../grammar/patterns.js";
import {
  enumMeant,
  isNullable,
  isOfType,
  itemMeant,
  namesNull,
  typesMeant,
  withoutPackage,
  writtenAs,
} from "../grammar/types.js";
import { isObject, setMember } from "../../common/json.js";
import { below } from "../../common/pointers.js";
import type { Source } from "../../common/source.js";
import type { Files } from "../text/positions.js";
import { mutable, renameMembers } from "./context.js";
import type { MutableObject, UpgradeContext } from "./context.js";
import type { Version } from "../version.js";

/** Turns one schema of a version into JSON Schema 2020-12; its sub-schemas are raised by themselves. */
export function raiseSchema(
  node: Located,
  version: Version,
  { origins, files }: Pick<UpgradeContext, "origins" | "files">,
): void {
  const schema = mutable(node);
  const moved = (key: string, from: string): void =>
    origins.setMember(schema, key, below(node.source, from));
  raiseNulls(schema, version);
  raiseType(schema, moved);
  if (typeof schema["pattern"] === "string") schema["pattern"] = plainPattern(schema["pattern"]);
  const patterns = child(node, "patternProperties");
  if (isObject(patterns?.value)) renameMembers(patterns, plainPattern, { origins });
  raiseValues(schema, node.source, files);
  raiseEnum(node, schema, { origins, files });
  raiseLimit(schema, "minimum", "exclusiveMinimum", moved);
  raiseLimit(schema, "maximum", "exclusiveMaximum", moved);
  if (Object.hasOwn(schema, "example")) {
    if (!Object.hasOwn(schema, "examples")) {
      schema["examples"] = [schema["example"]];
      moved("examples", "example");
    }
    delete schema["example"];
  }
  raiseItems(schema, moved);
  if (version >= "3.1") {
    raiseDependencies(node, schema, origins);
    raiseRecursive(schema, moved);
  } else raiseOld(schema);
  const nullable = isNullable(schema, version);
  delete schema["nullable"];
  if (version < "3.0") delete schema["x-nullable"];
  if (nullable) allowNull(node, schema, origins);
  // Before 3.1 this is how many write that there is no default.
  else if (version < "3.1" && schema["default"] === null) delete schema["default"];
}

/**
 * `anyOf: [X, { nullable: true }]`, as generators of Rust write it, is X or null. By the letter the branch lets everything
 * through, so that there would be no need of the other one.
 */
function raiseNulls(schema: MutableObject, version: Version): void {
  for (const list of [schema["anyOf"], schema["oneOf"]]) {
    if (!Array.isArray(list) || list.every((branch) => isNull(branch, version))) continue;
    for (const branch of list as unknown[]) {
      if (!isNull(branch, version)) continue;
      delete branch["nullable"];
      branch["type"] = "null";
    }
  }
}

/** A schema that says no more than that it may be null. */
function isNull(schema: unknown, version: Version): schema is MutableObject {
  if (!isObject(schema) || !isNullable(schema, version)) return false;
  const { nullable: _, ...others } = schema;
  return !constrains(others);
}

/** Keywords that only versions before 3.1 have. */
function raiseOld(schema: MutableObject): void {
  const { discriminator, format } = schema;
  if (typeof discriminator === "string") {
    schema["discriminator"] = { propertyName: discriminator };
  }
  if (format === "byte" && schema["contentEncoding"] === undefined) {
    schema["contentEncoding"] = "base64";
  }
}

/** Names of types that other languages have. */
function raiseType(schema: MutableObject, moved: (key: string, from: string) => void): void {
  const { type } = schema;
  const written = (Array.isArray(type) ? type : [type]).filter((one) => typeof one === "string");
  const meant = written.map((one) => typesMeant(one) ?? [one]);
  if (meant.every(([only], index) => only === written[index])) return;
  const all = [...new Set(meant.flat())];
  if (meant.some((types) => types.length === 0)) delete schema["type"];
  else schema["type"] = all.length === 1 ? all[0] : all;
  const [only = "", another] = written.filter((one) => one !== "null");
  const item = another === undefined ? itemMeant(only) : undefined;
  if (item !== undefined && !Object.hasOwn(schema, "items")) {
    schema["items"] = { type: item };
    raiseType(schema["items"] as MutableObject, moved);
    moved("items", "type");
  }
  const format =
    another === undefined ? formats.get(withoutPackage(only.trim().toLowerCase())) : undefined;
  if (format !== undefined) schema["format"] ??= format;
}

const formats: ReadonlyMap<string, string> = new Map([
  ["float", "float"],
  ["float32", "float"],
  ["float64", "double"],
  ["double", "double"],
  ["int8", "int8"],
  ["int16", "int16"],
  ["int32", "int32"],
  ["int64", "int64"],
  ["uint8", "uint8"],
  ["uint16", "uint16"],
  ["uint32", "uint32"],
  ["uint64", "uint64"],
  ["short", "int16"],
  ["long", "int64"],
  ["ulong", "uint64"],
  ["ushort", "uint16"],
  ["sbyte", "int8"],
  ["long integer", "int64"],
  ["date", "date"],
  ["localdate", "date"],
  ["dateonly", "date"],
  ["instant", "date-time"],
  ["offsetdatetime", "date-time"],
  ["zoneddatetime", "date-time"],
  ["datetimeoffset", "date-time"],
  ["datetime", "date-time"],
  ["date-time", "date-time"],
  ["uri", "uri"],
  ["ipv4", "ipv4"],
  ["ipv6", "ipv6"],
  ["uuid", "uuid"],
  ["guid", "uuid"],
  ["bigint", "int64"],
  ["email", "email"],
  ["password", "password"],
  ["binary", "binary"],
  ["file", "binary"],
]);

/** Values that are written as another type than the one beside them: `type: integer, enum: ["1"]`. */
function raiseValues(schema: MutableObject, place: Source, files: Files): void {
  const { type } = schema;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  if (types.every((one) => typeof one !== "string")) return;
  const read = (value: unknown, ...way: readonly (string | number)[]): unknown => {
    if (isOfType(value, types)) return value;
    const notation = (number: number): string =>
      files.numberAt(way.reduce<Source>(below, place), number);
    return writtenAs(value, types, notation) ?? value;
  };
  for (const key of ["const", "default", "example"])
    if (Object.hasOwn(schema, key)) schema[key] = read(schema[key], key);
  for (const key of ["enum", "examples"]) {
    const list = schema[key];
    if (!Array.isArray(list)) continue;
    const written: readonly unknown[] = list;
    const values = written.map((value, index) => read(value, key, index));
    if (values.some((value, index) => value !== written[index])) schema[key] = [...new Set(values)];
  }
  if (namesNull(schema) && !types.includes("null")) schema["type"] = [...types, "null"];
}

/** An `enum` of which the `type` beside it would leave nothing is one of the items, or counts in the place of the type. */
function raiseEnum(
  { source }: Located,
  schema: MutableObject,
  { origins, files }: Pick<UpgradeContext, "origins" | "files">,
): void {
  const { enum: list, items, type } = schema;
  if (type === undefined || !Array.isArray(list)) return;
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const meant = enumMeant(schema, types, (number) => files.numberAt(source, number));
  if (meant === "items") {
    if (!isObject(items)) origins.setObject((schema["items"] = {}), source);
    (schema["items"] as MutableObject)["enum"] = list;
    delete schema["enum"];
  } else if (meant === "values") {
    const own = list.map((value) => (value === null ? "null" : typeof value));
    schema["type"] = [...new Set([...own, ...types.filter((one) => one === "null")])];
    delete schema["format"];
  }
}

/** Up to 3.0, `exclusiveMinimum: true` says how `minimum` is meant. */
function raiseLimit(
  schema: MutableObject,
  limit: string,
  exclusive: string,
  moved: (key: string, from: string) => void,
): void {
  if (typeof schema[exclusive] !== "boolean") return;
  if (schema[exclusive] && typeof schema[limit] === "number") {
    schema[exclusive] = schema[limit];
    delete schema[limit];
    moved(exclusive, limit);
  } else delete schema[exclusive];
}

/** A list of schemas in `items` became `prefixItems`, and `additionalItems` became `items`. */
function raiseItems(schema: MutableObject, moved: (key: string, from: string) => void): void {
  if (Array.isArray(schema["items"])) {
    schema["prefixItems"] = schema["items"];
    moved("prefixItems", "items");
    delete schema["items"];
    if (Object.hasOwn(schema, "additionalItems")) {
      schema["items"] = schema["additionalItems"];
      moved("items", "additionalItems");
    }
  }
  delete schema["additionalItems"];
}

/** `dependencies` of draft 7 became `dependentRequired` and `dependentSchemas` (2020-12 core, appendix E). */
function raiseDependencies(node: Located, schema: MutableObject, origins: Origins): void {
  const { dependencies } = schema;
  if (!isObject(dependencies)) return;
  const place = { value: dependencies, source: below(node.source, "dependencies") };
  for (const [name, dependency] of Object.entries(dependencies)) {
    const keyword = Array.isArray(dependency) ? "dependentRequired" : "dependentSchemas";
    if (!Object.hasOwn(schema, keyword)) {
      schema[keyword] = {};
      origins.setMember(schema, keyword, place.source);
    }
    const known = schema[keyword];
    // Whoever writes both forms for one name means the newer one.
    if (!isObject(known) || Object.hasOwn(known, name)) continue;
    setMember(known, name, dependency);
    origins.setMember(known, name, below(place.source, name));
  }
  delete schema["dependencies"];
}

/**
 * `$recursiveRef: "#"` of draft 2019-09 became `$dynamicRef`. The name of its anchors is one that others cannot have, so that
 * "#" leads to it.
 */
function raiseRecursive(schema: MutableObject, moved: (key: string, from: string) => void): void {
  if (schema["$recursiveAnchor"] === true) schema["$dynamicAnchor"] ??= "";
  if (typeof schema["$recursiveRef"] === "string" && !Object.hasOwn(schema, "$dynamicRef")) {
    schema["$dynamicRef"] = schema["$recursiveRef"];
    moved("$dynamicRef", "$recursiveRef");
  }
  delete schema["$recursiveAnchor"];
  delete schema["$recursiveRef"];
}

/**
 * `nullable: true`: adds null to the `type` beside it (OpenAPI 3.0.3, section 4.7.24.1). By the letter it has no effect
 * without a type, beside an `enum` that has no null, beside `allOf` and the like that do not let null through, beside
 * `$ref`, nor at all from 3.1 on. That is never what is meant, and real replies do have null there, so null is let through.
 */
export function allowNull(node: Located, schema: MutableObject, origins: Origins): void {
  const { type } = schema;
  if (!combining.some((key) => Object.hasOwn(schema, key))) {
    const items = schema["enum"];
    const types: readonly unknown[] = Array.isArray(type) ? type : [type];
    if (Array.isArray(items) && !items.includes(null))
      schema["enum"] = [...(items as unknown[]), null];
    if (type !== undefined && !types.includes("null")) schema["type"] = [...types, "null"];
    if (type !== undefined || Array.isArray(items) || !constrains(schema)) return;
  }
  // `not` applies to null, too.
  const moved = Object.keys(schema).filter(
    (key) => !annotations.has(key) && key !== "not" && !key.startsWith("x-"),
  );
  const { anyOf } = schema;
  if (moved.length === 1 && Array.isArray(anyOf) && anyOf.length > 0) {
    schema["anyOf"] = [...(anyOf as unknown[]), { type: "null" }];
    return;
  }
  const inner: MutableObject = {};
  for (const key of moved) {
    setMember(inner, key, schema[key]);
    origins.setMember(inner, key, below(node.source, key));
    delete schema[key];
  }
  schema["anyOf"] = [inner, { type: "null" }];
  origins.setObject(inner, node.source);
  origins.setInner(schema, inner);
}

const combining = ["allOf", "anyOf", "oneOf", "const", "$ref"];
