import type { Awaitable } from "../../wire/http.js";
import { bearer, type Credential, shared } from "./bearer.js";
import type { Signer } from "../operation.js";
import { fetchWithCookies } from "../platform.js";
import { assert, assertWellFormed } from "../../wire/assert.js";

export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** `Authorization: <scheme> …`, for a scheme that has no function of its own. */
export function authorization(scheme: string, credential: Credential): Signer {
  return bearer(credential, "authorization", `${scheme} `);
}

/** `Authorization: Basic …` (RFC 7617), in UTF-8. */
export function basic(
  credential: BasicCredential | (() => Awaitable<BasicCredential | undefined>),
): Signer {
  return authorization("Basic", async () => {
    const given = await (typeof credential === "function" ? credential() : credential);
    if (given === undefined) return undefined;
    const { username, password }: Partial<BasicCredential> = given ?? {};
    // Everything after the first colon is the password.
    assert(username?.includes(":") === false, "username");
    assert(password !== undefined, "password");
    assertWellFormed(`${username}:${password}`, "username or password");
    const bytes = new TextEncoder().encode(`${username}:${password}`);
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
}

/**
 * An API key in a header of its own. Redirects are not followed: unlike `Authorization`, the
 * header would be sent to the other origin.
 */
export function apiKeyHeader(name: string, credential: Credential): Signer {
  const sign = bearer(credential, name.toLowerCase(), "");
  return (request) => {
    request.redirect = "manual";
    return sign(request);
  };
}

/** An API key in the query. If the query has one already, that is kept, since two would be ambiguous. */
export function apiKeyQuery(name: string, credential: Credential): Signer {
  const get = secretOf(credential, name);
  const start = `${encodeURIComponent(name)}=`;
  return async (request) => {
    if (isAmong(request.url.split(/[?&]/).slice(1), start)) return;
    const secret = await get();
    if (secret === undefined) return;
    // Encoded as in the URL that platforms quote, so that `hideKeys` finds it.
    const pair = (start + encodeURIComponent(secret)).replace(/'/g, "%27");
    request.url += (request.url.includes("?") ? "&" : "?") + pair;
  };
}

/**
 * An API key in a cookie; with `true`, none is added. Redirects are not followed: some platforms send
 * cookies to the other origin.
 */
export function apiKeyCookie(name: string, credential: Credential | true): Signer {
  if (credential === true) return outOfBand();
  const get = secretOf(credential, name);
  return async (request) => {
    const { headers } = request;
    request.redirect = "manual";
    request.fetchHere ??= fetchWithCookies;
    if (isAmong((headers["cookie"] ?? "").split(/; */), `${name}=`)) return;
    const secret = await get();
    if (secret === undefined) return;
    const others = headers["cookie"] === undefined ? "" : `${headers["cookie"]}; `;
    headers["cookie"] = `${others}${name}=${cookieValue(secret)}`;
  };
}

/**
 * What a cookie can be is sent as it is, like browsers do with what a service has set (RFC 6265, section 5.4); anything else
 * is encoded, but for the characters that a cookie may have (section 4.1.1): many servers decode none.
 */
function cookieValue(secret: string): string {
  if (/^("?)[!#-+\--:<-[\]-~]*\1$/.test(secret)) return secret;
  return secret.replace(/[^!#$&-+\--:<-[\]-~]+/g, encodeURIComponent);
}

function isAmong(pairs: readonly string[], start: string): boolean {
  return pairs.some((pair) => pair.startsWith(start));
}

/** For credentials of the connection, such as a client certificate: the request is not changed. */
export function outOfBand(): Signer {
  return () => undefined;
}

/** Adds the credentials that the `security` of each operation requires, `usual` by default, if they are configured. */
export function choose(
  credentials: Readonly<Record<string, Signer | "" | undefined>>,
  usual: readonly (readonly string[])[] = [],
): Signer {
  const known = new Map(Object.entries(credentials));
  return async (request) => {
    const { operation, security = usual } = request;
    if (security.length === 0) return;
    for (const names of security) {
      const signers = names.flatMap((name) => known.get(name) || []);
      if (signers.length < names.length) continue;
      for (const sign of signers) await sign(request);
      return;
    }
    const wanted = security.map((names) => names.join(" and ")).join(", or ");
    throw new TypeError(`${operation} needs credentials: ${wanted} (options of the client)`);
  };
}

/** Rejects an empty credential, and one that cannot be sent. */
function secretOf(credential: Credential, name: string): () => Promise<string | undefined> {
  const get = shared(credential);
  return async () => {
    const secret = await get();
    if (secret === undefined) return undefined;
    assert(!!secret, name);
    assertWellFormed(secret, name);
    return `${secret}`;
  };
}
