import { hasOwn } from "../../validate/own.js";
import { issuesOf } from "../../validate/enough.js";
import { matchMedia } from "../../wire/media-types.js";
import type { Issue } from "../../validate/issue.js";
import type { Reply } from "../server.js";
import { type DeclaredReply, type HeaderChecks, isBodiless, isJsonType } from "./reply.js";

/** A reply of a handler that does not conform to the description. */
export class ReplyFault extends Error {
  override readonly name: string = "ReplyFault";
  readonly operation: string;
  /** `undefined` when the handler returned no reply. */
  readonly status: number | undefined;
  readonly issues: readonly Issue[];
  /** The part of the reply that the issues are about. */
  readonly part: "body" | "headers";

  constructor(
    operation: string,
    status: number | undefined,
    fault: string,
    issues: readonly Issue[] = [],
    part: ReplyFault["part"] = "body",
  ) {
    const places = issues.map(({ path, message }) => `\n  ${path || "the body"}: ${message}`);
    super(`${operation} answered ${status ?? "nothing"}: ${fault}${places.join("")}`);
    this.operation = operation;
    this.status = status;
    this.issues = issues;
    this.part = part;
  }
}

/** The fault of a reply for which `found` is declared; `undefined` if it conforms. */
export function faultOf(
  operation: string,
  reply: Reply,
  found: DeclaredReply | undefined,
): ReplyFault | undefined {
  const { status, body } = reply;
  if (found === undefined) return new ReplyFault(operation, status, "this status is not declared");
  const wrong = found.headerChecks && headerIssues(reply, found.headerChecks);
  if (wrong && wrong.length > 0)
    return new ReplyFault(operation, status, "headers break their schemas", wrong, "headers");
  const isEmpty = isBodiless(status);
  if (found.types.length === 0 || isEmpty) {
    if (body === undefined) return undefined;
    const fault = isEmpty ? "this status has no body" : "the description gives it no content";
    return new ReplyFault(operation, status, `${fault}: leave out body`);
  }
  if (body === undefined) return new ReplyFault(operation, status, "the body is missing");
  const type = reply.contentType ?? found.types[0];
  const media = reply.contentType === undefined ? type : matchMedia(found.types, type);
  if (media === undefined) {
    return new ReplyFault(operation, status, `the media type ${type ?? ""} is not declared`);
  }
  const check = found.checks.get(media);
  if (check === undefined || type === undefined) return undefined;
  const isRead = found.forms.has(media) || found.writers.has(media);
  if (!isJsonType(type) && !isRead) return undefined;
  // Issues do not quote values, since they may be shown to the client.
  const issues = issuesOf(check, body, "", true);
  if (issues.length === 0) return undefined;
  return new ReplyFault(operation, status, "the body breaks its schema", issues);
}

function headerIssues({ headers = {} }: Reply, checks: HeaderChecks[string]): readonly Issue[] {
  const issues: Issue[] = [];
  for (const name in checks) {
    const value = hasOwn(headers, name)
      ? (headers as Readonly<Record<string, unknown>>)[name]
      : undefined;
    const check = checks[name];
    if (value === undefined || !check) continue;
    for (const issue of issuesOf(check, value, `/headers/${name}`))
      issues.push({ ...issue, path: issue.path.slice("/headers".length) });
  }
  return issues;
}
