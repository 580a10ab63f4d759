import { add, issuesOf } from "../validate/enough.js";
import { webStream } from "../wire/chunks.js";
import { isJson, matchMedia, mediaTypeOf, parameterOf } from "../wire/http.js";
import type { Issue, Judge } from "../validate/issue.js";
import type { BodyReader, Field, Incoming } from "./operation.js";

/** A body in JSON of any media type, as `parse` reads it. Without a check it may be anything. */
export async function json(
  reply: Incoming,
  check?: Judge,
  parse: (text: string) => unknown = JSON.parse,
): Promise<unknown> {
  const { response, issues, broken } = reply;
  const type = response.headers.get("content-type");
  if (type !== null && !isJson(type)) return readMisfit(reply, `its content type is ${type}`);
  const text = await response.text().catch(broken);
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

/**
 * A body by its media type: the type as declared, its range (`image/*`), or any. Services are lax
 * about which JSON type they say, so one may stand for another.
 */
export async function byType(
  reply: Incoming,
  readers: Readonly<Record<string, BodyReader>>,
): Promise<unknown> {
  const type = reply.response.headers.get("content-type");
  const declared = Object.keys(readers);
  const media =
    (type === null && declared.length === 1 ? declared[0] : undefined) ??
    declared.find((entry) => entry === type) ??
    matchMedia(declared, type) ??
    (isJson(type) ? declared.find(isJson) : undefined);
  const read = media === undefined ? undefined : readers[media];
  if (media === undefined || read === undefined)
    return readMisfit(reply, `its content type is ${type ?? "missing"}`);
  const isRange = media.includes("*");
  if (isRange || declared.length > 1) reply.reply.contentType = isRange ? mediaTypeOf(type) : media;
  return read(reply);
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

/** A body as text, in the charset that its Content-Type says; in UTF-8 where it says none that is known. */
export const text: BodyReader<string> = async ({ response, broken }) => {
  const type = response.headers.get("content-type") ?? "";
  const charset = parameterOf(type, "charset") ?? "utf-8";
  if (/^utf-?8$/i.test(charset)) return response.text().catch(broken);
  const body = await response.arrayBuffer().catch(broken);
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
};

/** A body as bytes. */
export const bytes: BodyReader<Uint8Array> = async ({ response, broken }) =>
  new Uint8Array(await response.arrayBuffer().catch(broken));

/** A body as a `Blob`, which knows its type. */
export const blob: BodyReader<Blob> = ({ response, broken }) => response.blob().catch(broken);

/** A body as it comes in, not collected first. */
export const stream: BodyReader<ReadableStream<Uint8Array>> = ({ response }) =>
  webStream(response.body ?? new Blob([]).stream());

/** Adds what is wrong with a value, by its place in the reply. */
export function judge(check: Judge, value: unknown, issues: Issue[], path = ""): void {
  for (const issue of issuesOf(check, value, path)) add(issues, issue);
}

/** Adds what is wrong with a header or a body, if somebody wants to know. */
export function complain(
  { issues, path = "" }: Pick<Field, "issues" | "path">,
  keyword: string,
  message: string,
): void {
  issues?.push({ path, schema: "", keyword, params: {}, message });
}
