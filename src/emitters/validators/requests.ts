import { groupBy } from "../../common/collections.js";
import { pascalCase } from "../../model/names/naming.js";
import { statusWord } from "../../model/replies.js";
import type {
  Body,
  Header,
  Keywords,
  Media,
  Operation,
  Parameter,
  Part,
  Reply,
  Schema,
} from "../../model/types.js";
import { isRange } from "../../model/media.js";
import { valueSchema } from "../../model/parameters.js";
import { isStream } from "../../model/walks/items.js";
import { typesOf } from "../../model/walks/values.js";
import { requestGroups } from "../requests.js";
import { otherParts, partForm } from "../wire/parts.js";
import { schemasIn } from "../../model/walks/children.js";
import { isTrivial, passesAll, unlessRefused } from "./analysis/analysis.js";
import { headerForm } from "../wire/header-form.js";

/** A request as a schema, so that it is checked like any other value: `{ path, query, headers, cookies, body }`. */
export function requestSchema(operation: Operation): Schema {
  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  for (const { place, parameters, required: isRequired, whole } of requestGroups(operation)) {
    properties.set(place, whole ? valueSchema(whole) : groupSchema(operation, parameters));
    if (isRequired) required.add(place);
  }
  const { body } = operation;
  if (body && body.content.length > 1)
    return made(operation, {
      types: ["object"],
      properties,
      required,
      anyOf: choices(body, operation),
    });
  if (body) {
    properties.set("body", bodySchema(body.content[0], operation));
    if (body.required) required.add("body");
  }
  return made(operation, { types: ["object"], properties, required });
}

function made({ source }: { readonly source: Schema["source"] }, keywords: Keywords): Schema {
  return { source, name: undefined, keywords };
}

function groupSchema(operation: Operation, parameters: readonly Parameter[]): Schema {
  const { file, pointer } = operation.source;
  return made(
    { source: { file, pointer: `${pointer}/parameters` } },
    {
      types: ["object"],
      properties: new Map(parameters.map((parameter) => [parameter.name, valueSchema(parameter)])),
      required: new Set(parameters.filter(({ required }) => required).map(({ name }) => name)),
    },
  );
}

/** With several media types, `contentType` says which of the schemas the body has to keep. */
function choices(body: Body, operation: Operation): readonly Schema[] {
  const found = body.content.map((media) =>
    made(media, {
      types: ["object"],
      properties: new Map([
        ["contentType", made(media, typeKeywords(media, body.content))],
        ["body", bodySchema(media, operation)],
      ]),
      required: new Set(["contentType", "body"]),
    }),
  );
  const nothing = made(body, { not: made(body, { required: new Set(["body"]) }) });
  return body.required ? found : [...found, nothing];
}

/** Of a range, any type will do that no other entry is more specific for. */
function typeKeywords({ type }: Media, content: readonly Media[]): Keywords {
  if (!isRange(type)) return { const: { value: type } };
  const start = startOf(type);
  const others = content.filter((other) => other.type !== type && other.type.startsWith(start));
  const not = others.map(
    (other) => `${escaped(startOf(other.type))}${isRange(other.type) ? "" : "$"}`,
  );
  const pattern = `${not.length > 0 ? `(?!${not.join("|")})` : ""}${escaped(start)}`;
  return { types: ["string"], ...(pattern !== "" && { pattern: `^${pattern}` }) };
}

/** What is in front of the asterisk of a range. */
function startOf(type: string): string {
  return type.split("*", 1)[0] ?? "";
}

function escaped(text: string): string {
  return text.replace(/[^\w/]/g, "\\$&");
}

function bodySchema(media: Media | undefined, operation: Operation): Schema {
  return (media && mediaSchema(media)) ?? made(media ?? operation, {});
}

/** The schema of the value that a body is read into; undefined: nothing is known of it. */
function mediaSchema(media: Media): Schema | undefined {
  switch (media.codec) {
    case "json":
    case "scalar":
    case "form":
      return media.schema;
    case "text":
      // A body of text is a text, whatever else its schema may ask for.
      return media.schema && typesOf(media.schema).has("string") ? media.schema : undefined;
    case "multipart":
      return media.isStreamed ? undefined : media.schema && partsSchema(media, media.schema);
    default:
      return undefined;
  }
}

/** Of a part that is a file, a schema cannot tell more than that it is there; headers stand beside what a part holds. */
function partsSchema(media: Media, schema: Schema): Schema {
  const others = otherParts(media);
  const isWhole = (part: Part): boolean => partSchema(part, media) === part.schema;
  const all = [
    ...media.parts,
    ...others.patterns.map(([, part]) => part),
    ...(others.described ? [others.described] : []),
  ];
  if (all.every(isWhole)) return schema;
  const parts = media.parts.map((part) => [part.name, partSchema(part, media)] as const);
  const required = new Set(media.parts.filter((part) => part.required).map((part) => part.name));
  const patterns = others.patterns.map(([one, part]) => [one, partSchema(part, media)] as const);
  const { additionalProperties, unevaluatedProperties } = schema.keywords;
  const closed = [additionalProperties, unevaluatedProperties].find((one) => one?.keywords.nothing);
  const rest = closed ?? (others.described && partSchema(others.described, media));
  return made(schema, {
    types: ["object"],
    properties: new Map(parts),
    required,
    ...(patterns.length > 0 && { patternProperties: new Map(patterns) }),
    ...(rest && { additionalProperties: rest }),
  });
}

