import {
  arrayIfAny,
  type Code,
  code,
  join,
  object,
  objectIfAny,
  property,
  str,
  use,
} from "../../emit/code.js";
import type { ApiModel, Header, Media, NamedReply, Operation, Reply } from "../../model/types.js";
import { camelCase } from "../../model/names/naming.js";
import { fieldsData } from "../wire/fields.js";
import { type ScalarType, headerForm } from "../wire/header-form.js";
import { namesCode, statusKey, tableEntry } from "../names.js";
import { exactJson } from "../wire/int64.js";
import { itemReader } from "../wire/items.js";
import { type RateLimitHeaders, besidesRateLimit } from "../rate-limits.js";
import { shapeCode } from "../wire/fields.js";
import { type Expectations, headerCheck, replyBody, replyCheck } from "../validators/index.js";
import { isRange } from "../../model/media.js";
import { valueSchema } from "../../model/parameters.js";

const reader = (value: string): Code =>
  use(value, `./runtime/client/replies/${ofJson.has(value) ? "readers" : "body-readers"}.js`);
/** In a file with the readers of bodies that are not as declared, which each client has. */
const ofJson: ReadonlySet<string> = new Set(["bytes", "json", "jsonText"]);
const scalar = (value: string): Code =>
  use(
    value,
    `./runtime/client/replies/header-${/^(?:string|integer)$/.test(value) ? "readers" : "scalars"}.js`,
  );
const parts = (value: string): Code => use(value, "./runtime/client/replies/header-parts.js");
const receive = (value: string): Code => use(value, "./runtime/client/replies/receive.js");

/** Context for readers of replies: the rate-limit headers that have a constant, and the validation of replies. */
export interface ReplyContext {
  readonly limits: RateLimitHeaders | undefined;
  /** The members of the constant for them. */
  readonly figures: ReadonlyMap<string, Code>;
  readonly checks: boolean;
  /** A constant that several operations use. */
  readonly constant: (word: string) => Code;
  /** Descriptors of the bodies, if replies are validated. */
  readonly expectations: Expectations | undefined;
}

/** Readers for the replies of an operation. */
export interface ReadingView {
  /** The members of a request that say so. */
  readonly members: readonly Code[];
  /** True for the constant for the figures of the rate limit that has all headers. */
  readonly isLimited: boolean;
  /** The replies that are read one by one. */
  readonly replies: readonly Reply[];
}

/** The reader of the replies of all operations that do not name their own. */
export function usualReader({ checks }: Pick<ReplyContext, "checks">): Code {
  if (!checks) return receive("readJson");
  return code`${use("checkReplies", "./runtime/client/replies/checks.js")}(options)`;
}

/** Readers by status; where nothing is checked and all is JSON, the readers of headers do. */
export function readingView(operation: Operation, context: ReplyContext): ReadingView {
  const alike = context.checks ? undefined : commonHeaders(operation, context);
  if (alike) {
    if (alike.size === 0) return { members: [], isLimited: false, replies: [] };
    const isLimited = [...alike].every(
      ([header, reader]) => context.figures.get(header)?.text === reader.text,
    );
    const readers = isLimited ? rateLimitReader(context) : object([...alike]);
    return {
      members: [code`replyHeaders: ${readers}`],
      isLimited,
      replies: [],
    };
  }
  const replies = operation.replies.filter(({ statuses }) => statuses.length > 0);
  const members = replies.map((reply) => {
    const read = reply.shared
      ? sharedReader(reply.shared, context)
      : replyCode(operation, reply, context);
    return [statusKey(reply), read] as const;
  });
  return {
    members: [
      code`replies: ${object(members)}`,
      ...(context.checks ? [] : [code`read: ${receive("readReply")}`]),
    ],
    isLimited: false,
    replies,
  };
}

/** The headers of all replies; undefined where replies differ in more than that. */
function commonHeaders(
  { replies }: Operation,
  context: ReplyContext,
): ReadonlyMap<string, Code> | undefined {
  const isPlain = ({ codec, schema, type }: Media): boolean =>
    codec === "json" && !exactJson(schema) && !isRange(type);
  if (!replies.every(({ content }) => content.length < 2 && content.every(isPlain)))
    return undefined;
  if (replies.some((reply) => namesCode(reply))) return undefined;
  const readers = new Map<string, Code>();
  for (const header of replies.flatMap(({ headers }) => headers)) {
    const read = headerReader(header, context);
    if ((readers.get(header.name) ?? read).text !== read.text) return undefined;
    readers.set(header.name, read);
  }
  return readers;
}

