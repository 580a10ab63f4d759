import { isDeepStrictEqual } from "node:util";
import { isStream } from "../../src/model/walks/items.js";
import type { Media, Operation, Reply } from "../../src/model/types.js";
import { received, settled } from "./compare.js";
import type { Client, Members, RoundTrip } from "./service.js";
import { ownFields } from "./fields.js";
import type { PlannedReply } from "./values.js";
import { mediaOf } from "./verdicts.js";

/** What came of a call. */
export interface Called {
  /** What the handler got; undefined where the request did not get that far. */
  readonly arrived: unknown;
  readonly isHandled: boolean;
  readonly answer: Members | undefined;
  readonly error: Error | undefined;
  /** What the server said of errors. */
  readonly reported: readonly unknown[];
}

/** Calls an operation, and answers it. */
export async function call(
  trip: RoundTrip,
  client: Client,
  operation: Operation,
  request: Members,
  { media, reply }: Pick<PlannedReply, "media" | "reply">,
  isLazy: boolean,
): Promise<Called> {
  let arrived: unknown;
  let isHandled = false;
  const declared = replyOf(operation, reply);
  const given = { ...reply, body: trip.inNames("read", declared, reply["body"]) };
  trip.answerWith(async (value) => {
    isHandled = true;
    const wire = trip.inNames("write", operation, value) as Members;
    arrived = await settled(withoutOwn(wire, operation, request));
    return media && isStream(media) && isLazy ? { ...given, body: slowly(given.body) } : given;
  });
  trip.errors();
  const sentMedia = mediaOf(operation.body?.content ?? [], request);
  const isStreamed = sentMedia && isStream(sentMedia) && isLazy && Array.isArray(request["body"]);
  const coded = trip.inNames("read", operation, request) as Members;
  const sent = isStreamed ? { ...coded, body: slowly(coded["body"]) } : coded;
  let answer: Members | undefined;
  let error: Error | undefined;
  try {
    const got = await client[operation.names.method]?.(sent).reply();
    const owner = got && replyOf(operation, got);
    const reply = got && owner ? { ...got, body: trip.inNames("write", owner, got["body"]) } : got;
    answer = (await settled(reply && withoutOwn(reply, operation, reply))) as Members;
  } catch (thrown) {
    error = thrown as Error;
  }
  return { arrived, isHandled, answer, error, reported: trip.errors() };
}

function replyOf({ replies }: Operation, { status }: Members): Reply | undefined {
  return replies.find(({ statuses }) => statuses.includes(Number(status)));
}

/** Without what HTTP adds to it, and the type of a body that came as one of a range. */
function withoutOwn(message: Members, { body }: Operation, sent: Members): Members {
  const { headers, contentType, ...rest } = message;
  const isOfRange = body?.content.length === 1 && body.content[0]?.type.includes("*");
  return {
    ...rest,
    ...(contentType !== undefined && !(isOfRange && sent["contentType"] === undefined)
      ? { contentType }
      : {}),
    ...(typeof headers === "object" && headers !== null
      ? {
          headers: Object.fromEntries(
            Object.entries(headers).filter(([name]) => !ownFields.has(name.toLowerCase())),
          ),
        }
      : {}),
  };
}

/** What is wrong with a call in which all should arrive as it was sent; undefined: nothing. */
export async function faultOf(
  { arrived, isHandled, answer, error, reported }: Called,
  operation: Operation,
  request: Members,
  { declared, reply }: PlannedReply,
): Promise<string | undefined> {
  if (!isHandled) return `the request did not arrive: ${shownError(error)} ${shown(answer)}`;
  const wanted = await settled(received(operation, request));
  if (!isDeepStrictEqual(plain(arrived), plain(wanted)))
    return `the handler got ${shown(arrived)}, not ${shown(wanted)}`;
  if (!declared) return undefined;
  if (error) return `the reply was refused: ${shownError(error)} ${reported.map(String).join()}`;
  const given = await settled("headers" in (answer ?? {}) ? { headers: {}, ...reply } : reply);
  if (!isDeepStrictEqual(plain(answer), plain(given)))
    return `the caller got ${shown(answer)}, not ${shown(given)}`;
  return undefined;
}

/** With prototypes that make no difference, and -0 as 0. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null || value instanceof Date)
    return Object.is(value, -0) ? 0 : value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

export function shownError(error: Error | undefined): string {
  if (!error) return "";
  const { issues } = error as { readonly issues?: unknown };
  const cause = error.cause === undefined ? "" : ` (${String(error.cause)})`;
  return `${error.name}: ${error.message}${cause}${issues === undefined ? "" : ` ${shown(issues)}`}`;
}

export function shown(value: unknown): string {
  const text = JSON.stringify(value, (key, one: unknown) => {
    if (key === "declared") return undefined;
    if (key === "media") return (one as Media | undefined)?.type;
    return typeof one === "bigint" ? `${one}n` : one;
  });
  return (text ?? "nothing").slice(0, 1500);
}

async function* slowly(items: unknown): AsyncGenerator<unknown> {
  for (const item of items as readonly unknown[]) {
    await Promise.resolve();
    yield item;
  }
}
