import {
  type Code,
  code,
  empty,
  global,
  join,
  object,
  objectIfAny,
  str,
  use,
} from "../../emit/code.js";
import { isStream } from "../../model/walks/items.js";
import { camelCase } from "../../model/names/naming.js";
import { valueSchema } from "../../model/parameters.js";
import type { Header, Media, Operation, Reply } from "../../model/types.js";
import { meantTypes } from "../../model/walks/values.js";
import { exactJson } from "../wire/int64.js";
import { itemWriter } from "../wire/items.js";
import { mediaBody } from "../wire/media-body.js";
import { type Data, type SharedData, statusKey } from "../names.js";
import { headerCheck, replyCheck } from "../validators/index.js";
import type { ReplyProjections } from "./projections.js";

/**
 * `{ 200: project("Pets", checkPets), 404: { "text/plain": undefined } }`: what judges bodies and says what of them is
 * sent, by status and media type.
 */
export function repliesData(replies: ReadonlyMap<Reply, Data>, shared: SharedData): Code {
  return object(
    [...replies].map(([reply, data]) => [statusKey(reply), shared.codeOf(data)] as const),
  );
}

/** The replies that an operation may give, by what the description says of them. */
export function replyDataOf(
  operation: Operation,
  sent: ReplyProjections | undefined,
): ReadonlyMap<Reply, Data> {
  const type = use("ReplyContent", "./runtime/server/replies/reply.js", "type");
  const replies = operation.replies.filter(({ statuses }) => statuses.length > 0);
  return new Map(
    replies.map((reply) => {
      const { shared, content } = reply;
      const place = content.length > 0 ? shared?.name : undefined;
      const word = camelCase(shared?.name ?? "");
      return [reply, { code: replyData(operation, reply, sent), place, word, type }];
    }),
  );
}

function replyData(operation: Operation, reply: Reply, sent: ReplyProjections | undefined): Code {
  const [first, ...others] = reply.content;
  if (!first) return code`undefined`;
  const isJson = others.length === 0 && first.type === "application/json";
  if (isJson && (sent?.nameOf(first) !== undefined || !exactOf(first)))
    return bodyRule(operation, reply, first, sent) ?? code`{ "application/json": undefined }`;
  return object(
    reply.content.map((media) => [media.type, mediaData(operation, reply, media, sent)] as const),
  );
}

function mediaData(
  operation: Operation,
  reply: Reply,
  media: Media,
  sent: ReplyProjections | undefined,
): Code {
  const rule = bodyRule(operation, reply, media, sent);
  if (isStream(media)) {
    const last = rule ? code`, ${rule}` : empty;
    return code`${use("sendItems", "./runtime/server/streams.js")}(${itemWriter(media)}${last})`;
  }
  if (media.codec === "form" || media.codec === "multipart") {
    const written = mediaBody(media, code`body`, undefined, "wire");
    return object({
      check: replyCheck(operation, reply, media),
      encode: code`(body: ${bodyType(operation, reply, media)}) => ${written}`,
    });
  }
  const check = rule ?? code`undefined`;
  if (media.codec === "scalar") return object({ check, write: global("String") });
  const exact = sent?.nameOf(media) === undefined ? exactOf(media) : undefined;
  return exact ? object({ check, write: code`${exact}.write` }) : check;
}

/** `project("Pets", checkPets)`, or the check alone where all is sent. */
function bodyRule(
  operation: Operation,
  reply: Reply,
  media: Media,
  sent: ReplyProjections | undefined,
): Code | undefined {
  const check = replyCheck(operation, reply, media);
  const place = sent?.nameOf(media);
  if (place === undefined) return check;
  const exact = exactOf(media);
  const parts = [
    str(place),
    ...(check || exact ? [check ?? code`undefined`] : []),
    ...(exact ? [code`${exact}.write`] : []),
  ];
  return code`${use("project", "./replies.js")}(${join(parts, ", ")})`;
}

/** The body that a handler gives for one of the media types of a reply. */
export function bodyType({ names }: Operation, { statuses }: Reply, { type }: Media): Code {
  const reply = use(names.reply, "./types.js", "type");
  const body = use("ReplyBody", "./runtime/server/answer.js", "type");
  return code`${body}<${reply}, ${statuses[0] ?? 200}, ${str(type)}>`;
}

/** `{ 200: { "x-where": "exploded", "x-filter": JSON.stringify } }`: the headers that are not plain. */
export function headersData(operation: Operation): Code {
  return byStatus(operation, ({ headers }) => {
    const forms = headers.map((header) => [header.name.toLowerCase(), formOf(header)] as const);
    return new Map(forms);
  });
}

function formOf(header: Header): Code | undefined {
  const { encoding, schema } = header;
  if (encoding.kind === "content") {
    const exact = exactJson(valueSchema(header));
    return exact ? code`${exact}.write` : code`JSON.stringify`;
  }
  const hasNames = meantTypes(schema)?.includes("object") === true;
  if (encoding.explode && hasNames) return str("exploded");
  if (encoding.shape === "mixed") return str("divided");
  return meantTypes(schema)?.includes("date")
    ? use("dateTimeText", "./runtime/validate/formats/date-times.js")
    : undefined;
}

/** `{ 200: { "X-Kind": checkKind } }`: what judges headers whose types do not say all. */
export function headerChecksData(operation: Operation): Code {
  return byStatus(operation, (reply) =>
    reply.headers.map((header) => [header.name, headerCheck(operation, reply, header)] as const),
  );
}

type HeaderData = Iterable<readonly [name: string, data: Code | undefined]>;

function byStatus({ replies }: Operation, dataOf: (reply: Reply) => HeaderData): Code {
  const declared = replies.filter(({ statuses }) => statuses.length > 0);
  const all = declared.map((reply) => [statusKey(reply), objectIfAny([...dataOf(reply)])] as const);
  return objectIfAny(all) ?? empty;
}

function exactOf({ codec, schema }: Media): Code | undefined {
  return codec === "json" ? exactJson(schema) : undefined;
}