function partSchema(part: Part, media: Media): Schema {
  const form = partForm(part, media);
  if (form.kind === "style") return part.schema;
  const value = form.kind === "file" ? made(part.schema, {}) : form.schema;
  const hasHeaders = part.headers.length > 0;
  if (!hasHeaders && form.kind !== "file") return part.schema;
  const one = hasHeaders ? withHeaders(part, value) : value;
  if (form.repeated !== true) return one;
  const { minItems, maxItems } = part.schema.keywords;
  return made(part.schema, {
    types: ["array"],
    items: one,
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  });
}

function withHeaders({ headers, schema }: Part, body: Schema): Schema {
  const required = new Set(headers.filter((one) => one.required).map(({ name }) => name));
  const group = made(schema, {
    types: ["object"],
    properties: new Map(headers.map((header) => [header.name, header.schema])),
    required,
  });
  return made(schema, {
    types: ["object"],
    properties: new Map([
      ["headers", group],
      ["body", body],
    ]),
    required: new Set(required.size > 0 ? ["headers", "body"] : ["body"]),
  });
}

/** A check that is written for a part of a message, because its schema has no name. */
export interface OwnCheck {
  /** `ListPetsReply200`, or `NotFoundReply` for a reply that operations share. */
  readonly name: string;
  readonly schema: Schema;
}

/** A check, and the type of the request of an operation that it is for. */
export interface OwnedCheck extends OwnCheck {
  readonly owner: string;
}

/** The owners of checks, by name. */
export function ownersOf(checks: readonly OwnedCheck[]): ReadonlyMap<string, readonly string[]> {
  const byName = groupBy(checks, ({ name }) => name);
  return new Map([...byName].map(([name, all]) => [name, all.map(({ owner }) => owner)]));
}

/** The checks that are written for the bodies of replies. */
export function replyChecksOf(operation: Operation): readonly OwnCheck[] {
  const { body, names, replies } = operation;
  const ofReplies = replies.flatMap((reply) =>
    reply.content.flatMap((media) => ownCheck(replyName(operation, reply, media), media)),
  );
  const ofItems = (body?.content ?? []).flatMap((media) =>
    ownCheck(itemName(names.request, media, body?.content ?? []), media),
  );
  return [...ofReplies, ...ofItems];
}

function ownCheck(name: string | undefined, media: Media): readonly OwnCheck[] {
  const schema = checkedSchema(media);
  return name === undefined || !schema || schema.name !== undefined ? [] : [{ name, schema }];
}

/** The schema that a body keeps to, or each item of a stream; undefined: nothing is to be checked. */
function checkedSchema(media: Media): Schema | undefined {
  if (isStream(media)) return media.itemSchema;
  return media.codec === "text" ? undefined : mediaSchema(media);
}

/** The part after `check` in the name of the check of a reply's body; undefined if there is nothing to check. */
export function replyName(operation: Operation, reply: Reply, media: Media): string | undefined {
  return checkName(replyStem(operation, reply), media, reply.content);
}

/** Check of the body of a reply; undefined if there is nothing to check. */
export function replyBody(operation: Operation, reply: Reply, media: Media): OwnCheck | undefined {
  const name = replyName(operation, reply, media);
  const schema = checkedSchema(media);
  return name === undefined || !schema ? undefined : { name, schema };
}

/** Prefix of the checks of a reply. */
export function replyStem({ names }: Operation, { match, shared }: Reply): string {
  return shared ? shared.name : `${names.reply}${statusWord(match)}`;
}

/** As `replyName`, for the items of a stream that is sent to an operation. */
export function itemName(
  stem: string,
  media: Media,
  content: readonly Media[],
): string | undefined {
  return isStream(media) ? checkName(stem, media, content) : undefined;
}

function checkName(stem: string, media: Media, content: readonly Media[]): string | undefined {
  const schema = checkedSchema(media);
  if (!schema || isTrivial(schema)) return undefined;
  return schema.name ?? ownName(stem, media, content);
}

/** Name for the unnamed schema of a body, or of each item of a stream. */
export function ownName(stem: string, media: Media, content: readonly Media[]): string {
  const others = content.filter((other) => checkedSchema(other) !== undefined);
  const suffix = others.length > 1 ? pascalCase(media.type) : "";
  return `${stem}${isStream(media) ? "Item" : ""}${suffix}`;
}

/** The checks that are written for the headers of replies, because their schemas have no name. */
export function headerChecksOf(operation: Operation): readonly OwnCheck[] {
  return operation.replies.flatMap((reply) =>
    reply.headers.flatMap((header) => {
      const name = headerName(operation, reply, header);
      const schema = valueSchema(header);
      return name === undefined || schema.name !== undefined ? [] : [{ name, schema }];
    }),
  );
}

/**
 * The part after `check` in the name of the check of a reply's header: `ListPetsReply200XKindHeader`.
 * Undefined if the reader of the header already validates all that the schema asserts.
 */
export function headerName(operation: Operation, reply: Reply, header: Header): string | undefined {
  const schema = valueSchema(header);
  const isRead = header.encoding.kind === "style" && headerForm(schema);
  const isChecked = isRead ? !asksNoMore(schema) : !isTrivial(schema);
  if (!isChecked) return undefined;
  return schema.name ?? `${replyStem(operation, reply)}${pascalCase(header.name)}Header`;
}

/** False if more than a type is asserted. A format alone does not count: many a `Location` is a path where its description says `uri`. */
const asksNoMore = unlessRefused(schemasIn, ({ keywords: { types, format, ...others } }, passes) =>
  passesAll(others, passes),
);
