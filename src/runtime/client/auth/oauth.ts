import { ConnectionError, type CallInfo } from "../errors.js";
import type { Signer } from "../operation.js";
import type { Fetch } from "../options.js";

export interface OAuthOptions {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  /** Where the id and the secret go (RFC 6749, section 2.3.1): into the form, when left out, or into `Authorization: Basic`. */
  readonly clientAuthentication?: "body" | "basic";
  /** More members for the form that is sent to the authorization server: `audience`, `resource`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** In place of the platform's `fetch`. */
  readonly fetch?: Fetch;
  /** The time in milliseconds; for tests. */
  readonly now?: () => number;
}

/** With an address that is known already. */
export interface TokenOptions extends Omit<OAuthOptions, "tokenUrl"> {
  /** In place of the one that is known. */
  readonly tokenUrl?: string;
}

/** The authorization server gave no token. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly status: number;
  /** The code of RFC 6749, section 5.2: `invalid_client`; undefined when none was given. */
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(`no access token: the authorization server answered ${status}${code ? ` ${code}` : ""}`);
    this.status = status;
    this.code = code;
  }
}

/** OAuth 2's client credentials grant (RFC 6749, section 4.4), for where a credential is wanted. */
export function clientCredentials(options: OAuthOptions): () => Promise<string> {
  return keepToken(options, () => ({ grant_type: "client_credentials" }));
}

/**
 * OAuth 2's refresh grant (RFC 6749, section 6). A new refresh token replaces the first; `onRefresh`
 * gets it, to be stored.
 */
export function refreshing(
  refreshToken: string,
  options: OAuthOptions,
  onRefresh?: (refreshToken: string) => void,
): () => Promise<string> {
  let current = refreshToken;
  return keepToken(
    options,
    () => ({ grant_type: "refresh_token", refresh_token: current }),
    (next) => {
      current = next;
      onRefresh?.(next);
    },
  );
}

/** Gives an error of a call whose token server was not reached the operation of that call. */
export function withTokens(sign: Signer): Signer {
  return async (request) => {
    try {
      await sign(request);
    } catch (error) {
      if (!(error instanceof ConnectionError) || error.operation !== "") throw error;
      const { method, url, cause } = error as ConnectionError & { readonly cause: unknown };
      throw unreached({ operation: request.operation, method, url }, cause);
    }
  };
}

function unreached(call: CallInfo, cause: unknown): ConnectionError {
  const below = (cause as { cause?: unknown } | undefined)?.cause ?? cause;
  return new ConnectionError(call, "failed", { cause }, below);
}

/** How long before its end a token is no longer used, in milliseconds; at most half of its life. */
const MARGIN = 30_000;

/** Keeps a token until shortly before it ends; callers that come while one is fetched get the same one. */
function keepToken(
  options: OAuthOptions,
  grant: () => Readonly<Record<string, string>>,
  onRefresh?: (refreshToken: string) => void,
): () => Promise<string> {
  const now = options.now ?? (() => Date.now());
  let token: Promise<string> | undefined;
  let end = Infinity;

  return () => {
    if (token !== undefined && now() < end) return token;
    end = Infinity;
    const request = requestToken(options, grant()).then((reply) => {
      const life = (reply.expiresIn ?? Infinity) * 1000;
      end = now() + life - Math.min(MARGIN, life / 2);
      if (reply.refreshToken !== undefined) onRefresh?.(reply.refreshToken);
      return reply.accessToken;
    });
    token = request;
    request.catch(() => {
      // The next caller tries again.
      if (token === request) token = undefined;
    });
    return request;
  };
}

interface TokenReply {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresIn: number | undefined;
}

async function requestToken(
  options: OAuthOptions,
  grant: Readonly<Record<string, string>>,
): Promise<TokenReply> {
  const { tokenUrl, clientId, clientSecret, scopes = [], parameters } = options;
  const form = new URLSearchParams({ ...parameters, ...grant });
  const isBasic = options.clientAuthentication === "basic";
  if (!isBasic) {
    form.set("client_id", clientId);
    if (clientSecret !== undefined) form.set("client_secret", clientSecret);
  }
  if (scopes.length > 0) form.set("scope", scopes.join(" "));
  const pair = [clientId, clientSecret ?? ""].map(encodeURIComponent).join(":");
  const response = await (options.fetch ?? fetch)(tokenUrl, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      ...(isBasic && { authorization: `Basic ${btoa(pair)}` }),
    },
    body: form.toString(),
    redirect: "error",
  }).catch((cause: unknown) => {
    throw unreached({ operation: "", method: "POST", url: tokenUrl }, cause);
  });
  const reply = members(await response.json().catch(() => undefined));
  const accessToken = reply["access_token"];
  if (!response.ok || typeof accessToken !== "string") {
    const code = reply["error"];
    throw new OAuthError(response.status, typeof code === "string" ? code : undefined);
  }
  const refreshToken = reply["refresh_token"];
  const expiresIn = Number(reply["expires_in"] ?? NaN);
  return {
    accessToken,
    refreshToken: typeof refreshToken === "string" ? refreshToken : undefined,
    expiresIn: Number.isFinite(expiresIn) ? expiresIn : undefined,
  };
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
