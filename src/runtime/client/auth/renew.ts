import type { Awaitable } from "../../wire/http.js";
import type { Performance } from "../client.js";
import { bearer, type Credential } from "./bearer.js";
import type { Broken, Outgoing, Signer, Signing } from "../operation.js";
import { discard } from "../replies/discard.js";

/** A token that is renewed when the service answers 401. */
export interface RenewableCredential {
  /** Gets the token, for each try; nothing: the request is sent without one. */
  readonly get: () => Awaitable<string | undefined>;
  /**
   * Gets another one, which `get` gives from then on. Called once for all calls that wait for it, with a request that
   * does not itself need the token. When it throws, the calls end with the 401.
   */
  readonly refresh: () => Awaitable<unknown>;
}

/** Like `bearer`, also for a token that can be renewed. */
export function renewable(credential: Credential | RenewableCredential): Signer {
  // A program without types may give null.
  if (typeof credential !== "object" || !credential) return bearer(credential as Credential);
  const { get, refresh } = credential;
  let renewal: Promise<boolean> | undefined;
  const renew = async (used: string | undefined): Promise<boolean> => {
    // Another call may have got a new one since.
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

/** Sends once more what is answered with 401, after its token was renewed. What is a stream can be sent only once. */
export function sendRenewed(perform: Performance): Performance {
  return async (attempt, sign) => {
    let renew: Signing["renew"];
    let isRenewed = false;
    const answer = await perform(
      // By assign: V8 is slow at literals that add to what they spread.
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
