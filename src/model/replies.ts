import type { Located } from "../load/document.js";
import type { Builder } from "./build.js";
import { messageEndings } from "./names/check-endings.js";
import { contentOf, headersOf } from "./media.js";
import { nameOfPlace, pascalCase } from "./names/naming.js";
import { proseOf } from "./schemas.js";
import { asObject } from "../common/json.js";
import { placeText } from "../common/pointers.js";
import { meantTypes } from "./walks/values.js";
import type { Source } from "../common/source.js";
import type {
  Identifier,
  Media,
  NamedReply,
  Operation,
  Reply,
  Schema,
  StatusMatch,
} from "./types.js";

/** A reply that several operations refer to. */
export interface SharedReply {
  readonly located: Located;
  /** Its name comes when all operations have theirs. */
  readonly reply: Omit<NamedReply, "name"> & { name: Identifier };
}

/** The operation whose replies are asked for. */
interface ReplyContext {
  readonly kind: Operation["kind"];
  readonly method: string;
  readonly located: Located;
  /** The places besides `components.responses` of replies that several operations have. */
  readonly replies: ReadonlySet<string>;
}

/** The statuses of the IANA registry (2026) that a final reply can have, by class. */
const registeredStatuses: readonly number[] = [
  200, 201, 202, 203, 204, 205, 206, 207, 208, 226, 300, 301, 302, 303, 304, 305, 307, 308, 400,
  401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422,
  423, 424, 425, 426, 428, 429, 431, 451, 500, 501, 502, 503, 504, 505, 506, 507, 508, 510, 511,
];

/**
 * The replies of an operation: exact statuses, then ranges, then default (OpenAPI 3.1, section
 * 4.8.16). Where a 2xx is declared, `default` is for errors only; where nothing is, any status will do.
 */
export function repliesOf(builder: Builder, place: ReplyContext): readonly Reply[] {
  const { kind, method, located: operation, replies: common } = place;
  const responses = builder.member(operation, "responses");
  const declared = builder.members(responses).flatMap(([status, located]) => {
    const match = matchOf(status);
    return match ? [{ match, located }] : [];
  });
  if (declared.length === 0) return [anyReply(responses ?? operation)];
  declared.sort((a, b) => rank(a.match) - rank(b.match));
  const left = new Set(registeredStatuses);
  const hasSuccess = declared.some(({ match }) => isSuccess(match));
  return declared.map(({ match, located }) => {
    const statuses = matching(match, left, hasSuccess);
    for (const status of statuses) left.delete(status);
    const reply = replyOf(builder, located, match, statuses, common);
    const { content } = reply;
    if (isBodiless(method, match))
      return content.length > 0 ? { ...reply, shared: undefined, content: [] } : reply;
    const isBare = kind === "path" && content.length === 0 && isSuccess(match);
    return isBare && builder.bareReplies === "json"
      ? { ...reply, shared: undefined, content: [anyJson(reply.source)] }
      : reply;
  });
}

function anyJson(source: Source): Media {
  const schema: Schema = { source, name: undefined, keywords: {} };
  return {
    type: "application/json",
    codec: "json",
    schema,
    itemSchema: undefined,
    events: undefined,
    parts: [],
    source,
  };
}

/** HTTP has no body there, whatever a description says (RFC 9110, sections 9.3.2, 15.3.5, 15.3.6 and 15.4.5). */
function isBodiless(method: string, match: StatusMatch): boolean {
  return method === "HEAD" || (match.kind === "exact" && [204, 205, 304].includes(match.status));
}

function anyReply({ source }: Located): Reply {
  return {
    match: { kind: "default" },
    statuses: registeredStatuses,
    shared: undefined,
    headers: [],
    content: [],
    prose: { summary: "", description: "" },
    source,
  };
}

function matching(match: StatusMatch, left: ReadonlySet<number>, hasSuccess: boolean): number[] {
  switch (match.kind) {
    case "exact":
      return [match.status];
    case "range":
      return [...left].filter((status) => Math.floor(status / 100) === match.class);
    case "default":
      return [...left].filter((status) => !hasSuccess || status >= 400);
  }
}

function replyOf(
  builder: Builder,
  located: Located,
  match: StatusMatch,
  statuses: readonly number[],
  common: ReadonlySet<string>,
): Reply {
  const target = builder.deref(located) ?? located;
  const isShared = target !== located && isCommon(builder, target, common);
  const shared = isShared ? sharedReply(builder, target) : undefined;
  const { content, headers, prose, source } = shared ?? partsOf(builder, target);
  return { match, statuses, shared, headers, content, prose, source };
}

