import { petStorePlans } from "../../generated/server.js";
import { sameSecret } from "../../generated/runtime/server/authenticate.js";
import type { Limit } from "../../generated/runtime/server/limiter.js";

/** Who owns an API key. */
export interface Caller {
  readonly id: string;
  /** How often the key may be used; undefined: as often as its owner likes. */
  readonly limits: readonly Limit[] | undefined;
}

export interface Key extends Caller {
  readonly secret: string;
}

/** A key on one of the plans of the description. Enterprise limits are agreed, so they are given. */
export function keyOnPlan(
  id: string,
  secret: string,
  plan: keyof typeof petStorePlans,
  agreed?: readonly Limit[],
): Key {
  return { id, secret, limits: petStorePlans[plan] ?? agreed };
}

/** The owner of a secret; looks at every key, so that its time says nothing about which one it is. */
export function callerOf(keys: readonly Key[], secret: string): Caller | undefined {
  let found: Caller | undefined;
  for (const key of keys)
    if (sameSecret(secret, key.secret)) found = { id: key.id, limits: key.limits };
  return found;
}
