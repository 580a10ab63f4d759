import type { Operation, Reply, StatusMatch } from "../model/types.js";
import { compareContent } from "./bodies.js";
import { below } from "./changes.js";
import { compareHeaders } from "./headers.js";
import type { OperationPair } from "./operations.js";
import type { SchemaComparison } from "./schemas/schemas.js";

/** The replies of an operation by status. A status that only one side names is compared with what covers it on the other. */
export function compareReplies(comparison: SchemaComparison, pair: OperationPair): void {
  const { old, now, reply: flow, subject } = pair;
  const nowhere = { old: below(old.source, "responses"), now: below(now.source, "responses") };
  for (const reply of old.replies) {
    const next = now.replies.find(({ match }) => statusOf(match) === statusOf(reply.match));
    if (next) compareReply(comparison, pair, reply, next);
    else {
      const cover = coverOf(now, reply.match);
      const isSuccess = !isError(reply) && !cover;
      const rule = isSuccess ? "reply-removed-success" : "reply-removed";
      const places = { old: reply.source, now: nowhere.now };
      comparison.changes.add(rule, flow, subject, `reply ${statusOf(reply.match)} removed`, places);
      if (cover) compareReply(comparison, pair, reply, cover);
    }
  }
  for (const reply of now.replies) {
    if (old.replies.some(({ match }) => statusOf(match) === statusOf(reply.match))) continue;
    const cover = coverOf(old, reply.match);
    const isSuccess = !isError(reply) && !cover;
    const rule = isSuccess ? "reply-added-success" : "reply-added";
    const places = { old: nowhere.old, now: reply.source };
    comparison.changes.add(rule, flow, subject, `reply ${statusOf(reply.match)} added`, places);
    if (cover) compareReply(comparison, pair, cover, reply);
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
  const places = { old: old.source, now: now.source };
  const around = { flow, subject, places };
  const add = comparison.changes.adder(flow, subject, places);
  const isSame = statusOf(old.match) === statusOf(now.match);
  if (isSame && old.prose.description !== now.prose.description)
    add("reply-description", "another description", "description");
  compareHeaders(comparison, old.headers, now.headers, around);
  if (old.content.length === 0 && now.content.length > 0) add("reply-body-added", "has a body now");
  else if (old.content.length > 0 && now.content.length === 0)
    add("reply-body-removed", "has no body now");
  else compareContent(comparison, old.content, now.content, around);
}
