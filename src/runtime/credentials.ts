import type { Awaitable } from "./http.js";
import type { Signer } from "./outgoing.js";

/** A secret, or a function that gets one for each try. */
export type Credential = string | (() => Awaitable<string>);

export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

/** `Authorization: Bearer …`; undefined when there is no credential. Also for OAuth 2 and OpenID Connect. */
export function bearer(credential: Credential | undefined): Signer | undefined {
  return authorization("Bearer", credential);
}

/** `Authorization: <scheme> …`, for a scheme that has no function of its own. */
export function authorization(
  scheme: string,
  credential: Credential | undefined,
): Signer | undefined {
  return credential ? inHeader("authorization", `${scheme} `, credential) : undefined;
}

/** `Authorization: Basic …` (RFC 7617), in UTF-8. */
export function basic(
  credential: BasicCredential | (() => Awaitable<BasicCredential>) | undefined,
): Signer | undefined {
  if (!credential) return undefined;
  const encode = ({ username, password }: BasicCredential): string =>
    btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)));
  const encoded =
    typeof credential === "function" ? async () => encode(await credential()) : encode(credential);
  return authorization("Basic", encoded);
}

/**
 * An API key in a header of its own. Redirects are not followed then: unlike `Authorization`, the
 * header would be taken along to another origin.
 */
export function apiKeyHeader(name: string, credential: Credential | undefined): Signer | undefined {
  if (!credential) return undefined;
  const sign = inHeader(name.toLowerCase(), "", credential);
  return (request) => {
    request.redirect = "manual";
    return sign(request);
  };
}

/** An API key in the query. */
export function apiKeyQuery(name: string, credential: Credential | undefined): Signer | undefined {
  if (!credential) return undefined;
  return async (request) => {
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(await get(credential))}`;
    request.url += (request.url.includes("?") ? "&" : "?") + pair;
  };
}

/** An API key in a cookie. */
export function apiKeyCookie(name: string, credential: Credential | undefined): Signer | undefined {
  if (!credential) return undefined;
  return async ({ headers }) => {
    const others = headers["cookie"] === undefined ? "" : `${headers["cookie"]}; `;
    headers["cookie"] = `${others}${name}=${encodeURIComponent(await get(credential))}`;
  };
}

/** For what the connection itself shows, such as a client certificate: nothing is put in. */
export function outOfBand(): Signer {
  return () => undefined;
}

function inHeader(name: string, prefix: string, credential: Credential): Signer {
  return ({ headers }) => {
    if (headers[name] !== undefined) return;
    const put = (text: string): void => {
      const secret = text.trim();
      // Said here, because what `fetch` says about it quotes the secret.
      if (/[^\t\x20-\x7e\x80-\xff]/.test(secret))
        throw new TypeError(`the credential for ${name} holds a character that cannot be sent`);
      headers[name] = prefix + secret;
    };
    // Without a detour where none is needed: each one before a request costs it time.
    const secret = get(credential);
    return typeof secret === "string" ? put(secret) : secret.then(put);
  };
}

function get(credential: Credential): Awaitable<string> {
  return typeof credential === "function" ? credential() : credential;
}
