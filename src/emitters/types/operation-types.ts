import { STATUS_CODES } from "node:http";
import {
  type Code,
  code,
  doc,
  empty,
  global,
  join,
  json,
  key,
  name,
  text,
  use,
} from "../../emit/code.js";
import { hasOpenObjects } from "../../model/passes/open.js";
import { defaultMedia, needsType } from "../../model/walks/implied-media.js";
import { isOpen, meantTypes } from "../../model/walks/values.js";
import { isSuccess } from "../../model/replies.js";
import type {
  Body,
  Header,
  Identifier,
  Media,
  NamedReply,
  Operation,
  Parameter,
  Part,
  Reply,
  Schema,
} from "../../model/types.js";
import { operationTitle } from "../operation-docs.js";
import { besidesFile, isOpenForm, otherParts, partForm } from "../wire/parts.js";
import { type RateLimitHeaders, besidesRateLimit } from "../rate-limits.js";
import {
  filledMembers,
  hasDefault,
  isBodyTwofold,
  requestGroups,
  type RequestGroup,
} from "../requests.js";
import {
  deprecatedTags,
  exampleTags,
  limitsOf,
  ownExamples,
  ownValues,
  proseOf,
  withList,
} from "./docs.js";
import type { SameTypes } from "./inline-types.js";
import { typeOf } from "./schema-types.js";
import { declareObject, literalOf, memberOf, readonlyWord, unionOf } from "./print.js";
import { isRange } from "../../model/media.js";

/** `interface ListPetsRequest`: what a caller gives, in groups by place, with the names of the wire. */
export function requestType(operation: Operation): Code {
  const groups = requestGroups(operation).map((group) => groupMember(group, operation));
  const title = doc(`Request of ${operationTitle(operation)}.`);
  const declared = name(operation.names.request);
  const { members, choice } = bodyTypes(operation, "request");
  const all = [...groups, ...members];
  if (choice) {
    const others = all.length === 0 ? [] : [code`{\n${join(all, "\n")}\n}`];
    return code`${title}export type ${declared} = ${join([...others, choice], " & ")};`;
  }
  if (all.length === 0)
    return code`${title}export type ${declared} = ${global("Record")}<string, never>;`;
  return code`${title}${declareObject(operation.names.request, code`{\n${join(all, "\n")}\n}`)}`;
}

/** `type ListPetsReceived`: what a handler gets, where groups and values with a default are always there. */
export function receivedType(operation: Operation): Code {
  const groups = requestGroups(operation);
  const request = name(operation.names.request);
  const filled = groups
    .filter(({ parameters }) => parameters.some(hasDefault))
    .map(({ place, parameters }) => {
      const inner = parameters
        .filter(hasDefault)
        .map((one) => code`${readonlyWord()}${key(one.name)}: ${typeOf(one.schema)};`);
      return code`${readonlyWord()}${key(place)}: ${literalOf(inner)};`;
    });
  const present = groups
    .filter(
      ({ required, parameters, whole }) => !required && !whole && !parameters.some(hasDefault),
    )
    .map(({ place }) => json(place));
  const isTwofold = isBodyTwofold(operation);
  const { members, choice } = bodyTypes(operation, "received");
  const own = [...filled, ...(isTwofold ? members : [])];
  const places = groups.map(({ place }) => json(place));
  const base = isTwofold ? code`${global("Pick")}<${request}, ${join(places, " | ")}>` : request;
  const parts = [
    ...(isTwofold && places.length === 0 ? [] : [base]),
    ...(present.length > 0
      ? [code`${global("Required")}<${global("Pick")}<${request}, ${join(present, " | ")}>>`]
      : []),
    ...(own.length > 0 ? [literalOf(own)] : []),
    ...(isTwofold && choice ? [choice] : []),
    ...filledBody(operation),
  ];
  const hasDefaults = filled.length > 0 || filledMembers(operation).size > 0;
  const title = doc(`As its handler receives it${hasDefaults ? ", with defaults filled in" : ""}.`);
  return code`${title}export type ${name(operation.names.received)} = ${join(parts, " & ")};`;
}

/** The members of a body with a default, which are there where the body is. */
function filledBody(operation: Operation): readonly Code[] {
  const { body } = operation;
  const filled = filledMembers(operation);
  if (!body || filled.size === 0) return [];
  const [[media, names] = []] = filled;
  if (body.content.length === 1 && media && names)
    return [
      code`{ ${readonlyWord()}body${body.required ? empty : code`?`}: ${presentMembers(media, names)} }`,
    ];
  const choices = body.content.map((one) => {
    const own = filled.get(one);
    const members = own ? code` ${readonlyWord()}body: ${presentMembers(one, own)};` : empty;
    return code`{ ${contentTypeMember(one)}${members} }`;
  });
  const none = body.required ? [] : [code`{ ${readonlyWord()}contentType?: undefined }`];
  return [code`(${join([...choices, ...none], " | ")})`];
}

