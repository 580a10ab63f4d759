import type { Located } from "../load/document.js";
import type { Builder } from "./build.js";
import { canBeHeader } from "./header-names.js";
import { examplesOf, mediaOf } from "./media.js";
import { asObject, isObject } from "../common/json.js";
import { below, lastToken } from "../common/pointers.js";
import { proseOf } from "./schemas.js";
import type {
  ContentEncoding,
  Header,
  IgnoredHeader,
  Media,
  Operation,
  Parameter,
  ParameterLocation,
  Schema,
  Style,
  StyleEncoding,
} from "./types.js";
import { meantTypes, together, typesOf } from "./walks/values.js";

const defaultStyle: Record<ParameterLocation, Style> = {
  path: "simple",
  query: "form",
  header: "simple",
  cookie: "form",
  querystring: "form",
};

/** The parameters of an operation: its own, and those of the path item that it does not replace. */
export function parametersOf(
  builder: Builder,
  pathItem: Located,
  operation: Located,
): Pick<Operation, "ignored" | "parameters"> {
  const merged = new Map<string, Parameter | IgnoredHeader>();
  for (const owner of [pathItem, operation]) {
    const own = new Map<string, Parameter | IgnoredHeader>();
    for (const located of builder.items(builder.member(owner, "parameters"))) {
      const parameter = ignoredOf(located) ?? parameterOf(builder, located);
      if (!parameter) continue;
      const identity = identityOf(parameter);
      const other = own.get(identity);
      const isTwice = other && isUsed(other) && isUsed(parameter);
      own.set(identity, isTwice ? eitherOf(other, parameter) : parameter);
    }
    for (const [identity, parameter] of own) merged.set(identity, parameter);
  }
  const all = Array.from(merged.values(), (one, position) => ({ ...one, position }));
  return {
    parameters: all.filter(isUsed),
    ignored: all.filter((one) => !isUsed(one)),
  };
}

function isUsed(one: Parameter | IgnoredHeader): one is Parameter {
  return "schema" in one;
}

/** OpenAPI 3.1, section 4.8.12.1: these three are described by other means. */
function ignoredOf({ value }: Located): IgnoredHeader | undefined {
  const { name, in: place, required } = asObject(value);
  if (place !== "header" || typeof name !== "string") return undefined;
  if (!/^(accept|content-type|authorization)$/i.test(name)) return undefined;
  return { name, in: place, position: 0, required: required === true };
}

/** One that is declared twice, with different schemas: a value of either is accepted. */
function eitherOf(one: Parameter, other: Parameter): Parameter {
  const required = one.required || other.required;
  const { source } = other.schema;
  const schema: Schema = {
    source,
    name: undefined,
    keywords: { anyOf: [one.schema, other.schema] },
  };
  return { ...other, required, schema };
}

/** A parameter of an operation replaces one of the path with the same place and name; of headers, case does not count. */
function identityOf({ in: place, name }: Pick<Parameter, "in" | "name">): string {
  return `${place} ${place === "header" ? name.toLowerCase() : name}`;
}

function parameterOf(builder: Builder, located: Located): Parameter | undefined {
  const { value, source } = located;
  if (!isObject(value)) return undefined;
  const { name, in: place } = value;
  if (typeof name !== "string" || !isPlace(place)) return undefined;
  if (place === "header" && !canBeHeader(builder, name, "parameter", below(source, "name")))
    return undefined;
  const { schema, encoding } = encodingOf(builder, located, place);
  const allowEmptyValue = value["allowEmptyValue"] === true && place === "query";
  return {
    name,
    in: place,
    position: 0,
    required: value["required"] === true || place === "path",
    schema: allowEmptyValue && encoding.kind === "style" ? orEmpty(schema, encoding) : schema,
    encoding,
    allowEmptyValue,
    prose: proseOf(value),
    deprecated: value["deprecated"] === true,
    ...examplesOf(builder, located),
    source,
  };
}

/** OpenAPI 3.1, section 4.8.12.2.1: an empty text beside what the schema lets through; lists and objects have no such form. */
function orEmpty(schema: Schema, { shape }: StyleEncoding): Schema {
  const { types, enum: values, const: constant, pattern, format, minLength } = schema.keywords;
  const isAnyText =
    types?.includes("string") === true &&
    (values ?? constant ?? pattern ?? format ?? minLength) === undefined;
  if (shape !== "scalar" || isAnyText) return schema;
  const { default: usual, prose } = schema.keywords;
  const empty: Schema = {
    source: schema.source,
    name: undefined,
    keywords: { const: { value: "" } },
  };
  const keywords = {
    anyOf: [schema, empty],
    ...(usual && { default: usual }),
    ...(prose && { prose }),
  };
  return { source: schema.source, name: undefined, keywords };
}

/** A header of a reply or of a part, under the name that it has on the wire. */
export function headerOf(builder: Builder, located: Located, name: string): Header | undefined {
  const { value, source } = located;
  if (!isObject(value) || name.toLowerCase() === "content-type") return undefined;
  return {
    name,
    required: value["required"] === true,
    ...encodingOf(builder, located, "header"),
    deprecated: value["deprecated"] === true,
    prose: proseOf(value),
    ...examplesOf(builder, located),
    source,
  };
}

