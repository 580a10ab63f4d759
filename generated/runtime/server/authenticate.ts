import { hasOwn } from "../validate/own.js";
import type { Awaitable } from "../wire/http.js";
import { type Pairs, readCookies, readPairs } from "../wire/parameters/pairs.js";
import { type TextEncoding, decode } from "../validate/shape.js";
import { Problem, insufficientScope } from "./problem.js";
import type { KeyPlace } from "./requests/request.js";
import { queryOf } from "./requests/target.js";
import type { HostRequest, IncomingRequest } from "./server.js";

/** The result for an invalid credential (401). */
export type Invalid = undefined | null | false;

/**
 * Returns the caller of a credential; `undefined`, `null` and `false` mean that the credential is invalid. If the
 * operation requires `scopes`, the function has to check them and to throw `insufficientScope(scopes)`.
 */
export type AuthenticateToken<Caller, Host = unknown> = (
  token: string,
  request: HostRequest<Host>,
  scopes: readonly string[],
) => Awaitable<Caller | Invalid>;

/** As `AuthenticateToken`, with the name and password of RFC 7617. */
export type AuthenticateBasic<Caller, Host = unknown> = (
  user: string,
  password: string,
  request: HostRequest<Host>,
  scopes: readonly string[],
) => Awaitable<Caller | Invalid>;

/** As `AuthenticateToken`, for schemes whose credential is not a single string (mutual TLS, digest). */
export type AuthenticateRequest<Caller, Host = unknown> = (
  request: HostRequest<Host>,
  scopes: readonly string[],
) => Awaitable<Caller | Invalid>;

/** Returns the caller and the scopes of a token; the server checks the scopes (403). */
export type AuthenticateScopes<Caller, Host = unknown> = (
  token: string,
  request: HostRequest<Host>,
  scopes: readonly string[],
) => Awaitable<Granted<Caller> | Invalid>;

export interface Granted<Caller> {
  readonly caller: Caller;
  readonly scopes: Iterable<string>;
}

/** A security scheme of the description, with the function that verifies its credentials. */
export interface Scheme<Caller> {
  /** For `WWW-Authenticate`: `Bearer realm="pets"`. */
  readonly challenge: string;
  /** The same for a request with an invalid credential: `Bearer error="invalid_token"`. */
  readonly refusal?: string | undefined;
  /** The query parameter or cookie with the credential. */
  readonly parameter?: KeyPlace | undefined;
  /** Browsers send the credential unasked, also an outdated one: where none is needed, an invalid one counts as none. */
  readonly isAmbient?: boolean | undefined;
  /** The function that was handed in: without TypeScript, it can be missing. */
  readonly authenticate?: unknown;
  /** The unverified credential of a request; `undefined` if it has none for this scheme. */
  find(request: IncomingRequest): unknown;
  judge(
    credential: unknown,
    request: HostRequest<never>,
    scopes: readonly string[],
  ): Awaitable<Caller | Invalid>;
}

export interface ChallengeOptions {
  readonly realm?: string | undefined;
}

/** `type: http, scheme: bearer` (RFC 6750). */
export function bearer<Caller>(
  authenticate: AuthenticateToken<Caller, never>,
  options: ChallengeOptions = {},
): Scheme<Caller> {
  return {
    authenticate,
    challenge: challenge("Bearer", options.realm),
    refusal: `${challenge("Bearer", options.realm)}${options.realm === undefined ? "" : ","} error="invalid_token"`,
    find: (request) => authorization(request, "bearer"),
    judge: (token, request, scopes) => authenticate(String(token), request, scopes),
  };
}

/** `type: http, scheme: basic` (RFC 7617). */
export function basic<Caller>(
  authenticate: AuthenticateBasic<Caller, never>,
  options: ChallengeOptions = {},
): Scheme<Caller> {
  return {
    authenticate,
    challenge: `${challenge("Basic", options.realm ?? "API")}, charset="UTF-8"`,
    find: (request) => authorization(request, "basic"),
    judge(credential, request, scopes) {
      const [user, password] = decodeBasic(String(credential)) ?? [];
      if (user === undefined || password === undefined) return undefined;
      return authenticate(user, password, request, scopes);
    },
  };
}

/** `type: apiKey`. There is no registered challenge for it; replies have `ApiKey`. */
export function apiKey<Caller>(
  place: "header" | "query" | "cookie",
  name: string,
  authenticate: AuthenticateToken<Caller, never>,
): Scheme<Caller> {
  const field = name.toLowerCase();
  const find = {
    header: (request: IncomingRequest) => request.header(field),
    query: ({ target }: IncomingRequest) => valueIn(pairsOf(target), name, "query"),
    cookie: (request: IncomingRequest) => cookieIn(readCookies(request.header("cookie")), name),
  };
  return {
    authenticate,
    challenge: `ApiKey in="${place}", name="${quoted(name)}"`,
    ...(place !== "header" && { parameter: { in: place, name } }),
    isAmbient: place === "cookie",
    find: find[place],
    judge: (key, request, scopes) => authenticate(String(key), request, scopes),
  };
}

