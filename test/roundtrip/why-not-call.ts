import { METHODS } from "node:http";
import type { Operation, SecurityUse } from "../../src/model/types.js";
import type { Reason } from "./reasons.js";
import type { Members } from "./service.js";

/** Why an operation cannot be called at all. */
export function whyNotCall(operation: Operation, request: Members): Reason | undefined {
  if (["TRACE", "CONNECT", "TRACK"].includes(operation.method.toUpperCase()))
    return "fetch has no such method";
  if (!METHODS.includes(operation.method)) return "node:http reads no such method";
  if (/[?#]/.test(operation.path.filter((part) => typeof part === "string").join("")))
    return "a path has no query or fragment";
  const { security } = operation;
  const isUnknown = (uses: readonly SecurityUse[]): boolean =>
    uses.some(({ scheme }) => scheme.kind === "unknown");
  if (security.length > 0 && security.every(isUnknown))
    return "no request meets a scheme that is not known";
  if (security.length > 0 && security.every((uses) => authorizationsOf(uses).size > 1))
    return "there is one Authorization header";
  if (["GET", "HEAD"].includes(operation.method.toUpperCase()) && request["body"] !== undefined)
    return "fetch sends no body with GET or HEAD";
  return undefined;
}

/** What would begin the Authorization header; a token that is right for several schemes is one. */
function authorizationsOf(uses: readonly SecurityUse[]): ReadonlySet<string> {
  const found = uses.flatMap(({ scheme }) => {
    switch (scheme.kind) {
      case "apiKey":
        return scheme.in === "header" && /^authorization$/i.test(scheme.parameter) ? ["key"] : [];
      case "mutualTls":
      case "unknown":
        return [];
      case "oauth2":
      case "openIdConnect":
        return ["bearer"];
      default:
        return [scheme.kind === "http" ? scheme.scheme : scheme.kind];
    }
  });
  return new Set(found);
}

/** Whether a path with the values of a request is that of another operation, with text in the place of a value. */
export function hasTextOfOther(
  { template }: Operation,
  request: Members,
  all: readonly Operation[],
): boolean {
  const own = template.split("/");
  const values = (request["path"] ?? {}) as Members;
  const filled = (part: string): string =>
    part.replace(/\{([^{}]*)\}/g, (_, name: string) => String(values[name]));
  return all.some((other) => {
    const others = other.template.split("/");
    return (
      others.length === own.length &&
      others.some((part, i) => part !== own[i] && !part.includes("{")) &&
      others.every((part, i) => part.includes("{") || part === filled(own[i] ?? ""))
    );
  });
}
