import { type Code, code, doc, empty, join, json, key, name, use } from "../../emit/code.js";
import { isSuccess } from "../../model/replies.js";
import type {
  Body,
  Header,
  Media,
  NamedReply,
  Operation,
  Parameter,
  Reply,
} from "../../model/types.js";
import { deprecationTags } from "../deprecation.js";
import { type RateLimitHeaders, besidesRateLimit } from "../rate-limits.js";
import { hasDefault, placeName, requestGroups, type RequestGroup } from "../requests.js";
import { proseOf, limitsOf } from "./docs.js";
import { typeOf } from "./schema-types.js";

/** `interface ListPetsRequest`: what a caller gives, in groups by place, with the names of the wire. */
export function requestType(operation: Operation): Code {
  const groups = requestGroups(operation).map((group) => groupMember(group));
  const content = operation.body?.content ?? [];
  const members = [
    ...groups,
    ...(operation.body && content.length === 1 ? [bodyMember(operation.body)] : []),
  ];
  const title = about(operation, "what it is asked with");
  const declared = name(operation.names.request);
  if (operation.body && content.length > 1) {
    const choice = bodyChoice(operation.body);
    const others = members.length === 0 ? [] : [code`{\n${join(members, "\n")}\n}`];
    return code`${title}export type ${declared} = ${join([...others, choice], " & ")};`;
  }
  if (members.length === 0) return code`${title}export type ${declared} = Record<string, never>;`;
  return code`${title}export interface ${declared} {\n${join(members, "\n")}\n}`;
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
        .map((one) => code`${key(one.name)}: ${typeOf(one.schema)};`);
      return code`${placeName(place)}: {\n${join(inner, "\n")}\n};`;
    });
  const present = groups
    .filter(({ required, parameters }) => !required && !parameters.some(hasDefault))
    .map(({ place }) => json(place));
  const added = [
    ...(present.length > 0 ? [code`Required<Pick<${request}, ${join(present, " | ")}>>`] : []),
    ...(filled.length > 0 ? [code`{\n${join(filled, "\n")}\n}`] : []),
  ];
  const title = about(operation, "what a handler gets, with defaults filled in");
  return code`${title}export type ${name(operation.names.received)} = ${join([request, ...added], " & ")};`;
}

/** `type ListPetsReply`: one member for each status and media type. */
export function replyType(operation: Operation, limits: RateLimitHeaders | undefined): Code {
  const members = operation.replies
    .filter(({ statuses }) => statuses.length > 0)
    .flatMap((reply) => replyMembers(reply, operation, limits));
  const declared = name(operation.names.reply);
  const title = about(operation, "how it is answered");
  if (members.length === 0)
    return code`${title}export type ${declared} = { status: ${use("Status", "./runtime/http.js", "type")} };`;
  return code`${title}export type ${declared} =\n| ${join(members, " | ")};`;
}

/** `interface UnauthorizedReply`: a reply that several operations share, without its status. */
export function sharedReplyType(reply: NamedReply, limits: RateLimitHeaders | undefined): Code {
  const description = doc(reply.prose.description || reply.prose.summary);
  const variants = replyVariants(reply, limits);
  const declared = name(reply.name);
  const [only] = variants;
  if (variants.length === 1 && only)
    return code`${description}export interface ${declared} {\n${join(only, "\n")}\n}`;
  return code`${description}export type ${declared} =\n| ${join(
    variants.map((members) => code`{\n${join(members, "\n")}\n}`),
    " | ",
  )};`;
}

function about({ method, template, kind }: Operation, what: string): Code {
  return doc(
    kind === "webhook" ? `Webhook ${template}: ${what}.` : `\`${method} ${template}\`: ${what}.`,
  );
}

function groupMember({ place, required, parameters }: RequestGroup): Code {
  const members = parameters.map((parameter) => {
    const optional = parameter.required ? empty : code`?`;
    return code`${parameterDoc(parameter)}${key(parameter.name)}${optional}: ${typeOf(parameter.schema)};`;
  });
  return code`${placeName(place)}${required ? empty : code`?`}: {\n${join(members, "\n")}\n};`;
}

function parameterDoc(parameter: Parameter): Code {
  const { keywords } = parameter.schema;
  const own = parameter.prose.description === "" ? {} : { prose: parameter.prose };
  const limits = parameter.schema.name === undefined ? limitsOf(keywords) : "";
  return doc(proseOf({ ...keywords, ...own }, limits), deprecationTags(parameter.deprecated));
}

function bodyMember(body: Body): Code {
  const [only] = body.content;
  const optional = body.required ? empty : code`?`;
  return code`${doc(body.prose.description)}body${optional}: ${only ? mediaType(only) : code`undefined`};`;
}

