import { type Code, code, doc, json, key, object, str, use } from "../../emit/code.js";
import type { Operation, SecurityScheme } from "../../model/types.js";
import { access } from "../names.js";
import { hasTokens } from "./tokens.js";

const runtime = (value: string, kind: "type" | "value" = "value"): Code =>
  use(value, `./runtime/client/auth/${ofBearer.has(value) ? "bearer" : "credentials"}.js`, kind);

/** In a file of their own, as most clients have no other credential. */
const ofBearer: ReadonlySet<string> = new Set(["bearer", "Credential"]);

export interface CredentialView {
  readonly doc: Code;
  readonly name: Code;
  /** True where the client can be made without it. */
  readonly optional: boolean;
  readonly type: Code;
}

/** The security schemes that a client gets a credential for; mutual TLS is a matter of the connection. */
export function credentialView(
  scheme: SecurityScheme,
  operations: readonly Operation[],
  renews: boolean,
): CredentialView {
  return {
    doc: doc(scheme.prose.description || defaultProse(scheme)),
    name: key(scheme.name),
    optional: !operations.every((operation) => isAlwaysNeeded(scheme, operation)),
    type: credentialType(scheme, operations, renews),
  };
}

function isAlwaysNeeded(scheme: SecurityScheme, { security }: Operation): boolean {
  return security.length > 0 && security.every((uses) => uses.some((use) => use.scheme === scheme));
}

function credentialType(
  scheme: SecurityScheme,
  operations: readonly Operation[],
  renews: boolean,
): Code {
  const plain = plainType(scheme);
  const renewable = use("BearerCredential", "./runtime/client/auth/renew.js", "type");
  const type = renews && isBearer(scheme) ? renewable : plain;
  const isNeeded = operations.every((operation) => isAlwaysNeeded(scheme, operation));
  return isNeeded ? type : code`${type} | undefined`;
}

function plainType(scheme: SecurityScheme): Code {
  switch (scheme.kind) {
    case "basic": {
      const credential = runtime("BasicCredential", "type");
      return code`${credential} | (() => ${use("Awaitable", "./runtime/wire/http.js", "type")}<${credential} | undefined>)`;
    }
    case "unknown":
      return use("Signer", "./runtime/client/operation.js", "type");
    case "apiKey":
      return isCookie(scheme)
        ? code`${runtime("Credential", "type")} | true`
        : runtime("Credential", "type");
    default:
      return runtime("Credential", "type");
  }
}

/** The signer that puts the credentials in: one where all operations need just that, else a choice of them. */
export function signerCode(
  schemes: readonly SecurityScheme[],
  operations: readonly Operation[],
  usual: Operation["security"],
  renews: boolean,
): Code {
  const only = onlyScheme(operations);
  if (only) return signerOf(only, renews);
  if (schemes.length === 0) return code`undefined`;
  const signers = schemes.map((scheme) => {
    const signer = signerOf(scheme, renews);
    if (scheme.kind === "unknown") return [scheme.key, signer] as const;
    // Also where the type says that it is given: a program without types may leave it out.
    return [scheme.key, code`${access(code`options`, scheme.name)} && ${signer}`] as const;
  });
  const last = usual.length > 0 ? code`, ${alternativesCode(usual)}` : code``;
  return code`${runtime("choose")}(${object(signers)}${last})`;
}

/** The scheme that each operation needs, and needs alone. */
export function onlyScheme(operations: readonly Operation[]): SecurityScheme | undefined {
  const scheme = operations[0]?.security[0]?.[0]?.scheme;
  const isOnly = ({ security }: Operation): boolean =>
    security.length === 1 && security[0]?.length === 1 && security[0][0]?.scheme === scheme;
  const isSigned = scheme?.kind !== "mutualTls" && scheme?.kind !== "unknown";
  return isSigned && operations.every(isOnly) ? scheme : undefined;
}

function isCookie(scheme: SecurityScheme): boolean {
  return scheme.kind === "apiKey" && scheme.in === "cookie";
}

/** True where a token is sent as `Authorization: Bearer`. */
export function isBearer({ kind }: SecurityScheme): boolean {
  return kind === "bearer" || kind === "oauth2" || kind === "openIdConnect";
}

/** `renews`: whether a client can renew tokens. */
function signerOf(scheme: SecurityScheme, renews: boolean): Code {
  const value = access(code`options`, scheme.name);
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
    case "unknown":
      return value;
    default: {
      const signer = renews
        ? use("renewable", "./runtime/client/auth/renew.js")
        : runtime("bearer");
      const signed = code`${signer}(${value})`;
      return hasTokens(scheme)
        ? code`${use("withTokens", "./runtime/client/auth/oauth.js")}(${signed})`
        : signed;
    }
  }
}

function defaultProse(scheme: SecurityScheme): string {
  switch (scheme.kind) {
    case "basic":
      return "Name and password.";
    case "apiKey":
      return `The API key for the ${scheme.in} parameter \`${scheme.parameter}\`${isCookie(scheme) ? "; `true` in a browser, which sends its own" : ""}.`;
    case "http":
    case "digest":
      return `What stands behind \`${scheme.kind === "http" ? scheme.scheme : "Digest"}\` in \`Authorization\`, or a function that gets it.`;
    case "unknown":
      return `Puts in the credential for \`${scheme.key}\`, of which the description does not say what it is.`;
    default:
      return "The token, or a function that gets one.";
  }
}

/** The alternatives of an operation; undefined where they are the `usual` ones. */
export function securityCode(
  { security }: Operation,
  usual: Operation["security"],
): Code | undefined {
  const isUsual = security === usual || (security.length === 0 && usual.length === 0);
  return isUsual ? undefined : alternativesCode(security);
}

/** `[["bearerAuth"]]`: the schemes of each alternative, none at the end. */
function alternativesCode(security: Operation["security"]): Code {
  const keys = security.map((uses) =>
    uses.filter(({ scheme }) => scheme.kind !== "mutualTls").map(({ scheme }) => scheme.key),
  );
  return json([
    ...keys.filter((names) => names.length > 0),
    ...keys.filter((names) => names.length === 0).slice(0, 1),
  ]);
}
