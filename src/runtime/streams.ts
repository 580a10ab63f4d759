import type { Check, Issue } from "./issue.js";
import type { BodyReader, Incoming } from "./operation.js";

/** One event of `text/event-stream` (HTML, section "server-sent events"). */
export interface ServerSentEvent {
  /** `message` when the service says nothing else. */
  readonly event: string;
  readonly data: string;
  /** The last one that was said, also by an earlier event. */
  readonly id: string;
  /** Milliseconds to wait before a new connection; undefined when this event does not say. */
  readonly retry: number | undefined;
}

/** The events of `text/event-stream`, as they come. A loop that is left ends the connection. */
export const events: BodyReader<AsyncIterable<ServerSentEvent>> = ({ response }) =>
  readEvents(response.body);

/** The `data` of each event of `text/event-stream`, which is JSON. */
export function eventData<T = unknown>(reply: Incoming, check?: Check<T>): AsyncIterable<T> {
  return parseItems(reply, data(readEvents(reply.response.body)), check);
}

/** Each line is JSON: `application/jsonl`, `application/x-ndjson`. Empty lines are skipped. */
export function jsonLines<T = unknown>(reply: Incoming, check?: Check<T>): AsyncIterable<T> {
  return parseItems(reply, split(reply.response.body, /\r?\n/), check);
}

/** `application/json-seq` (RFC 7464). */
export function jsonSequence<T = unknown>(reply: Incoming, check?: Check<T>): AsyncIterable<T> {
  return parseItems(reply, split(reply.response.body, "\x1e"), check);
}

async function* parseItems<T>(
  { issues, raise }: Incoming,
  texts: AsyncIterable<string>,
  check: Check<T> | undefined,
): AsyncGenerator<T, void, undefined> {
  let index = 0;
  for await (const text of texts) {
    if (text.trim() === "") continue;
    const path = `/body/${index++}`;
    const found: Issue[] = [];
    let item: unknown = text;
    try {
      item = JSON.parse(text);
      if (issues && check && !check(item, found) && found.length === 0) found.push(fault(""));
    } catch {
      found.push(fault("is not JSON"));
    }
    if (found.length > 0)
      raise?.(
        found.map((issue) => ({ ...issue, path: path + issue.path })),
        item,
      );
    yield item as T;
  }
}

function fault(message: string): Issue {
  return { path: "", schema: "", keyword: "json", params: {}, message };
}

async function* data(
  source: AsyncIterable<ServerSentEvent>,
): AsyncGenerator<string, void, undefined> {
  for await (const event of source) yield event.data;
}

async function* readEvents(
  body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  let event = "";
  let id = "";
  let retry: number | undefined;
  let lines: string[] = [];
  for await (const line of split(body, /\r\n|\n|\r(?!$)/)) {
    if (line === "") {
      if (lines.length > 0) yield { event: event || "message", data: lines.join("\n"), id, retry };
      event = "";
      retry = undefined;
      lines = [];
      continue;
    }
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "data") lines.push(value);
    else if (name === "event") event = value;
    else if (name === "id" && !value.includes("\0")) id = value;
    else if (name === "retry" && /^\d+$/.test(value)) retry = Number(value);
  }
}

/** The texts between separators; the last one too, unless it is empty. */
async function* split(
  body: ReadableStream<Uint8Array> | null,
  separator: string | RegExp,
): AsyncGenerator<string, void, undefined> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const texts = (rest + decoder.decode(value, { stream: !done })).split(separator);
      rest = texts.pop() ?? "";
      yield* texts;
      if (done) break;
    }
    if (rest !== "") yield rest;
  } finally {
    // Also when the loop over the items is left early: nobody reads the rest.
    reader.cancel().catch(() => undefined);
  }
}
