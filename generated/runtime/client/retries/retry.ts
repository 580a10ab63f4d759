import type { Attempt, Performance } from "../client.js";
import { limited, systemClock } from "./clock.js";
import { type Answer, ApiError, ConnectionError, RateLimitError, type Wait } from "../errors.js";
import type { Broken, Outgoing } from "../operation.js";
import type { CallOptions, RetryOptions } from "../options.js";
import { discard } from "../replies/discard.js";
import { retryAfter } from "./retry-after.js";

/** The waiting time of all calls to one origin, after a reply that asked to wait. */
interface Gate {
  /** Calls start at this time or later; it is never further away than `maxWait`. */
  opensAt: number;
  /** The time that the service asked for, if it is later. */
  asked: number;
  /** The number of waiting calls. */
  waiting: number;
  /** The status of the last reply that closed it. */
  status?: number;
}

/**
 * Retries requests that are safe to repeat, makes all calls of the client to an origin wait as long as the service
 * asks, and enforces the time limits. `perform` makes one attempt.
 */
export function waitOut(options: RetryOptions, perform: Performance): Performance {
  const { clock = systemClock, maxWait = 60_000 } = options;
  const gates: Record<string, Gate> = {};
  /** Retries that are left before further successes, so that an outage is not made worse. */
  let budget = 50;

  return (call: Attempt & CallOptions, sign) => {
    const { retries = options.retries ?? 2, timeout = options.timeout, idempotencyKey } = call;
    const { operation, method, url } = call;
    const origin = url[0] === "/" ? "" : url.slice(0, url.indexOf("/", 8));
    const gate = (gates[origin] ??= { opensAt: 0, asked: 0, waiting: 0 });
    // Idempotent methods (RFC 9110, section 9.2.2).
    let harmless = /^(GET|HEAD|OPTIONS|PUT|DELETE|QUERY)$/.test(method);
    const key = idempotencyKey ?? (harmless ? undefined : options.idempotencyKey?.());
    let pause: Wait | undefined;
    const run = async (whole: AbortSignal | undefined): Promise<Answer> => {
      const sleep = async (milliseconds: number, status: number | undefined): Promise<void> => {
        pause = { milliseconds: Math.ceil(milliseconds), status };
        await clock.sleep(milliseconds, whole);
        pause = undefined;
      };
      for (let attempt = 0; ; attempt++) {
        // The clock is read only while a wait is set: Next prerenders no page that reads it before it has fetched anything.
        for (let closed; gate.opensAt > 0 && (closed = gate.opensAt - clock.now()) > 0;) {
          // A longer one was never set: the clock was put back.
          if (closed > maxWait) break;
          // Sending it anyway may get the client banned.
          if (gate.asked > gate.opensAt) {
            const asked = gate.asked - clock.now();
            throw new RateLimitError(call, `must wait ${asked} ms`, { retryAfter: asked / 1000 });
          }
          // Waiting calls start spread out: over 100 ms for each, and at most 2 s.
          const spread = clock.random() * Math.min(2000, 100 * gate.waiting++);
          await sleep(closed + spread, gate.status).finally(() => gate.waiting--);
        }
        gate.opensAt = 0;
        let status: number | undefined;
        let asked: number | undefined;
        let wait: number | undefined;
        let error: ConnectionError | undefined;

        /** Sets the wait after a failed attempt, unless it was the last. */
        const tryAgain = (): void => {
          const time = asked ?? clock.random() * Math.min(8000, 500 * 2 ** attempt);
          if (status === 429 || (asked && status === 503)) {
            const now = clock.now();
            gate.asked = Math.max(gate.opensAt > now ? gate.asked : 0, now + time);
            gate.opensAt = Math.max(gate.opensAt, now + Math.min(time, maxWait));
            gate.status = status;
          }
          // A 429 means that nothing was done; after any other failure, only idempotent requests are repeated.
          const isRepeatable = (status === 429 || harmless) && !call.duplex;
          if (isRepeatable && attempt < retries && time <= maxWait && budget >= 1) {
            budget--;
            wait = time;
          }
        };

        try {
          const answer = await limited(clock, call, whole, options.tryTimeout, (signal) =>
            perform(
              // `Object.assign`, because V8 is slow at literals with a spread and further members.
              Object.assign({}, call, {
                attempt,
                signal,
                fields: Object.assign({ "idempotency-key": key }, call.fields),
                read(trial: Outgoing, response: Response, broken: Broken) {
                  status = response.status;
                  if (!response.ok) {
                    asked = retryAfter(response.headers, clock.now());
                    // Statuses of temporary failures.
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
        if (gate.opensAt < clock.now() + wait) await sleep(wait, status);
      }
    };
    return limited(clock, call, call.signal, timeout, run, () => pause);
  };
}
