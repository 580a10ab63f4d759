import type { Operation, Reply, StatusMatch } from "../model/types.js";
import { compareReplyContent } from "./bodies.js";
import { bothBelow, byKey, paired, sourcesOf } from "./changes.js";
import { compareHeaders } from "./headers.js";
import type { OperationPair } from "./operations.js";
import type { SchemaComparison } from "./schemas/schemas.js";

/** The replies of an operation by status. A status that only one side names is compared with what covers it on the other. */
export function compareReplies(comparison: SchemaComparison, pair: OperationPair): void {
  const { old, now, reply: flow, subject } = pair;
  const around = bothBelow(sourcesOf(old, now), "responses");
  const byStatus = ({ replies }: Operation) => byKey(replies, ({ match }) => statusOf(match));
  for (const [status, was, is] of paired(byStatus(old), byStatus(now))) {
    if (was && is) {
      compareReply(comparison, pair, was, is);
      continue;
    }
    const reply = (was ?? is) as Reply;
    const cover = coverOf(was ? now : old, reply.match);
    const ending = !isError(reply) && !cover ? "-success" : "";
    const places = was ? { ...around, old: was.source } : { ...around, now: reply.source };
    const word = was ? "removed" : "added";
    const message = `reply ${status} ${word}`;
    comparison.changes.add(`reply-${word}${ending}`, flow, subject, message, places);
    if (cover) compareReply(comparison, pair, was ?? cover, is ?? cover);
  }
}

function statusOf(match: StatusMatch): string {
  if (match.kind === "default") return "default";
  return match.kind === "exact" ? String(match.status) : `${match.class}XX`;
}

/** `default` stands for errors only where a success is declared. */
function isError({ match, statuses }: Reply): boolean {
  if (match.kind === "exact") return match.status >= 400;
  if (match.kind === "range") return match.class >= 4;
  return statuses.every((status) => status >= 400);
}

/** The range or default that a status falls under where it is not named. */
function coverOf({ replies }: Operation, match: StatusMatch): Reply | undefined {
  if (match.kind === "default") return undefined;
  const digit = match.kind === "exact" ? Math.floor(match.status / 100) : match.class;
  const range = replies.find((one) => one.match.kind === "range" && one.match.class === digit);
  const rest = replies.find((one) => one.match.kind === "default");
  return match.kind === "exact" && range
    ? range
    : digit >= 4 || (rest && !isError(rest))
      ? rest
      : undefined;
}

function compareReply(
  comparison: SchemaComparison,
  pair: OperationPair,
  old: Reply,
  now: Reply,
): void {
  const { reply: flow } = pair;
  const subject = `${pair.subject}, reply ${statusOf(now.match)}`;
  const places = sourcesOf(old, now);
  const around = { flow, subject, places };
  const add = comparison.changes.adder(flow, subject, places);
  const isSame = statusOf(old.match) === statusOf(now.match);
  if (isSame && old.prose.description !== now.prose.description)
    add("reply-description", "another description", "description");
  compareHeaders(comparison, old.headers, now.headers, around);
  if (old.content.length === 0 && now.content.length > 0) add("reply-body-added", "has a body now");
  else if (old.content.length > 0 && now.content.length === 0)
    add("reply-body-removed", "has no body now");
  else compareReplyContent(comparison, old.content, now.content, around);
}
