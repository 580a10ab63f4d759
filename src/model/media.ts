import type { Located } from "../load/document.js";
import type { Builder } from "./build.js";
import { canBeHeader } from "./header-names.js";
import { headerOf, shapeOf, styleOf } from "./parameters.js";
import { asObject, isObject } from "../common/json.js";
import { below } from "../common/pointers.js";
import type { Codec, Header, Media, Part, Schema } from "./types.js";
import { meantTypes, together } from "./walks/values.js";
import { membersOf } from "./walks/members.js";

/** The media types of a body, in the order of the description. */
export function contentOf(builder: Builder, owner: Located): readonly Media[] {
  const content = builder.entries(builder.member(owner, "content"));
  return content.map(([type, located]) => mediaOf(builder, located, type));
}

/** One media type with its schema, and the parts of a form. */
export function mediaOf(builder: Builder, located: Located, written: string): Media {
  // Some write an Accept header of old where a media range belongs.
  const type = written.trim() === "*" ? "*/*" : written;
  const schema = builder.member(located, "schema");
  const itemSchema = builder.member(located, "itemSchema");
  const node = schema && builder.schemas.at(schema);
  const named = codecOf(type, node);
  const nameless = named === "multipart" ? positionsIn(builder, located, node) : undefined;
  if (nameless) builder.diagnostics.report("parts-without-names", nameless.source, { type });
  const codec = nameless ? "binary" : named;
  const isForm = codec === "form" || codec === "multipart";
  return {
    type,
    codec,
    schema: node,
    itemSchema: itemSchema && builder.schemas.at(itemSchema),
    events: undefined,
    parts: isForm && node ? partsOf(builder, located, node) : [],
    ...(isStreamed(located, codec) && { isStreamed: true as const }),
    ...examplesOf(builder, located),
    source: located.source,
  };
}

function isStreamed({ value }: Located, codec: Codec): boolean {
  return mayStream(codec) && isObject(value) && value["x-stream"] === true;
}

/** The text of a body is JSON, whatever its media type. */
export function isJsonText(codec: Codec): boolean {
  return codec === "json" || codec === "scalar";
}

/** A handler can get such a body while it comes in: as bytes, or part by part. */
export function mayStream(codec: Codec): boolean {
  return codec === "binary" || codec === "multipart";
}

/** Encodings of parts by their position (OpenAPI 3.2, section 4.14.4). */
function positionsIn(
  builder: Builder,
  media: Located,
  schema: Schema | undefined,
): Located | undefined {
  for (const key of ["itemSchema", "prefixEncoding", "itemEncoding"]) {
    const member = builder.member(media, key);
    if (member) return member;
  }
  return schema && shapeOf(schema) === "array" ? builder.member(media, "schema") : undefined;
}

/** True for a media type range, such as `image/*` (RFC 9110, section 12.5.1). */
export function isRange(type: string): boolean {
  return type.includes("*");
}

/** The codec of a media type; for ranges it is JSON if a schema says more than bytes. */
function codecOf(type: string, schema: Schema | undefined): Codec {
  const [essence = ""] = type.toLowerCase().split(";");
  const name = essence.trim();
  if (/^[^/]+\/(.+\+)?json$/.test(name)) return isFile(schema) ? "binary" : "json";
  if (/^application\/(.+\+)?(x-)?(ndjson|jsonl|jsonlines|json-lines)$/.test(name))
    return "json-lines";
  if (/^application\/(.+\+)?json-seq$/.test(name)) return "json-sequence";
  if (name === "text/event-stream") return "events";
  if (name === "application/x-www-form-urlencoded") return formCodec(schema);
  if (name.startsWith("multipart/")) return "multipart";
  if (/^(text|application)\/(.+\+)?xml$/.test(name)) return "xml";
  if (name.startsWith("text/")) return textCodec(schema);
  if (name === "*/*" || name === "application/*") return isStructured(schema) ? "json" : "binary";
  return "binary";
}

/** Only an object has the fields of a form; of anything else, the body is the text. */
function formCodec(schema: Schema | undefined): Codec {
  if (!schema || (meantTypes(schema)?.includes("object") ?? true)) return "form";
  return isFile(schema) ? "binary" : textCodec(schema);
}

function textCodec(schema: Schema | undefined): Codec {
  return isScalar(schema) ? "scalar" : "text";
}

