import type { Awaitable } from "../../wire/http.js";
import { assert } from "../../wire/assert.js";
import type { Signer } from "../operation.js";

/** A secret, or a function that returns one for each attempt; if it returns undefined, none is sent. */
export type Credential = string | (() => Awaitable<string | undefined>);

/** `Authorization: Bearer …`, also for OAuth 2 and OpenID Connect; or another header and prefix. */
export function bearer(credential: Credential, name = "authorization", prefix = "Bearer "): Signer {
  const get = shared(credential);
  return async ({ headers }) => {
    if (name in headers) return;
    const given = await get();
    if (given === undefined) return;
    // Untyped code may return null.
    const secret = `${given ?? ""}`.trim();
    // Checked here, because the error of `fetch` would quote the secret.
    assert(/^[ -~]+$/.test(secret), name);
    headers[name] = prefix + secret;
  };
}

/** Attempts that need the secret while it is being fetched share one call. */
export function shared<T>(credential: T | (() => Awaitable<T>)): () => Awaitable<T> {
  let pending: Awaitable<T> | undefined;
  return () =>
    typeof credential === "function"
      ? (pending ??= (async () => (credential as () => Awaitable<T>)())().finally(
          () => (pending = undefined),
        ))
      : credential;
}
