import { UnexpectedResponse } from "../errors.js";
import type { Issue } from "../../validate/issue.js";
import type { BodyReader, Incoming, Reader, Replies, ReplyReader } from "../operation.js";
import type { CheckOptions } from "../options.js";
import { complain, readMisfit } from "./readers.js";
import { discard } from "./discard.js";

/** Reads and validates replies; one that does not conform is an `UnexpectedResponse`. */
export function checkReplies({ unexpected = "throw" }: CheckOptions): Reader {
  return async (outgoing, response, broken) => {
    const { method, replies = {} } = outgoing;
    const { ok, status, statusText, headers } = response;
    const issues: Issue[] = [];
    const raise: Incoming["raise"] = (issues, body, problem = problemOf(issues)) => {
      if (unexpected === "pass") return;
      const answer = { ok, status, statusText, headers, reply: { ...reply, body }, issues };
      const error = new UnexpectedResponse(
        outgoing,
        answer,
        `, but ${problem}${encodingOf(headers)}`,
      );
      if (unexpected === "throw") throw error;
      unexpected(error);
    };
    const reader = readerFor(replies, status);
    const reply: Incoming["reply"] = { status };
    const incoming = {
      outgoing,
      response,
      reply,
      raise,
      broken,
      issues: unexpected === "pass" ? undefined : issues,
      expected: reader?.expected,
    };
    if (reader === undefined) {
      reply.body = await readMisfit(incoming, "its description does not know this status");
      return reply;
    }
    if (reader.headers) reply.headers = readHeaders(reader, response, issues, outgoing.url);
    const read = reader.body ?? (status < 400 ? undefined : readUndeclared);
    if (read && method !== "HEAD" && status !== 204 && status !== 304)
      reply.body = await read(incoming);
    else discard(response);
    if (issues.length > 0) raise(issues, reply.body);
    return reply;
  };
}

/** What comes with an error that no body is declared for: it may explain the error. */
const readUndeclared: BodyReader = async (incoming) =>
  (await readMisfit({ ...incoming, raise: undefined }, "")) || undefined;

function readerFor(replies: Replies, status: number): ReplyReader | undefined {
  return (
    replies[status] ??
    replies[`${Math.floor(status / 100)}XX`] ??
    (status >= 400 || !Object.keys(replies).some((key) => key.startsWith("2"))
      ? replies["default"]
      : undefined)
  );
}

function readHeaders(
  { headers: readers, optional }: ReplyReader,
  { headers, type }: Response,
  issues: Issue[],
  url: string,
): Record<string, unknown> {
  const values = Object.create(null) as Record<string, unknown>;
  for (const name in readers) {
    const path = `/headers/${name}`;
    const text = headers.get(name);
    if (text !== null) values[name] = readers[name]?.(text, { headers, path, issues });
    else if (!optional?.includes(name) && !isHidden(name, type, url))
      complain({ issues, path }, "required", "is missing");
  }
  return values;
}

/** A Content-Encoding that some platforms do not decode, which makes anything else of a body than what was meant. */
function encodingOf(headers: Headers): string {
  const encoding = headers.get("content-encoding") ?? "";
  const isDecoded = (one: string): boolean => /^(?:(?:x-)?gzip|deflate|br|identity|)$/i.test(one);
  const isPlain = encoding.split(",").every((one) => isDecoded(one.trim()));
  return isPlain ? "" : `; its content encoding is ${encoding}`;
}

/**
 * Browsers show pages no cookies, and of another origin only the headers that it exposes. A response that a hook or a
 * function around `fetch` has made does not tell that: what counts is where the request went.
 */
function isHidden(name: string, type: Response["type"], url: string): boolean {
  const { location } = globalThis as {
    location?: { readonly href: string; readonly origin: string };
  };
  const isMade = type === "default" && location !== undefined;
  return (
    type === "cors" ||
    (isMade && new URL(url, location.href).origin !== location.origin) ||
    name.toLowerCase() === "set-cookie"
  );
}

function problemOf([first, ...rest]: readonly Issue[]): string {
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  return `it breaks its description: ${first?.path} ${first?.message}${more}`;
}