function encodingOf(
  builder: Builder,
  located: Located,
  place: ParameterLocation,
): { schema: Schema; encoding: StyleEncoding | ContentEncoding } {
  const content = builder.member(located, "content");
  const [first] = isObject(content?.value) ? Object.keys(content.value) : [];
  if (content && first !== undefined) {
    const media = mediaOf(builder, builder.member(content, first) ?? content, first);
    const schema = media.schema ?? builder.anything(located);
    if (isUnderstood(media, place)) return { schema, encoding: { kind: "content", media } };
    // Any other media type is one of text, which is written like a scalar in a style.
    const text = shapeOf(schema) === "scalar" ? schema : asText(builder, media, schema);
    return { schema: text, encoding: styleOf(located, text, defaultStyle[place]) };
  }
  const member = builder.member(located, "schema");
  const schema = member ? builder.schemas.at(member) : builder.anything(located);
  if (place === "querystring" && shapeOf(schema) === "object") {
    const media = mediaOf(builder, located, "application/x-www-form-urlencoded");
    return { schema, encoding: { kind: "content", media } };
  }
  const encoding = styleOf(located, schema, defaultStyle[place]);
  reportNested(builder, located, schema, encoding);
  return { schema, encoding };
}

/** Reports a list or an object in another one that its style has no form for: `runtime/wire/parameters` refuses it. */
function reportNested(
  { diagnostics }: Builder,
  { value, source }: Located,
  schema: Schema,
  { style, explode, shape }: StyleEncoding,
): void {
  if (style === "deepObject" || shape === "scalar") return;
  const isRepeated = explode && !/^(?:simple|label|matrix)$/.test(style);
  const what = nestedIn(schema, isRepeated);
  if (what === undefined) return;
  const { name } = asObject(value);
  diagnostics.report("parameter-nested", source, {
    what: `${what} of ${typeof name === "string" ? name : lastToken(source.pointer)}`,
    style,
    canBeDeep: shape === "object" && asObject(value)["in"] === "query",
  });
}

/** What of a schema has no form in a style; `isRepeated`: a member that is a list is written as its name for each item. */
function nestedIn(schema: Schema, isRepeated: boolean): string | undefined {
  for (const { keywords } of together(schema)) {
    const { items, prefixItems = [], properties = [], additionalProperties } = keywords;
    if ([...prefixItems, items].some((item) => item && isComposite(item))) return "items";
    const members = [
      ...[...properties].map(([name, member]) => [`member ${name}`, member] as const),
      ["members", additionalProperties] as const,
    ];
    for (const [what, member] of members) {
      if (!member || !isComposite(member)) continue;
      if (!isRepeated || shapeOf(member) !== "array") return what;
      const inner = nestedIn(member, false);
      if (inner !== undefined) return `${inner} of ${what}`;
    }
  }
  return undefined;
}

/** True for what can be nothing but a list or an object. */
function isComposite(schema: Schema): boolean {
  const types = [...typesOf(schema)].filter((type) => type !== "null");
  return types.length > 0 && types.every((type) => type === "array" || type === "object");
}

function asText({ diagnostics }: Builder, { source, type }: Media, schema: Schema): Schema {
  diagnostics.report("media-as-text", source, { what: "a parameter", type });
  const { prose } = schema.keywords;
  return {
    source: schema.source,
    name: undefined,
    keywords: { types: ["string"], ...(prose && { prose }) },
  };
}

/** OpenAPI 3.1, section 4.8.12.2.2: what holds where the description says nothing is filled in. */
export function styleOf(located: Located, schema: Schema, otherwise: Style): StyleEncoding {
  const value = asObject(located.value);
  const style = isStyle(value["style"]) ? value["style"] : otherwise;
  const explode = value["explode"];
  return {
    kind: "style",
    style,
    explode:
      typeof explode === "boolean"
        ? explode
        : style === "form" || style === "deepObject" || style === "cookie",
    allowReserved: value["allowReserved"] === true,
    shape: shapeOf(schema),
  };
}

/** Null is never written, so it does not count. */
export function shapeOf(schema: Schema): StyleEncoding["shape"] {
  const types = meantTypes(schema)?.filter((type) => type !== "null") ?? [];
  const shapes = types.map((type) => (type === "array" || type === "object" ? type : "scalar"));
  const [only = "scalar", ...others] = new Set(shapes);
  return others.length === 0 ? only : "mixed";
}

/** Lists and objects of this media type can be written and read where there is no body. */
function isUnderstood({ codec }: Media, place: ParameterLocation): boolean {
  return codec === "json" || (codec === "form" && place === "querystring");
}

function isPlace(value: unknown): value is ParameterLocation {
  return typeof value === "string" && Object.hasOwn(defaultStyle, value);
}

function isStyle(value: unknown): value is Style {
  return (
    typeof value === "string" &&
    /^(simple|label|matrix|form|spaceDelimited|pipeDelimited|deepObject|cookie)$/.test(value)
  );
}

/** The schema of the value: of one with a media type, that which the media type has. */
export function valueSchema({ encoding, schema }: Parameter | Header): Schema {
  return encoding.kind === "content" ? (encoding.media.schema ?? schema) : schema;
}
