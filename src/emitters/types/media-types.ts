import {
  type Code,
  code,
  doc,
  empty,
  global,
  join,
  json,
  key,
  text,
  use,
} from "../../emit/code.js";
import { hasOpenObjects } from "../../model/passes/open.js";
import { isOpen } from "../../model/walks/values.js";
import type { Header, Media, Part, Reply, Schema } from "../../model/types.js";
import { besidesFile, isOpenForm, otherParts, partForm } from "../wire/parts.js";
import { deprecatedTags, exampleTags, ownExamples } from "./docs.js";
import { typeOf } from "./schema-types.js";
import { literalOf, readonlyWord, unionOf } from "./print.js";

/** The side that has the value: the sender of a request, its receiver, or both sides of a reply. */
export type Side = "request" | "received" | "reply";

export function unionOfBodies(messages: readonly Pick<Reply, "content">[], side: Side): Code {
  const types = messages.flatMap(({ content }) => content.map((media) => mediaType(media, side)));
  const hasNone = messages.some(({ content }) => content.length === 0) || messages.length === 0;
  return unionOf([...types, ...(hasNone ? [code`undefined`] : [])]);
}

/** Of a range it is not known which type it will be: `image/${string}`. */
export function contentTypeMember({ type }: Media, isOptional = false): Code {
  const [first = "", ...others] = type.split("*");
  const parts = [first, ...others.flatMap((one) => [code`string`, one])];
  return code`${readonlyWord()}contentType${isOptional ? code`?` : empty}: ${others.length > 0 ? text(parts) : json(type)};`;
}

export function headersType(headers: readonly Header[]): Code {
  const members = headers.map((header) => {
    const examples = exampleTags(ownExamples(header));
    const tags = [...deprecatedTags(header), ...examples];
    const description = doc(header.prose.description, tags);
    const optional = header.required ? empty : code`?`;
    return code`${description}${readonlyWord()}${key(header.name)}${optional}: ${typeOf(header.schema)};`;
  });
  return literalOf(members);
}

/** The type of a body in memory: parsed JSON, text, bytes, items or a form's fields. */
export function mediaType(media: Media, side: Side): Code {
  switch (media.codec) {
    case "json":
      return media.schema ? jsonType(media, media.schema, side) : code`unknown`;
    case "scalar":
      return media.schema ? typeOf(media.schema) : code`unknown`;
    case "form":
      return media.schema ? typeOf(media.schema) : code`${global("Record")}<string, string>`;
    case "multipart":
      if (side === "received" && media.isStreamed)
        return code`${global("AsyncIterable")}<${shared("StreamedPart")}>`;
      return multipartType(media);
    case "binary":
      if (side === "received" && media.isStreamed)
        return code`${global("ReadableStream")}<${global("Uint8Array")}>`;
      return side === "request" ? shared("Bytes") : global("Uint8Array");
    case "events":
    case "json-lines":
    case "json-sequence":
      return code`${side === "request" ? shared("Items") : global("AsyncIterable")}<${itemType(media)}>`;
    default:
      return code`string`;
  }
}

/** In a request, an object of unknown content may be an interface too. */
function jsonType(media: Media, schema: Schema, side: Side): Code {
  if (side !== "request" || !hasOpenObjects(media)) return typeOf(schema);
  if (isOpen(schema) && schema.keywords.types?.length === 1) return code`object`;
  return code`${shared("Sent")}<${typeOf(schema)}>`;
}

export const shared = (value: string): Code => use(value, "./runtime/wire/media.js", "type");

function itemType({ itemSchema, events }: Media): Code {
  if (itemSchema) return typeOf(itemSchema);
  return events ? shared("ServerSentEvent") : code`unknown`;
}

/** Files are `Blob`s; all other fields have the type of their schema. */
function multipartType(media: Media): Code {
  if (isOpenForm(media)) return code`${global("Record")}<string, ${otherValues(media)}>`;
  if (media.schema && isFieldsOnly(media, media.schema)) return typeOf(media.schema);
  const members = media.parts.map(
    (part) =>
      code`${readonlyWord()}${key(part.name)}${part.required ? empty : code`?`}: ${partValue(part, media)};`,
  );
  return literalOf(members);
}

/** True for an object with a name whose members are all fields, so that its own type is that of the form. */
function isFieldsOnly(media: Media, { name: declared, keywords }: Schema): boolean {
  const { additionalProperties: others, allOf, anyOf, oneOf, patternProperties, ref } = keywords;
  const isPlain = !(ref ?? allOf ?? anyOf ?? oneOf ?? patternProperties);
  const isClosed = !others || others.keywords.nothing === true;
  return (
    declared !== undefined &&
    isPlain &&
    isClosed &&
    keywords.types?.join() === "object" &&
    media.parts.every((part) => partForm(part, media).kind !== "file" && part.headers.length === 0)
  );
}

/** The type of all members of a form that names none. */
function otherValues(media: Media): Code {
  const { patterns, described } = otherParts(media);
  const parts = [...patterns.map(([, part]) => part), ...(described ? [described] : [])];
  const types = parts.map((part) => partValue(part, media));
  return unionOf([...types, ...(described ? [] : [code`string`, global("Blob")])]);
}

/** A part with headers has them beside its value. */
function partValue(part: Part, media: Media): Code {
  const form = partForm(part, media);
  const whole = typeOf(part.schema);
  if (form.kind === "style") return whole;
  const one = form.kind === "file" ? global("Blob") : typeOf(form.schema);
  if (part.headers.length === 0) {
    if (form.kind !== "file") return whole;
    const several = code`${readonlyWord()}${one}[]`;
    if (form.repeated === true) return several;
    const others = besidesFile(part.schema).map((schema) => typeOf(schema));
    return join([one, ...(form.repeated ? [several] : []), ...others], " | ");
  }
  const optional = part.headers.some(({ required }) => required) ? empty : code`?`;
  const members = literalOf([
    code`${readonlyWord()}headers${optional}: ${headersType(part.headers)};`,
    code`${readonlyWord()}body: ${one};`,
  ]);
  return form.repeated ? code`${readonlyWord()}${members}[]` : members;
}
