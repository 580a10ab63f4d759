import type { Judge, Issue } from "./issue.js";
import type { BodyReader, HeaderReader } from "./outgoing.js";

/** A body in JSON, as `read` reads it. Without a check it may be anything. */
export function json(
  check?: Judge,
  read: (text: string) => unknown = JSON.parse,
): BodyReader<unknown> {
  return async (response, issues) => {
    const text = await response.text();
    let value: unknown;
    try {
      value = read(text);
    } catch {
      if (issues) complain(issues, "/body", "json", text === "" ? "is missing" : "is not JSON");
      return text;
    }
    if (issues !== undefined && check !== undefined) {
      const found: Issue[] = [];
      if (!check(value, found)) {
        for (const issue of found) issues.push({ ...issue, path: `/body${issue.path}` });
      }
    }
    return value;
  };
}

/** A body as text, whatever its type. */
export const text: BodyReader<string> = (response) => response.text();

/** A body as bytes. */
export const bytes: BodyReader<Uint8Array> = async (response) =>
  new Uint8Array(await response.arrayBuffer());

/** A body as a `Blob`, which knows its type. */
export const blob: BodyReader<Blob> = (response) => response.blob();

/** A body as it comes in, not collected first. */
export const stream: BodyReader<ReadableStream<Uint8Array>> = (response) =>
  response.body ?? new Blob([]).stream();

/** A header that may be absent. */
export function optional<T>(read: HeaderReader<T>): HeaderReader<T | undefined> {
  return (value, issues, path) => (value === undefined ? undefined : read(value, issues, path));
}

/** A header as text. */
export function string(value: string | undefined, issues: Issue[], path: string): string {
  if (value === undefined) complain(issues, path, "required", "is missing");
  return value ?? "";
}

/** A header that is an integer, and exact as a number. */
export function integer(value: string | undefined, issues: Issue[], path: string): number {
  const text = string(value, issues, path);
  const parsed = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
  if (value !== undefined && !Number.isSafeInteger(parsed))
    complain(issues, path, "type", "must be an integer");
  return parsed;
}

/** A header that is an integer of any size. */
export function bigint(value: string | undefined, issues: Issue[], path: string): bigint {
  const text = string(value, issues, path);
  if (/^-?\d+$/.test(text)) return BigInt(text);
  if (value !== undefined) complain(issues, path, "type", "must be an integer");
  return 0n;
}

/** A header that is a number. */
export function number(value: string | undefined, issues: Issue[], path: string): number {
  const text = string(value, issues, path);
  const parsed = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (value !== undefined && !Number.isFinite(parsed))
    complain(issues, path, "type", "must be a number");
  return parsed;
}

/** A header that is `true` or `false`. */
export function boolean(value: string | undefined, issues: Issue[], path: string): boolean {
  const text = string(value, issues, path);
  if (value !== undefined && text !== "true" && text !== "false")
    complain(issues, path, "type", "must be true or false");
  return text === "true";
}

/** A header in `style: simple` that is an array: `1,2`. `read` reads each item. */
export function list<T>(read: HeaderReader<T>): HeaderReader<T[]> {
  return (value, issues, path) => {
    const text = string(value, issues, path);
    if (text.trim() === "") return [];
    return text.split(",").map((item, index) => read(item.trim(), issues, `${path}/${index}`));
  };
}

/** `Set-Cookie`, which may come several times: each as it is. */
export function setCookies(value: string | undefined, issues: Issue[], path: string): string[] {
  return string(value, issues, path).split("\n");
}

/** A header in `style: simple` that is an object: `R,100,G,200`, or with `explode` `R=100,G=200`. */
export function record(
  explode: boolean,
  members: Readonly<Record<string, HeaderReader>> = {},
  others: HeaderReader = string,
): HeaderReader<Record<string, unknown>> {
  return (value, issues, path) => {
    const parts = string(value, issues, path).split(",");
    const found = new Map<string, string>();
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] ?? "";
      const at = explode ? part.indexOf("=") : part.length;
      if (at < 0) continue;
      const text = explode ? part.slice(at + 1) : parts[++index];
      if (text !== undefined) found.set(part.slice(0, at).trim(), text.trim());
    }
    const values = new Map<string, unknown>();
    for (const [name, read] of Object.entries(members)) {
      const member = read(found.get(name), issues, `${path}/${name}`);
      if (member !== undefined) values.set(name, member);
      found.delete(name);
    }
    for (const [name, text] of found) values.set(name, others(text, issues, `${path}/${name}`));
    return Object.fromEntries(values);
  };
}

/** A header that its description gives a JSON media type. */
export function jsonHeader(value: string | undefined, issues: Issue[], path: string): unknown {
  const text = string(value, issues, path);
  if (value === undefined) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    complain(issues, path, "json", "is not JSON");
    return text;
  }
}

/** A header that must also keep to its schema. */
export function checked(read: HeaderReader, check: Judge): HeaderReader {
  return (value, issues, path) => {
    const before = issues.length;
    const result = read(value, issues, path);
    const found: Issue[] = [];
    if (issues.length === before && !check(result, found)) {
      for (const issue of found) issues.push({ ...issue, path: path + issue.path });
    }
    return result;
  };
}

function complain(issues: Issue[], path: string, keyword: string, message: string): void {
  issues.push({ path, schema: "", keyword, params: {}, message });
}
