import { ownMember } from "../../wire/own.js";
import { assert } from "../../wire/assert.js";

/** The call that a callback belongs to, as its handler got it. */
export interface CalledBack {
  readonly request: {
    readonly path?: unknown;
    readonly query?: unknown;
    readonly headers?: unknown;
    readonly body?: unknown;
  };
  /** The reply, for `$statusCode` and expressions that begin with `$response`. */
  readonly reply?:
    { readonly status?: unknown; readonly headers?: unknown; readonly body?: unknown } | undefined;
  /** The whole URL of the request, for `$url`. */
  readonly url?: string | undefined;
}

/**
 * Evaluates a runtime expression (OpenAPI 3.1, section 4.8.20.4), such as `{$request.body#/callbackUrl}`, to a URL. Values
 * that are not at its beginning are percent-encoded. Throws if a value is missing.
 */
export function callbackAddress(expression: string, called: CalledBack): string {
  const whole = expression.startsWith("$") ? `{${expression}}` : expression;
  return whole.replace(/\{(\$[^{}]*)\}/g, (_, one: string, at: number) => {
    const value = valueOf(one, called);
    const isText = typeof value === "string" || typeof value === "number";
    assert(isText, `The address of the callback, ${one},`, "is missing");
    return at === 0 ? String(value) : encodeURIComponent(String(value));
  });
}

function valueOf(expression: string, { request, reply, url }: CalledBack): unknown {
  if (expression === "$url") return url;
  if (expression === "$statusCode") return reply?.status;
  const [, side, place, rest = ""] =
    /^\$(request|response)\.(body|header|query|path)([^]*)$/.exec(expression) ?? [];
  const source = side === "response" ? (reply as CalledBack["request"] | undefined) : request;
  if (source === undefined) return undefined;
  if (place === "body") return inBody(source.body, rest);
  const name = rest.slice(1);
  if (place !== "header") return memberOf(place === "path" ? source.path : source.query, name);
  const found = Object.keys(source.headers ?? {}).find(
    (one) => one.toLowerCase() === name.toLowerCase(),
  );
  return found === undefined ? undefined : memberOf(source.headers, found);
}

function inBody(body: unknown, pointer: string): unknown {
  const names = pointer.split("/").slice(1);
  return names.reduce<unknown>(
    (value, name) => memberOf(value, name.replace(/~1/g, "/").replace(/~0/g, "~")),
    body,
  );
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return ownMember(value as Readonly<Record<string, unknown>>, name);
}
