import { add, issuesOf } from "../../validate/enough.js";
import { isJson } from "../../wire/http.js";
import type { Issue, Judge } from "../../validate/issue.js";
import type { BodyReader, Field, Incoming } from "../operation.js";

/** A body in JSON of any media type, as `parse` reads it. Without a check it may be anything, nothing at all too. */
export async function json(
  reply: Incoming,
  check?: Judge,
  parse: (text: string) => unknown = JSON.parse,
): Promise<unknown> {
  const { response, issues, broken } = reply;
  const type = response.headers.get("content-type");
  if (type !== null && !isJson(type)) return readMisfit(reply, `its content type is ${type}`);
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

/** A body that the description does not allow: parsed if it is JSON, bytes if that is its type, else as text. */
export async function readMisfit(reply: Incoming, problem: string): Promise<unknown> {
  const { response, raise, broken } = reply;
  const type = response.headers.get("content-type") ?? "";
  const isBytes =
    /^(?:audio|font|image(?!\/svg)|video)\/|\/(?:octet-stream|pdf)|^[^/]*\/.*zip/i.test(type);
  let body: unknown = await (isBytes ? bytes(reply) : response.text().catch(broken));
  try {
    if (isJson(type)) body = JSON.parse(String(body));
  } catch {
    // It stays text.
  }
  // With what is wrong with the headers, so that one reply is reported once.
  raise?.(reply.issues?.splice(0) ?? [], body, problem);
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
