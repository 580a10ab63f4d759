import { type Code, code, empty, join, str, use } from "../../emit/code.js";
import { isDate, itemsOf, listedValues, together } from "../../model/walks/values.js";
import { isExactInt64 } from "../../model/passes/int64.js";
import type { Header, Media, Parameter, Part, Schema, StyleEncoding } from "../../model/types.js";
import { exactJson } from "./int64.js";
import { type PartForm, hasNested, otherParts, partForm } from "./parts.js";
import { shapeCode } from "./shapes.js";
import { patternCode } from "../validators/code/pattern.js";

/** Readers for the fields of a form. */
export function fieldsData(media: Media): Code {
  const named = media.parts.map((part) => fieldData(part, media));
  const { patterns, rest } = otherParts(media);
  const matched = patterns.flatMap(([pattern, part]) => {
    const names = patternCode(pattern);
    return names ? [fieldData(part, media, names)] : [];
  });
  const others = rest ? [fieldData(rest, media, code`/(?:)/`)] : [];
  return code`[${join([...named, ...matched, ...others], ", ")}]`;
}

/** `names`: what the names of the members match that the field is for, if it is not for one. */
function fieldData(part: Part, media: Media, names?: Code): Code {
  const form = partForm(part, media);
  const members = [
    code`name: ${str(part.name)}`,
    ...(names ? [code`names: ${names}`] : []),
    ...formMembers(part, form, media),
  ];
  return code`{ ${join(members, ", ")} }`;
}

function formMembers(part: Part, form: PartForm, { codec }: Media): Code[] {
  if (form.kind === "style") {
    const isMultipart = codec === "multipart";
    const style = isMultipart ? [code`style: ${str(form.encoding.style)}`] : [];
    const others = styleMembers(form.encoding, isMultipart ? form.encoding.style : "form");
    const isDeep = form.encoding.style === "deepObject";
    return [...typeMember(part.schema, isDeep), ...style, ...others];
  }
  const { kind, repeated, schema } = form;
  return [
    ...(kind === "text" ? typeMember(part.schema) : []),
    ...(kind === "text" && hasNested(schema) ? [code`nested: true`] : []),
    ...(kind === "json" ? [code`content: "application/json"`] : []),
    ...(kind === "json" || !(isExactInt64(schema) || isDate(schema)) ? readMember(schema) : []),
    ...(codec === "multipart" ? typesMember(part) : []),
    ...(kind === "file" ? [code`binary: true`] : []),
    ...(repeated ? [code`repeated: ${repeated === "either" ? str(repeated) : code`true`}`] : []),
    ...(codec === "multipart" && part.headers.length > 0
      ? [code`headers: [${join(part.headers.map(headerData), ", ")}]`]
      : []),
  ];
}

/** The media types of a part, where the description says so. */
function typesMember({ contentType = "" }: Part): Code[] {
  const types = contentType.split(",").flatMap((one) => one.trim() || []);
  if (types.length === 0 || types.includes("*/*")) return [];
  return [code`types: [${join(types.map(str), ", ")}]`];
}

function headerData({ name, schema, encoding }: Header): Code {
  const members = [code`name: ${str(name)}`, ...encodingMembers(encoding, schema, "simple")];
  return code`{ ${join(members, ", ")} }`;
}

/** Members of a reader for a value in a style; the style `usual` is left out. */
export function encodingMembers(
  encoding: Parameter["encoding"],
  schema: Schema,
  usual: StyleEncoding["style"],
): Code[] {
  if (encoding.kind === "style") {
    const isDeep = encoding.style === "deepObject";
    const words = hasWords(encoding, schema) ? [code`words: true`] : [];
    return [...typeMember(schema, isDeep), ...styleMembers(encoding, usual), ...words];
  }
  return [code`content: "application/json"`, ...readMember(encoding.media.schema ?? schema)];
}

/** Members of a reader for JSON with int64s or dates. */
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

/** A list whose items are separated by commas, and have none. */
function hasWords({ style, explode }: StyleEncoding, schema: Schema): boolean {
  const { first, rest } = itemsOf(schema);
  if (style !== "form" || explode || first.length > 0 || !rest) return false;
  const values = [...together(rest)].flatMap(({ keywords }) => listedValues(keywords) ?? []);
  return values.length > 0 && values.every((one) => typeof one === "string" && !one.includes(","));
}

function typeMember(schema: Schema, isDeep = false): Code[] {
  const shape = shapeCode(schema, isDeep);
  return shape.text === '"string"' ? [] : [code`type: ${shape}`];
}

/** In a file of their own, which is all that most clients need. */
const ofScalars: ReadonlySet<string> = new Set([
  "pathOf",
  "pathScalar",
  "queryOf",
  "queryScalar",
  "queryString",
]);

/** A function that writes parameters, with its import. */
export function serializer(word: string): Code {
  return use(word, `./runtime/wire/parameters/${ofScalars.has(word) ? "scalar" : "serialize"}.js`);
}

/** A field of a form, in the style of a query parameter. */
export function fieldPart(field: Code, value: Code, encoding: StyleEncoding): Code {
  const reserved = encoding.allowReserved ? code`, ${serializer("reserved")}` : empty;
  return code`${serializer(queryStyle(encoding))}(${field}, ${value}${reserved})`;
}

/** OpenAPI 3.1, section 4.8.12: the delimited styles with `explode` are the same as `form`. */
export function queryStyle({ style, explode }: StyleEncoding): string {
  if (style === "deepObject") return "deepObject";
  if (explode) return "form";
  return style === "spaceDelimited" || style === "pipeDelimited" ? style : "formJoined";
}

/** The function of the runtime that writes a header of a request or of a part. */
export function headerFunction(encoding: Parameter["encoding"]): string {
  if (encoding.kind === "content") return "headerJson";
  return encoding.explode ? "headerExploded" : "headerValue";
}
