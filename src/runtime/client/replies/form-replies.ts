import { contentTypeOf } from "../../wire/http.js";
import { type FormField, formReader, multipartReader } from "../../wire/forms.js";
import { parameterOf } from "../../wire/media-types.js";
import type { Issue, Judge } from "../../validate/issue.js";
import { readParts } from "../../wire/multipart.js";
import type { Incoming } from "../operation.js";
import { judge } from "./readers.js";
import { issueAt } from "../../validate/shape.js";

/** No limit: the client reads replies of any size. */
const NO_LIMITS = { depth: Infinity, fields: Infinity };

type FormRead = (issues: Issue[]) => unknown;

/** A body of `application/x-www-form-urlencoded`, as an object of its fields. */
export async function readForm(
  reply: Incoming,
  fields: readonly FormField[],
  check?: Judge,
): Promise<unknown> {
  const text = await reply.response.text().catch(reply.broken);
  return judged(reply, check, (issues) => formReader(fields, "/body", NO_LIMITS)(text, issues));
}

/** A body of `multipart/form-data`, as an object of its parts; files are `File`s. */
export async function readMultipart(
  reply: Incoming,
  fields: readonly FormField[],
  check?: Judge,
): Promise<unknown> {
  const { response, broken } = reply;
  const bytes = new Uint8Array(await response.arrayBuffer().catch(broken));
  const boundary = parameterOf(contentTypeOf(response) ?? "", "boundary");
  const parts = boundary === undefined ? undefined : readParts(bytes, boundary, Infinity);
  if (typeof parts === "object")
    return judged(reply, check, (issues) => multipartReader(fields, Infinity)(parts, issues));
  reply.issues?.push(issueAt("/body", "multipart", "is not multipart data"));
  return bytes;
}

/** A body that could not be parsed is not validated. */
function judged({ issues }: Incoming, check: Judge | undefined, read: FormRead): unknown {
  const found: Issue[] = [];
  const value = read(found);
  if (issues && check && found.length === 0) judge(check, value, issues, "/body");
  for (const one of found) issues?.push(one);
  return value;
}