/** Null where the body may be that; what may be something else as well is left as it is. */
function presentMembers(media: Media, names: readonly string[]): Code {
  const types = (media.schema && meantTypes(media.schema)) ?? ["object"];
  if (types.some((type) => type !== "object" && type !== "null")) return code`unknown`;
  const isNullable = types.includes("null");
  const members = membersThere(media, names, isNullable);
  return isNullable ? code`${members} | null` : members;
}

/** Picked from a type with a name; one without is not worth writing twice. */
function membersThere({ schema }: Media, names: readonly string[], isNullable: boolean): Code {
  const own = names.map((member) => [member, schema?.keywords.properties?.get(member)] as const);
  if (!schema || (schema.name === undefined && own.every(([, type]) => type !== undefined))) {
    const members = own.map(
      ([member, type]) =>
        code`${readonlyWord()}${key(member)}: ${type ? typeOf(type) : code`unknown`};`,
    );
    return literalOf(members);
  }
  const type = isNullable ? code`${global("NonNullable")}<${typeOf(schema)}>` : typeOf(schema);
  return code`${global("Required")}<${global("Pick")}<${type}, ${join(names.map(json), " | ")}>>`;
}

/** The side that has the value: the sender of a request, its receiver, or both sides of a reply. */
type Side = "request" | "received" | "reply";

/** The member of a body, or a union where its media type can be chosen. */
function bodyTypes({ body }: Operation, side: Side): { members: Code[]; choice: Code | undefined } {
  const count = body?.content.length ?? 0;
  const [only] = body?.content ?? [];
  const type = only && needsType(only) ? [contentTypeMember(only, body?.required !== true)] : [];
  return {
    members: body && count === 1 ? [...type, bodyMember(body, side)] : [],
    choice: body && count > 1 ? bodyChoice(body, side) : undefined,
  };
}

/** `type ListPetsReply`: one member for each status and media type. */
export function replyType(operation: Operation, limits: RateLimitHeaders | undefined): Code {
  const members = operation.replies
    .filter(({ statuses }) => statuses.length > 0)
    .flatMap((reply) => replyMembers(reply, operation, limits));
  const [first] = members;
  const declared = name(operation.names.reply);
  if (members.length === 0)
    return code`export type ${declared} = { ${readonlyWord()}status: ${statusWord("Status")} };`;
  if (first && members.length === 1)
    return code`${first.description}export type ${declared} = ${first.type};`;
  const lines = members.map(({ description, type }) => code`${description}| ${type}`);
  return code`export type ${declared} =\n${join(lines, "\n")};`;
}

/** `interface UnauthorizedReply`: a reply that several operations share, without its status. */
export function sharedReplyType(reply: NamedReply, limits: RateLimitHeaders | undefined): Code {
  const description = doc(reply.prose.description || reply.prose.summary);
  const variants = replyVariants(reply, limits);
  const declared = name(reply.name);
  const [only] = variants;
  // Linters refuse an empty interface.
  if (only?.length === 0) return code`${description}export type ${declared} = object;`;
  if (variants.length === 1 && only)
    return code`${description}${declareObject(reply.name, code`{\n${join(only, "\n")}\n}`)}`;
  return code`${description}export type ${declared} =\n| ${join(variants.map(literalOf), " | ")};`;
}

function groupMember(group: RequestGroup, { names }: Operation): Code {
  const { place, required, whole } = group;
  const declared = names.parts[place];
  const type = declared === undefined ? groupType(group) : name(declared);
  const comment = whole ? parameterDoc(whole) : empty;
  return code`${comment}${readonlyWord()}${memberOf(key(place), required, type)}`;
}

function groupType({ parameters, whole }: RequestGroup): Code {
  if (whole) return typeOf(whole.schema);
  const members = parameters.map((parameter) => {
    const member = memberOf(key(parameter.name), parameter.required, typeOf(parameter.schema));
    return code`${parameterDoc(parameter)}${readonlyWord()}${member}`;
  });
  return code`{\n${join(members, "\n")}\n}`;
}

interface PartType {
  readonly word: Identifier;
  readonly code: Code;
}

