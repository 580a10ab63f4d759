import type { Part } from "./client.js";
import { type Exchange, UnexpectedResponse } from "./errors.js";
import type { AnyReply } from "./http.js";
import type { Issue } from "./issue.js";
import type { Incoming, ClientOperation, ReplyReader } from "./operation.js";
import type { CheckOptions } from "./options.js";
import { discard } from "./receive.js";
import { readMisfit } from "./readers.js";

/** Reads replies as `readReply` does, but what the description does not allow goes to `unexpected`. */
export function checkReplies({ unexpected = "throw" }: CheckOptions): Part {
  return (next) => (attempts) =>
    next({
      ...attempts,
      read: (response) =>
        attempts.read(response, (operation, _, broken) =>
          readChecked(operation, attempts.exchange, response, unexpected, broken),
        ),
    });
}

async function readChecked(
  operation: ClientOperation,
  exchange: Exchange,
  response: Response,
  unexpected: NonNullable<CheckOptions["unexpected"]>,
  broken: Incoming["broken"],
): Promise<AnyReply> {
  const { status } = response;
  const issues: Issue[] = [];
  const raise: Incoming["raise"] = (found, body, problem = problemOf(found)) => {
    if (unexpected === "pass") return;
    const error = new UnexpectedResponse(exchange, response, problem, found, body);
    if (unexpected === "throw") throw error;
    unexpected(error);
  };
  const reply: Incoming["reply"] = { status };
  const incoming = {
    response,
    reply,
    raise,
    broken,
    issues: unexpected === "pass" ? undefined : issues,
  };
  const reader = readerFor(operation.replies, status);
  if (reader === undefined) {
    reply.body = await readMisfit(incoming, "its description does not know this status");
    return reply;
  }
  if (reader.headers) reply.headers = readHeaders(reader, response.headers, issues);
  if (reader.body && operation.method !== "HEAD" && status !== 204 && status !== 304)
    reply.body = await reader.body(incoming);
  else discard(response);
  if (issues.length > 0) raise(issues, reply.body);
  return reply;
}

function readerFor(replies: ClientOperation["replies"], status: number): ReplyReader | undefined {
  const exact = replies[status] ?? replies[`${Math.floor(status / 100)}XX`];
  if (exact !== undefined || status >= 400) return exact ?? replies["default"];
  const successes = Object.keys(replies).some((key) => key.startsWith("2"));
  return successes ? undefined : replies["default"];
}

function readHeaders(
  { headers: readers, optional }: ReplyReader,
  headers: Headers,
  issues: Issue[],
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name in readers) {
    const path = `/headers/${name}`;
    const text = headers.get(name);
    if (text !== null) values[name] = readers[name]?.(text, { headers, path, issues });
    else if (!optional?.includes(name))
      issues.push({ path, schema: "", keyword: "required", params: {}, message: "is missing" });
  }
  return values;
}

function problemOf([first, ...rest]: readonly Issue[]): string {
  const more = rest.length > 0 ? ` (and ${rest.length} more)` : "";
  return `it breaks its description: ${first?.path} ${first?.message}${more}`;
}
