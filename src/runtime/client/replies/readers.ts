import { add, issuesOf } from "../../validate/enough.js";
import { contentTypeOf, isJson } from "../../wire/http.js";
import type { Issue, Judge } from "../../validate/issue.js";
import type { BodyReader, Field, Incoming } from "../operation.js";

type Parse = (text: string) => unknown;

/** A JSON body of any media type, parsed by `parse`. Without a check it may be anything, or empty. */
export async function json(
  reply: Incoming,
  check?: Judge,
  parse: Parse = JSON.parse,
): Promise<unknown> {
  const type = contentTypeOf(reply.response);
  if (type !== null && !isJson(type))
    return (check ?? reply.raise) && /^text\//i.test(type)
      ? jsonAsText(reply, check, parse)
      : readMisfit(reply, `its content type is ${type}`);
  return jsonText(reply, check, parse);
}

/** A text that is JSON, such as a number or a boolean, of any media type. */
export async function jsonText(
  reply: Incoming,
  check?: Judge,
  parse: Parse = JSON.parse,
): Promise<unknown> {
  const { response, issues, broken } = reply;
  const text = await response.text().catch(broken);
  if (text === "" && !check) return undefined;
  // As Nest sends null.
  if (text === "" && check && fits(check, null)) return null;
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

/** A JSON value that is sent as text: Express and Nest send strings, numbers and booleans as HTML. An HTML page is not accepted. */
async function jsonAsText(
  reply: Incoming,
  check: Judge | undefined,
  parse: Parse,
): Promise<unknown> {
  const text = await reply.response.text().catch(reply.broken);
  if (text === "" && !check) return undefined;
  // What a caller gets that passes on what does not conform, as in tests whose `new Response(json)` has no type.
  let body: unknown = text;
  let isOfMembers = false;
  if (!text.trimStart().startsWith("<")) {
    try {
      const value = parse(text);
      const faults = check ? issuesOf(check, value, "") : [];
      if (faults.length === 0) return value;
      if (typeof value === "object") body = value;
      // A schema that says something of members may say nothing of texts: this was not meant to be one.
      isOfMembers = faults.some(({ keyword, path }) => keyword === "required" || path !== "");
    } catch {
      // Not JSON: read as text.
    }
    if (!isOfMembers && fits(check, text)) return text;
  }
  return misfit(reply, body, `its content type is ${contentTypeOf(reply.response)}`);
}

function fits(check: Judge | undefined, value: unknown): boolean {
  return !check || issuesOf(check, value, "").length === 0;
}

/** An undeclared body: parsed if it is JSON, bytes if its type is binary, else text. */
export async function readMisfit(reply: Incoming, problem: string): Promise<unknown> {
  const { response, broken } = reply;
  const type = contentTypeOf(response) ?? "";
  const isBytes =
    /^(?:audio|font|image(?!\/svg)|video)\/|\/(?:octet-stream|pdf)|^[^/]*\/.*zip/i.test(type);
  let body: unknown = await (isBytes ? bytes(reply) : response.text().catch(broken));
  try {
    if (isJson(type)) body = JSON.parse(String(body));
  } catch {
    // Not JSON: kept as text.
  }
  return misfit(reply, body, problem);
}

function misfit({ raise, issues }: Incoming, body: unknown, problem: string): unknown {
  // Together with the issues of the headers, so that a reply is reported once.
  raise?.(issues?.splice(0) ?? [], body, problem);
  return body;
}

/** A body as bytes. */
export const bytes: BodyReader<Uint8Array> = async ({ response, broken }) =>
  new Uint8Array(await response.arrayBuffer().catch(broken));

/** Adds the issues of a value, with its place in the reply. */
export function judge(check: Judge, value: unknown, issues: Issue[], path = ""): void {
  for (const issue of issuesOf(check, value, path)) add(issues, issue);
}

/** Adds the issues of a header or a body, if they are collected. */
export function complain(
  { issues, path = "" }: Pick<Field, "issues" | "path">,
  keyword: string,
  message: string,
): void {
  issues?.push({ path, schema: "", keyword, params: {}, message });
}