/** `interface ListPetsQuery`, `type ListPetsBody`, `type ListPetsResult`: what a request and a success consist of. */
export function partTypes(operation: Operation, same: SameTypes): readonly PartType[] {
  const { body, names, replies } = operation;
  const { parts } = names;
  const groups = requestGroups(operation).flatMap((group) => {
    const declared = parts[group.place];
    if (declared === undefined) return [];
    const written = same.declare(declared, (word) => {
      const type = groupType(group);
      return group.whole ? code`export type ${name(word)} = ${type};` : declareObject(word, type);
    });
    return [{ word: declared, code: written }];
  });
  const declared = replies.filter(({ statuses }) => statuses.length > 0);
  const hasSuccess = declaresSuccess(operation);
  const isGood = ({ match }: Reply): boolean =>
    isSuccess(match) || (!hasSuccess && match.kind === "default");
  const good = declared.filter(isGood);
  const bad = declared.filter((reply) => !isGood(reply));
  return [
    ...groups,
    ...(body ? bodiesType(parts.body, [body], "request") : []),
    ...bodiesByStatus(parts.results, good),
    ...bodiesType(parts.result, good, "reply"),
    ...bodiesByStatus(parts.errors, bad),
    ...bodiesType(parts.error, bad, "reply"),
  ];
}

/** `{ 200: Pet; "4XX": Problem; default: Problem }`. */
function bodiesByStatus(
  declared: Identifier | undefined,
  replies: readonly Reply[],
): readonly PartType[] {
  if (declared === undefined || replies.length === 0) return [];
  const members = replies.map(({ content, match }) => {
    const status =
      match.kind === "exact"
        ? code`${match.status}`
        : key(match.kind === "range" ? `${match.class}XX` : "default");
    return code`${readonlyWord()}${status}: ${unionOfBodies([{ content }], "reply")};`;
  });
  return [{ word: declared, code: declareObject(declared, code`{\n${join(members, "\n")}\n}`) }];
}

function unionOfBodies(messages: readonly Pick<Reply, "content">[], side: Side): Code {
  const types = messages.flatMap(({ content }) => content.map((media) => mediaType(media, side)));
  const hasNone = messages.some(({ content }) => content.length === 0) || messages.length === 0;
  return unionOf([...types, ...(hasNone ? [code`undefined`] : [])]);
}

/** The union of bodies under a name, unless it is the name of the one inline type that there is. */
function bodiesType(
  declared: Identifier | undefined,
  messages: readonly Pick<Reply, "content">[],
  side: Side,
): readonly PartType[] {
  const all = messages.flatMap(({ content }) => content);
  if (declared === undefined || all.some(({ schema }) => schema?.alias === declared)) return [];
  const written = code`export type ${name(declared)} = ${unionOfBodies(messages, side)};`;
  return [{ word: declared, code: written }];
}

function parameterDoc(parameter: Parameter): Code {
  const { keywords } = parameter.schema;
  const own = parameter.prose.description === "" ? {} : { prose: parameter.prose };
  const examples = exampleTags(ownExamples(parameter));
  const limits = parameter.schema.name === undefined ? limitsOf(keywords, examples.length > 0) : "";
  const said = parameter.schema.name === undefined ? { ...keywords, ...own } : own;
  const text = withList(proseOf(said, limits), ownValues(parameter.schema));
  return doc(text, [...deprecatedTags(parameter), ...examples]);
}

function bodyMember(body: Body, side: Side): Code {
  const [only] = body.content;
  const type = only ? mediaType(only, side) : code`undefined`;
  const comment = doc(body.prose.description, exampleTags(only?.examples ?? []));
  return code`${comment}${readonlyWord()}${memberOf(key("body"), body.required, type)}`;
}

/** Several media types: `contentType` says which one the body is, also for a caller that has none to send. */
function bodyChoice(body: Body, side: Side): Code {
  const implied = side === "request" ? defaultMedia(body) : undefined;
  const isOptional = side === "request" && !body.required;
  const choices = body.content.map((media) => {
    const description = doc(body.prose.description, exampleTags(media.examples ?? []));
    const type = mediaType(media, side);
    const sent = isOptional ? code`body?: ${type} | undefined` : code`body: ${type}`;
    const member = code`${description}${readonlyWord()}${sent};`;
    return literalOf([contentTypeMember(media, media === implied), member]);
  });
  const none = body.required
    ? []
    : [code`{ ${readonlyWord()}contentType?: undefined; ${readonlyWord()}body?: undefined }`];
  return code`(${join([...choices, ...none], " | ")})`;
}

interface ReplyMember {
  /** The description's text, once for all media types. */
  readonly description: Code;
  readonly type: Code;
}

function replyMembers(
  reply: Reply,
  operation: Operation,
  limits: RateLimitHeaders | undefined,
): readonly ReplyMember[] {
  const status = code`${readonlyWord()}status: ${statusType(reply, operation)}`;
  if (reply.shared)
    return [{ description: empty, type: code`({ ${status} } & ${name(reply.shared.name)})` }];
  return replyVariants(reply, limits).map((members, index) => ({
    description: index === 0 ? doc(replyProse(reply)) : empty,
    type: literalOf([code`${status};`, ...members]),
  }));
}

