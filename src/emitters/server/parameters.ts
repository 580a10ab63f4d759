import { type Code, code, join, json, property, str } from "../../emit/code.js";
import { isExactInt64 } from "../../model/int64.js";
import { propertiesOf } from "../../model/media.js";
import { exactJson } from "../int64.js";
import type { Body, Media, Parameter, Part, Schema, StyleEncoding } from "../../model/types.js";

/** A parameter as data: `{ in: "query", name: "limit", type: "integer", default: 20 }`. */
export function parameterData(parameter: Parameter): Code {
  const { schema, encoding } = parameter;
  const place = parameter.in === "querystring" ? "query" : parameter.in;
  const isHeaderLike = place === "path" || place === "header";
  const members = [
    code`in: ${str(place)}`,
    code`name: ${str(parameter.name)}`,
    ...(encoding.kind === "style"
      ? [...typeMember(schema), ...styleMembers(encoding, isHeaderLike ? "simple" : "form")]
      : [
          code`content: ${str(encoding.media.type)}`,
          ...readMember(encoding.media.schema ?? schema),
        ]),
    ...(schema.keywords.default && !parameter.required
      ? [code`default: ${json(schema.keywords.default.value)}`]
      : []),
  ];
  return code`{ ${join(members, ", ")} }`;
}

/** How JSON with int64s is read. */
function readMember(schema: Schema): Code[] {
  const exact = exactJson(schema);
  return exact ? [code`read: ${exact}.read`] : [];
}

/** Only what differs from the default of the place is written. */
function styleMembers({ style, explode }: StyleEncoding, usual: StyleEncoding["style"]): Code[] {
  const usualExplode = style === "form" || style === "cookie" || style === "deepObject";
  return [
    ...(style === usual ? [] : [code`style: ${str(style)}`]),
    ...(explode === usualExplode ? [] : [explode ? code`explode: true` : code`explode: false`]),
  ];
}

function typeMember(schema: Schema): Code[] {
  const shape = shapeCode(schema, new Set());
  return shape.text === '"string"' ? [] : [code`type: ${shape}`];
}

/** What the text of a parameter is to become, as `Shape` of the runtime says it. */
function shapeCode(schema: Schema, seen: ReadonlySet<Schema>): Code {
  const shapes = new Map<string, Code>();
  collectShapes(schema, seen, (shape) => shapes.set(shape.text, shape));
  const [only, ...others] = shapes.values();
  if (!only) return str("any");
  return others.length === 0 ? only : code`[${join([only, ...others], ", ")}]`;
}

function collectShapes(
  schema: Schema,
  before: ReadonlySet<Schema>,
  add: (shape: Code) => void,
): void {
  if (before.has(schema)) return;
  const seen = new Set([...before, schema]);
  const { keywords } = schema;
  const types = keywords.types ?? impliedTypes(schema);
  for (const type of types) {
    if (type === "array")
      add(code`{ items: ${keywords.items ? shapeCode(keywords.items, seen) : str("any")} }`);
    else if (type === "object") add(objectShape(schema, seen));
    else add(str(type));
  }
  if (types.length > 0) return;
  const parts = [
    keywords.ref,
    ...(keywords.allOf ?? []),
    ...(keywords.anyOf ?? []),
    ...(keywords.oneOf ?? []),
  ];
  for (const part of parts) if (part) collectShapes(part, seen, add);
}

function impliedTypes({ keywords }: Schema): readonly string[] {
  if (keywords.properties) return ["object"];
  if (keywords.items) return ["array"];
  const values = keywords.const ? [keywords.const.value] : (keywords.enum ?? []);
  return [...new Set(values.map((value) => (value === null ? "null" : typeof value)))].filter(
    (type) => type === "string" || type === "number" || type === "boolean" || type === "null",
  );
}

function objectShape(schema: Schema, seen: ReadonlySet<Schema>): Code {
  const members = [...propertiesOf(schema)].map(
    ([name, { schema: inner }]) => code`${property(name)}: ${shapeCode(inner, seen)}`,
  );
  const { additionalProperties } = schema.keywords;
  const properties = members.length === 0 ? code`{}` : code`{ ${join(members, ", ")} }`;
  // Only what is declared, or an exploded object would take in the names of all other parameters.
  const isOpen = additionalProperties
    ? !additionalProperties.keywords.nothing
    : members.length === 0;
  if (!isOpen) return code`{ properties: ${properties} }`;
  const rest = additionalProperties ? shapeCode(additionalProperties, seen) : str("any");
  return code`{ properties: ${properties}, rest: ${rest} }`;
}

/** How a body is read, by media type. */
export function bodyData(body: Body): Code {
  const content = body.content.map((media) => code`${property(media.type)}: ${codecOf(media)}`);
  const required = body.required ? code`required: true, ` : code``;
  return code`{ ${required}content: { ${join(content, ", ")} } }`;
}

function codecOf(media: Media): Code {
  const exact = media.codec === "json" ? exactJson(media.schema) : undefined;
  if (exact) return code`{ codec: "json", read: ${exact}.read }`;
  if (media.codec === "json" || media.codec === "binary") return str(media.codec);
  if (media.codec === "form" || media.codec === "multipart") {
    const fields = media.parts.map((part) => fieldData(part, media.codec === "multipart"));
    return code`{ codec: ${str(media.codec)}, fields: [${join(fields, ", ")}] }`;
  }
  return str("text");
}

function fieldData(part: Part, isMultipart: boolean): Code {
  const { keywords } = part.schema;
  const isFile = keywords.format === "binary" || keywords.items?.keywords.format === "binary";
  const isList = keywords.types?.includes("array") ?? keywords.items !== undefined;
  const isJson = part.contentType !== undefined && /[/+]json$/.test(part.contentType);
  const isNested = keywords.types?.includes("object") ?? keywords.properties !== undefined;
  const isContent = isJson || (isNested && !part.encoding);
  // The parts of one name are read as the items of its list.
  const read = isMultipart ? (keywords.items ?? part.schema) : part.schema;
  const members = [
    code`name: ${str(part.name)}`,
    ...(isFile || isContent ? [] : typeMember(part.schema)),
    ...(part.encoding ? styleMembers(part.encoding, "form") : []),
    ...(isContent ? [code`content: "application/json"`] : []),
    ...(isContent || (isMultipart && !isExactInt64(read)) ? readMember(read) : []),
    ...(isMultipart && isFile ? [code`binary: true`] : []),
    ...(isMultipart && isList ? [code`repeated: true`] : []),
  ];
  return code`{ ${join(members, ", ")} }`;
}
