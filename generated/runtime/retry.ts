import type { Attempt, Performance } from "./client.js";
import { limitTime, systemClock, unlessAborted } from "./clock.js";
import { ConnectionError, TimeoutError } from "./errors.js";
import { type Gate, passGate } from "./gate.js";
import type { CallOptions, RetryOptions } from "./options.js";
import { discard } from "./receive.js";
import { retryAfter } from "./retry-after.js";

/** How many repetitions a client may be ahead of its successes, so that an outage is not made worse. */
const BUDGET = 50;
/** What each success gives back of it. */
const REFUND = 0.2;
/** Statuses that say "not now" rather than "not so". */
const PASSING = [408, 429, 500, 502, 503, 504];
/** Methods that do the same when they are repeated (RFC 9110, section 9.2.2). */
const HARMLESS = /^(GET|HEAD|OPTIONS|PUT|DELETE|TRACE|QUERY)$/;

/**
 * Repeats what is safe to repeat, waits as long as the service asks while the other calls of the
 * client to that origin wait too, and keeps the time limits. All that a try is goes through `perform`.
 */
export function waitOut(options: RetryOptions, perform: Performance): Performance {
  const { maxWait = 60_000, clock = systemClock() } = options;
  const gates = new Map<string, Gate>();
  let budget = BUDGET;

  return async (outgoing: Attempt & CallOptions, sign) => {
    const { retries = options.retries ?? 2, timeout = options.timeout, ...rest } = outgoing;
    const { idempotencyKey, ...call } = rest;
    const { operation, method, url, duplex, fields, read } = call;
    const origin = /^[^/]*\/\/[^/]*/.exec(url.toLowerCase())?.[0] ?? "";
    const gate = gates.get(origin) ?? { opensAt: 0, waiting: 0 };
    gates.set(origin, gate);
    const harmless = HARMLESS.test(method);
    const key = idempotencyKey ?? (harmless ? undefined : options.idempotencyKey?.());
    const limit = (parent: AbortSignal | undefined, time: number | undefined, what: string) =>
      limitTime(parent, time, clock, () => {
        return new TimeoutError(call, `took longer than the ${time} ms for ${what}`);
      });
    const whole = limit(call.signal, timeout, "the call");
    let open = false;

    try {
      for (let attempt = 0; ; attempt++) {
        await passGate(gate, clock, maxWait, call, whole.signal);
        const { signal, end } = limit(whole.signal, options.tryTimeout, "a try");
        let hasKey = false;
        let status: number | undefined;
        let asked: number | undefined;
        let wait: number | undefined;
        let error: ConnectionError | undefined;

        /** Sets how long to wait after a try that failed, unless it was the last. */
        const tryAgain = (): void => {
          const time = asked ?? Math.floor(clock.random() * Math.min(8000, 500 * 2 ** attempt));
          if (status === 429 || (status === 503 && asked !== undefined))
            gate.opensAt = Math.max(gate.opensAt, clock.now() + time);
          // A 429 says that nothing was done; after anything else, repeating must be harmless.
          const isRepeatable = !duplex && (status === 429 || harmless || hasKey);
          if (!isRepeatable || attempt >= retries || time > maxWait || budget < 1) return;
          budget -= 1;
          wait = time;
        };

        const answering = perform(
          {
            ...call,
            attempt,
            signal,
            fields: { "idempotency-key": key, ...fields },
            read(trial, response, broken) {
              ({ status } = response);
              if (!response.ok) asked = retryAfter(response.headers, clock.now());
              if (PASSING.includes(status)) tryAgain();
              if (wait === undefined) return read(trial, response, broken);
              discard(response);
              return { status };
            },
          },
          async (request) => {
            await sign?.(request);
            hasKey = "idempotency-key" in request.headers;
          },
        );
        try {
          // A credential or a hook may hang, too, and knows nothing of the signal.
          const answer = await unlessAborted(answering, signal);
          if (wait === undefined) {
            const { response } = answer;
            if (response.ok) budget = Math.min(BUDGET, budget + REFUND);
            open = response.body !== null && !response.bodyUsed;
            return { ...answer, retryAfter: asked && asked / 1000 };
          }
        } catch (thrown) {
          const cause: unknown = signal?.aborted ? signal.reason : thrown;
          if (!(cause instanceof ConnectionError) || whole.signal?.aborted) throw cause;
          status = asked = undefined;
          error = cause;
          tryAgain();
          if (wait === undefined) throw cause;
        } finally {
          end(open);
        }

        const event = { operation, method, url, attempt: attempt + 1, wait, status, error };
        options.onRetry?.(event);
        if (gate.opensAt - clock.now() < wait) await clock.sleep(wait, whole.signal);
      }
    } finally {
      whole.end(open);
    }
  };
}
