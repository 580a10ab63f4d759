import { type Code, code, join, name, property, str, use } from "../../emit/code.js";
import type { Header, Media, NamedReply, Operation, Reply, Schema } from "../../model/types.js";
import { camelCase } from "../../model/naming.js";
import { exactJson } from "../int64.js";
import { itemReader } from "../items.js";
import { type RateLimitHeaders, besidesRateLimit } from "../rate-limits.js";
import { statusKey } from "../statuses.js";
import { replyCheck } from "../validators/index.js";

const reader = (value: string): Code => use(value, "./runtime/readers.js");

/** How replies are read: the figures of the rate limit that have a constant, and whether replies are checked. */
export interface ReplyContext {
  readonly limits: RateLimitHeaders | undefined;
  readonly checks: boolean;
}

/** `{ 200: {…}, 401: unauthorizedReply }`: how each reply is read. */
export function repliesCode(operation: Operation, context: ReplyContext): Code {
  const members = operation.replies
    .filter(({ statuses }) => statuses.length > 0)
    .map((reply) => {
      const read = reply.shared ? sharedReader(reply.shared) : replyCode(operation, reply, context);
      return code`${statusKey(reply)}: ${read}`;
    });
  return code`{ ${join(members, ", ")} }`;
}

/** The module's constant for a reply that several operations share. */
export function sharedReader({ name: declared }: NamedReply): Code {
  return name(camelCase(declared));
}

/** The module's constant for the headers that carry the figures of the rate limit. */
export const rateLimitReader: Code = name("rateLimitHeaders");

/** How one reply is read: its headers, and its body by media type. */
export function replyCode(operation: Operation, reply: Reply, context: ReplyContext): Code {
  const { headers, content } = reply;
  const members: Code[] = [];
  if (hasLimitsOnly(reply, context.limits)) members.push(code`headers: ${rateLimitReader}`);
  else if (headers.length > 0) members.push(code`headers: { ${headerReaders(headers, context)} }`);
  const optional = headers.filter(({ required }) => !required);
  if (context.checks && optional.length > 0)
    members.push(
      code`optional: [${join(
        optional.map((header) => str(header.name)),
        ", ",
      )}]`,
    );
  if (content.length > 0) members.push(code`body: ${bodyReader(operation, reply, context)}`);
  return code`{ ${join(members, ", ")} }`;
}

/** Whether the figures of the rate limit are all the headers that a reply declares. */
export function hasLimitsOnly({ headers }: Reply, limits: RateLimitHeaders | undefined): boolean {
  return besidesRateLimit(headers, limits)?.length === 0;
}

/** `"X-Trace": string, "X-Count": integer`. */
export function headerReaders(headers: readonly Header[], context: ReplyContext): Code {
  return join(
    headers.map((header) => code`${property(header.name)}: ${headerReader(header, context)}`),
    ", ",
  );
}

function headerReader({ name: header, schema, encoding }: Header, context: ReplyContext): Code {
  if (encoding.kind === "content")
    return encoding.media.codec === "json" ? reader("jsonHeader") : scalarReader(schema, context);
  if (encoding.shape === "array") {
    if (header.toLowerCase() === "set-cookie") return reader("setCookies");
    const item = scalarReader(keyword(schema, "items"), context);
    return code`(text, field) => ${reader("list")}(text, field, ${item})`;
  }
  if (encoding.shape !== "object") return scalarReader(schema, context);
  const explode = encoding.explode ? code`true` : code`false`;
  const members = [...(keyword(schema, "properties") ?? [])].map(
    ([member, of]) => code`${property(member)}: ${scalarReader(of, context)}`,
  );
  const typed = members.length > 0 ? code`, { ${join(members, ", ")} }` : code``;
  return code`(text, field) => ${reader("record")}(text, field, ${explode}${typed})`;
}

/** Where nothing is checked, what the platform has does as well. */
function scalarReader(schema: Schema | undefined, { checks }: ReplyContext): Code {
  const [only, ...others] = (keyword(schema, "types") ?? []).filter((type) => type !== "null");
  const type = others.length > 0 ? undefined : only;
  if (type === "date") return use("dateTimeHeader", "./runtime/date-header.js");
  if (type === "bigint" || type === "boolean") return reader(type);
  if (type === "integer" || type === "number") return checks ? reader(type) : code`Number`;
  return checks ? reader("string") : code`String`;
}

function keyword<Name extends "types" | "items" | "properties">(
  schema: Schema | undefined,
  wanted: Name,
): Schema["keywords"][Name] | undefined {
  return schema?.keywords[wanted] ?? schema?.keywords.ref?.keywords[wanted];
}

function bodyReader(operation: Operation, reply: Reply, context: ReplyContext): Code {
  const [only, ...others] = reply.content;
  const isRange = only?.type.includes("*") === true && only.codec !== "json";
  if (only && others.length === 0 && !isRange && (only.codec === "json" || !context.checks))
    return mediaReader(operation, reply, only, context);
  const members = reply.content.map(
    (media) => code`${property(media.type)}: ${mediaReader(operation, reply, media, context)}`,
  );
  return code`(reply) => ${reader("byType")}(reply, { ${join(members, ", ")} })`;
}

function mediaReader(
  operation: Operation,
  reply: Reply,
  media: Media,
  { checks }: ReplyContext,
): Code {
  switch (media.codec) {
    case "json": {
      const check = checks ? replyCheck(operation, reply, media) : undefined;
      const exact = exactJson(media.schema);
      if (exact)
        return code`(reply) => ${reader("json")}(reply, ${check ?? code`undefined`}, ${exact}.read)`;
      if (check) return code`(reply) => ${reader("json")}(reply, ${check})`;
      return checks ? reader("json") : use("jsonOrText", "./runtime/receive.js");
    }
    case "events":
    case "json-lines":
    case "json-sequence": {
      const check = checks ? replyCheck(operation, reply, media) : undefined;
      const last = check ? code`, ${check}` : code``;
      return code`(reply) => ${use("items", "./runtime/streams.js")}(reply, ${itemReader(media)}${last})`;
    }
    case "binary":
      // What reads bytes depends on the call; a shared reply is a constant, and cannot ask it.
      return reply.shared ? reader("bytes") : code`readBytes`;
    default:
      return reader("text");
  }
}

/** Whether the bytes of a reply can be handed on as they come. */
export function canStream({ replies }: Operation): boolean {
  return replies.some(
    ({ shared, content }) => !shared && content.some(({ codec }) => codec === "binary"),
  );
}
