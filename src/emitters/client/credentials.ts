import { type Code, code, doc, key, str, use } from "../../emit/code.js";
import type { Operation, SecurityScheme, SecurityUse } from "../../model/types.js";
import { access } from "../access.js";

const runtime = (value: string, kind: "type" | "value" = "value"): Code =>
  use(value, "./runtime/credentials.js", kind);

export interface CredentialView {
  readonly doc: Code;
  readonly key: Code;
  readonly name: Code;
  /** Whether the client can be made without it. */
  readonly optional: boolean;
  readonly type: Code;
  readonly signer: Code;
}

/** The security schemes that a client gets a credential for; mutual TLS is a matter of the connection. */
export function credentialView(
  scheme: SecurityScheme,
  operations: readonly Operation[],
): CredentialView {
  const value = access(code`options`, scheme.name);
  return {
    doc: doc(scheme.prose.description || defaultProse(scheme)),
    key: key(scheme.key),
    name: key(scheme.name),
    optional: !operations.every((operation) => isAlwaysNeeded(scheme, operation)),
    type: credentialType(scheme, operations),
    signer: signerOf(scheme, value),
  };
}

function isAlwaysNeeded(scheme: SecurityScheme, { security }: Operation): boolean {
  return security.length > 0 && security.every((uses) => uses.some((use) => use.scheme === scheme));
}

function credentialType(scheme: SecurityScheme, operations: readonly Operation[]): Code {
  const type =
    scheme.kind === "basic"
      ? code`${runtime("BasicCredential", "type")} | (() => ${use("Awaitable", "./runtime/http.js", "type")}<${runtime("BasicCredential", "type")}>)`
      : runtime("Credential", "type");
  const isNeeded = operations.every((operation) => isAlwaysNeeded(scheme, operation));
  return isNeeded ? type : code`${type} | undefined`;
}

function signerOf(scheme: SecurityScheme, value: Code): Code {
  switch (scheme.kind) {
    case "basic":
      return code`${runtime("basic")}(${value})`;
    case "apiKey": {
      const place = { header: "apiKeyHeader", query: "apiKeyQuery", cookie: "apiKeyCookie" }[
        scheme.in
      ];
      return code`${runtime(place)}(${str(scheme.parameter)}, ${value})`;
    }
    case "http":
      return code`${runtime("authorization")}(${str(scheme.scheme)}, ${value})`;
    case "digest":
      return code`${runtime("authorization")}("Digest", ${value})`;
    default:
      return code`${runtime("bearer")}(${value})`;
  }
}

function defaultProse(scheme: SecurityScheme): string {
  switch (scheme.kind) {
    case "basic":
      return "Name and password.";
    case "apiKey":
      return `The API key for the ${scheme.in} parameter \`${scheme.parameter}\`.`;
    default:
      return "The token, or a function that gets one.";
  }
}

/** `[["bearerAuth"]]`: the schemes of each alternative; undefined where none is needed. */
export function securityCode(security: readonly (readonly SecurityUse[])[]): Code | undefined {
  if (security.length === 0) return undefined;
  const alternatives = security.map((uses) => {
    const keys = uses
      .filter(({ scheme }) => scheme.kind !== "mutualTls")
      .map(({ scheme }) => str(scheme.key));
    return code`[${keys.map((one, i) => (i === 0 ? one : code`, ${one}`))}]`;
  });
  return code`[${alternatives.map((one, i) => (i === 0 ? one : code`, ${one}`))}]`;
}
