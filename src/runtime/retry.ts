import type { Attempts, Persistence } from "./client.js";
import { limitTime, systemClock, unlessAborted } from "./clock.js";
import { ConnectionError, TimeoutError } from "./errors.js";
import { type Gate, passGate } from "./gate.js";
import { discard } from "./receive.js";
import { retryAfter } from "./retry-after.js";

/** How many repetitions a client may be ahead of its successes, so that an outage is not made worse. */
const BUDGET = 50;
/** What each success gives back of it. */
const REFUND = 0.2;

/**
 * Repeats what is safe to repeat, waits as long as the service asks while the other calls of the
 * client to that origin wait too, and keeps the time limits.
 */
export const waitOut: Persistence = (options) => {
  const { maxWait = 60_000, clock = systemClock() } = options;
  const gates = new Map<string, Gate>();
  let budget = BUDGET;

  /** Milliseconds to wait after a try that failed; undefined when it was the last. */
  function nextWait<R>(
    attempts: Attempts<R>,
    attempt: number,
    gate: Gate,
    response: Response | undefined,
  ): number | undefined {
    const { retries = options.retries ?? 2 } = attempts.call;
    const asked = response && retryAfter(response.headers, clock.now());
    const wait = asked ?? Math.floor(clock.random() * Math.min(8000, 500 * 2 ** attempt));
    if (response?.status === 429 || (response?.status === 503 && asked !== undefined))
      gate.opensAt = Math.max(gate.opensAt, clock.now() + wait);
    if (attempt >= retries || wait > maxWait || budget < 1) return undefined;
    if (!mayRepeat(attempts, response?.status)) return undefined;
    budget -= 1;
    return wait;
  }

  return async <R>(attempts: Attempts<R>): Promise<R> => {
    const { exchange, call } = attempts;
    const origin = /^[^/]*\/\/[^/]*/.exec(exchange.url.toLowerCase())?.[0] ?? "";
    const gate = gates.get(origin) ?? { opensAt: 0, waiting: 0 };
    gates.set(origin, gate);

    const limit = (parent: AbortSignal | undefined, time: number | undefined, what: string) =>
      limitTime(parent, time, clock, () => {
        return new TimeoutError(exchange, `took longer than the ${time} ms for ${what}`);
      });
    const whole = limit(call.signal, call.timeout ?? options.timeout, "the call");
    let open = false;

    try {
      for (let attempt = 0; ; attempt++) {
        if (gate.opensAt > clock.now())
          await passGate(gate, clock, maxWait, exchange, whole.signal);
        const once = limit(whole.signal, options.tryTimeout, "a try");
        let response: Response | undefined;
        let error: Error | undefined;
        let wait: number | undefined;
        try {
          // A credential or a hook may hang, too, and knows nothing of the signal.
          response = await unlessAborted(attempts.send(attempt, once.signal), once.signal);
          if (isPassing(response.status)) wait = nextWait(attempts, attempt, gate, response);
          if (wait === undefined) {
            const reply = await attempts.read(response, once.signal);
            if (response.ok) budget = Math.min(BUDGET, budget + REFUND);
            open = response.body !== null && !response.bodyUsed;
            return reply;
          }
        } catch (cause) {
          if (!(cause instanceof ConnectionError) || whole.signal?.aborted) throw cause;
          response = undefined;
          error = cause;
          wait = nextWait(attempts, attempt, gate, response);
          if (wait === undefined) throw cause;
        } finally {
          once.end(open);
        }

        const status = response?.status;
        options.onRetry?.({ ...exchange, attempt: attempt + 1, wait, status, error });
        if (response) discard(response);
        const closed = gate.opensAt - clock.now();
        if (closed < wait) await clock.sleep(wait, whole.signal);
      }
    } finally {
      whole.end(open);
    }
  };
};

/** Statuses that say "not now" rather than "not so". */
function isPassing(status: number): boolean {
  return [408, 429, 500, 502, 503, 504].includes(status);
}

/** A 429 says that nothing was done; after anything else, repeating must be harmless. */
function mayRepeat<R>(
  { exchange, repeatable, keyed }: Attempts<R>,
  status: number | undefined,
): boolean {
  if (!repeatable) return false;
  return (
    status === 429 || /^(GET|HEAD|OPTIONS|PUT|DELETE|TRACE|QUERY)$/.test(exchange.method) || keyed()
  );
}
