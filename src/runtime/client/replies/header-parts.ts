import type { Judge } from "../../validate/issue.js";
import { hasOwn } from "../../validate/own.js";
import { string } from "./header-readers.js";
import type { Field, HeaderReader } from "../operation.js";
import { complain, judge } from "./readers.js";

/** A header in `style: simple` that is an array: `1,2`. `read` reads each item. */
export function list<T>(text: string, field: Field, read: HeaderReader<T>): T[] {
  if (text.trim() === "") return [];
  return text.split(",").map((item, index) => read(item.trim(), below(field, index)));
}

/** `Set-Cookie`, which may occur several times: a list of its values. */
export const setCookies: HeaderReader<string[]> = (_, { headers }) =>
  (headers as Headers & { getSetCookie(): string[] }).getSetCookie();

/** A header in `style: simple` that is an object: `R,100,G,200`, or with `explode` `R=100,G=200`. */
export function record(
  text: string,
  field: Field,
  explode: boolean,
  members: Readonly<Record<string, HeaderReader>> = {},
): Record<string, unknown> {
  const parts = text.split(",");
  const values = new Map<string, unknown>();
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? "";
    const at = explode ? part.indexOf("=") : part.length;
    const value = explode ? part.slice(at + 1) : parts[++index];
    if (at < 0 || value === undefined) continue;
    const name = part.slice(0, at).trim();
    const read = hasOwn(members, name) ? members[name] : undefined;
    values.set(name, (read ?? string)(value.trim(), below(field, name)));
  }
  return Object.fromEntries(values);
}

/** A header with a JSON media type. */
export function jsonHeader(
  text: string,
  field: Field,
  read: (text: string) => unknown = JSON.parse,
): unknown {
  try {
    return read(text);
  } catch {
    complain(field, "json", "is not JSON");
    return text;
  }
}

/** A header that is validated against its schema. */
export function checked(text: string, field: Field, read: HeaderReader, check: Judge): unknown {
  const { issues, path } = field;
  const before = issues?.length;
  const value = read(text, field);
  if (issues && issues.length === before) judge(check, value, issues, path);
  return value;
}

function below(field: Field, name: string | number): Field {
  return { ...field, path: `${field.path}/${name}` };
}
