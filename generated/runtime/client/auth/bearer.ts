import type { Awaitable } from "../../wire/http.js";
import { assert } from "../../wire/assert.js";
import type { Signer } from "../operation.js";

/** A secret, or a function that gets one for each try; of one that gives undefined, nothing is sent. */
export type Credential = string | (() => Awaitable<string | undefined>);

/** `Authorization: Bearer …`, also for OAuth 2 and OpenID Connect; or another header and prefix. */
export function bearer(credential: Credential, name = "authorization", prefix = "Bearer "): Signer {
  const get = shared(credential);
  return async ({ headers }) => {
    if (name in headers) return;
    const given = await get();
    if (given === undefined) return;
    // A program without types may give null.
    const secret = `${given ?? ""}`.trim();
    // Said here, because what `fetch` says about it quotes the secret.
    assert(/^[ -~]+$/.test(secret), name);
    headers[name] = prefix + secret;
  };
}

/** Tries that want a secret while it is being got wait for the same one. */
export function shared<T>(credential: T | (() => Awaitable<T>)): () => Awaitable<T> {
  let pending: Awaitable<T> | undefined;
  return () =>
    typeof credential === "function"
      ? (pending ??= (async () => (credential as () => Awaitable<T>)())().finally(
          () => (pending = undefined),
        ))
      : credential;
}