/** `type: oauth2` and `type: openIdConnect`: a bearer token whose scopes the server checks. */
export function oauth2<Caller>(
  authenticate: AuthenticateScopes<Caller, never>,
  options: ChallengeOptions = {},
): Scheme<Caller> {
  return {
    ...bearer<Caller>(() => undefined, options),
    authenticate,
    async judge(token, request, scopes) {
      const granted = await authenticate(String(token), request, scopes);
      if (!isValid(granted)) return undefined;
      const has = new Set(granted.scopes);
      if (!scopes.every((scope) => has.has(scope))) throw insufficientScope(scopes);
      return granted.caller;
    },
  };
}

export const openIdConnect: typeof oauth2 = oauth2;

/** `type: mutualTLS`: the function gets the certificate from the platform's request, `IncomingRequest.raw`. */
export function mutualTls<Caller>(
  authenticate: AuthenticateRequest<Caller, never>,
): Scheme<Caller> {
  return {
    authenticate,
    challenge: "Mutual",
    isAmbient: true,
    find: (request) => request,
    judge: (_, request, scopes) => authenticate(request, scopes),
  };
}

/** Any other `scheme` of `type: http`, by its name in `Authorization`: the rest of the field is the credential. */
export function httpScheme<Caller>(
  name: string,
  authenticate: AuthenticateToken<Caller, never>,
  options: ChallengeOptions = {},
): Scheme<Caller> {
  return {
    authenticate,
    challenge: challenge(name, options.realm),
    find: (request) => authorization(request, name.toLowerCase()),
    judge: (credential, request, scopes) => authenticate(String(credential), request, scopes),
  };
}

/** A scheme that the description does not define: no request has a credential for it. */
export function unknownScheme<Caller>(): Scheme<Caller> {
  return { challenge: "Unknown", find: () => undefined, judge: () => undefined };
}

/** The schemes that an alternative requires together, each with its scopes; `{}` requires none. */
export type SecurityAlternative = Readonly<Record<string, readonly string[]>>;

/** The callers by security scheme; `first` is that of the first scheme. */
export interface Identity<Caller> {
  readonly first: Caller | undefined;
  readonly all: Readonly<Record<string, Caller>>;
}

interface Need<Caller> {
  readonly name: string;
  readonly scheme: Scheme<Caller>;
  readonly scopes: readonly string[];
}

/**
 * Verifies the credentials of requests to one operation, in two steps, so that a promise is created only if
 * the verifying function returns one; both throw `Problem` 401 or 403.
 */
export interface Authenticator<Caller, Verdict = unknown> {
  judge(request: IncomingRequest): Awaitable<Verdict>;
  identify(verdict: Verdict): Identity<Caller> | undefined;
}

/**
 * The alternatives are tried in order until one succeeds. A request without credentials is accepted
 * if `{}` is among them; one with wrong credentials is not, unless these are ambient.
 */
export function authenticator<Caller>(
  alternatives: readonly SecurityAlternative[],
  schemes: Readonly<Record<string, Scheme<Caller>>>,
): Authenticator<Caller> | undefined {
  if (alternatives.length === 0) return undefined;
  const needs = alternatives.map((alternative) => needsOf(alternative, schemes));
  const optional = needs.some((all) => all.length === 0);
  const known = [...new Set(needs.flatMap((all) => all.map(({ scheme }) => scheme)))];
  const refuse = (invalid: ReadonlySet<Scheme<Caller>>): Problem => {
    const challenges = known.map(
      (scheme) => (invalid.has(scheme) && scheme.refusal) || scheme.challenge,
    );
    const all = [...new Set(challenges)].join(", ");
    return new Problem(401, { headers: { "WWW-Authenticate": all } });
  };

  const [only] = needs;
  const [need] = only ?? [];
  if (need !== undefined && needs.length === 1 && only?.length === 1) return soleNeed(need, refuse);

  const judge = async (request: IncomingRequest): Promise<Identity<Caller> | undefined> => {
    let presented = false;
    let refusal: unknown;
    const invalid = new Set<Scheme<Caller>>();
    for (const all of needs) {
      if (all.length === 0) continue;
      const credentials = all.map(({ scheme }) => scheme.find(request));
      if (all.some(({ scheme }, at) => !scheme.isAmbient && credentials[at] !== undefined))
        presented = true;
      if (credentials.includes(undefined)) continue;
      try {
        const identity = await judgeAll(all, credentials, request, invalid);
        if (identity !== undefined) return identity;
      } catch (error) {
        // Another alternative may still succeed.
        if (!(error instanceof Problem)) throw error;
        refusal ??= error;
      }
    }
    if (refusal !== undefined) throw refusal;
    if (optional && !presented) return undefined;
    throw refuse(invalid);
  };
  return { judge, identify: (identity) => identity } satisfies Authenticator<
    Caller,
    Identity<Caller> | undefined
  >;
}