/** Several media types: `contentType` says which one the body is. */
function bodyChoice(body: Body): Code {
  const description = doc(body.prose.description);
  const choices = body.content.map(
    (media) =>
      code`{\ncontentType: ${json(media.type)};\n${description}body: ${mediaType(media)};\n}`,
  );
  const none = body.required ? [] : [code`{ contentType?: undefined; body?: undefined }`];
  return code`(${join([...choices, ...none], " | ")})`;
}

function replyMembers(
  reply: Reply,
  operation: Operation,
  limits: RateLimitHeaders | undefined,
): Code[] {
  const status = statusType(reply, operation);
  if (reply.shared) return [code`({ status: ${status} } & ${name(reply.shared.name)})`];
  const description = doc(reply.prose.description || reply.prose.summary);
  return replyVariants(reply, limits).map(
    (members) => code`{\n${description}status: ${status};\n${join(members, "\n")}\n}`,
  );
}

/** The members beside `status`, once for each media type. */
function replyVariants(
  { headers, content }: Omit<Reply, "match" | "statuses" | "shared">,
  limits: RateLimitHeaders | undefined,
): Code[][] {
  const head = headers.length > 0 ? [headersMember(headers, limits)] : [];
  if (content.length === 0) return [head];
  if (content.length === 1 && content[0]) return [[...head, code`body: ${mediaType(content[0])};`]];
  return content.map((media) => [
    ...head,
    code`contentType: ${json(media.type)};`,
    code`body: ${mediaType(media)};`,
  ]);
}

function headersMember(headers: readonly Header[], limits: RateLimitHeaders | undefined): Code {
  const others = besidesRateLimit(headers, limits);
  const optional = headers.some(({ required }) => required) ? empty : code`?`;
  if (!others || !limits) return code`headers${optional}: ${headersType(headers)};`;
  const figures = name(limits.name);
  const type = others.length === 0 ? figures : code`${figures} & ${headersType(others)}`;
  return code`headers${optional}: ${type};`;
}

function headersType(headers: readonly Header[]): Code {
  const members = headers.map((header) => {
    const description = doc(header.prose.description, deprecationTags(header.deprecated));
    const optional = header.required ? empty : code`?`;
    return code`${description}${key(header.name)}${optional}: ${typeOf(header.schema)};`;
  });
  return code`{\n${join(members, "\n")}\n}`;
}

/** `interface PetStoreRateLimit`: the headers that tell how a caller stands. */
export function rateLimitType({ name: declared, headers }: RateLimitHeaders): Code {
  return code`${doc("How a caller stands: headers that the server sets itself.")}export interface ${name(declared)} ${headersType([...headers.values()])}`;
}

/** `200`, or what a range or `default` leaves: `Exclude<ErrorStatus, 404 | 429>`. */
function statusType(reply: Reply, operation: Operation): Code {
  if (reply.match.kind === "exact") return code`${reply.match.status}`;
  const type = use(statusSet(reply, operation), "./runtime/http.js", "type");
  const others = operation.replies.flatMap(({ match }) =>
    match.kind === "exact" && isCovered(match.status, reply, operation) ? [match.status] : [],
  );
  const ranges = operation.replies.flatMap(({ match }) =>
    reply.match.kind === "default" &&
    match.kind === "range" &&
    isCovered(match.class * 100, reply, operation)
      ? [use(classNames[match.class] ?? "Status", "./runtime/http.js", "type")]
      : [],
  );
  const taken = [...others.sort((a, b) => a - b).map((status) => code`${status}`), ...ranges];
  return taken.length === 0 ? type : code`Exclude<${type}, ${join(taken, " | ")}>`;
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

/** The type of a body in memory: parsed JSON, text, bytes or a form's fields. */
function mediaType(media: Media): Code {
  switch (media.codec) {
    case "json":
      return media.schema ? typeOf(media.schema) : code`unknown`;
    case "form":
      return media.schema ? typeOf(media.schema) : code`Record<string, string>`;
    case "multipart":
      return multipartType(media);
    case "binary":
      return code`Uint8Array`;
    default:
      return code`string`;
  }
}

/** Files are `Blob`s; all other fields have the type of their schema. */
function multipartType(media: Media): Code {
  if (media.parts.length === 0) return code`Record<string, string | Blob>`;
  const members = media.parts.map((part) => {
    const { format, contentMediaType, items } = part.schema.keywords;
    const isFile =
      format === "binary" ||
      (contentMediaType !== undefined && part.schema.keywords.contentEncoding === undefined);
    const isFiles = items?.keywords.format === "binary";
    const type = isFile ? code`Blob` : isFiles ? code`Blob[]` : typeOf(part.schema);
    return code`${key(part.name)}${part.required ? empty : code`?`}: ${type};`;
  });
  return code`{\n${join(members, "\n")}\n}`;
}
