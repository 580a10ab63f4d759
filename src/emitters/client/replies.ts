import { type Code, code, join, name, property, use } from "../../emit/code.js";
import type { Header, Media, NamedReply, Operation, Reply, Schema } from "../../model/types.js";
import { statusKey } from "../statuses.js";
import { type RateLimitHeaders, besidesRateLimit } from "../rate-limits.js";
import { exactJson } from "../int64.js";
import { replyCheck } from "../validators/index.js";

const reader = (value: string): Code => use(value, "./runtime/readers.js");

/** `{ 200: {…}, 401: unauthorizedReply }`: how each reply is read. */
export function repliesCode(operation: Operation, limits: RateLimitHeaders | undefined): Code {
  const members = operation.replies
    .filter(({ statuses }) => statuses.length > 0)
    .map((reply) => {
      const reader = reply.shared
        ? code`${sharedReader(reply.shared)}()`
        : replyCode(operation, reply, limits);
      return code`${statusKey(reply)}: ${reader}`;
    });
  return code`{ ${join(members, ", ")} }`;
}

/** The function that gives the reader of a reply that several operations share. */
export function sharedReader({ name: declared }: NamedReply): Code {
  return name(`read${declared}`);
}

/** The module's constant for the headers that carry the figures of the rate limit. */
export const rateLimitReader: Code = name("rateLimitHeaders");

/** How one reply is read: its headers, and its body by media type. */
export function replyCode(
  operation: Operation,
  reply: Reply,
  limits: RateLimitHeaders | undefined,
): Code {
  const { headers, content } = reply;
  const members: Code[] = [];
  const others = besidesRateLimit(headers, limits);
  if (others?.length === 0) members.push(code`headers: ${rateLimitReader}`);
  else if (others) members.push(code`headers: { ...${rateLimitReader}, ${headerReaders(others)} }`);
  else if (headers.length > 0) members.push(code`headers: { ${headerReaders(headers)} }`);
  if (content.length > 0)
    members.push(
      code`content: { ${join(
        content.map(
          (media) => code`${property(media.type)}: ${bodyReader(operation, reply, media)}`,
        ),
        ", ",
      )} }`,
    );
  return code`{ ${join(members, ", ")} }`;
}

/** `"X-Trace": string, "X-Count": optional(integer)`. */
export function headerReaders(headers: readonly Header[]): Code {
  return join(
    headers.map((header) => code`${property(header.name)}: ${headerReader(header)}`),
    ", ",
  );
}

function headerReader(header: Header): Code {
  const plain = readerOf(header);
  return header.required ? plain : code`${reader("optional")}(${plain})`;
}

function readerOf({ schema, encoding }: Header): Code {
  if (encoding.kind === "content") return code`${reader("jsonHeader")}`;
  const types = typesOf(schema);
  if (encoding.shape === "array")
    return code`${reader("list")}(${scalarReader(typesOf(itemsOf(schema)))})`;
  return encoding.shape === "object"
    ? code`${reader("record")}(${code`${encoding.explode ? code`true` : code`false`}`})`
    : scalarReader(types);
}

function scalarReader(types: readonly string[]): Code {
  const [only, ...others] = types.filter((type) => type !== "null");
  if (only === undefined || others.length > 0) return reader("string");
  if (only === "integer" || only === "bigint" || only === "number" || only === "boolean")
    return reader(only);
  return reader("string");
}

function typesOf(schema: Schema | undefined): readonly string[] {
  return schema?.keywords.types ?? schema?.keywords.ref?.keywords.types ?? [];
}

function itemsOf(schema: Schema): Schema | undefined {
  return schema.keywords.items ?? schema.keywords.ref?.keywords.items;
}

function bodyReader(operation: Operation, reply: Reply, media: Media): Code {
  switch (media.codec) {
    case "json": {
      const check = replyCheck(operation, reply, media);
      const exact = exactJson(media.schema);
      if (exact) return code`${reader("json")}(${check ?? code`undefined`}, ${exact}.read)`;
      return check ? code`${reader("json")}(${check})` : code`${reader("json")}()`;
    }
    case "binary":
      return reader("bytes");
    default:
      return reader("text");
  }
}
