import type { Awaitable } from "../../wire/http.js";
import type { Performance } from "../client.js";
import { bearer, type Credential } from "./bearer.js";
import type { Broken, Outgoing, Signer, Signing } from "../operation.js";
import { discard } from "../replies/discard.js";

/** A token that is refreshed when the service answers 401. */
export interface RenewableCredential {
  /** Returns the token, for each attempt; if it returns nothing, the request is sent without one. */
  readonly get: () => Awaitable<string | undefined>;
  /**
   * Fetches a new token, which `get` returns from then on. Called once for all waiting calls; its own request must not
   * need the token. If it throws, the calls fail with the 401.
   */
  readonly refresh: () => Awaitable<unknown>;
}

export type BearerCredential = Credential | RenewableCredential;

/** Like `bearer`, also for a token that can be refreshed. */
export function renewable(credential: BearerCredential): Signer {
  // Untyped code may return null.
  if (typeof credential !== "object" || !credential) return bearer(credential as Credential);
  const { get, refresh } = credential;
  let renewal: Promise<boolean> | undefined;
  const renew = async (used: string | undefined): Promise<boolean> => {
    // Another call may have refreshed it meanwhile.
    if ((await get()) !== used) return true;
    renewal ??= (async () => refresh())()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (renewal = undefined));
    return renewal;
  };
  return async (request) => {
    if ("authorization" in request.headers) return;
    const token = await get();
    if (token) await bearer(token)(request);
    request.renew = () => renew(token).catch(() => false);
  };
}

/** After a 401, refreshes the token and sends the request once more, unless its body is a stream. */
export function sendRenewed(perform: Performance): Performance {
  return async (attempt, sign) => {
    let renew: Signing["renew"];
    let isRenewed = false;
    const answer = await perform(
      // `Object.assign`, because V8 is slow at literals with a spread and further members.
      Object.assign({}, attempt, {
        async read(outgoing: Outgoing, response: Response, broken: Broken) {
          isRenewed = response.status === 401 && !attempt.duplex && (await renew?.()) === true;
          if (!isRenewed) return attempt.read(outgoing, response, broken);
          discard(response);
          return { status: 401 };
        },
      }),
      async (request) => {
        await sign?.(request);
        renew = request.renew;
      },
    );
    return isRenewed ? perform(attempt, sign) : answer;
  };
}
