import { ConnectionError, type CallInfo } from "../errors.js";
import type { Signer } from "../operation.js";
import type { Fetch } from "../options.js";

export interface OAuthOptions {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  /** Transport of the id and the secret (RFC 6749, section 2.3.1): in the form by default, or as `Authorization: Basic`. */
  readonly clientAuthentication?: "body" | "basic";
  /** Additional form fields for the authorization server: `audience`, `resource`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Replaces the platform's `fetch`. */
  readonly fetch?: Fetch;
  /** The time in milliseconds; for tests. */
  readonly now?: () => number;
}

/** Options where the description has the token URL. */
export interface TokenOptions extends Omit<OAuthOptions, "tokenUrl"> {
  /** Replaces the token URL of the description. */
  readonly tokenUrl?: string;
}

/** The authorization server gave no token. */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly status: number;
  /** The `error` of RFC 6749, section 5.2, such as `invalid_client`; undefined if there was none. */
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(`no access token: the authorization server answered ${status}${code ? ` ${code}` : ""}`);
    Object.setPrototypeOf(this, new.target.prototype);
    this.status = status;
    this.code = code;
  }
}

/** A credential from OAuth 2's client credentials grant (RFC 6749, section 4.4). */
export function clientCredentials(options: OAuthOptions): () => Promise<string> {
  return keepToken(options, () => ({ grant_type: "client_credentials" }));
}

/**
 * A credential from OAuth 2's refresh grant (RFC 6749, section 6). A new refresh token replaces the first;
 * store it in `onRefresh`.
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

/** Names the operation in an error that the token request threw. */
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

/** Milliseconds before its expiry in which a token is no longer used; at most half of its lifetime. */
const MARGIN = 30_000;

/** Caches a token until shortly before it expires; concurrent callers share one request. */
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