/** The description's text for a reply, unless its status says as much. */
function replyProse({ match, prose }: Reply): string {
  const said = prose.description || prose.summary;
  const phrase = match.kind === "exact" ? (STATUS_CODES[match.status] ?? "") : "";
  const word = said.trim().replace(/[.!]$/, "").toLowerCase();
  return word === "response" || word === phrase.toLowerCase() ? "" : said;
}

/** The members beside `status`, once for each media type. */
function replyVariants(
  { headers, content }: Omit<Reply, "match" | "statuses" | "shared">,
  limits: RateLimitHeaders | undefined,
): Code[][] {
  const head = headers.length > 0 ? [headersMember(headers, limits)] : [];
  if (content.length === 0) return [head];
  return content.map((media) => [
    ...head,
    ...(content.length > 1 || isRange(media.type) ? [contentTypeMember(media)] : []),
    code`${doc("", exampleTags(media.examples ?? []))}${readonlyWord()}body: ${mediaType(media, "reply")};`,
  ]);
}

/** Of a range it is not known which type it will be: `image/${string}`. */
function contentTypeMember({ type }: Media, isOptional = false): Code {
  const [first = "", ...others] = type.split("*");
  const parts = [first, ...others.flatMap((one) => [code`string`, one])];
  return code`${readonlyWord()}contentType${isOptional ? code`?` : empty}: ${others.length > 0 ? text(parts) : json(type)};`;
}

function headersMember(headers: readonly Header[], limits: RateLimitHeaders | undefined): Code {
  const others = besidesRateLimit(headers, limits);
  const optional = headers.some(({ required }) => required) ? empty : code`?`;
  if (!others || !limits)
    return code`${readonlyWord()}headers${optional}: ${headersType(headers)};`;
  const figures = name(limits.name);
  const type = others.length === 0 ? figures : code`${figures} & ${headersType(others)}`;
  return code`${readonlyWord()}headers${optional}: ${type};`;
}

function headersType(headers: readonly Header[]): Code {
  const members = headers.map((header) => {
    const examples = exampleTags(ownExamples(header));
    const tags = [...deprecatedTags(header), ...examples];
    const description = doc(header.prose.description, tags);
    const optional = header.required ? empty : code`?`;
    return code`${description}${readonlyWord()}${key(header.name)}${optional}: ${typeOf(header.schema)};`;
  });
  return literalOf(members);
}

/** `interface PetStoreRateLimit`: the headers that tell how a caller stands. */
export function rateLimitType({ name: declared, headers }: RateLimitHeaders): Code {
  return code`${doc("Rate-limit headers, which the server sets itself.")}${declareObject(declared, headersType([...headers.values()]))}`;
}

/** The type of a set of statuses. */
function statusWord(word: string): Code {
  return use(word, `./runtime/wire/${word === "SuccessStatus" ? "http" : "statuses"}.js`, "type");
}

/** `200`, or what a range or `default` leaves: `Exclude<ErrorStatus, 404 | 429>`. */
function statusType(reply: Reply, operation: Operation): Code {
  if (reply.match.kind === "exact") return code`${reply.match.status}`;
  const type = statusWord(statusSet(reply, operation));
  const others = operation.replies.flatMap(({ match }) =>
    match.kind === "exact" && isCovered(match.status, reply, operation) ? [match.status] : [],
  );
  const ranges = operation.replies.flatMap(({ match }) =>
    reply.match.kind === "default" &&
    match.kind === "range" &&
    isCovered(match.class * 100, reply, operation)
      ? [statusWord(classNames[match.class] ?? "Status")]
      : [],
  );
  const taken = [...others.sort((a, b) => a - b).map((status) => code`${status}`), ...ranges];
  return taken.length === 0 ? type : code`${global("Exclude")}<${type}, ${join(taken, " | ")}>`;
}

const classNames: Readonly<Record<number, string>> = {
  1: "InformationalStatus",
  2: "SuccessStatus",
  3: "RedirectStatus",
  4: "ClientErrorStatus",
  5: "ServerErrorStatus",
};

function statusSet({ match }: Reply, operation: Operation): string {
  if (match.kind === "range") return classNames[match.class] ?? "Status";
  return declaresSuccess(operation) ? "ErrorStatus" : "Status";
}

function isCovered(status: number, { match }: Reply, operation: Operation): boolean {
  if (match.kind === "range") return Math.floor(status / 100) === match.class;
  return !declaresSuccess(operation) || status >= 400;
}

function declaresSuccess({ replies }: Operation): boolean {
  return replies.some(({ match }) => isSuccess(match));
}

/** The type of a body in memory: parsed JSON, text, bytes, items or a form's fields. */
function mediaType(media: Media, side: Side): Code {
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

const shared = (value: string): Code => use(value, "./runtime/wire/media.js", "type");

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
