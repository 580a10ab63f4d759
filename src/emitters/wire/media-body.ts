import { reachable } from "../../common/collections.js";
import { array, type Code, code, join, json, object, str, use } from "../../emit/code.js";
import { sameValueParts, sureParts } from "../../model/walks/children.js";
import { isStream } from "../../model/walks/items.js";
import { propertiesOf, isRange } from "../../model/media.js";
import type { Header, Media, Part, Schema } from "../../model/types.js";
import { isPossible, listedValues, meantTypes, together } from "../../model/walks/values.js";
import { namingOf } from "../../model/passes/camel-case.js";
import { access, written } from "../names.js";
import { exactJson } from "./int64.js";
import { itemWriter } from "./items.js";
import { type PartForm, hasNested, isOpenForm, otherParts, partForm, partType } from "./parts.js";
import { fieldPart, headerFunction, undivided } from "./fields.js";

const runtime = (value: string): Code => use(value, "./runtime/client/bodies/bodies.js");
const multipart = (value: string): Code => use(value, "./runtime/client/bodies/multipart-body.js");

/** The names that the fields of a form still have. */
type Names = "code" | "wire";

/** `type` is given where the request says it, since the description has only a range. */
export function mediaBody(
  media: Media,
  value: Code,
  type: Code | undefined,
  names: Names = "code",
): Code {
  if (isStream(media)) {
    const stream = use("streamBody", "./runtime/client/bodies/stream-body.js");
    return code`${stream}(${value}, ${type ?? str(media.type)}, ${itemWriter(media)})`;
  }
  switch (media.codec) {
    case "json":
    case "scalar":
      return jsonCode(media, value, type);
    case "form":
      return code`${runtime("formBody")}(${formFields(media, value, names)})`;
    case "multipart":
      return multipartCode(media, value, names);
    case "binary":
      return code`${runtime("binaryBody")}(${value}, ${type ?? str(media.type)})`;
    default:
      return code`${runtime("textBody")}(${value}, ${type ?? str(concrete(media.type, "text/plain"))})`;
  }
}

/** The media type where the description has only a range: `text/plain` for `text/*`. */
function concrete(type: string, usual: string): string {
  return isRange(type) ? usual : type;
}

function jsonCode(media: Media, value: Code, given: Code | undefined): Code {
  const usual = concrete(media.type, media.codec === "json" ? "application/json" : "text/plain");
  const type = given ?? str(usual);
  const exact = exactJson(media.schema);
  if (exact) return code`${runtime("jsonBody")}(${value}, ${type}, ${exact}.write)`;
  return !given && usual === "application/json"
    ? code`${runtime("jsonBody")}(${value})`
    : code`${runtime("jsonBody")}(${value}, ${type})`;
}

/** The fields of `application/x-www-form-urlencoded`, as a list. */
function formFields(media: Media, value: Code, names: Names, isOptional = false): Code {
  if (!isOpenForm(media))
    return code`[${wholeFields(media, value, isNullable(media.schema), names)}]`;
  return code`${allMembers(media, value, names, isOptional)}.map(([name, one]) => ${otherField(media)})`;
}

/** Names and values of all members of a form. */
function allMembers(media: Media, value: Code, names: Names, isOptional: boolean): Code {
  const { schema } = media;
  const whole = names === "code" ? written(schema, value) : value;
  if (schema && !hasObjectType(schema)) return code`${runtime("others")}(${whole}, [])`;
  return code`Object.entries(${isOptional || mayBeNothing(media) ? code`${whole} ?? {}` : whole})`;
}

/** The type of a form lets null through, or says nothing. */
function mayBeNothing({ schema }: Media): boolean {
  const isObject = ({ keywords }: Schema): boolean => keywords.types?.join() === "object";
  return schema !== undefined && ![...reachable([schema], sureParts)].some(isObject);
}

function isNullable(schema: Schema | undefined): boolean {
  const parts = (one: Schema): readonly Schema[] => (one.keywords.types ? [] : sameValueParts(one));
  const all = schema ? [...reachable([schema], parts)] : [];
  return all.some(({ keywords: { types } }) => types?.includes("null") === true);
}

/** The fields of a form that is a whole query, with commas between; `isOptional`: it may be absent. */
export function wholeFields(
  media: Media,
  value: Code,
  isOptional: boolean,
  names: Names = "code",
): Code {
  if (isOpenForm(media)) return code`...${formFields(media, value, names, isOptional)}`;
  const fields = media.parts.map((part) =>
    formField(part, media, str(part.name), partOf(media, part, value, names, isOptional)),
  );
  return join([...fields, ...restOf(media, value, otherField(media), names)], ", ");
}

/** True where the type is an object's, or null: one with values, or of several types, has no members for the compiler. */
function hasObjectType(schema: Schema): boolean {
  const all = [...together(schema)].every(({ keywords }) => {
    const { types = ["object"] } = keywords;
    const isObject =
      types.includes("object") && types.every((one) => /^(?:object|null)$/.test(one));
    return isObject && !listedValues(keywords);
  });
  return all && isPossible(schema);
}

