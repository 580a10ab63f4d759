import { type Exchange, RateLimitError } from "./errors.js";
import type { Clock } from "./options.js";

/** The most that calls are spread over when a gate opens, and how much each one waiting adds to it. */
const SPREAD = { most: 2000, each: 100 };

/** Holds back all calls to one origin after it said to wait. */
export interface Gate {
  /** Nobody starts before this moment. */
  opensAt: number;
  /** How many calls stand in front of it. */
  waiting: number;
}

/**
 * Waits until the gate is open. Rejects with `RateLimitError`, at once, if that takes longer than
 * `maxWait`, because asking all the same is what gets a client banned.
 */
export async function passGate(
  gate: Gate,
  clock: Clock,
  maxWait: number,
  exchange: Exchange,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (;;) {
    const wait = gate.opensAt - clock.now();
    if (wait <= 0) return;
    if (wait > maxWait) {
      const retryAfter = wait / 1000;
      const problem = `was not sent: the service takes no requests for ${retryAfter} s`;
      throw new RateLimitError(exchange, problem, { retryAfter });
    }
    const spread = Math.min(SPREAD.most, gate.waiting * SPREAD.each);
    gate.waiting += 1;
    try {
      await clock.sleep(wait + Math.floor(clock.random() * spread), signal);
    } finally {
      gate.waiting -= 1;
    }
  }
}
