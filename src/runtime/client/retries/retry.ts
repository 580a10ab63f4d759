import type { Attempt, Performance } from "../client.js";
import { limited, systemClock, unlessAborted } from "./clock.js";
import { ApiError, ConnectionError, RateLimitError } from "../errors.js";
import type { Broken, Outgoing } from "../operation.js";
import type { CallOptions, RetryOptions } from "../options.js";
import { discard } from "../replies/discard.js";
import { retryAfter } from "./retry-after.js";

/** Holds back all calls to one origin after it said to wait. */
interface Gate {
  /** No call starts before this moment, which is never further away than `maxWait`. */
  opensAt: number;
  /** The moment that the service named, if it is later. */
  asked: number;
  /** How many calls stand in front of it. */
  waiting: number;
}

/**
 * Repeats what is safe to repeat, waits as long as the service asks while the other calls of the
 * client to that origin wait too, and keeps the time limits. All that a try is goes through `perform`.
 */
export function waitOut(options: RetryOptions, perform: Performance): Performance {
  const { clock = systemClock, maxWait = 60_000 } = options;
  const gates: Record<string, Gate> = {};
  /** How many repetitions the client may be ahead of its successes, so that an outage is not made worse. */
  let budget = 50;

  return (call: Attempt & CallOptions, sign) => {
    const { retries = options.retries ?? 2, timeout = options.timeout, idempotencyKey } = call;
    const { operation, method, url } = call;
    const origin = url[0] === "/" ? "" : url.slice(0, url.indexOf("/", 8));
    const gate = (gates[origin] ??= { opensAt: 0, asked: 0, waiting: 0 });
    // Methods that do the same when they are repeated (RFC 9110, section 9.2.2).
    let harmless = /^(GET|HEAD|OPTIONS|PUT|DELETE|QUERY)$/.test(method);
    const key = idempotencyKey ?? (harmless ? undefined : options.idempotencyKey?.());
    const answering = limited(clock, call, call.signal, timeout, async (whole) => {
      for (let attempt = 0; ; attempt++) {
        // A longer time is none that was set: the clock was put back.
        for (let closed; (closed = gate.opensAt - clock.now()) > 0 && closed <= maxWait;) {
          // Asking all the same is what gets a client banned.
          if (gate.asked > gate.opensAt) {
            const asked = gate.asked - clock.now();
            throw new RateLimitError(call, `must wait ${asked} ms`, { retryAfter: asked / 1000 });
          }
          // All that wait start spread out: 100 ms for each, but not over more than 2 s.
          const spread = clock.random() * Math.min(2000, 100 * gate.waiting++);
          await clock.sleep(closed + spread, whole).finally(() => gate.waiting--);
        }
        let status: number | undefined;
        let asked: number | undefined;
        let wait: number | undefined;
        let error: ConnectionError | undefined;

        /** Sets how long to wait after a try that failed, unless it was the last. */
        const tryAgain = (): void => {
          const time = asked ?? clock.random() * Math.min(8000, 500 * 2 ** attempt);
          if (status === 429 || (asked && status === 503)) {
            const now = clock.now();
            gate.asked = Math.max(gate.opensAt > now ? gate.asked : 0, now + time);
            gate.opensAt = Math.max(gate.opensAt, now + Math.min(time, maxWait));
          }
          // A 429 says that nothing was done; after anything else, repeating must be harmless.
          const isRepeatable = (status === 429 || harmless) && !call.duplex;
          if (isRepeatable && attempt < retries && time <= maxWait && budget >= 1) {
            budget--;
            wait = time;
          }
        };

        try {
          const answer = await limited(clock, call, whole, options.tryTimeout, (signal) =>
            perform(
              // By assign: V8 is slow at literals that add to what they spread.
              Object.assign({}, call, {
                attempt,
                signal,
                fields: Object.assign({ "idempotency-key": key }, call.fields),
                read(trial: Outgoing, response: Response, broken: Broken) {
                  status = response.status;
                  if (!response.ok) {
                    asked = retryAfter(response.headers, clock.now());
                    // These say "not now" rather than "not so".
                    if (/408|429|50[0234]/.test(`${status}`)) tryAgain();
                  }
                  if (wait === undefined) return call.read(trial, response, broken);
                  discard(response);
                  return { status };
                },
              }),
              async (request) => {
                await sign?.(request);
                harmless ||= "idempotency-key" in request.headers;
              },
            ),
          );
          if (wait === undefined) {
            if (answer.ok) budget = Math.min(50, budget + 0.2);
            return Object.assign(answer, { retryAfter: asked && asked / 1000 });
          }
        } catch (cause) {
          if (cause instanceof ApiError)
            Object.assign(cause, { retryAfter: asked && asked / 1000 });
          if (!(cause instanceof ConnectionError) || whole?.aborted) throw cause;
          error = cause;
          tryAgain();
          if (wait === undefined) throw cause;
        }

        options.onRetry?.({ operation, method, url, attempt: attempt + 1, wait, status, error });
        if (gate.opensAt < clock.now() + wait) await clock.sleep(wait, whole);
      }
    });
    // A credential or a hook may hang, and knows nothing of the signal.
    return unlessAborted(answering, call.signal);
  };
}