/** `"X-Trace": string, "X-Count": integer`. */
export function membersOf(readers: ReadonlyMap<string, Code>): Code {
  return join(
    [...readers].map(([header, read]) => code`${property(header)}: ${read}`),
    ", ",
  );
}

/** The figures of a rate limit; where nothing is checked, with the time to wait that replies may add to them. */
export function figureReaders(
  model: ApiModel,
  limits: RateLimitHeaders | undefined,
  checks: boolean,
): ReadonlyMap<string, Code> {
  const found = [...(limits?.headers.values() ?? [])];
  const all = model.operations.flatMap(({ replies }) => replies.flatMap(({ headers }) => headers));
  const wait = checks ? undefined : all.find((header) => /^retry-after$/i.test(header.name));
  const headers = found.length > 0 && wait ? [wait, ...found] : found;
  return new Map(headers.map((header) => [header.name, headerReader(header, { checks })]));
}

/** The module's constant for a reply that several operations share. */
function sharedReader(reply: NamedReply, { constant }: Pick<ReplyContext, "constant">): Code {
  return constant(sharedWord(reply));
}

export function sharedWord({ name }: NamedReply): string {
  return camelCase(name);
}

/** The module's constant for the headers that carry the figures of the rate limit. */
export function rateLimitReader({ constant }: Pick<ReplyContext, "constant">): Code {
  return constant("rateLimitHeaders");
}

/** Reader for one reply: its headers, and its body by media type. */
export function replyCode(operation: Operation, reply: Reply, context: ReplyContext): Code {
  const { headers, content } = reply;
  const expected = expectedJson(operation, reply, context);
  const optional = headers.filter(({ required }) => context.checks && !required);
  return object({
    headers: hasLimitsOnly(reply, context.limits)
      ? rateLimitReader(context)
      : headerReaders(operation, reply, context),
    optional: arrayIfAny(optional.map((header) => str(header.name))),
    body: expected
      ? use("checkedJson", "./runtime/client/replies/checked-json.js")
      : content.length > 0
        ? namedReader(operation, reply, context)
        : undefined,
    expected,
  });
}

/** The figures of the rate limit are all the headers that a reply declares. */
export function hasLimitsOnly({ headers }: Reply, limits: RateLimitHeaders | undefined): boolean {
  return besidesRateLimit(headers, limits)?.length === 0;
}

function headerReaders(
  operation: Operation,
  reply: Reply,
  context: ReplyContext,
): Code | undefined {
  const readers = reply.headers.map((header) => {
    const read = headerReader(header, context);
    const isFigure = context.figures.has(header.name);
    const check = context.checks && !isFigure ? headerCheck(operation, reply, header) : undefined;
    const reader = check ? checkedReader(read, check) : read;
    return tableEntry(header.name, reader, () =>
      use("HeaderReader", "./runtime/client/operation.js", "type"),
    );
  });
  return objectIfAny([...new Map(readers)]);
}

function checkedReader(read: Code, check: Code): Code {
  return code`(text, field) => ${parts("checked")}(text, field, ${read}, ${check})`;
}

function headerReader(declared: Header, context: Pick<ReplyContext, "checks">): Code {
  const { name: header, schema, encoding } = declared;
  if (encoding.kind === "content") {
    const exact = exactJson(valueSchema(declared));
    const json = parts("jsonHeader");
    return exact ? code`(text, field) => ${json}(text, field, ${exact}.read)` : json;
  }
  const form = headerForm(schema);
  const explode = encoding.explode ? code`true` : code`false`;
  if (!form) {
    const shaped = use("shaped", "./runtime/client/replies/header-values.js");
    return code`(text, field) => ${shaped}(text, field, ${shapeCode(schema)}, ${explode})`;
  }
  if (form.kind === "list" && header.toLowerCase() === "set-cookie") return parts("setCookies");
  if (form.kind === "list")
    return code`(text, field) => ${parts("list")}(text, field, ${scalarReader(form.type, context)})`;
  if (form.kind === "scalar") return scalarReader(form.type, context);
  const typed = objectIfAny(
    [...form.members].map(([member, type]) => [member, scalarReader(type, context)] as const),
  );
  const last = typed ? code`, ${typed}` : code``;
  return code`(text, field) => ${parts("record")}(text, field, ${explode}${last})`;
}

