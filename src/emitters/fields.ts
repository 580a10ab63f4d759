import { type Code, code, join, str, use } from "../emit/code.js";
import { isDate } from "../model/dates.js";
import { isExactInt64 } from "../model/int64.js";
import { propertiesOf } from "../model/media.js";
import type { Header, Media, Parameter, Part, Schema, StyleEncoding } from "../model/types.js";
import { tableEntry } from "./access.js";
import { exactJson } from "./int64.js";
import { type PartForm, partForm } from "./parts.js";

/** How the fields of a form are read. */
export function fieldsData(media: Media): Code {
  const fields = media.parts.map((part) => fieldData(part, media));
  return code`[${join(fields, ", ")}]`;
}

function fieldData(part: Part, media: Media): Code {
  const form = partForm(part, media);
  const members = [code`name: ${str(part.name)}`, ...formMembers(part, form, media)];
  return code`{ ${join(members, ", ")} }`;
}

function formMembers(part: Part, form: PartForm, { codec }: Media): Code[] {
  if (form.kind === "style") {
    const isMultipart = codec === "multipart";
    const style = isMultipart ? [code`style: ${str(form.encoding.style)}`] : [];
    const others = styleMembers(form.encoding, isMultipart ? form.encoding.style : "form");
    return [...typeMember(part.schema), ...style, ...others];
  }
  const { kind, repeated, schema } = form;
  return [
    ...(kind === "text" ? typeMember(part.schema) : []),
    ...(kind === "json" ? [code`content: "application/json"`] : []),
    ...(kind === "json" || !(isExactInt64(schema) || isDate(schema)) ? readMember(schema) : []),
    ...(kind === "file" ? [code`binary: true`] : []),
    ...(repeated ? [code`repeated: true`] : []),
    ...(codec === "multipart" && part.headers.length > 0
      ? [code`headers: [${join(part.headers.map(headerData), ", ")}]`]
      : []),
  ];
}

function headerData({ name, schema, encoding }: Header): Code {
  const members = [code`name: ${str(name)}`, ...encodingMembers(encoding, schema, "simple")];
  return code`{ ${join(members, ", ")} }`;
}

/** How a value that came as text is read; `usual` is the style that goes without saying. */
export function encodingMembers(
  encoding: Parameter["encoding"],
  schema: Schema,
  usual: StyleEncoding["style"],
): Code[] {
  if (encoding.kind === "style") return [...typeMember(schema), ...styleMembers(encoding, usual)];
  const { media } = encoding;
  return [code`content: ${str(media.type)}`, ...readMember(media.schema ?? schema)];
}

/** How JSON with int64s or dates is read. */
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
    else if (type === "date") add(use("dateTime", "./runtime/date-times.js"));
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
  const members = [...propertiesOf(schema)].map(([name, { schema: inner }]) =>
    tableEntry(name, shapeCode(inner, seen), () => use("Shape", "./runtime/shape.js", "type")),
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
