import { STATUS_CODES } from "node:http";
import { type Code, code, doc, empty, global, join, name, use } from "../../emit/code.js";
import { isSuccess } from "../../model/replies.js";
import type { Header, NamedReply, Operation, Reply } from "../../model/types.js";
import { type RateLimitHeaders, besidesRateLimit } from "../rate-limits.js";
import { exampleTags } from "./docs.js";
import { declareObject, literalOf, readonlyWord } from "./print.js";
import { isRange } from "../../model/media.js";
import { contentTypeMember, headersType, mediaType } from "./media-types.js";

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
  const { head, variants } = replyVariants(reply, limits);
  const declared = name(reply.name);
  const [only] = variants;
  // Linters refuse an empty interface.
  if (only?.length === 0) return code`${description}export type ${declared} = object;`;
  if (variants.length === 1 && only)
    return code`${description}${declareObject(reply.name, code`{\n${join(only, "\n")}\n}`)}`;
  const either = eitherOf(variants);
  if (head.length === 0) return code`${description}export type ${declared} =\n${either};`;
  return code`${description}export type ${declared} = ${literalOf(head)} & (${either});`;
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
  const description = doc(replyProse(reply));
  const { head, variants } = replyVariants(reply, limits);
  if (head.length > 0) {
    const shared = literalOf([code`${status};`, ...head]);
    return [{ description, type: code`(${shared} & (${eitherOf(variants)}))` }];
  }
  return variants.map((members, index) => ({
    description: index === 0 ? description : empty,
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

interface ReplyVariants {
  /** Members of all variants, apart from them where they would stand there several times over several lines. */
  readonly head: readonly Code[];
  readonly variants: readonly (readonly Code[])[];
}

/** The members beside `status`: a variant for each media type. */
function replyVariants(
  { headers, content }: Omit<Reply, "match" | "statuses" | "shared">,
  limits: RateLimitHeaders | undefined,
): ReplyVariants {
  const head = headers.length > 0 ? [headersMember(headers, limits)] : [];
  if (content.length === 0) return { head: [], variants: [head] };
  const isApart = content.length > 1 && head.some(({ text }) => text.includes("\n"));
  const variants = content.map((media) => [
    ...(isApart ? [] : head),
    ...(content.length > 1 || isRange(media.type) ? [contentTypeMember(media)] : []),
    code`${doc("", exampleTags(media.examples ?? []))}${readonlyWord()}body: ${mediaType(media, "reply")};`,
  ]);
  return { head: isApart ? head : [], variants };
}

function eitherOf(variants: readonly (readonly Code[])[]): Code {
  return code`| ${join(variants.map(literalOf), " | ")}`;
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

export function declaresSuccess({ replies }: Operation): boolean {
  return replies.some(({ match }) => isSuccess(match));
}