/** The value of a part, which not every alternative of a form's type has. */
function partOf(
  { schema }: Media,
  part: Part,
  owner: Code,
  names: Names,
  isOptional = false,
): Code {
  const called = schema && namingOf(schema)?.names.get(part.name);
  const name = names === "code" ? (called ?? part.name) : part.name;
  const isKnown =
    !schema ||
    part.headers.length > 0 ||
    (propertiesOf(schema).has(part.name) && hasObjectType(schema));
  const value =
    isKnown && (names === "code" || called === undefined)
      ? access(owner, name, isOptional)
      : code`${use("anyMember", "./runtime/wire/own.js")}(${owner}, ${str(name)})`;
  return names === "code" ? written(part.schema, value) : value;
}

/** One of the members that a form does not name: `name`, with the value `one`. */
function otherField(media: Media): Code {
  const { patterns, rest } = otherParts(media);
  if (rest && patterns.length === 0) return formField(rest, media, code`name`, code`one`);
  return code`${use("formAny", "./runtime/wire/parameters/serialize.js")}(name, one)`;
}

function formField(part: Part, media: Media, name: Code, value: Code): Code {
  const form = partForm(part, media);
  if (form.kind === "style") {
    // OpenAPI 3.1, section 4.8.15.1.1: an object is JSON, also where nothing says that there is one.
    if (!part.encoding && !meantTypes(part.schema))
      return code`${use("formAny", "./runtime/wire/parameters/serialize.js")}(${name}, ${value})`;
    return fieldPart(name, value, form.encoding, part.schema);
  }
  const exact = exactJson(form.schema);
  if (form.kind === "text") {
    const last = exact ? code`, ${exact}.write` : code``;
    return code`${use("formMixed", "./runtime/wire/parameters/serialize.js")}(${name}, ${value}${last})`;
  }
  const last = exact ? code`, undefined, ${exact}.write` : code``;
  return code`${use("queryJson", "./runtime/wire/parameters/serialize.js")}(${name}, ${value}${last})`;
}

/** Additional members of a form, if its schema describes them. */
function restOf(media: Media, value: Code, field: Code, names: Names): readonly Code[] {
  const { patterns, rest } = otherParts(media);
  if (!rest && patterns.length === 0) return [];
  const whole = names === "code" ? written(media.schema, value) : value;
  const known = json(media.parts.map(({ name }) => name));
  return [code`...${runtime("others")}(${whole}, ${known}).map(([name, one]) => ${field})`];
}

function multipartCode(media: Media, value: Code, names: Names): Code {
  const type = concrete(media.type, "multipart/form-data");
  const parts = isOpenForm(media)
    ? code`${allMembers(media, value, names, false)}.map(([name, one]) => ${multipart("parts")}(name, one))`
    : array([
        ...media.parts.map((part) => formPart(part, media, partOf(media, part, value, names))),
        ...restOf(media, value, code`${multipart("parts")}(name, one)`, names),
      ]);
  const last = type === "multipart/form-data" ? code`` : code`, ${str(type)}`;
  return code`${multipart("multipartBody")}(${parts}${last})`;
}

function formPart(part: Part, media: Media, value: Code): Code {
  const form = partForm(part, media);
  if (form.kind === "style") {
    const { style, explode } = form.encoding;
    const place = { encoding: form.encoding, schema: part.schema, in: "multipart" } as const;
    const whole = undivided(str(part.name), value, place);
    return code`${multipart("styledPart")}(${str(part.name)}, ${whole}, ${str(style)}, ${explode ? code`true` : code`false`})`;
  }
  if (part.headers.length === 0) {
    const isMixed = form.kind === "text" && hasNested(form.schema);
    const word = isMixed ? "mixedParts" : form.repeated ? "parts" : "part";
    return code`${multipart(word)}(${join([str(part.name), value, ...options(part, form)], ", ")})`;
  }
  if (form.repeated) return code`${value}?.map((one) => ${partWithHeaders(part, form, code`one`)})`;
  const single = partWithHeaders(part, form, value);
  return part.required ? single : code`${value} && ${single}`;
}

/** The content type, the headers, and how JSON is written, as far as they are needed. */
function options(part: Part, form: Exclude<PartForm, { kind: "style" }>, headers?: Code): Code[] {
  const type = partType(part, form);
  const isJson = form.kind === "json" || (form.kind === "text" && hasNested(form.schema));
  const exact = isJson ? exactJson(form.schema) : undefined;
  const all = [type === undefined ? undefined : str(type), headers, exact && code`${exact}.write`];
  while (all.length > 0 && all.at(-1) === undefined) all.pop();
  return all.map((one) => one ?? code`undefined`);
}

function partWithHeaders(part: Part, form: Exclude<PartForm, { kind: "style" }>, one: Code): Code {
  const optional = !part.headers.some(({ required }) => required);
  const headers = part.headers.map(
    (header) => [header.name, headerCode(header, code`${one}.headers`, optional)] as const,
  );
  const given = options(part, form, object(headers));
  return code`${multipart("part")}(${join([str(part.name), code`${one}.body`, ...given], ", ")})`;
}

function headerCode(header: Header, owner: Code, isOptional: boolean): Code {
  const { name, encoding, schema } = header;
  const place = { encoding, schema, in: "header" } as const;
  const value = undivided(str(name), access(owner, name, isOptional), place);
  const write = use(headerFunction(encoding), "./runtime/wire/parameters/serialize.js");
  return code`${write}(${str(name)}, ${value})`;
}