/** The places besides `components.responses` that several replies of these operations refer to: files of their own, mostly. */
export function commonReplies(
  builder: Builder,
  operations: Iterable<Located>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const common = new Set<string>();
  for (const operation of operations)
    for (const [, located] of builder.members(builder.member(operation, "responses"))) {
      const target = builder.deref(located);
      if (!target || target === located || isOfOperation(target.source)) continue;
      const place = placeText(target.source);
      if (seen.has(place)) common.add(place);
      seen.add(place);
    }
  return common;
}

function isOfOperation({ pointer }: Source): boolean {
  return /^\/(?:paths|webhooks)\//.test(pointer);
}

function isCommon(builder: Builder, { source }: Located, common: ReadonlySet<string>): boolean {
  const { pointer } = builder.componentAt(source);
  return /^\/components\/responses\/[^/]+$/.test(pointer) || common.has(placeText(source));
}

function partsOf(builder: Builder, located: Located): Omit<NamedReply, "name"> {
  return {
    headers: headersOf(builder, located),
    content: withoutDoubles(builder, located, contentOf(builder, located)).map(asReceived),
    prose: proseOf(asObject(located.value), "summary"),
    source: located.source,
  };
}

/** Without the `text/plain` that ASP.NET declares beside JSON of the same schema: what is no text is never sent as that. */
function withoutDoubles(
  builder: Builder,
  reply: Located,
  content: readonly Media[],
): readonly Media[] {
  const written = builder.entries(builder.member(reply, "content"));
  const schemas = new Map(
    written.map(
      ([type, media]) => [type, JSON.stringify(builder.member(media, "schema")?.value)] as const,
    ),
  );
  const isDouble = (media: Media): boolean =>
    (media.codec === "text" || media.codec === "scalar") &&
    /^text\/plain\b/i.test(media.type) &&
    media.schema !== undefined &&
    meantTypes(media.schema)?.includes("string") === false &&
    content.some(
      ({ codec, type }) => codec === "json" && schemas.get(type) === schemas.get(media.type),
    );
  return content.filter((media) => !isDouble(media));
}

/** Parts that have no names can only be handed over as they come. */
function asReceived(media: Media): Media {
  return media.codec === "multipart" && media.parts.length === 0
    ? { ...media, codec: "binary" }
    : media;
}

function sharedReply(builder: Builder, located: Located): NamedReply {
  const place = placeText(located.source);
  const known = builder.sharedReplies.get(place);
  if (known) return known.reply;
  const reply = { name: "" as Identifier, ...partsOf(builder, located) };
  builder.sharedReplies.set(place, { located, reply });
  return reply;
}

/** Gives shared replies their names, when operations have theirs. */
export function nameSharedReplies(builder: Builder): void {
  for (const { located, reply } of builder.sharedReplies.values()) {
    const key = pascalCase(nameOfPlace(builder.componentAt(located.source)).word) || "Shared";
    const stem = key.replace(/(Response|Reply)$/, "") || key;
    // Those that are called by their status.
    const [, status] = /^_(\d.*)$/.exec(stem) ?? [];
    const words = status === undefined ? [] : [`Reply${status}`];
    reply.name = builder.names.claim(
      [...words, `${stem}Reply`, `${stem}SharedReply`],
      builder.names.seedOf(located.source),
      (one) => [one, ...messageEndings(builder, located).map((ending) => `${one}${ending}`)],
    );
  }
}

function matchOf(status: string): StatusMatch | undefined {
  if (status === "default") return { kind: "default" };
  const range = /^([1-5])XX$/i.exec(status);
  if (range) return { kind: "range", class: Number(range[1]) as 1 | 2 | 3 | 4 | 5 };
  return /^[1-5]\d\d$/.test(status) ? { kind: "exact", status: Number(status) } : undefined;
}

function rank(match: StatusMatch): number {
  return match.kind === "exact" ? match.status : match.kind === "range" ? 1000 + match.class : 2000;
}

/** `404`, `4XX` or `Default`, as a part of a name. */
export function statusWord(match: StatusMatch, rest = "XX"): string {
  if (match.kind === "exact") return String(match.status);
  return match.kind === "range" ? `${match.class}${rest}` : "Default";
}

export function isSuccess(match: StatusMatch): boolean {
  return match.kind === "exact"
    ? match.status >= 200 && match.status < 300
    : match.kind === "range" && match.class === 2;
}