/** The common case of one scheme without scopes. */
function soleNeed<Caller>(
  { name, scheme, scopes }: Need<Caller>,
  refuse: (invalid: ReadonlySet<Scheme<Caller>>) => Problem,
): Authenticator<Caller, Caller | Invalid> {
  return {
    judge(request) {
      const credential = scheme.find(request);
      if (credential === undefined) throw refuse(new Set());
      return scheme.judge(credential, request as HostRequest<never>, scopes);
    },
    identify(caller) {
      if (!isValid(caller)) throw refuse(new Set([scheme]));
      return { first: caller, all: { [name]: caller } };
    },
  };
}

function isValid<Judged>(judged: Judged | Invalid): judged is Judged {
  return judged !== undefined && judged !== null && judged !== false;
}

function needsOf<Caller>(
  alternative: SecurityAlternative,
  schemes: Readonly<Record<string, Scheme<Caller>>>,
): Need<Caller>[] {
  return Object.entries(alternative).map(([name, scopes]) => {
    const scheme = hasOwn(schemes, name) ? schemes[name] : undefined;
    if (scheme === undefined) throw new Error(`There is no security scheme "${name}".`);
    return { name, scheme, scopes };
  });
}

async function judgeAll<Caller>(
  needs: readonly Need<Caller>[],
  credentials: readonly unknown[],
  request: IncomingRequest,
  invalid: Set<Scheme<Caller>>,
): Promise<Identity<Caller> | undefined> {
  const all: Record<string, Caller> = Object.create(null) as Record<string, Caller>;
  let first: Caller | undefined;
  for (const [index, { name, scheme, scopes }] of needs.entries()) {
    const caller = await scheme.judge(credentials[index], request as HostRequest<never>, scopes);
    if (!isValid(caller)) {
      invalid.add(scheme);
      return undefined;
    }
    all[name] = caller;
    if (index === 0) first = caller;
  }
  return { first, all };
}

/** The credential after the scheme in `Authorization` (RFC 9110, section 11.4). */
function authorization(request: IncomingRequest, scheme: string): string | undefined {
  const field = request.header("authorization");
  if (field === undefined || field.length <= scheme.length) return undefined;
  if (field.charCodeAt(scheme.length) !== 0x20) return undefined;
  const name = field.slice(0, scheme.length);
  if (name !== scheme && name.toLowerCase() !== scheme) return undefined;
  const credential = field.slice(scheme.length + 1).trim();
  return credential === "" ? undefined : credential;
}

function decodeBasic(credential: string): [user: string, password: string] | undefined {
  try {
    const bytes = Uint8Array.from(atob(credential), (char) => char.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const colon = text.indexOf(":");
    return colon < 0 ? undefined : [text.slice(0, colon), text.slice(colon + 1)];
  } catch {
    return undefined;
  }
}

function pairsOf(target: string): Pairs {
  return readPairs(queryOf(target), "", [], Infinity);
}

/** The value of a name in a query or cookie; undefined if it occurs several times, which is ambiguous. */
function valueIn(
  { names, values }: Pairs,
  name: string,
  encoding: TextEncoding,
): string | undefined {
  const at = names.indexOf(name);
  const value = at === names.lastIndexOf(name) ? values[at] : undefined;
  return value === undefined ? undefined : decode(value, encoding);
}

/** The value of a cookie, or of those that it was cut into because it was too long: `name.0`, `name.1` … */
function cookieIn(cookies: Pairs, name: string): string | undefined {
  if (cookies.names.includes(name)) return valueIn(cookies, name, "cookie");
  const parts: string[] = [];
  while (parts.length < MOST_PARTS) {
    const part = valueIn(cookies, `${name}.${parts.length}`, "cookie");
    if (part === undefined) break;
    parts.push(part);
  }
  return parts.length > 0 ? parts.join("") : undefined;
}

/** More of them do not fit into the head of a request. */
const MOST_PARTS = 16;

/** The name of a scheme for a challenge, with a substitute for one that a header cannot contain. */
function challenge(scheme: string, realm: string | undefined): string {
  const name = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(scheme) ? scheme : "Unknown";
  return realm === undefined ? name : `${name} realm="${quoted(realm)}"`;
}

/** Replaces characters that a header cannot contain by question marks. */
function quoted(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").replace(/["\\]/g, "\\$&");
}

/**
 * Compares a credential with the right one in a time that does not depend on where they differ, nor
 * on the length of the right one: each character of `given` is compared once. An empty right one, as of
 * a missing setting, equals nothing.
 */
export function sameSecret(given: string, right: string): boolean {
  let difference = given.length ^ right.length;
  for (let index = 0; index < given.length; index++) {
    const other = right.length === 0 ? 0 : right.charCodeAt(index % right.length);
    difference |= given.charCodeAt(index) ^ other;
  }
  return difference === 0 && right !== "";
}
