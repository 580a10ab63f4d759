import { type Exchange, UnexpectedResponse } from "./errors.js";
import { type AnyReply, isJson, matchMedia, mediaTypeOf } from "./http.js";
import type { Issue } from "./issue.js";
import type { ClientOptions } from "./options.js";
import type { HeaderReader, Outgoing, ReplyReader } from "./outgoing.js";

/** Reads a response as the operation declares it; what it does not declare goes to `unexpected`. */
export async function readReply(
  { method, replies }: Outgoing,
  exchange: Exchange,
  response: Response,
  unexpected: ClientOptions["unexpected"] = "throw",
): Promise<AnyReply> {
  const { status } = response;
  const issues: Issue[] | undefined = unexpected === "pass" ? undefined : [];
  const reply: { -readonly [Name in keyof AnyReply]: AnyReply[Name] } = { status };

  const raise = (problem: string, found: readonly Issue[], body: unknown): void => {
    if (unexpected === "pass") return;
    const error = new UnexpectedResponse(exchange, response, problem, found, body);
    if (unexpected === "throw") throw error;
    unexpected(error);
  };

  const reader = readerFor(replies, status);
  if (reader === undefined) {
    reply.body = await readAnything(response);
    raise("its description does not know this status", [], reply.body);
    return reply;
  }

  if (reader.headers) reply.headers = readHeaders(reader.headers, response.headers, issues ?? []);
  const { content = {} } = reader;
  const declared = Object.keys(content);
  if (declared.length === 0 || method === "HEAD" || status === 204 || status === 304) {
    discard(response);
  } else {
    const type = response.headers.get("content-type");
    const media = type === null && declared.length === 1 ? declared[0] : matchReply(declared, type);
    const readBody = media === undefined ? undefined : content[media];
    if (media === undefined || readBody === undefined) {
      reply.body = await readAnything(response);
      raise(`its content type is ${type ?? "missing"}`, [], reply.body);
      return reply;
    }
    reply.body = await readBody(response, issues, (found, item) =>
      raise(problemOf(found), found, item),
    );
    if (declared.length > 1 || media.includes("*"))
      reply.contentType = media.includes("*") ? mediaTypeOf(type) : media;
  }
  if (issues?.length) raise(problemOf(issues), issues, reply.body);
  return reply;
}

function readerFor(replies: Outgoing["replies"], status: number): ReplyReader | undefined {
  const exact = replies[status] ?? replies[`${Math.floor(status / 100)}XX`];
  if (exact !== undefined || status >= 400) return exact ?? replies["default"];
  const successes = Object.keys(replies).some((key) => key.startsWith("2"));
  return successes ? undefined : replies["default"];
}

function readHeaders(
  readers: Readonly<Record<string, HeaderReader>>,
  headers: Headers,
  issues: Issue[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name in readers) {
    // The one header that must not be joined with commas.
    const cookies = name.toLowerCase() === "set-cookie" && headers.getSetCookie().join("\n");
    const text = cookies || (headers.get(name) ?? undefined);
    const value = readers[name]?.(text, issues, `/headers/${name}`);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** Services are lax about which JSON type they say: one may stand for another. */
function matchReply(declared: readonly string[], type: string | null): string | undefined {
  if (type !== null && declared.includes(type)) return type;
  return (
    matchMedia(declared, type) ??
    (isJson(mediaTypeOf(type)) ? declared.find((entry) => isJson(mediaTypeOf(entry))) : undefined)
  );
}

/** A body that nothing is known about: parsed if it is JSON, else as text. */
async function readAnything(response: Response): Promise<unknown> {
  const text = await response.text();
  if (!isJson(mediaTypeOf(response.headers.get("content-type")))) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function problemOf([first, ...rest]: readonly Issue[]): string {
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  return `it breaks its description: ${first?.path ?? ""} ${first?.message ?? ""}${more}`;
}

/** Frees the connection of a body that nobody reads. Not waited for: a body that was cloned never ends it. */
export function discard(response: Response): void {
  response.body?.cancel().catch(() => undefined);
}
