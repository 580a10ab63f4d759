import { add, issuesOf } from "../../validate/enough.js";
import { isJson } from "../../wire/http.js";
import type { Issue, Judge } from "../../validate/issue.js";
import type { BodyReader, Field, Incoming } from "../operation.js";

type Parse = (text: string) => unknown;

/** A body in JSON of any media type, as `parse` reads it. Without a check it may be anything, nothing at all too. */
export async function json(
  reply: Incoming,
  check?: Judge,
  parse: Parse = JSON.parse,
): Promise<unknown> {
  const { response, issues, broken } = reply;
  const type = response.headers.get("content-type");
  if (type !== null && !isJson(type))
    return check && /^text\//i.test(type)
      ? jsonAsText(reply, check, parse)
      : readMisfit(reply, `its content type is ${type}`);
  const text = await response.text().catch(broken);
  if (text === "" && !check) return undefined;
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    complain({ issues, path: "/body" }, "json", text ? "is not JSON" : "is missing");
    return text;
  }
  if (issues && check) judge(check, value, issues, "/body");
  return value;
}

/** A value of the schema that is sent as text: Express and Nest send a text, a number or a boolean as HTML. A page is no such value. */
async function jsonAsText(reply: Incoming, check: Judge, parse: Parse): Promise<unknown> {
  const text = await reply.response.text().catch(reply.broken);
  const fits = (value: unknown): boolean => issuesOf(check, value, "").length === 0;
  if (!text.trimStart().startsWith("<")) {
    try {
      const value = parse(text);
      if (fits(value)) return value;
    } catch {
      // It is text, if anything.
    }
    if (fits(text)) return text;
  }
  return misfit(reply, text, `its content type is ${reply.response.headers.get("content-type")}`);
}

/** A body that the description does not allow: parsed if it is JSON, bytes if that is its type, else as text. */
export async function readMisfit(reply: Incoming, problem: string): Promise<unknown> {
  const { response, broken } = reply;
  const type = response.headers.get("content-type") ?? "";
  const isBytes =
    /^(?:audio|font|image(?!\/svg)|video)\/|\/(?:octet-stream|pdf)|^[^/]*\/.*zip/i.test(type);
  let body: unknown = await (isBytes ? bytes(reply) : response.text().catch(broken));
  try {
    if (isJson(type)) body = JSON.parse(String(body));
  } catch {
    // It stays text.
  }
  return misfit(reply, body, problem);
}

function misfit({ raise, issues }: Incoming, body: unknown, problem: string): unknown {
  // With what is wrong with the headers, so that one reply is reported once.
  raise?.(issues?.splice(0) ?? [], body, problem);
  return body;
}

/** A body as bytes. */
export const bytes: BodyReader<Uint8Array> = async ({ response, broken }) =>
  new Uint8Array(await response.arrayBuffer().catch(broken));

/** Adds what is wrong with a value, by its place in the reply. */
export function judge(check: Judge, value: unknown, issues: Issue[], path = ""): void {
  for (const issue of issuesOf(check, value, path)) add(issues, issue);
}

/** Adds the issues of a header or a body where they are collected. */
export function complain(
  { issues, path = "" }: Pick<Field, "issues" | "path">,
  keyword: string,
  message: string,
): void {
  issues?.push({ path, schema: "", keyword, params: {}, message });
}