/** Without validation, functions of the platform suffice. */
function scalarReader(type: ScalarType, { checks }: Pick<ReplyContext, "checks">): Code {
  if (type === "date") return use("dateTimeHeader", "./runtime/client/replies/date-header.js");
  if (type === "bigint" || type === "boolean") return scalar(type);
  if (type === "integer" || type === "number") return checks ? scalar(type) : code`Number`;
  return checks ? scalar("string") : code`String`;
}

/** With the names of code in what was read and checked. */
function namedReader(operation: Operation, reply: Reply, context: ReplyContext): Code {
  const read = bodyReader(operation, reply, context);
  const names = namesCode(reply);
  const naming = use("naming", "./runtime/client/replies/names.js");
  return names ? code`(reply) => ${naming}(reply, ${names}, ${read})` : read;
}

function bodyReader(operation: Operation, reply: Reply, context: ReplyContext): Code {
  const [only, ...others] = reply.content;
  const isOne = only && others.length === 0 && !isRange(only.type);
  if (isOne && (only.codec === "json" || !context.checks))
    return mediaReader(operation, reply, only, context);
  const readers = reply.content.map(
    (media) => [media.type, mediaReader(operation, reply, media, context)] as const,
  );
  return code`(reply) => ${reader("byType")}(reply, ${object(readers)})`;
}

function mediaReader(
  operation: Operation,
  reply: Reply,
  media: Media,
  { checks, expectations }: ReplyContext,
): Code {
  switch (media.codec) {
    case "json": {
      const check = bodyCheck(operation, reply, media, expectations);
      const exact = exactJson(media.schema);
      if (exact)
        return code`(reply) => ${reader("json")}(reply, ${check ?? code`undefined`}, ${exact}.read)`;
      if (check) return code`(reply) => ${reader("json")}(reply, ${check})`;
      return checks ? reader("json") : receive("jsonOrText");
    }
    case "scalar": {
      const check = bodyCheck(operation, reply, media, expectations);
      const exact = exactJson(media.schema);
      if (!checks && !exact) return receive("jsonOrText");
      const last = exact ? code`, ${exact}.read` : code``;
      return code`(reply) => ${reader("jsonText")}(reply, ${check ?? code`undefined`}${last})`;
    }
    case "events":
    case "json-lines":
    case "json-sequence": {
      const check = bodyCheck(operation, reply, media, expectations);
      const last = check ? code`, ${check}` : code``;
      return code`(reply) => ${use("items", "./runtime/client/replies/streams.js")}(reply, ${itemReader(media)}${last})`;
    }
    case "form":
    case "multipart": {
      const check = checks ? replyCheck(operation, reply, media) : undefined;
      const read = media.codec === "form" ? "readForm" : "readMultipart";
      const last = check ? code`, ${check}` : code``;
      return code`(reply) => ${use(read, "./runtime/client/replies/form-replies.js")}(reply, ${fieldsData(media)}${last})`;
    }
    case "binary":
      return use("binary", "./runtime/client/replies/binary.js");
    default:
      return reader("text");
  }
}

/** The expected value of a body that is JSON and no more; undefined where data cannot say how it is read. */
function expectedJson(
  operation: Operation,
  reply: Reply,
  { expectations }: ReplyContext,
): Code | undefined {
  const [only, ...others] = reply.content;
  if (!only || others.length > 0 || isRange(only.type) || only.codec !== "json") return undefined;
  if (exactJson(only.schema) || namesCode(reply)) return undefined;
  const body = replyBody(operation, reply, only);
  return body && expectations?.expected(body);
}

/** By data where that can say it, else by the function for it. */
function bodyCheck(
  operation: Operation,
  reply: Reply,
  media: Media,
  expectations: Expectations | undefined,
): Code | undefined {
  const body = expectations && replyBody(operation, reply, media);
  return body && (expectations.check(body) ?? replyCheck(operation, reply, media));
}

/** True where the bytes of a reply can be handed on as they come. */
export function canStream({ replies }: Operation): boolean {
  return replies.some(({ content }) => content.some(({ codec }) => codec === "binary"));
}
