import type { Judge } from "../validate/issue.js";
import type { AnyShape } from "./shape.js";
import { type MakeOptions, makeValue } from "./make.js";
import { Problem } from "../server/problem.js";
import { negotiate } from "../server/replies/accept.js";
import type { Reply } from "../server/server.js";
import { LISTED } from "../wire/http.js";
import { isIn, mediaTypeOf } from "../wire/media-types.js";
import { hasOwn } from "../validate/own.js";

/** The body of a reply in one media type. */
export interface MockContent {
  readonly body?: AnyShape;
  readonly check?: Judge;
  /** The body is a list of such items that is sent as a stream, or bytes that nothing is known of. */
  readonly form?: "items" | "bytes";
  readonly examples?: readonly unknown[];
  /** The same by the names that they have in the description. */
  readonly named?: Readonly<Record<string, unknown>>;
}

export interface MockReply {
  readonly headers?: Readonly<Record<string, AnyShape>>;
  readonly content?: Readonly<Record<string, MockContent>>;
}

/** By status, range (`4XX`) or `default`. */
export type MockReplies = Readonly<Record<string, MockReply>>;

/** The criteria by which a reply is chosen. */
export interface ReplyWish {
  readonly status?: number | undefined;
  readonly accept?: string | undefined;
  /** The field `Accept`, for a type in a range that is declared. */
  readonly accepted?: string | undefined;
  /** The name of an example in the description. */
  readonly example?: string | undefined;
}

/** The status of a reply to a request that went well. */
export function usualStatus(replies: MockReplies): number {
  const keys = Object.keys(replies);
  const exact = keys.find((key) => /^2\d\d$/.test(key));
  if (exact !== undefined) return Number(exact);
  if (keys.includes("2XX") || keys.includes("default") || keys.length === 0) return 200;
  return Number((keys[0] ?? "").replace("XX", "00"));
}

/** The reply that is declared for a status. */
export function replyFor(replies: MockReplies, status: number): MockReply | undefined {
  const keys = [String(status), `${Math.floor(status / 100)}XX`, "default"];
  const key = keys.find((one) => hasOwn(replies, one));
  return key === undefined ? undefined : replies[key];
}

/** The content of a reply, in the media type that is liked best. */
export function contentFor(
  { content = {} }: MockReply,
  accept: string | undefined,
): readonly [type: string, content: MockContent] | undefined {
  const all = Object.entries(content);
  return all.find(([type]) => type === accept) ?? all[0];
}

/** A reply as it is declared; `Problem` where none is. Its body is null where another one takes its place. */
export function makeReply(
  replies: MockReplies,
  wish: ReplyWish,
  place: string,
  options: MakeOptions,
  hasBody = true,
): Reply {
  const status = wish.status ?? usualStatus(replies);
  const reply = replyFor(replies, status);
  if (status < 200) throw new Problem(501, { message: `A mock cannot answer ${status}.` });
  if (!reply) throw new Problem(status);
  const headers = Object.entries(reply.headers ?? {}).map(([name, shape]) => [
    name,
    name.toLowerCase() === "retry-after" ? "1" : makeValue([shape], `${place} ${name}`, options),
  ]);
  const [type, content] = contentFor(reply, wish.accept) ?? [];
  return {
    status,
    headers: Object.fromEntries(headers) as Readonly<Record<string, unknown>>,
    ...(type !== undefined && content !== undefined && contentOf(reply, type, wish)),
    ...(content && {
      body: hasBody
        ? ofStatus(makeBody(content, wish.example, `${place} ${status}`, options), status, content)
        : null,
    }),
  };
}

/** Said where the status alone leaves it open. */
function contentOf(
  { content = {} }: MockReply,
  type: string,
  { accepted }: ReplyWish,
): { readonly contentType?: string } {
  const isClear = Object.keys(content).length === 1 && !type.includes("*");
  if (isClear) return {};
  const usual = usualIn(type, content[type]?.form === "bytes");
  if (usual === type || content[type]?.form !== "bytes") return { contentType: usual };
  // Bytes are of any type that a client names.
  const named = (accepted?.match(LISTED) ?? [])
    .map(mediaTypeOf)
    .filter((one) => !one.includes("*") && isIn(type, one));
  return { contentType: negotiate(accepted, [usual, ...named]) ?? usual };
}

/** A type in a range; any other type as it is. */
function usualIn(type: string, isBytes: boolean): string {
  const [main = "", rest = ""] = type.split("/");
  if (!rest.startsWith("*")) return type;
  if (rest.length > 1) return `${main}/vnd.mock${rest.slice(1)}`;
  if (main === "*" || main === "application")
    return isBytes ? "application/octet-stream" : "application/json";
  return `${main}/${usualTypes.get(main) ?? "vnd.mock"}`;
}

const usualTypes: ReadonlyMap<string, string> = new Map([
  ["audio", "mpeg"],
  ["font", "woff2"],
  ["image", "png"],
  ["text", "plain"],
  ["video", "mp4"],
]);

export function examplesOf({ examples = [], named = {} }: MockContent): readonly unknown[] {
  return [...examples, ...Object.values(named)];
}

function makeBody(
  content: MockContent,
  example: string | undefined,
  place: string,
  options: MakeOptions,
): unknown {
  const { body = {}, check = () => true, form, named = {} } = content;
  if (example !== undefined && hasOwn(named, example)) return named[example];
  // Bytes of a JSON type are to be JSON.
  if (form === "bytes") return new TextEncoder().encode('"made by a mock"\n');
  if (form === "items")
    return [1, 2, 3].map((count) =>
      makeValue([{ place, check, shape: () => ({ allOf: [body] }) }], place, {
        ...options,
        seed: `${options.seed ?? 1} ${count}`,
      }),
    );
  const shape = { examples: examplesOf(content), allOf: [body] };
  return makeValue([{ place, check, shape: () => shape }], place, options);
}

/** An error with its status in it, where it has such a member. */
function ofStatus(body: unknown, status: number, { check }: MockContent): unknown {
  if (status < 400 || typeof body !== "object" || body === null || !("status" in body)) return body;
  const changed = { ...body, status };
  return typeof body.status === "number" && check?.(changed, []) !== false ? changed : body;
}