/** OpenAPI 3.0, section 4.7.14.2: a body of `format: binary` is a file, whatever its media type. */
function isFile(schema: Schema | undefined): boolean {
  if (!schema) return false;
  const all = [...together(schema)].map(({ keywords }) => keywords);
  return (
    all.some(({ format }) => format === "binary") &&
    all.some(({ types }) => types?.includes("string")) &&
    all.every(({ types = ["string"] }) => types.every((type) => /^(string|null)$/.test(type)))
  );
}

/** Numbers and booleans alone: of null, a text does not say what it is. */
function isScalar(schema: Schema | undefined): boolean {
  const types = schema && meantTypes(schema);
  return types !== undefined && types.length > 0 && types.every((type) => scalars.has(type));
}

const scalars: ReadonlySet<string> = new Set(["integer", "number", "boolean"]);

function isStructured(schema: Schema | undefined): boolean {
  if (!schema) return false;
  const { types, ref, allOf, anyOf, oneOf, properties } = schema.keywords;
  if (types) return types.some((type) => type !== "string");
  return Boolean(ref ?? allOf ?? anyOf ?? oneOf ?? properties);
}

/** OpenAPI 3.1, section 4.8.15: the properties of a form, with what `encoding` says of each. */
function partsOf(builder: Builder, media: Located, schema: Schema): readonly Part[] {
  const encodings = builder.member(media, "encoding");
  const sure = propertiesOf(schema);
  const { properties } = membersOf(schema);
  const names = new Set([...sure.keys(), ...properties.keys()]);
  return [...names].flatMap((name) => {
    const property = properties.get(name);
    return property
      ? [partOf(builder, encodings, name, property, sure.get(name)?.required === true)]
      : [];
  });
}

function partOf(
  builder: Builder,
  encodings: Located | undefined,
  name: string,
  schema: Schema,
  required: boolean,
): Part {
  const encoding = builder.member(encodings, name);
  const value = asObject(encoding?.value);
  const isStyled = ["style", "explode", "allowReserved"].some((key) => Object.hasOwn(value, key));
  return {
    name,
    required,
    schema,
    contentType: typeof value["contentType"] === "string" ? value["contentType"] : undefined,
    headers: headersOf(builder, encoding),
    encoding: encoding && isStyled ? styleOf(encoding, schema, "form") : undefined,
  };
}

/** All properties of an object, also those that come through `$ref` and `allOf`. */
export function propertiesOf(
  schema: Schema,
  found = new Map<string, { schema: Schema; required: boolean }>(),
  seen = new Set<Schema>(),
): Map<string, { schema: Schema; required: boolean }> {
  if (seen.has(schema)) return found;
  seen.add(schema);
  const { ref, allOf, properties, required } = schema.keywords;
  for (const part of [ref, ...(allOf ?? [])]) if (part) propertiesOf(part, found, seen);
  for (const [name, property] of properties ?? []) {
    const before = found.get(name)?.required ?? false;
    found.set(name, { schema: property, required: before });
  }
  for (const name of required ?? []) {
    const property = found.get(name);
    if (property) found.set(name, { ...property, required: true });
  }
  return found;
}

/** The headers of a reply or a part, in the order of the description. */
export function headersOf(builder: Builder, owner: Located | undefined): readonly Header[] {
  const headers = builder.entries(builder.member(owner, "headers"));
  return headers.flatMap(([name, located]) => {
    const source = below(below(owner?.source ?? located.source, "headers"), name);
    if (!canBeHeader(builder, name, "header", source)) return [];
    return headerOf(builder, located, name) ?? [];
  });
}

/** Examples of a parameter, a header or a media type, as values; those in other files or as text of the wire are left out. */
export function examplesOf(
  builder: Builder,
  owner: Located,
): { readonly examples?: readonly unknown[]; readonly exampleNames?: readonly string[] } {
  const { value } = owner;
  if (isObject(value) && Object.hasOwn(value, "example")) return { examples: [value["example"]] };
  const found = builder
    .entries(builder.member(owner, "examples"))
    .flatMap(([name, one]) => valueOf(one.value).map((value) => ({ name, value })));
  if (found.length === 0) return {};
  return {
    examples: found.map(({ value }) => value),
    exampleNames: found.map(({ name }) => name),
  };
}

/** OpenAPI 3.2, section 4.19: `dataValue` is the value, `value` may be its text. */
function valueOf(example: unknown): readonly unknown[] {
  if (!isObject(example)) return [];
  for (const key of ["dataValue", "value"]) if (Object.hasOwn(example, key)) return [example[key]];
  return [];
}
